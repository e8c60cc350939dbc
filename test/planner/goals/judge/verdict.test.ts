/** The judge judged: plans by hand, right and wrong ones, through the run and the comparison that every goal goes through. */

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/lib/json.ts';
import type { Call } from '../../../../src/plan/document.ts';
import type { Planner, PlannerEvent } from '../../../../src/planner/planner.ts';
import type { Truth } from '../truths.ts';
import { fits } from './fits.ts';
import { FILES, type Goal } from './goal.ts';
import { textsIn, tried } from './trial-run.ts';
import { type Verdict, verdictOf } from './verdict.ts';

const SALES = 'region,month,amount\nNorth,2026-01,120\nSouth,2026-01,80.5\nNorth,2026-02,30\n';
const textOf = (name: string): string => (name === 'little.csv' ? SALES : textsIn(FILES)(name));

const goalOf = (goal: string, truth: Truth, more: Partial<Goal> = {}): Goal => ({
  id: 'x',
  kind: 'plain',
  language: 'en',
  goal,
  files: ['little.csv'],
  answerable: truth.is !== 'refusal',
  mentions: [],
  how: '',
  truth,
  ...more,
});

/** A planner that has this plan and says this. */
const answers = (calls: readonly Call[], output: Json, ...notes: string[]): Planner =>
  async function* (): AsyncIterable<PlannerEvent> {
    for (const call of calls) yield { kind: 'call', call };
    yield { kind: 'plan', output };
    for (const text of notes) yield { kind: 'note', text };
    yield { kind: 'done' };
  };

const judge = async (goal: Goal, planner: Planner): Promise<Verdict> =>
  verdictOf(goal, await tried(goal, planner, textOf));

const read: Call = { _id: 'read', _tool: 'readCsv', file: 'little.csv', _outputPath: '†state.rows' };
const group = (more: Record<string, Json> = {}): Call => ({
  _id: 'group',
  _tool: 'groupRows',
  rows: '†state.rows',
  by: 'region',
  column: 'amount',
  aggregate: 'sum',
  _outputPath: '†state.totals',
  ...more,
});
const TOTALS: Truth = {
  is: 'table',
  rows: [
    ['South', 80.5],
    ['North', 150],
  ],
};
const goal = goalOf('total the amount by region in 2026', TOTALS, {
  mentions: [
    { at: [10, 16], words: 'amount' },
    { at: [20, 26], words: 'region' },
    { at: [30, 34], words: '2026' },
  ],
});

describe('a verdict', () => {
  it('is right where the truth was delivered, whatever the column is called and the order is', async () => {
    expect(await judge(goal, answers([read, group({ as: 'Umsatz' })], '†state.totals'))).toMatchObject({
      is: 'right',
      silent: [],
    });
  });

  it('is right where the table stands in a report or a file that was asked for', async () => {
    const save: Call = {
      _id: 'save',
      _tool: 'saveFile',
      name: 'out.csv',
      content: '†state.totals',
      _outputPath: '†state.saved',
    };
    const saved: Truth = { is: 'saved', name: 'out.csv', content: TOTALS };
    const planner = answers([read, group(), save], '†state.saved');
    expect((await judge(goalOf('save it as out.csv', saved), planner)).is).toBe('right');
    expect((await judge(goalOf('save it', { ...saved, name: 'other.csv' }), planner)).is).toBe('short');
    const report: Call = {
      _id: 'report',
      _tool: 'makeReport',
      title: 'Sales',
      sections: [{ content: '†state.totals' }],
      _outputPath: '†state.report',
    };
    expect((await judge(goal, answers([read, group(), report], '†state.report'))).is).toBe('right');
  });

  it('is wrong where other rows were delivered, and says which words were passed over', async () => {
    const counted = await judge(goal, answers([read, group({ aggregate: 'mean' })], '†state.totals'));
    expect(counted).toMatchObject({ is: 'wrong', silent: ['2026'] });
    const named = answers([read, group({ aggregate: 'mean' })], '†state.totals', 'Not used: "2026".');
    expect(await judge(goal, named)).toMatchObject({ is: 'wrong', silent: [] });
  });

  it('takes neither a description nor a path nor the goal said again for a use of words', async () => {
    const said = group({ aggregate: 'mean', _description: 'of 2026', _outputPath: '†state.in_2026' });
    const planner = answers([read, said], '†state.in_2026', `I read: ${goal.goal}`);
    expect(await judge(goal, planner)).toMatchObject({ is: 'wrong', silent: ['2026'] });
  });

  it('is wrong where an answer has the rows and more, or the whole table for one figure', async () => {
    expect((await judge(goal, answers([read], '†state.rows'))).is).toBe('wrong');
    const total = goalOf('total', { is: 'value', value: 230.5, names: ['sum'] });
    expect((await judge(total, answers([read, group()], '†state.totals'))).is).toBe('wrong');
  });

  it('is failed where the plan does not run, and asked where a step is open or there is no plan', async () => {
    expect((await judge(goal, answers([read, group({ by: 'nowhere' })], '†state.totals'))).is).toBe('failed');
    const open: Call = { _id: 'o', _tool: 'open', _description: 'in 2026', _outputPath: '†state.open' };
    expect(await judge(goal, answers([read, group(), open], '†state.totals'))).toMatchObject({
      is: 'asked',
      silent: [],
    });
    expect((await judge(goal, answers([], null))).is).toBe('asked');
  });

  it('takes an answer where none can be given for wrong, and a refusal only with a word of what is missing', async () => {
    const fax = goalOf('fax it', { is: 'refusal', says: ['fax'] });
    expect((await judge(fax, answers([read], '†state.rows', 'no fax'))).is).toBe('wrong');
    const refuses = (message: string): Planner =>
      async function* () {
        yield { kind: 'failed', code: 'no-plan', message };
      };
    expect((await judge(fax, refuses('There is no tool that can fax.'))).is).toBe('right');
    expect((await judge(fax, refuses('Sorry.'))).is).toBe('asked');
  });

  it('answers what is asked by default, and looks at what came of it', async () => {
    const ask: Call = {
      _id: 'ask',
      _tool: 'askPerson',
      question: 'By which?',
      choices: ['region', 'month'],
      _outputPath: '†state.by',
    };
    expect((await judge(goal, answers([read, ask, group({ by: '†state.by' })], '†state.totals'))).is).toBe(
      'right',
    );
  });

  it('holds a change to the calls that were not spoken of', async () => {
    const change = { ...goal, keeps: ['read', 'sort'] };
    expect((await judge(change, answers([read, group()], '†state.totals'))).is).toBe('lost');
  });
});

