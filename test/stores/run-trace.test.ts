import { describe, expect, it, vi } from 'vitest';
import type { Plan } from '../../src/plan/document.ts';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import { callLive } from '../../src/stores/call-live.ts';
import { extendTrace } from '../../src/stores/extend-trace.ts';
import { questionsOf } from '../../src/stores/run-questions.ts';
import { emptyTrace, statusOf } from '../../src/stores/run-trace.ts';
import { createRunsStore } from '../../src/stores/runs.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: [
    { _id: 'a', _tool: 't' },
    { _id: 'b', _tool: 't' },
  ],
};

function journal(...bodies: RunEventBody[]): RunEvent[] {
  return bodies.map((body, at) => ({ ...body, runId: 'r', seq: at + 1, time: at * 10 }));
}
const COMMIT: RunEventBody = { type: 'plan.commit', revision: 1, plan: PLAN };
const STARTED: RunEventBody = { type: 'plan_started', total: 2 };
const traceOf = (...bodies: RunEventBody[]) =>
  extendTrace(emptyTrace('r'), journal(COMMIT, STARTED, ...bodies)).trace;

describe('a run trace', () => {
  it('knows every call from the commit on', () => {
    expect([...traceOf().calls.keys()]).toEqual(['a', 'b']);
  });

  it('keeps each attempt with its times', () => {
    const trace = traceOf(
      { type: 'plan_step_started', call: 'a', attempt: 1 },
      { type: 'plan_step_failed', call: 'a', attempt: 1, code: 'timeout', message: 'Too slow.' },
      { type: 'plan_step_retry', call: 'a', retry: 1, delayMs: 1000 },
      { type: 'plan_step_started', call: 'a', attempt: 2 },
    );
    expect(trace.calls.get('a')).toMatchObject({
      status: 'in_progress',
      attempts: [
        { attempt: 1, startedAt: 20, endedAt: 30, outcome: 'failed' },
        { attempt: 2, startedAt: 50, outcome: 'running' },
      ],
    });
  });

  it('changes nothing for events it has seen', () => {
    const events = journal(COMMIT, STARTED, { type: 'plan_step_started', call: 'a', attempt: 1 });
    const once = extendTrace(emptyTrace('r'), events).trace;
    const again = extendTrace(once, events);
    expect(again.trace).toBe(once);
    expect(again.touched.size).toBe(0);
  });

  it('comes to the same whether events arrive together or one by one', () => {
    const events = journal(
      COMMIT,
      STARTED,
      { type: 'plan_step_started', call: 'a', attempt: 1 },
      { type: 'plan_step_completed', call: 'a', attempt: 1, value: 7 },
      { type: 'plan_step_skipped', call: 'b', because: 'failure' },
      { type: 'plan_completed', status: 'completed', reason: 'goal_met', output: 7 },
    );
    const together = extendTrace(emptyTrace('r'), events).trace;
    const apart = events.reduce((trace, event) => extendTrace(trace, [event]).trace, emptyTrace('r'));
    expect(apart).toEqual(together);
  });

  it('leaves nothing in progress once the run has ended', () => {
    const trace = traceOf(
      { type: 'plan_step_started', call: 'a', attempt: 1 },
      { type: 'plan_aborted', reason: 'aborted' },
    );
    expect([...trace.calls.values()].map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
    expect(trace).toMatchObject({ status: 'aborted', reason: 'aborted', endedAt: 30 });
  });

  it('takes what was in flight as pending again after an interruption', () => {
    const trace = traceOf(
      { type: 'plan_step_started', call: 'a', attempt: 1 },
      { type: 'plan_run_interrupted' },
    );
    expect(trace.calls.get('a')).toMatchObject({ status: 'pending', attempts: [{ outcome: 'interrupted' }] });
  });

  it('is waiting while it asks and nothing runs, and asks until it is answered', () => {
    const asking: RunEventBody[] = [
      { type: 'plan_step_started', call: 'a', attempt: 1 },
      { type: 'plan_step_failed', call: 'a', attempt: 1, code: 'x', message: 'No.' },
      { type: 'plan_step_waiting', call: 'a', kind: 'failure' },
    ];
    const trace = traceOf(...asking);
    expect(trace.status).toBe('waiting');
    expect(questionsOf(trace)).toMatchObject([{ kind: 'call', call: 'a', failure: { message: 'No.' } }]);
    expect(questionsOf(traceOf(...asking, { type: 'approval', call: 'a', choose: 'retry' }))).toEqual([]);
  });

  it('asks once for a gate that several calls wait at', () => {
    const trace = traceOf(
      { type: 'plan_step_waiting', call: 'a', kind: 'gate', gate: 'legal' },
      { type: 'plan_step_waiting', call: 'b', kind: 'gate', gate: 'legal' },
    );
    expect(questionsOf(trace)).toEqual([{ kind: 'gate', gate: 'legal', calls: ['a', 'b'] }]);
  });

  it('shows the most urgent status of a call over its instances', () => {
    const instances = [{ label: 'X' }, { label: 'Y' }];
    const events = journal(
      { ...COMMIT, type: 'plan.commit', revision: 1, plan: PLAN, instances },
      { type: 'plan_step_completed', call: 'a@X', attempt: 1, value: 1 },
      { type: 'plan_step_failed', call: 'a@Y', attempt: 1, code: 'x', message: 'No.' },
    );
    expect(statusOf(extendTrace(emptyTrace('r'), events).trace, 'a')).toBe('failed');
  });

  it('begins a new revision with what is done, and looks at everything else anew (L-42)', () => {
    const revised: Plan = { ...PLAN, calls: [PLAN.calls[0]!, { _id: 'c', _tool: 't' }] };
    const trace = traceOf(
      { type: 'plan_step_completed', call: 'a', attempt: 1, value: 1 },
      { type: 'plan_step_failed', call: 'b', attempt: 1, code: 'timeout', message: 'Too slow.' },
      { type: 'plan_step_waiting', call: 'b', kind: 'failure' },
      { type: 'approval', call: 'b', choose: 'replan' },
      { type: 'plan.commit', revision: 2, plan: revised },
    );
    expect([...trace.calls].map(([id, { status }]) => [id, status])).toEqual([
      ['a', 'completed'],
      ['c', 'pending'],
    ]);
  });

  it('takes back a result whose call a new revision changes', () => {
    const revised: Plan = { ...PLAN, calls: [{ _id: 'a', _tool: 'other' }] };
    const trace = traceOf(
      { type: 'plan_step_completed', call: 'a', attempt: 1, value: 1 },
      { type: 'plan.commit', revision: 2, plan: revised },
    );
    expect(trace.calls.get('a')).toEqual({ status: 'pending', attempts: [] });
  });

  it('has a call that another plan was asked for as failed (L-41)', () => {
    const trace = traceOf(
      { type: 'plan_step_failed', call: 'b', attempt: 1, code: 'timeout', message: 'Too slow.' },
      { type: 'plan_step_waiting', call: 'b', kind: 'failure' },
      { type: 'approval', call: 'b', choose: 'replan' },
    );
    expect(trace.calls.get('b')).toMatchObject({ status: 'failed', failure: { message: 'Too slow.' } });
  });

  it('keeps an event it does not know', () => {
    const unknown = { type: 'plan.sparkle', runId: 'r', seq: 3, time: 1 } as unknown as RunEvent;
    const { trace } = extendTrace(traceOf(), [unknown]);
    expect(trace.events.at(-1)).toBe(unknown);
  });
});

describe('the runs store', () => {
  it('wakes only the calls an event concerns', () => {
    const store = createRunsStore();
    store.actions.receive('r', journal(COMMIT, STARTED));
    const [a, b] = [vi.fn(), vi.fn()];
    store.actions.subscribeCall('r', 'a', a);
    store.actions.subscribeCall('r', 'b', b);
    const started: RunEvent = {
      type: 'plan_step_started',
      call: 'a',
      attempt: 1,
      runId: 'r',
      seq: 3,
      time: 30,
    };
    store.actions.receive('r', [started]);
    expect([a.mock.calls.length, b.mock.calls.length]).toEqual([1, 0]);
  });

  it('gives a card the same object until its call changes', () => {
    const trace = traceOf({ type: 'plan_step_started', call: 'a', attempt: 1 });
    const later = extendTrace(trace, [
      { type: 'plan_step_started', call: 'b', attempt: 1, runId: 'r', seq: 4, time: 40 },
    ]).trace;
    expect(callLive(later, 'a')).toBe(callLive(trace, 'a'));
    expect(callLive(later, 'b')).not.toBe(callLive(trace, 'b'));
  });
});
