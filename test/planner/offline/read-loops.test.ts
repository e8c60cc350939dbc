/** What is done with every part by itself is a loop over a sub-plan; what is only grouped is none. */

import { expect, test } from 'vitest';
import { checkPlan } from '../../../src/check/check.ts';
import { builtIns, parametersOf, planGoal } from './goals.ts';
import { dropped } from './typed-files.ts';

const plan = (goal: string, ...files: string[]) => planGoal(goal, { files: dropped(...files) });
const errorsOf = (made: Awaited<ReturnType<typeof plan>>) =>
  checkPlan(made.document, builtIns).problems.filter(({ severity }) => severity === 'error');
const toolsIn = ({ document }: Awaited<ReturnType<typeof plan>>, name: string) =>
  document.plans?.[name]?.calls.map(({ _tool }) => _tool);

test.each([
  ['For each region save a csv file', '{fileName}.csv'],
  ['Split the sales into one CSV file per region', '{fileName}.csv'],
  ['Write a separate json file for every region with its sales', '{fileName}.json'],
  ['Each region in its own xlsx file', '{fileName}.xlsx'],
  ['Speichere für jede region eine eigene csv-Datei', '{fileName}.csv'],
  ['Eine eigene CSV-Datei pro region', '{fileName}.csv'],
])('%s', async (goal, template) => {
  const made = await plan(goal, 'sales.csv');
  expect(made.tools).toEqual(['readCsv', 'splitRows', 'forEach']);
  expect(made.calls.at(-1)).toMatchObject({ _delegate: '#region', _forEach: '†state.splitRows' });
  expect(toolsIn(made, 'region')).toEqual(['template', 'saveFile']);
  expect(made.document.plans?.region?.calls[0]).toMatchObject({ template });
  expect(made.unusedWords).toEqual([]);
  expect(errorsOf(made)).toEqual([]);
});

test('a part of a date makes the parts', async () => {
  const made = await plan('Save one csv file per month', 'sales.csv');
  expect(parametersOf(made, 'splitRows')).toMatchObject({ by: 'date', part: 'month' });
});

test('what is asked of a part is done in its sub-plan', async () => {
  const made = await plan('For every region a bar chart of the total amount by product', 'sales.csv');
  expect(toolsIn(made, 'region')).toEqual(['groupRows', 'makeChart']);
  expect(made.document.plans?.region?.calls[1]).toMatchObject({ title: '†input.item.name' });
  expect(errorsOf(made)).toEqual([]);
});

test.each([
  'For each region the total amount, save as totals.csv',
  'for each product total amount as a bar chart',
  'For each region: number of sales and average amount',
])('%s: groups beside each other', async (goal) => {
  const made = await plan(goal, 'sales.csv');
  expect(made.document.plans).toBeUndefined();
  expect(made.tools).toContain('groupRows');
});

test.each([
  ['Count the words of each paragraph', 'paragraphs', 'countWords'],
  ['Summarise every paragraph in one sentence', 'paragraphs', 'summarizeText'],
  ['How many words does each line have?', 'lines', 'countWords'],
  ['for each letter say whether it mentions "rain"', 'paragraphs', 'addColumn'],
])('%s', async (goal, by, tool) => {
  const made = await plan(goal, 'letter.txt');
  expect(parametersOf(made, 'splitText')).toMatchObject({ by });
  expect(toolsIn(made, by.slice(0, -1))).toEqual([tool]);
  expect(errorsOf(made)).toEqual([]);
});
