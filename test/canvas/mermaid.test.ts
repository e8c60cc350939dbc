import { expect, test } from 'vitest';
import { mermaidOf } from '../../src/canvas/mermaid.ts';
import type { Plan } from '../../src/plan/document.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

const catalogue = catalogueOf(builtInTools);
const plan = (calls: object[], title?: string) => ({ calls, title }) as unknown as Plan;
const drawn = (calls: object[], title?: string) =>
  mermaidOf(plan(calls, title), catalogue).trimEnd().split('\n');

test('a call is its tool’s title and what it is for; two references between two calls are one arrow with both names', () => {
  const lines = drawn([
    { _id: 'end', _tool: 'readCsv', _outputPath: '†state.rows && †state.copy' },
    { _id: 'b', _tool: 'sortRows', _description: 'By date', rows: '†state.rows', by: '†state.copy' },
    { _id: 'c', _tool: 'myTool', _after: '†state.rows' },
  ]);
  expect(lines).toEqual([
    'flowchart TD',
    '  call1["Read a CSV table<br/>end"]',
    '  call2["Sort rows<br/>By date"]',
    '  call3["My tool<br/>c"]',
    '  call1 -->|"rows, copy"| call2',
    '  call1 -.-> call3',
  ]);
});

test('hostile text ends no label and begins no tag, line or directive', () => {
  const hostile = '"]; end\n%%{init: {}}%%\nclick call1 "javascript:x" <img src=x> `**`\ud800\u2028';
  const [, title, , ...lines] = drawn(
    [
      { _id: hostile, _tool: hostile, _description: hostile, _outputPath: '†state["\\"]|%%{"]' },
      { _id: 'b', _tool: 'read', x: '†state["\\"]|%%{"]' },
    ],
    hostile,
  );
  expect(lines).toHaveLength(4);
  expect(title).toMatch(/^title: "(\\.|[^"\\])*"$/);
  expect(lines[1]).toMatch(/^ {2}call1\["[^"<`%{]*<br\/>[^"<`%{]*"\]$/);
  expect(lines[3]).toMatch(/^ {2}call1 -->\|"[^"<`%{|]*"\| call2$/);
});

test('a long text is cut at a whole character', () => {
  const [, box] = drawn([{ _id: 'a', _tool: 'x', _description: '😀'.repeat(500) }]);
  expect(box?.match(/#128512;/g)).toHaveLength(199);
});

test('what is switched off says so and stands apart (L-37)', () => {
  const text = drawn([
    { _id: 'a', _tool: 'read', _off: true },
    { _id: 'b', _tool: 'write' },
  ]).join('\n');
  expect(text).toContain('call1["Read #40;switched off#41;<br/>a"]');
  expect(text).toContain('style call1 stroke-dasharray');
  expect(text).not.toContain('style call2');
});
