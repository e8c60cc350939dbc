/** What the page is told of values: each once, and all that it does not know. */

import { describe, expect, it } from 'vitest';
import type { Pool } from '../../src/activities/pool.ts';
import { previewed } from '../../src/executor/live.ts';
import { lookedAt } from '../../src/executor/look-at.ts';
import { NO_DELEGATES } from '../../src/plan/delegates.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { FormAsk, LiveChange, LiveRequest } from '../../src/run/messages.ts';
import { call, planOf, READ, SALES, SUM } from '../preview/previewing.ts';

/** Nothing of these plans is so large or steep that it would be entered there. */
const NO_POOL = undefined as unknown as Pool;
const file = { name: 'sales.csv', id: 1, content: new Blob([SALES]) };

function asking(plan: Plan, more: Partial<LiveRequest> = {}, signal = new AbortController().signal) {
  const told: LiveChange[] = [];
  const request: LiveRequest = {
    ...{
      plan,
      delegates: NO_DELEGATES,
      allowed: true,
      files: [file],
      input: {},
      given: {},
      standIns: {},
      anew: false,
    },
    ...more,
  };
  const done = previewed(request, NO_POOL, signal, (changes) => void told.push(...changes));
  return done.then(() => told);
}
const ids = (told: readonly LiveChange[]) => told.map(([id, now]) => (now ? id : `-${id}`)).sort();

it('is told of what became another, and of what is gone', async () => {
  const aside = call('aside', 'countWords', { text: 'one two' });
  expect(ids(await asking(planOf([READ, SUM, aside], { id: 'told' }), { anew: true }))).toEqual([
    'aside',
    'rows',
    'sums',
    // What the plan would return.
    '†output',
  ]);
  expect(ids(await asking(planOf([READ, SUM, aside], { id: 'told' })))).toEqual([]);
  const edited = planOf([READ, { ...SUM, by: 'amount' }], { id: 'told' });
  expect(ids(await asking(edited))).toEqual(['-aside', 'sums', '†output']);
  // A page that knows nothing is told of all.
  expect(ids(await asking(edited, { anew: true }))).toEqual(['rows', 'sums', '†output']);
});

it('is told later of what a stopped request had no time to tell', async () => {
  const plan = planOf([READ, SUM], { id: 'stopped' });
  const stop = new AbortController();
  const first = asking(plan, { anew: true }, stop.signal);
  stop.abort();
  expect(await first).toEqual([]);
  expect(ids(await asking(plan))).toEqual(['rows', 'sums', '†output']);
});

it('is told heads, and no values', async () => {
  const told = new Map(await asking(planOf([READ], { id: 'heads' }), { anew: true }));
  expect(told.get('rows')).toEqual({
    status: 'completed',
    ofHead: false,
    words: [],
    head: {
      as: 'rows',
      rows: 3,
      columns: 2,
      names: ['region', 'amount'],
      cells: [
        ['North', '120'],
        ['South', '80'],
        ['North', '5'],
      ],
      numeric: [false, true],
    },
  });
});

describe('what a form asks of a value', () => {
  const NOBODY = new AbortController().signal;
  const asks = (ask: FormAsk, planId = 'form', call = 'rows') =>
    lookedAt({ kind: 'live', planId, call, at: [] }, ask, NOBODY);

  it('is answered of what was computed, and of no other plan', async () => {
    await asking(planOf([READ], { id: 'form' }), { anew: true });
    expect(await asks({ kind: 'offers', column: 'region', typed: 'no' })).toMatchObject({
      offers: { items: 3, ofHead: false, counts: { cells: [{ value: 'North', count: 2 }] } },
    });
    const examples = [{ row: 0, result: 'N' }];
    expect(await asks({ kind: 'formulas', examples })).toMatchObject({
      formulas: {
        columns: ['region', 'amount'],
        rows: [
          ['North', '120'],
          ['South', '80'],
          ['North', '5'],
        ],
      },
    });
    expect(await asks({ kind: 'offers' }, 'another')).toEqual({ kind: 'gone' });
    expect(await asks({ kind: 'offers' }, 'form', 'sums')).toEqual({ kind: 'gone' });
  });

  it('is nothing where nobody computed it (L-83)', async () => {
    const given = { rows: { value: [{ region: 'East' }], word: 'sampled' as const } };
    await asking(planOf([READ], { id: 'form' }), { given });
    expect(await asks({ kind: 'offers' })).toEqual({ kind: 'gone' });
    expect(await asks({ kind: 'formulas', examples: [] })).toEqual({ kind: 'gone' });
  });
});
