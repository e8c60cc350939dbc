import { expect, test } from 'vitest';
import type { Plan } from '../../src/plan/document.ts';
import { toMermaid } from '../../src/plan/mermaid.ts';

const plan = (calls: object[], title?: string) => ({ calls, title }) as unknown as Plan;

test('a plan is a flowchart with its edges labelled', () => {
  const text = toMermaid(
    plan([
      { _id: 'a', _tool: 'read' },
      { _id: 'end', _tool: 'write' },
    ]),
    [
      { from: 'a', to: 'end', label: '†state.x' },
      { from: 'a', to: 'gone' },
    ],
  );
  expect(text).toBe(
    'flowchart TD\n  call1["a#58; read"]\n  call2["end#58; write"]\n  call1 -->|"†state.x"| call2\n'.replaceAll(
      '#58;',
      ':',
    ),
  );
});

test('hostile text ends no label and begins no tag, line or directive', () => {
  const hostile = '"]; end\n%%{init: {}}%%\nclick call1 "javascript:x" <img src=x> `**`\ud800\u2028';
  const text = toMermaid(plan([{ _id: hostile, _tool: hostile, _description: hostile }], hostile), [
    { from: hostile, to: hostile, label: hostile },
  ]);
  const [, title, , ...lines] = text.trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(title).toMatch(/^title: "(\\.|[^"\\])*"$/);
  expect(lines[1]).toMatch(/^ {2}call1\["[^"<`%{]*: [^"<`%{]*<br\/>[^"<`%{]*"\]$/);
  expect(lines[2]).toMatch(/^ {2}call1 -->\|"[^"<`%{|]*"\| call1$/);
});

test('a long text is cut at a whole character', () => {
  const text = toMermaid(plan([{ _id: 'a', _tool: '😀'.repeat(500) }]), []);
  expect(text.match(/#128512;/g)).toHaveLength(199);
});

test('what is switched off says so and stands apart (L-37)', () => {
  const text = toMermaid(
    plan([
      { _id: 'a', _tool: 'read', _off: true },
      { _id: 'b', _tool: 'write' },
    ]),
    [],
  );
  expect(text).toContain(
    'call1["a#58; read #40;switched off#41;"]'
      .replaceAll('#58;', ':')
      .replaceAll('#40;', '(')
      .replaceAll('#41;', ')'),
  );
  expect(text).toContain('style call1 stroke-dasharray');
  expect(text).not.toContain('style call2');
});
