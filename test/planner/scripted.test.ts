import { expect, it } from 'vitest';
import type { PlannerEvent, PlannerRequest } from '../../src/planner/planner.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { scriptedPlanner } from './scripted.ts';

const call = (id: string) => ({ _id: id, _tool: 'step' });
const plan = scriptedPlanner([
  { lastError: null, calls: ['a', 'b', 'c', 'd'].map(call), output: '†state.d' },
  { lastError: 'X', calls: ['a', 'x', 'd'].map(call) },
  { lastError: /^Y/gu, calls: ['a', 'stop'].map(call) },
]);

async function play(lastError: string | null, change: Partial<PlannerRequest> = {}): Promise<PlannerEvent[]> {
  const events: PlannerEvent[] = [];
  const request: PlannerRequest = {
    goal: 'g',
    catalogue: catalogueOf([]),
    files: [],
    history: [],
    lastError,
    maxCalls: 7,
    signal: new AbortController().signal,
    ...change,
  };
  for await (const event of plan(request)) events.push(event);
  return events;
}

const ids = (events: PlannerEvent[]) => events.flatMap((e) => (e.kind === 'call' ? [e.call._id] : []));

it('plays the plan of the last error', async () => {
  expect(ids(await play(null))).toEqual(['a', 'b', 'c', 'd']);
  expect(ids(await play('failed: X'))).toEqual(['a', 'x', 'd']);
  expect(ids(await play('Y!'))).toEqual(['a', 'stop']);
});

it('plays the same plan for the same error twice', async () => {
  expect(await play('Y!')).toEqual(await play('Y!'));
});

it('has nothing to replan for an error that it does not know', async () => {
  expect(await play('Z')).toEqual([{ kind: 'done' }]);
});

it('fails with both numbers when the plan is over the limit', async () => {
  const [event] = await play(null, { maxCalls: 3 });
  expect(event).toMatchObject({ kind: 'failed', code: 'too_many_calls' });
  expect(JSON.stringify(event)).toMatch(/4 calls.*at most 3/u);
});

it('ends without done when it is aborted', async () => {
  expect(await play(null, { signal: AbortSignal.abort() })).toEqual([]);
});
