/** What a plan says of itself stays true when it is changed: what is asked, noted, titled and called is what is compared, drawn and returned. */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import type { Plan } from '../../../src/plan/document.ts';
import { planGoal } from './goals.ts';
import { talkOver } from './talked.ts';

const FILES = new Map([
  [
    'repairs.csv',
    'Day,Garage,Car,Cost,Hours\n2025-03-04,Nord,Van,300,4\n2025-03-20,Sued,Bus,500,9\n2025-08-11,Nord,Bus,50,1\n2026-03-02,Nord,Van,700,6\n2026-04-09,Sued,Van,90,2\n',
  ],
]);
const talk = talkOver(FILES);
const files = [...FILES].map(([name, head]) => ({ name, type: '', size: head.length, head }));

const texts = (calls: readonly object[]) => JSON.stringify(calls.map((one) => one as JsonObject));
const tool = (calls: readonly { _tool: string }[], name: string) =>
  calls.filter(({ _tool }) => _tool === name) as unknown as JsonObject[];

describe('a warning says what it compares', () => {
  const WARNED = ['Sum Cost per Garage', 'warn me if a garage is over 600'] as const;

  it.each([
    ['count the rows instead of the total', /count is over 600/u],
    ['make it the average instead of the total', /average Cost is over 600/u],
    ['the median instead of the total', /median Cost is over 600/u],
    ['Hours instead of Cost', /total Hours is over 600/u],
    ['900 instead of 600', /total Cost is over 900/u],
  ])('after "%s"', async (sentence, words) => {
    const { calls, failure } = await talk(...WARNED, sentence);
    expect(failure).toBeUndefined();
    const notes = tool(calls, 'note').map(({ text }) => String(text));
    expect(notes).toHaveLength(2);
    for (const text of [...notes, String(tool(calls, 'decide')[0]?._description)])
      expect(text).toMatch(words);
  });

  it('and in German', async () => {
    const { calls } = await talk(
      'Summe Cost je Garage',
      'warne mich, wenn eine Garage über 600 liegt',
      'lieber den Durchschnitt statt der Summe',
    );
    expect(texts([...tool(calls, 'note'), ...tool(calls, 'decide')])).not.toMatch(/total Cost/u);
  });

  it('of one figure: what is compared is found under its new name', async () => {
    const { values } = await talk(
      'What is the total Cost? If it is over 600, say so',
      'the average instead of the total',
    );
    const said = values.find((one) => one.tool === 'note');
    expect(String(said?.value)).toMatch(/average Cost/u);
    expect(String(said?.value)).not.toMatch(/^It holds/u);
  });

  it('leaves what a person wrote', async () => {
    const { document } = await talk(...WARNED);
    const own = document.calls.map((call) =>
      call._tool === 'decide' ? { ...call, _description: 'Too dear?' } : call,
    );
    const plan = { ...document, calls: own } as Plan;
    const { calls } = await planGoal('count the rows instead of the total', {
      ...{ files, change: { plan, selected: [] } },
    });
    expect(tool(calls, 'decide')[0]?._description).toBe('Too dear?');
    expect(texts(tool(calls, 'note'))).toMatch(/count is over 600/u);
  });
});

describe('results are called what they are', () => {
  const TWO = 'Total Cost by Car, and the average Hours by Garage';

  it('after other groups and figures', async () => {
    const first = await talk(TWO);
    expect(Object.keys(first.output as JsonObject)).toEqual([
      'Total Cost per Car',
      'Average Hours per Garage',
    ]);
    const { calls, output } = await talk(TWO, 'per month instead');
    expect(Object.keys(output as JsonObject)).toEqual(
      tool(calls, 'groupRows').map(({ _description }) => _description),
    );
    expect(texts(tool(calls, 'groupRows'))).not.toMatch(/per (?:Car|Garage)/u);
  });

  it('a chart has no title of its own that a change could leave behind', async () => {
    const { calls } = await talk(
      'Sum Cost by Garage',
      'as a chart',
      'make it the average instead of the total',
    );
    expect(tool(calls, 'makeChart')[0]).toMatchObject({ y: 'average Cost' });
    expect(tool(calls, 'makeChart')[0]).not.toHaveProperty('title');
  });
});

describe('a change lands on what is returned', () => {
  const BOTH = ['Sum Cost per month', 'as a chart', 'warn me if a car is over 600'] as const;

  it('a figure on all that is reckoned so', async () => {
    const { calls } = await talk(...BOTH, 'make it the average instead of the total');
    expect(tool(calls, 'groupRows').map(({ aggregate }) => aggregate)).toEqual(['mean', 'mean']);
    expect(tool(calls, 'makeChart')[0]).toMatchObject({ y: 'average Cost' });
  });

  it('a group on what is drawn, and not on what is only compared', async () => {
    const { calls } = await talk(...BOTH, 'per quarter instead');
    expect(tool(calls, 'makeChart')[0]).toMatchObject({ x: 'quarter' });
    expect(tool(calls, 'groupRows')[1]).toMatchObject({ by: 'Car' });
  });

  it('a figure that one of two results has, on that one', async () => {
    const { calls } = await talk(
      'Total Cost by Car, and the average Hours by Garage',
      'the median instead of the total',
    );
    expect(tool(calls, 'groupRows').map(({ aggregate }) => aggregate)).toEqual(['median', 'mean']);
  });
});

describe('a drawing that there is none of', () => {
  it.each([
    [['Sum Cost by Garage', 'as a pie chart']],
    [['Sum Cost by Garage', 'als Kreisdiagramm']],
    [['Sum Cost by Garage', 'as a line chart', 'draw it as a pie chart']],
  ])('is named: %s', async (said) => {
    const { notes, calls } = await talk(...said);
    expect(tool(calls, 'makeChart')[0]).toMatchObject({ mark: 'bar' });
    expect(notes).toMatch(/no pie chart|Kreisdiagramm gibt es hier nicht/u);
  });

  it('is named where bars stand there already', async () => {
    const { failure } = await talk('Sum Cost by Garage', 'as a chart', 'chart it as a pie');
    expect(failure?.message).toMatch(/no pie chart/u);
  });
});

describe('rows that are asked for beside groups', () => {
  it.each([
    ['Total Cost by Garage and the top 2 rows by Hours', [9, 6]],
    ['Sum Cost by Car, and show the 2 rows with the lowest Hours', [1, 2]],
    ['Summe Cost je Garage und die Top 2 Zeilen nach Hours', [9, 6]],
  ])('are rows of the file, and the groups stay whole: %s', async (goal, hours) => {
    const { calls, output, values } = await talk(goal);
    expect(tool(calls, 'groupRows')).toHaveLength(1);
    expect(Object.keys(output as JsonObject)).toHaveLength(2);
    expect(values.find((one) => one.tool === 'groupRows')?.value).toHaveLength(2);
    const rows = values.find((one) => one.tool === 'sortRows')?.value as JsonObject[];
    expect(rows.map((row) => row.Hours)).toEqual(hours);
  });

  it.each([
    'Total Cost by Garage and keep only the 1 row with the highest Cost',
    'Total Cost by Garage, and the top 1',
  ])('what keeps some of the groups keeps those: %s', async (goal) => {
    const { calls, values } = await talk(goal);
    const kept = tool(calls, 'sortRows')[0];
    expect(kept).toMatchObject({ column: 'total Cost' });
    expect(values.find((one) => one.tool === 'sortRows')?.value).toHaveLength(1);
  });
});
