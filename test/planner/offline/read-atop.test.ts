/** Values whose rows are put on top of the others. */

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/lib/json.ts';
import { overFiles } from './over-files.ts';

const FILES = new Map([
  [
    'visits.csv',
    'visit,ward,state,arrived\nV1,Elm,planned,2026-03-01\nV2,Oak,overrun,2026-03-04\nV3,Elm,done,2026-02-02\nV4,Oak,overrun,2026-02-11\nV5,Elm,planned,2026-01-01\n',
  ],
  ['jobs.csv', 'job,urgent,hours\nA,no,3\nB,yes,1\nC,no,2\nD,yes,9\n'],
]);

const { outcome, planned } = overFiles(FILES);
const named = (rows: Json | undefined, key: string) =>
  (rows as Record<string, Json>[]).map((row) => row[key]);

describe('values on top', () => {
  it.each([
    ['show the visits, overrun first', ['V2', 'V4', 'V1', 'V3', 'V5']],
    ['sort the visits, overrun ones on top', ['V2', 'V4', 'V1', 'V3', 'V5']],
    ['the visits with the overrun ones first, then by arrived', ['V4', 'V2', 'V5', 'V3', 'V1']],
    ['visits by arrived, overrun ones at the top', ['V4', 'V2', 'V5', 'V3', 'V1']],
    ['visits, overrun and done first', ['V2', 'V4', 'V3', 'V1', 'V5']],
    ['visits, done and overrun first, then by arrived newest first', ['V3', 'V2', 'V4', 'V1', 'V5']],
    ['visits, overrun zuerst', ['V2', 'V4', 'V1', 'V3', 'V5']],
  ])('leave no row out: %s', async (goal, order) => {
    expect(named(await outcome(goal, 'visits.csv'), 'visit')).toEqual(order);
  });
  it('may be those of a column of yes and no', async () => {
    expect(named(await outcome('the jobs, urgent first', 'jobs.csv'), 'job')).toEqual(['B', 'D', 'A', 'C']);
  });
  it('may be groups', async () => {
    expect(named(await outcome('count per state, overrun first', 'visits.csv'), 'state')).toEqual([
      'overrun',
      'planned',
      'done',
    ]);
  });
  it('are no number of rows, nor what is filtered', async () => {
    expect(named(await outcome('overrun visits, newest first', 'visits.csv'), 'visit')).toEqual(['V2', 'V4']);
  });
  it.each([
    ['visits without Oak, overrun first', ['V1', 'V3', 'V5']],
    ['visits without Elm, overrun first', ['V2', 'V4']],
    ['visits of Elm, done first', ['V3', 'V1', 'V5']],
  ])('are those of one column, beside what is left out: %s', async (goal, order) => {
    expect(named(await outcome(goal, 'visits.csv'), 'visit')).toEqual(order);
  });
  it.each([
    ['list the visits, not overrun first', 'not overrun first'],
    ['visits, overrun not first', 'overrun not first'],
    ['sort the visits by arrived, not the overrun ones first', 'not the overrun ones first'],
    ['visits, nicht overrun zuerst', 'nicht overrun zuerst'],
    ['list the visits, overrun last', 'overrun last'],
    ['list the visits, overrun ones at the end', 'overrun ones at the end'],
  ])('that are not on top filter nothing, and are asked about: %s', async (goal, words) => {
    const { calls, open, events } = await planned(goal, 'visits.csv');
    const made = JSON.stringify(calls);
    expect(made).not.toMatch(/"filterRows"|"limit"|"first":\[/u);
    expect(open.join()).toContain(words);
    // The step itself may be the whole goal: the question is about these words.
    expect(events.find(({ kind }) => kind === 'question')).toMatchObject({ words });
  });
  it.each([
    ['visits that are not overrun, newest first', ['V1', 'V3', 'V5']],
    ['visits that are not overrun, first 2', ['V5', 'V3']],
    ['Elm visits, newest first', ['V1', 'V3', 'V5']],
  ])('are not meant by a limit or an order beside a condition: %s', async (goal, some) => {
    expect(new Set(named(await outcome(goal, 'visits.csv'), 'visit'))).toEqual(new Set(some));
  });
});
