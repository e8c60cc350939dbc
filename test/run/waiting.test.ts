/** Calls that wait for an answer or a time hold nothing, and are entered again in the same attempt (L-46, L-91a). */

import { describe, expect, test } from 'vitest';
import { callStart } from '../../src/host/call-start.ts';
import type { Json } from '../../src/lib/json.ts';
import type { Call, Policy } from '../../src/plan/document.ts';
import { decide, nextWake } from '../../src/run/decide.ts';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import { resumption } from '../../src/run/resume-classes.ts';
import type { RunState } from '../../src/run/state.ts';
import { answerDue } from '../../src/run/unanswered.ts';
import { callView, openQuestions, runStatus } from '../../src/run/view.ts';
import type { ToolContract } from '../../src/tools/catalogue.ts';
import { callNamed, completed, journalOf, planOf, runAfter, SETTING, started } from './written-run.ts';

const asks = (call: string, more: Partial<Extract<RunEventBody, { type: 'plan_step_waiting' }>> = {}) =>
  ({
    type: 'plan_step_waiting',
    call,
    kind: 'answer',
    form: { title: call },
    attempt: 1,
    ms: 40,
    ...more,
  }) as RunEventBody;
const sleeps = (call: string, until: number): RunEventBody => ({
  type: 'plan_step_waiting',
  call,
  kind: 'time',
  until,
  attempt: 1,
  ms: 2,
});
const says = (call: string, value: Json): RunEventBody => ({
  type: 'approval',
  call,
  choose: 'value',
  value,
});
const again = (call: string, attempt = 1): RunEventBody => ({
  type: 'plan_step_started',
  call,
  attempt,
  again: true,
});
const interrupted: RunEventBody = { type: 'plan_run_interrupted' };

/** What the engine does next, as far as it goes without anything happening. */
function goesOn(state: RunState, now: number): RunEvent[] {
  const events: RunEvent[] = [];
  for (let event = decide(state, now); event !== null; event = decide(state, now)) {
    evolve(state, event);
    events.push(event);
  }
  return events;
}

const write = (id: string, more: Partial<Call> = {}) => callNamed(id, { _tool: 'write', ...more });
const one = (policy: Policy = {}) => planOf([write('a')], policy);

describe('a policy that says how long it waits for a person (L-72)', () => {
  const plan = planOf(
    [write('a'), write('b', { _after: '†state.approvals.go' }), callNamed('c', { x: '†state.a' })],
    { askBefore: 'effects', approvalTimeoutMs: 60_000 },
  );
  const waiting = runAfter(plan, []);
  goesOn(waiting, 1_000);

  test('says of each question until when it waits', () => {
    expect(openQuestions(waiting).map((question) => answerDue(waiting, question))).toEqual([61_000, 61_000]);
    const state = runAfter({ ...plan, policy: { askBefore: 'effects' } }, []);
    goesOn(state, 1_000);
    expect(openQuestions(state).map((question) => answerDue(state, question))).toEqual([null, null]);
  });

  test('wakes when the time is up, and not before', () => {
    expect(openQuestions(waiting).map(({ kind }) => kind)).toEqual(['approval', 'gate']);
    expect(nextWake(waiting)).toBe(61_000);
    expect(goesOn(waiting, 60_999)).toEqual([]);
  });

  //
  test('counts as refused what nobody answers, gate and call, and the record says so', () => {
    const events = goesOn(waiting, 61_000);
    expect(events).toMatchObject([
      { type: 'approval', call: 'a', choose: 'reject', by: 'nobody' },
      { type: 'plan_step_skipped', call: 'a', because: 'unanswered' },
      { type: 'plan_step_skipped', call: 'c', because: 'failure' },
      { type: 'approval', gate: 'go', choose: 'reject', by: 'nobody' },
      { type: 'plan_step_skipped', call: 'b', because: 'rejected' },
      ...[{ type: 'plan_aggregated' }, { type: 'plan_completed', status: 'completed_with_errors' }],
    ]);
    expect(openQuestions(waiting)).toEqual([]);
  });

  test('waits for ever where it says nothing', () => {
    const state = runAfter({ ...plan, policy: { askBefore: 'effects' } }, []);
    goesOn(state, 1_000);
    expect(nextWake(state)).toBeNull();
    expect(goesOn(state, 1e12)).toEqual([]);
  });
});

