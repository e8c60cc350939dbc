import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/plan/document.ts';
import type { RunEventBody } from '../../../src/run/events.ts';
import { timelineOf } from '../../../src/ui/run/timeline-bars.ts';
import { engine, journal } from '../../stores/shown.ts';

const planOf = (...ids: string[]): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: ids.map((_id) => ({ _id, _tool: 't' })),
});
const start = (call: string): RunEventBody => ({ type: 'plan_step_started', call, attempt: 1 });
const end = (call: string): RunEventBody => ({ type: 'plan_step_completed', call, attempt: 1, value: 1 });
const END: RunEventBody = { type: 'plan_completed', status: 'completed', reason: 'goal_met', output: null };

/** The state after events at these times; the run starts at 100. */
function stateAfter(plan: Plan, ...events: readonly (readonly [number, RunEventBody])[]) {
  const state = engine.blank('r', false);
  const all = [
    [100, { type: 'plan.commit', revision: 1, plan }] as const,
    [100, { type: 'plan_started', total: 1 }] as const,
    ...events,
  ];
  journal(...all.map(([, body]) => body)).forEach((event, at) => {
    engine.evolve(state, { ...event, time: all[at]![0] });
  });
  return state;
}
const rowsOf = (timeline: ReturnType<typeof timelineOf>) =>
  Array.from({ length: timeline.rows }, (_, at) => timeline.row(at));

describe('the timeline', () => {
  it('never takes less than no time, where the clock of the screen stands behind', () => {
    const state = stateAfter(planOf('a'), [200, start('a')]);
    const [row] = rowsOf(timelineOf(state, 141));
    expect(row).toMatchObject({ call: 'a', bars: [{ ms: 0, from: 1, to: 1 }] });
  });

  it('puts bars on one scale from start to end', () => {
    const state = stateAfter(
      planOf('a', 'b'),
      [100, start('a')],
      [150, end('a')],
      [150, start('b')],
      [200, end('b')],
      [200, END],
    );
    const timeline = timelineOf(state, 999);
    expect(timeline.totalMs).toBe(100);
    expect(rowsOf(timeline).map(({ bars }) => [bars[0]!.from, bars[0]!.to])).toEqual([
      [0, 0.5],
      [0.5, 1],
    ]);
  });

  it('draws what still runs up to now', () => {
    expect(timelineOf(stateAfter(planOf('a'), [100, start('a')]), 300).row(0).bars[0]).toMatchObject({
      outcome: 'running',
      to: 1,
      ms: 200,
    });
  });

  it('lists by first start, and last what never started, whenever it was looked at before', () => {
    const plan = planOf('x', 'late', 'y', 'early');
    const state = stateAfter(plan, [110, start('early')], [120, end('early')]);
    const callsOf = () => rowsOf(timelineOf(state, 200)).map(({ call }) => call);
    expect(callsOf()).toEqual(['early', 'x', 'late', 'y']);
    engine.evolve(state, { ...start('late'), runId: 'r', seq: 5, time: 180 });
    expect(callsOf()).toEqual(['early', 'late', 'x', 'y']);
    expect(timelineOf(state, 200).starts).toEqual([10, 80]);
  });

  it('draws what a person stopped as no failure', () => {
    const stopped = {
      type: 'plan_step_failed',
      call: 'a',
      attempt: 1,
      code: 'cancelled',
      message: 'x',
    } as const;
    const bars = (more: object) =>
      timelineOf(stateAfter(planOf('a'), [110, start('a')], [120, { ...stopped, ...more }]), 200).row(0).bars;
    expect(bars({ by: 'person' })[0]).toMatchObject({ outcome: 'interrupted', ms: 10 });
    expect(bars({})[0]).toMatchObject({ outcome: 'failed' });
  });

  it('stays whole where a clock ran backwards', () => {
    const row = timelineOf(stateAfter(planOf('a'), [50, start('a')], [60, end('a')]), 40).row(0);
    expect(row.bars[0]).toMatchObject({ from: 0, to: 0 });
  });
});
