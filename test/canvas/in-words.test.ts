import { expect, test } from 'vitest';
import { planInWords } from '../../src/canvas/in-words.ts';
import type { Plan } from '../../src/plan/document.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

const catalogue = catalogueOf(builtInTools);
const told = (calls: object[], more: object = {}) =>
  planInWords({ calls, ...more } as unknown as Plan, catalogue);

test('steps in the order they come, what each works on by its number, and what is given back', () => {
  const lines = told(
    [
      {
        _id: 'late',
        _tool: 'sortRows',
        _description: 'By date',
        rows: '†state.orders',
        by: '†input.column',
        _outputPath: '†state.sorted',
      },
      { _id: 'read', _tool: 'readCsv', file: 'orders.csv', _outputPath: '†state.orders' },
      { _id: 'save', _tool: 'saveFile', content: '†state.sorted', name: 'out.csv' },
    ],
    {
      title: 'Orders',
      goal: 'sort my orders',
      output: { sorted: '†state.sorted' },
      input: { schema: { type: 'object', properties: { column: { type: 'string' } } } },
    },
  );
  expect(lines).toEqual([
    'Orders',
    'What it is for: sort my orders',
    'It begins with: column (text, may be left out).',
    '1. Read a CSV table – File: orders.csv.',
    '2. Sort rows – By date. It works on what 1 gives and the input column.',
    '3. Save a file – File name: out.csv. It works on what 2 gives. It changes something outside the plan.',
    'It gives back what 2 gives, as “sorted”.',
  ]);
});

test('ways out, what hangs on one of them, and the join that takes either', () => {
  const lines = told([
    { _id: 'a', _tool: 'x', _outputPath: '†state.big || †state.small' },
    { _id: 'b', _tool: 'y', v: '†state.big', _outputPath: '†state.one' },
    { _id: 'c', _tool: 'z', v: '†state.big || †state.small' },
  ]);
  expect(lines[0]).toContain('It comes to “big” or “small”.');
  expect(lines[1]).toContain('Only where 1 comes to “big”.');
  expect(lines[2]).not.toContain('Only where');
});

test('an open step, one that is off, a circle, an each, and a plan that returns nothing', () => {
  const lines = told([
    { _id: 'a', _tool: 'open', _description: 'weigh them' },
    { _id: 'b', _tool: 'x', _off: true, _after: '†state.q', _outputPath: '†state.p' },
    { _id: 'c', _tool: 'y', v: '†state.p', _outputPath: '†state.q' },
    { _id: 'd', _tool: 'z', _forEach: '†state.list' },
    { _id: 'e', _tool: 'w', _outputPath: '†state.list' },
  ]);
  expect(lines[0]).toBe('1. Not decided yet: weigh them.');
  expect(lines).toContainEqual(expect.stringContaining('It is switched off and does not run.'));
  expect(lines).toContainEqual(expect.stringContaining('It is done once for each of what 2 gives.'));
  expect(lines).toContain('4 and 5 wait for each other and can never run.');
  expect(lines.at(-1)).toBe('It names nothing to give back.');
});

test('a tool without code is answered by a model, and changes nothing outside', () => {
  const tools = [{ name: 'judge', parameters: {} }];
  const calls = [{ _id: 'a', _tool: 'judge', _outputPath: '†state.a.b' }];
  const withTools = catalogueOf(builtInTools, tools);
  const lines = planInWords({ calls, tools, output: '†state.a.c' } as unknown as Plan, withTools);
  expect(lines[0]).toBe('1. Judge. A model answers it.');
  // Another part of the same path is not what it writes.
  expect(lines[1]).toBe('It gives back †state.a.c.');
});

test('a stranger’s text begins no line and hides nothing', () => {
  const lines = told([{ _id: 'a', _tool: 'x\n2. y', _description: 'one\n9. two\u202e' }], { title: 't\nu' });
  expect(lines.every((line) => !/[\n\u202e]/.test(line))).toBe(true);
});
