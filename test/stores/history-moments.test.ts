import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/plan/document.ts';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import { extendTrace } from '../../src/stores/extend-trace.ts';
import { createMoments } from '../../src/stores/history-moments.ts';
import { emptyTrace } from '../../src/stores/run-trace.ts';
import { createRunsStore, shownTrace } from '../../src/stores/runs.ts';

const CALLS = 700;
const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: Array.from({ length: CALLS }, (_, at) => ({ _id: `c${at}`, _tool: 't' })),
};

const EVENTS: readonly RunEvent[] = (
  [
    { type: 'plan.commit', revision: 1, plan: PLAN },
    { type: 'plan_started', total: CALLS },
    ...PLAN.calls.flatMap(({ _id }, at): RunEventBody[] => [
      { type: 'plan_step_started', call: _id, attempt: 1 },
      { type: 'plan_step_completed', call: _id, attempt: 1, value: at },
    ]),
    { type: 'plan_completed', status: 'completed', reason: 'goal_met', output: null },
  ] as RunEventBody[]
).map((body, at) => ({ ...body, runId: 'r', seq: at + 1, time: at * 10 }));

const plainly = (position: number) => extendTrace(emptyTrace('r'), EVENTS.slice(0, position)).trace;

describe('moments of a record', () => {
  it('are what a fold of the events up to then comes to, in whatever order they are asked for', () => {
    const moments = createMoments('r');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: EVENTS.length }), (position) => {
        const { calls, events, ...rest } = moments.at(EVENTS, position);
        const { calls: expected, events: had, ...others } = plainly(position);
        expect(rest).toEqual(others);
        expect(events).toHaveLength(had.length);
        expect([...calls]).toEqual([...expected]);
      }),
      { numRuns: 40 },
    );
  });

  it('share what did not change between them, so that a card compares by identity', () => {
    const moments = createMoments('r');
    const later = moments.at(EVENTS, 1200);
    const earlier = moments.at(EVENTS, 1198);
    expect(later.calls.get('c3')).toBe(earlier.calls.get('c3'));
    expect(later.calls.get('c598')).not.toBe(earlier.calls.get('c598'));
  });

  it('stand at the first and last event where more is asked for', () => {
    const moments = createMoments('r');
    expect(moments.at(EVENTS, -5).events).toHaveLength(0);
    expect(moments.at(EVENTS, 1e9).status).toBe('completed');
  });
});

describe('looking back in the runs store', () => {
  const loaded = () => {
    const runs = createRunsStore();
    runs.actions.receive('r', EVENTS);
    return runs;
  };

  it('shows the moment in the place of the present, which stays as it is', () => {
    const runs = loaded();
    runs.actions.lookAt('r', 3);
    expect(shownTrace(runs.getState(), 'r')?.calls.get('c0')?.status).toBe('in_progress');
    expect(runs.getState().traces.r?.status).toBe('completed');
    runs.actions.lookAt('r', null);
    expect(shownTrace(runs.getState(), 'r')?.status).toBe('completed');
  });

  it('wakes the cards of calls that changed, and no other', () => {
    const runs = loaded();
    runs.actions.lookAt('r', 10);
    const woken: string[] = [];
    for (const id of ['c2', 'c4', 'c5']) runs.actions.subscribeCall('r', id, () => woken.push(id));
    runs.actions.lookAt('r', 12);
    expect(woken).toEqual(['c4']);
  });

  it('keeps the moment while a run that goes on gets new events', () => {
    const runs = createRunsStore();
    runs.actions.receive('r', EVENTS.slice(0, 20));
    runs.actions.lookAt('r', 5);
    runs.actions.receive('r', EVENTS.slice(20, 40));
    expect(shownTrace(runs.getState(), 'r')?.events).toHaveLength(5);
    expect(runs.getState().traces.r?.events).toHaveLength(40);
  });

  it('is over when the run is forgotten', () => {
    const runs = loaded();
    runs.actions.lookAt('r', 5);
    runs.actions.forget('r');
    expect(runs.getState().moment).toBeNull();
  });
});
