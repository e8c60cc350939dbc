/** "warn me if a month is over 1,500", over what a plan comes to: whose sum is compared, and what is said of it. */

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/lib/json.ts';
import type { Plan } from '../../../src/plan/document.ts';
import { FORMAT, VERSION } from '../../../src/plan/vocabulary.ts';
import { makeTryPlan } from '../../../src/preview/preview-plan.ts';
import { planGoal } from './goals.ts';

const LINES = [
  ...['2026-01-05,Lidl,Food,900', '2026-01-09,Rewe,Food,800', '2026-01-20,Rail,Travel,20'],
  ...['2026-02-03,Lidl,Food,300', '2026-02-14,Rewe,Food,200', '2026-03-02,Lidl,Food,1000'],
  ...['2026-03-05,Rail,Travel,700', '2026-04-01,Rewe,Food,100'],
];
const TEXT = `Date,Payee,Category,Amount\n${LINES.join('\n')}\n`;
const files = [{ name: 'bank.csv', type: 'text/csv', size: TEXT.length, head: TEXT }];
const signal = new AbortController().signal;
const tryPlan = makeTryPlan({ now: () => 0 }, { files: new Map([['bank.csv', new Blob([TEXT])]]), signal });

const READ = { _id: 'read', _tool: 'readCsv', file: 'bank.csv', _outputPath: '†state.rows' };
const MONTH = { column: 'Date', part: 'month' };
const groupBy = (by: Json, aggregate = 'sum', rows = '†state.rows') => ({
  ...{ _id: 'group', _tool: 'groupRows', rows, by, column: 'Amount', aggregate, as: `${aggregate} Amount` },
  _outputPath: '†state.totals',
});
const planOf = (calls: readonly object[], output: Json = '†state.totals'): Plan =>
  ({ format: FORMAT, version: VERSION, id: 'p', mode: 'lazy', calls, output }) as unknown as Plan;

const warned = (sentence: string, plan: Plan, more: object = { tryPlan }) =>
  planGoal(sentence, { files, change: { plan, selected: [] }, ...more });

/** What the decision says when it is run. */
async function saidBy(sentence: string, plan: Plan): Promise<string> {
  const { document, failure } = await warned(sentence, plan);
  if (failure) return failure.message;
  const { calls } = await tryPlan(document);
  const notes = document.calls.flatMap(({ _id, _tool }) => {
    const call = _tool === 'note' ? calls.get(_id) : undefined;
    return call?.status === 'completed' ? [String(call.value)] : [];
  });
  expect(notes).toHaveLength(1);
  return notes[0] ?? '';
}

describe('"a month" names a group', () => {
  const BOTH = planOf([READ, groupBy(['Payee', MONTH])]);

  it('is all its rows together, where the rows have more keys than that', async () => {
    const said = await saidBy('warn me if a month is over 1,500', BOTH);
    expect(said).toMatch(/2026-01.*1,?720.*2026-03.*1,?700/su);
    expect(said).not.toMatch(/2026-02|2026-04/u);
    expect(await saidBy('warn me if a payee is over 1,500', BOTH)).toMatch(/Lidl.*2,?200/su);
    expect(await saidBy('warn me if a month is over 1,800', BOTH)).toMatch(/no rows/iu);
    expect(await saidBy('warne mich, wenn ein Monat über 1500 liegt', BOTH)).toMatch(/2026-01.*2026-03/su);
  });

  it('says how it was read', async () => {
    const { events } = await warned('warn me if a month is over 1,500', BOTH);
    const notes = events.flatMap((event) => (event.kind === 'note' ? [event.text] : []));
    expect(notes.join(' ')).toMatch(/month.*together/u);
  });

  it('is a key that the rows have not, too', async () => {
    const perPayee = planOf([READ, groupBy('Payee')]);
    expect(await saidBy('warn me if a month is over 1,500', perPayee)).toMatch(/2026-01.*2026-03/su);
    expect(await saidBy('warn me if a category is over 3,000', perPayee)).toMatch(/Food/u);
  });

  it('is no more than the row it is, where rows have that key alone', async () => {
    const { tools } = await warned('warn me if a month is over 1,500', planOf([READ, groupBy([MONTH])]));
    expect(tools.filter((tool) => tool === 'groupRows')).toHaveLength(1);
    const both = await warned('warn me if a month at Lidl is over 900', BOTH);
    expect(both.tools.filter((tool) => tool === 'groupRows')).toHaveLength(1);
  });

  it('is figured anew from what was grouped: an average is no average of averages', async () => {
    const means = planOf([READ, groupBy(['Payee', MONTH], 'mean')]);
    const { calls } = await warned('warn me if a category is over 500', means);
    expect(calls.filter(({ _tool }) => _tool === 'groupRows')[1]).toMatchObject({
      ...{ rows: '†state.rows', by: 'Category', aggregate: 'mean' },
    });
  });

  it('is added up of single rows as well', async () => {
    const plain = planOf([READ], '†state.rows');
    expect(await saidBy('warn me if a month is over 1,500', plain)).toMatch(/2026-01.*2026-03/su);
    expect(await saidBy('warn me if an amount is over 950', plain)).toMatch(/2026-03-02/u);
  });

  it('is said to be out of reach, where rows of the groups were left out before', async () => {
    const few = planOf(
      [
        READ,
        groupBy(['Payee', MONTH]),
        {
          ...{ _id: 'few', _tool: 'filterRows', rows: '†state.totals', column: 'sum Amount' },
          ...{ operator: 'greaterThan', value: 250, _outputPath: '†state.few' },
        },
      ],
      '†state.few',
    );
    const { failure, calls } = await warned('warn me if a month is over 1,500', few);
    expect(calls).toEqual([]);
    expect(failure?.message).toMatch(/left out/u);
  });
});

describe('a sentence that hangs on a condition is never a filter before something', () => {
  const filtered = planOf([READ, groupBy('Payee')]);

  it.each([
    ['warn me if an amount is over 100', {}],
    ['warn me if the category is Food', {}],
  ])('"%s", where nothing can be tried', async (sentence, more) => {
    const { calls, failure } = await warned(sentence, filtered, more);
    expect(calls).toEqual([]);
    expect(failure?.message).not.toBe('');
  });

  it('names what is missing', async () => {
    const none = makeTryPlan({ now: () => 0 }, { files: new Map(), signal });
    const { failure } = await warned('warn me if a month is over 1,500', filtered, { tryPlan: none });
    expect(failure?.message).toMatch(/bank\.csv/u);
    const change = { plan: filtered, selected: [], held: true as const };
    const held = await planGoal('warn me if a month is over 1,500', { files, change });
    expect(held.failure?.message).toMatch(/from outside/u);
  });
});