describe('a call that asks', () => {
  test('waits without a slot: another starts in it, and its answer waits for the next that is free', () => {
    const plan = planOf([write('a'), callNamed('b')], { maxConcurrent: 1 });
    const state = runAfter(plan, [...started('a'), asks('a')]);
    expect(callView(state, 'a')).toMatchObject({ status: 'waiting', waiting: 'answer', attempt: 1 });
    expect(state.inFlight).toBe(0);
    expect(openQuestions(state)).toEqual([{ kind: 'answer', call: 'a', form: { title: 'a' } }]);
    expect(goesOn(state, 9000)).toMatchObject([{ type: 'plan_step_started', call: 'b' }]);
    const answered = runAfter(plan, [...started('a'), asks('a'), ...started('b'), says('a', 'yes')]);
    expect(callView(answered, 'a')).toMatchObject({ status: 'ready', waiting: null });
    expect(goesOn(answered, 9000)).toEqual([]);
  });

  test('is entered again in the same attempt, and nothing of it is counted or charged a second time', () => {
    const tools: ToolContract[] = [{ name: 'write', activity: 'write', effect: 'write', cost: 2 }];
    const plan = { ...one({ retryLimit: 0 }), tools };
    const state = runAfter(plan, [...started('a'), asks('a'), says('a', 'yes')]);
    expect(goesOn(state, 9000)).toMatchObject([again('a')]);
    expect(state).toMatchObject({ stepsTaken: 1, cost: 2, inFlight: 1 });
    expect(callView(state, 'a')).toMatchObject({ status: 'in_progress', attempt: 1 });
    expect(callStart(state, 0)).toMatchObject({ answers: ['yes'], spentMs: 40, attempt: 1 });
  });

  test('gives each entry all the answers it has had, and the time that the earlier ones took', () => {
    const state = runAfter(one(), [
      ...started('a'),
      asks('a'),
      says('a', 'first'),
      again('a'),
      sleeps('a', 9000),
      again('a'),
      asks('a', { ms: 8 }),
      says('a', null),
      again('a'),
    ]);
    expect(callStart(state, 0)).toMatchObject({ answers: ['first', null, null], spentMs: 50 });
    // Another attempt has the answers, and a time-out of its own.
    const failed: RunEventBody = {
      type: 'plan_step_failed',
      call: 'a',
      attempt: 1,
      code: 'boom',
      message: 'No.',
    };
    const retried = runAfter(one(), [...started('a'), asks('a'), says('a', 'x'), again('a'), failed]);
    goesOn(retried, 9000);
    expect(goesOn(retried, 60_000)).toMatchObject([{ type: 'plan_step_started', attempt: 2 }]);
    expect(callStart(retried, 0)).toMatchObject({ answers: ['x'], spentMs: 0 });
  });

  test.each([
    ['still waits', [], { status: 'waiting', waiting: 'answer' }],
    ['is entered again where it was answered', [says('a', 'yes')], { status: 'ready' }],
  ] as const)('and was cut off then %s, a write too', (_, more, view) => {
    const journal = journalOf(one(), [...started('a'), asks('a'), ...more]);
    const state = journal.reduce(evolve, newRun('run', SETTING));
    const [first, resumed] = resumption(state, journal);
    expect(resumed).toMatchObject({ classes: { pending: 1, in_doubt: 0 } });
    const after = runAfter(one(), [...started('a'), asks('a'), ...more, first!]);
    expect(callView(after, 'a')).toMatchObject(view);
    expect(goesOn(after, 9000)).toMatchObject(more.length === 0 ? [] : [again('a')]);
  });

  test('is in doubt like any other once it was entered again and then cut off', () => {
    const state = runAfter(one(), [...started('a'), asks('a'), says('a', 'yes'), again('a'), interrupted]);
    expect(goesOn(state, 9000)).toMatchObject([{ type: 'plan_step_waiting', kind: 'in_doubt' }]);
  });

  test('takes a second answer for none', () => {
    const state = runAfter(one(), [
      ...started('a'),
      asks('a'),
      says('a', 'one'),
      says('a', 'two'),
      again('a'),
    ]);
    expect(callStart(state, 0).answers).toEqual(['one']);
  });

  test('has its run wait for a person, and is cancelled with it', () => {
    const state = runAfter(one({ maxDurationMs: 60_000 }), [...started('a'), asks('a')]);
    expect(runStatus(state)).toBe('waiting');
    // Nobody works meanwhile: the cap is not used up.
    expect(nextWake(state)).toBeNull();
    evolve(state, { type: 'plan_aborted', reason: 'aborted', runId: 'run', seq: 99, time: 99_000 });
    expect(callView(state, 'a')).toMatchObject({ status: 'cancelled', waiting: null });
    expect(openQuestions(state)).toEqual([]);
  });

  test('goes on at a ceiling, which waits for it', () => {
    const plan = planOf([callNamed('a'), callNamed('b', { p: '†state.a' })], { maxSteps: 1 });
    const state = runAfter(plan, [...started('a'), asks('a')]);
    expect(goesOn(state, 9000)).toEqual([]);
    evolve(state, { ...says('a', 1), runId: 'run', seq: 5, time: 9000 } as RunEvent);
    expect(goesOn(state, 9000)).toMatchObject([again('a')]);
  });

  test('and that nobody waits for is left out at the end, after the grace (L-29)', () => {
    const plan = planOf([{ _id: 'log', _tool: 'write' }, callNamed('a')]);
    const state = runAfter(plan, [...started('log'), asks('log'), ...completed('a', 1)]);
    const grace = nextWake(state)!;
    expect(grace - callView(state, 'a')!.endedAt).toBe(5000);
    expect(goesOn(state, grace).at(-1)).toMatchObject({ type: 'plan_completed', status: 'completed' });
    expect(callView(state, 'log')).toMatchObject({ status: 'cancelled' });
  });
});

