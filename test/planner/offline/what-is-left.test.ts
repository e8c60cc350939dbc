/** What a plan does not meet is named open; what says nothing more than the plan already does is not. */

import { expect, test } from 'vitest';
import { planGoal } from './goals.ts';

const RIDES =
  'driver,town,ride_paid,minutes,taken\nAva,Rome,12,30,2026-01-02\nBen,Oslo,8,75,2026-02-03\nAva,Oslo,20,15,2026-02-09\n';
const MAILS = 'client,e-mail,seats\nNoa,,3\nLio,lio@example.org,5\nMia,,2\n';

const plan = (goal: string, head = RIDES) =>
  planGoal(goal, { files: [{ name: 'rides.csv', type: '', size: head.length, head }] });

const openOf = async (goal: string, head?: string) =>
  (await plan(goal, head)).calls
    .filter(({ _tool }) => _tool === 'open')
    .map(({ _description }) => _description);

test.each([
  ['ride money by town', RIDES],
  ['clients that have no e-mail address', MAILS],
  ['rides of at least 20 minutes', RIDES],
  ['total ride_paid per town (the town as it is)', RIDES],
  ['the highest ride_paid measured for each town', RIDES],
  ['the average ride_paid brought in by each town', RIDES],
])('nothing is left open of: %s', async (goal, head) => {
  expect(await openOf(goal, head)).toEqual([]);
});

test('what changes a result and came to stand nowhere is open', async () => {
  expect(await openOf('compare the total ride_paid with something')).not.toEqual([]);
  expect(await openOf('show the rides as a hexbin')).not.toEqual([]);
});

test('"somebody" is no total over all', async () => {
  const goal = 'Unless somebody has more than 100 minutes in total, say "fine", otherwise say "stop"';
  expect(await openOf(goal)).toEqual(['somebody']);
});

test('a goal is never said back for an answer', async () => {
  const made = await planGoal('for every open point in the notes, who does it and by when', {
    files: [{ name: 'notes.md', type: '', size: 20, head: '# Notes\n- Ada: guide' }],
  });
  expect(made.tools).not.toContain('note');
});

test('"sort … by" parts nothing into groups, however far apart its words stand', async () => {
  for (const goal of [
    'sort them by minutes, largest first',
    'Sort all the rides by minutes, largest first',
  ]) {
    const { tools } = await plan(goal);
    expect(tools).toContain('sortRows');
    expect(tools).not.toContain('groupRows');
  }
});

const JOBS =
  'job,bike_type,state,brought,cost\nJ1,road,open,2026-01-02,30\nJ2,e-bike,done,2026-02-03,75\nJ3,city,open,2026-02-09,15\nJ4,city,done,2026-02-10,25\n';

test('by a number with its direction is an order, by a number without one are groups', async () => {
  for (const goal of ['the city jobs by cost desc', 'open jobs by cost, highest first']) {
    const { calls, tools } = await plan(goal, JOBS);
    expect(tools).toEqual(['readCsv', 'filterRows', 'sortRows']);
    expect(calls.at(-1)).toMatchObject({ column: 'cost', direction: 'descending' });
  }
  expect((await plan('total cost by state, highest first', JOBS)).tools).toContain('groupRows');
});

test('a cell that is also a verb for showing is not met by what is shown', async () => {
  const made = await plan('jobs still open, sorted by cost', JOBS);
  expect(made.calls.find(({ _tool }) => _tool === 'filterRows')).toMatchObject({ value: 'open' });
});

test('a word that a column is called by is no single cell of it', async () => {
  const made = await plan('average cost of a road bike', JOBS);
  expect(made.calls.find(({ _tool }) => _tool === 'filterRows')).toMatchObject({ value: 'road' });
  const several = await plan('total cost of the e-bikes', JOBS);
  expect(several.calls.find(({ _tool }) => _tool === 'filterRows')).toMatchObject({ value: 'e-bike' });
});

test('for whom it is changes nothing', async () => {
  expect(await openOf('total cost per state for my accountant', JOBS)).toEqual([]);
});

test('a reading that fails on the files is not offered as if it were good', async () => {
  const head = RIDES;
  const made = await planGoal('rides in Oslo', {
    files: [{ name: 'rides.csv', type: '', size: head.length, head }],
    tryPlan: async ({ calls }) =>
      ({
        calls: new Map(calls.map(({ _id }) => [_id, { status: 'failed', message: 'There is no way.' }])),
      }) as never,
  });
  expect(made.calls.at(-1)).toMatchObject({
    _tool: 'open',
    _description: 'Tried on the files, it did not come out: There is no way.',
  });
});
