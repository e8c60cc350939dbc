/** Conditions as people say them: where they end, what they compare, what each way does. */

import { expect, test } from 'vitest';
import { checkPlan } from '../../../src/check/check.ts';
import { builtIns, parametersOf, planGoal } from './goals.ts';
import { dropped } from './typed-files.ts';

const plan = async (goal: string, ...files: string[]) => {
  const made = await planGoal(goal, { files: dropped(...files) });
  const errors = checkPlan(made.document, builtIns).problems.filter(({ severity }) => severity === 'error');
  expect(errors).toEqual([]);
  expect(made.unusedWords).toEqual([]);
  return made;
};
/** What is said on each way, by the way it stands behind. */
const saidIn = ({ calls }: Awaited<ReturnType<typeof plan>>) =>
  calls.flatMap(({ _tool, _after, text }) => (_tool === 'note' ? [`${_after} ${text}`] : []));
const BOTH = ['†state.decide1.yes a', '†state.decide1.no b'];

test.each([
  'If the total amount is over 500 say "a", otherwise say "b"',
  'If the total amount is over 500, then write "a", else "b"',
  'Say "a" if the total amount is over 500, otherwise "b"',
  'Is the total amount over 500? If so, write "a"; if not, write "b"',
  'Is the total amount over 500? "a" if yes, "b" if no.',
  'Is the total amount over 500? Then say a. Else say b.',
  'Provided that the total amount is over 500 say "a", if not say "b"',
  'if the sum of amount is more than 500 say a, else say b',
  'Wenn die Summe von amount über 500 ist, schreibe "a", sonst "b"',
  'Schreibe "a", sofern die Summe von amount über 500 ist, ansonsten "b"',
])('%s', async (goal) => {
  const made = await plan(goal, 'sales.csv');
  expect(parametersOf(made, 'decide')).toMatchObject({
    value: '†state.groupRows.0["total amount"]',
    operator: 'greaterThan',
    compareTo: 500,
  });
  expect(saidIn(made)).toEqual(BOTH);
  expect(made.output).toBe('†state.note || †state.note_2');
});

test.each([
  ['If any amount is over 200 say "a", otherwise say "b"', 'greaterThan'],
  ['If no amount is over 200 say "a", otherwise say "b"', 'equals'],
  ['If none of the amounts is over 200 say "a", otherwise say "b"', 'equals'],
])('%s', async (goal, operator) => {
  const made = await plan(goal, 'sales.csv');
  expect(parametersOf(made, 'filterRows')).toMatchObject({ operator: 'greaterThan', value: 200 });
  expect(parametersOf(made, 'decide')).toMatchObject({ value: '†state.queryJson', operator, compareTo: 0 });
  expect(saidIn(made)).toEqual(BOTH);
});

test('"all" asks whether there is one that is not so', async () => {
  const made = await plan('If all amounts are above 10 say "a", otherwise say "b"', 'sales.csv');
  expect(parametersOf(made, 'filterRows')?.conditions).toMatchObject([{ not: true }]);
  expect(parametersOf(made, 'decide')).toMatchObject({ operator: 'equals', compareTo: 0 });
});

test('"unless every" lists those that are not so', async () => {
  const made = await plan(
    'Unless every product has a stock of more than 0, list the products',
    'products.csv',
  );
  expect(made.output).toBe('†state.decide1.no || †state.note');
});

test('"unless" turns the ways round, and a way for which nothing was said says so', async () => {
  const made = await plan('Unless the total amount is over 500, note "more to do"', 'sales.csv');
  expect(saidIn(made)[0]).toBe('†state.decide1.no more to do');
  expect(saidIn(made)[1]).toMatch(/^†state\.decide1\.yes It holds that total amount is over 500/);
});

test('the rows of the condition are those that a way is about', async () => {
  const saved = await plan('If more than 1 sale is from the North, save them as north.csv', 'sales.csv');
  expect(parametersOf(saved, 'decide')).toMatchObject({ compareTo: 1, pass: '†state.filterRows' });
  expect(parametersOf(saved, 'saveFile')).toMatchObject({ content: '†state.decide1.yes' });
  const shown = await plan('If any price is over 80 show the names, otherwise say "none"', 'products.csv');
  expect(parametersOf(shown, 'selectColumns')).toMatchObject({
    rows: '†state.decide1.yes',
    columns: ['name'],
  });
});

test('another condition is tried where the first does not hold, of the same figure', async () => {
  const made = await plan(
    'If the total amount is over 900 say gold, if it is over 500 say silver, otherwise say bronze',
    'sales.csv',
  );
  expect(saidIn(made)).toEqual([
    '†state.decide1.yes gold',
    '†state.decide2.yes silver',
    '†state.decide2.no bronze',
  ]);
  expect(made.output).toBe('†state.note || †state.note_2 || †state.note_3');
});

test('two cells, two columns or two files are set against each other', async () => {
  const cells = await plan('If the North sold more than the South, say "a", else "b"', 'sales.csv');
  expect(parametersOf(cells, 'decide')).toMatchObject({
    value: '†state.groupRows.0["total amount"]',
    compareTo: '†state.groupRows_2.0["total amount"]',
  });
  const files = await plan(
    'If the total visitors of jan.csv are higher than those of feb.csv, say "a", otherwise "b"',
    'jan.csv',
    'feb.csv',
  );
  expect(files.calls.flatMap(({ file }) => file ?? [])).toEqual(['jan.csv', 'feb.csv']);
  expect(parametersOf(files, 'decide')).toMatchObject({ operator: 'greaterThan' });
});

test('the other way is like the first but for its cell', async () => {
  const made = await plan(
    'If the North sold more than the South, make a bar chart of amount by product of the North; otherwise of the South',
    'sales.csv',
  );
  expect(made.tools.filter((tool) => tool === 'makeChart')).toHaveLength(2);
  expect(made.output).toBe('†state.makeChart || †state.makeChart_2');
});

test('a text is asked for its words', async () => {
  const made = await plan('If the letter mentions "red", say "a", otherwise say "b"', 'letter.txt');
  expect(parametersOf(made, 'decide')).toMatchObject({ operator: 'contains', compareTo: 'red' });
});

test('a question that begins with "when" is no condition', async () => {
  const made = await planGoal('When did each customer order first?', { files: dropped('orders.csv') });
  expect(made.tools).not.toContain('decide');
});