describe('a call that waits for a time', () => {
  const waiting = () => runAfter(one(), [...started('a'), sleeps('a', 60_000)]);

  test('wakes its run when that has come, and not before', () => {
    const state = waiting();
    expect(callView(state, 'a')).toMatchObject({ status: 'waiting', waiting: 'time', dueAt: 60_000 });
    expect([nextWake(state), runStatus(state), openQuestions(state)]).toEqual([60_000, 'running', []]);
    expect(goesOn(state, 59_999)).toEqual([]);
    expect(goesOn(state, 60_000)).toMatchObject([again('a')]);
    expect(callStart(state, 0).answers).toEqual([null]);
  });

  test('waits on where the run was cut off: no second wait, no doubt', () => {
    const state = runAfter(one(), [...started('a'), sleeps('a', 60_000), interrupted]);
    expect(nextWake(state)).toBe(60_000);
    expect(goesOn(state, 60_000)).toMatchObject([again('a')]);
  });
});

describe('while a plan is revised', () => {
  const draft = (calls: readonly Call[]): RunEventBody => ({ type: 'plan.draft', revision: 2, calls });
  const before = [
    ...started('a'),
    asks('a'),
    ...started('b'),
    { type: 'plan_step_failed', call: 'b', attempt: 1, code: 'permission-denied', message: 'No.' },
  ] as const;
  const plan = planOf([write('a'), callNamed('b')], { onFailure: 'replan' });
  const revised = (calls: readonly Call[]): RunState => {
    const state = runAfter(plan, [...before, draft(calls)]);
    goesOn(state, 20_000);
    return state;
  };

  test('an open question is nothing in flight: the planner is asked at once', () => {
    const state = runAfter(plan, before);
    expect([state.replanning, state.inFlight]).toEqual(['draining', 0]);
  });

  test('a call that stays as it is keeps its question, and no second one is asked', () => {
    const state = revised([write('a'), callNamed('n')]);
    expect(openQuestions(state)).toEqual([{ kind: 'answer', call: 'a', form: { title: 'a' } }]);
    evolve(state, { ...says('a', 'yes'), runId: 'run', seq: state.seq + 1, time: 21_000 } as RunEvent);
    expect(goesOn(state, 21_000)).toMatchObject([again('a')]);
  });

  test('a question goes with its call, and with a call that means something else now', () => {
    expect(openQuestions(revised([callNamed('n')]))).toEqual([]);
    const state = revised([write('a', { p: 2 }), callNamed('n')]);
    expect(openQuestions(state)).toEqual([]);
    expect(callView(state, 'a')).toMatchObject({ status: 'in_progress', attempt: 1 });
  });
});

describe('a journal of before L-91a', () => {
  const asked: RunEventBody = { type: 'plan_step_waiting', call: 'a', kind: 'answer', form: { title: 'a' } };
  test('goes on from the answer to the end without a second entry', () => {
    const state = runAfter(one(), [
      ...started('a'),
      asked,
      says('a', 'yes'),
      { type: 'plan_step_completed', call: 'a', attempt: 1, value: 'sent' },
    ]);
    expect(goesOn(state, 9000).at(-1)).toMatchObject({ type: 'plan_completed', status: 'completed' });
    expect(state).toMatchObject({ inFlight: 0, stepsTaken: 1 });
  });

  test.each([
    ['in a question', []],
    ['after its answer', [says('a', 'yes')]],
  ])('leaves a write in doubt that was cut off %s: it waited in memory, and may have sent', (_, more) => {
    const state = runAfter(one(), [...started('a'), asked, ...more, interrupted]);
    expect(goesOn(state, 9000)).toMatchObject([{ type: 'plan_step_waiting', kind: 'in_doubt' }]);
  });
});