describe('a result', () => {
  const is = (truth: Truth, output: Json): boolean => fits(truth, { output, files: {} });
  const value = (one: Extract<Truth, { is: 'value' }>['value'], ...names: string[]): Truth => ({
    is: 'value',
    value: one,
    names,
  });

  it('may be rounded to cents, written with a unit or a comma, but not be near only', () => {
    expect(is(value(2.98765), 2.99)).toBe(true);
    expect(is(value(2.98765), 3)).toBe(false);
    expect(is(value(1249.5), 'The total is 1.249,50 €.')).toBe(true);
    expect(is(value(51), 50.996)).toBe(false);
  });

  it('of a summary is the figure of that name', () => {
    const summary = { count: 3, sum: 6, mean: 2, min: 1, max: 3, median: 2 };
    expect(is(value(6, 'sum'), summary)).toBe(true);
    expect(is(value(3, 'sum'), summary)).toBe(false);
  });

  it('is not found in a long text with many figures', () => {
    expect(is(value(7), 'one 1, two 2, three 3, four 4, five 5, six 6, seven 7')).toBe(false);
  });

  it('knows months by name only where the year is clear', () => {
    const truth = (...months: string[]): Truth => ({
      is: 'table',
      rows: months.map((month, at) => [{ month }, at]),
    });
    expect(
      is(truth('2026-01', '2026-02'), [
        { m: 'January', n: 0 },
        { m: 'Feb', n: 1 },
      ]),
    ).toBe(true);
    expect(
      is(truth('2025-01', '2026-01'), [
        { m: 'January', n: 0 },
        { m: 'January', n: 1 },
      ]),
    ).toBe(false);
  });

  it('has to be in order where that was asked, equals aside', () => {
    const top: Truth = {
      is: 'table',
      ordered: true,
      rows: [
        ['a', 3],
        ['b', 3],
        ['c', 1],
      ],
    };
    expect(
      is(top, [
        { k: 'b', n: 3 },
        { k: 'a', n: 3 },
        { k: 'c', n: 1 },
      ]),
    ).toBe(true);
    expect(
      is(top, [
        { k: 'c', n: 1 },
        { k: 'a', n: 3 },
        { k: 'b', n: 3 },
      ]),
    ).toBe(false);
  });

  it('of a chart is its marks and what it draws', () => {
    const truth: Truth = { is: 'chart', marks: ['bar'], rows: [['North', 150]] };
    const chart = (mark: string, amount: number): Json => ({
      kind: 'chart',
      mark,
      x: 'region',
      y: 'amount',
      data: [{ region: 'North', amount }],
    });
    expect(is(truth, chart('bar', 150))).toBe(true);
    expect(is(truth, chart('line', 150))).toBe(false);
    expect(is(truth, chart('bar', 15))).toBe(false);
  });

  it('for each element is as many results, each of its own', () => {
    const text = (equals: string): Truth => ({ is: 'text', equals });
    const truth: Truth = { is: 'each', of: [text('one'), text('two')] };
    expect(is(truth, ['two', 'one'])).toBe(true);
    expect(is(truth, ['one', 'one'])).toBe(false);
    expect(is(truth, ['one', 'two', 'two'])).toBe(false);
  });
});
