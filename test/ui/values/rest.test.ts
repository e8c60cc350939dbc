/** What was not computed here of all there is says so wherever it is taken. */

import { expect, it } from 'vitest';
import { OPEN_TOOL } from '../../../src/plan/open-step.ts';
import type { LiveCall } from '../../../src/run/value-head.ts';
import { markedName, restInRun, restOf } from '../../../src/ui/values/rest.ts';

type Completed = Extract<LiveCall, { status: 'completed' }>;
const came = (of: Partial<Completed>): Completed => ({
  ...{ status: 'completed', head: { as: 'one', text: '1' }, ofHead: false, words: [] },
  ...of,
});

it('is named in front: made up, pinned, of the last run, of the first rows alone', () => {
  const name = (of: Partial<Completed>) => markedName('sales-result.csv', restOf(came(of), { calls: [] }));
  expect(name({})).toBe('sales-result.csv');
  expect(name({ words: ['sampled'] })).toBe('made-up sales-result.csv');
  expect(name({ words: ['pinned', 'recorded'] })).toBe('pinned recorded sales-result.csv');
  expect(name({ ofHead: true, headRows: 1000 })).toBe('first 1000 rows sales-result.csv');
  expect(restOf(came({ ofHead: true, headRows: 1000 }), { calls: [] })?.words).toBe(
    'of the first 1,000 rows',
  );
});

it('is a dry run’s, or of a run of another device', () => {
  expect(markedName('x.csv', restInRun({ runId: 'dry-run', isUnproven: false }))).toBe('dry run x.csv');
  expect(markedName('x.csv', restInRun({ runId: 'r1', isUnproven: true }))).toBe('unproven x.csv');
  expect(restInRun({ runId: 'r1', isUnproven: false })).toBeUndefined();
});

it('is undecided while a step of the plan is open, until that is switched off', () => {
  const open = { _id: 'ask', _tool: OPEN_TOOL };
  expect(restOf(came({}), { calls: [open] })).toEqual({
    mark: 'undecided',
    words: 'a step of the plan is still open',
  });
  expect(restOf(came({}), { calls: [{ ...open, _off: true }] })).toBeUndefined();
});
