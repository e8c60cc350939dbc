import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { idempotencyKey } from '../../src/host/call-start.ts';
import { drive } from '../../src/host/drive.ts';
import type { Call } from '../../src/plan/document.ts';
import { attemptsOf } from '../../src/run/attempt-log.ts';
import { decide } from '../../src/run/decide.ts';
import type { ClearOrder, RunEventBody } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { clearedFrom, refusalToRunFrom } from '../../src/run/run-from.ts';
import { seenDetail } from '../../src/run/step-table.ts';
import { callView } from '../../src/run/view.ts';
import { stateValues } from '../../src/run/written.ts';
import { endOf, folded, play, withoutForgotten } from './play.ts';
import { randomRun } from './random-plan.ts';
import { virtualHost } from './virtual-loop.ts';
import { callNamed, completed, failed, planOf, runAfter, started, statusesOf } from './written-run.ts';

const chainAndAside = [
  callNamed('a'),
  callNamed('b', { p: '†state.a' }),
  callNamed('aside'),
  callNamed('c', { _after: '†state.b' }),
];

describe('what is cleared with a call', () => {
  test('is what depends on it through data and `_after`, and nothing else (R-42, K-11)', () => {
    const { program } = runAfter(planOf(chainAndAside));
    expect(clearedFrom(program, 'a', 'dependants')).toEqual(['a', 'b', 'c']);
    expect(clearedFrom(program, 'b', 'dependants')).toEqual(['b', 'c']);
    expect(clearedFrom(program, 'aside', 'dependants')).toEqual(['aside']);
  });

  test('in list order is all that stands after it, and what of the rest depends on those (K-11)', () => {
    const calls = [callNamed('early', { p: '†state.late' }), ...chainAndAside, callNamed('late')];
    const { program } = runAfter(planOf(calls));
    expect(clearedFrom(program, 'b', 'list')).toEqual(['early', 'b', 'aside', 'c', 'late']);
  });

  test('over instances stays within the instance that was named', () => {
    const calls = [callNamed('a'), callNamed('b', { p: '†state.a' })];
    const instances = [{ label: 'X' }, { label: 'Y' }];
    const { program } = runAfter(planOf(calls), [], instances);
    expect(clearedFrom(program, 'a@X', 'dependants')).toEqual(['a@X', 'b@X']);
    expect(clearedFrom(program, 'a@Y', 'list')).toEqual(['a@Y', 'b@Y']);
  });

  test('is nothing for a call that the plan does not have', () => {
    expect(clearedFrom(runAfter(planOf(chainAndAside)).program, 'zz', 'list')).toEqual([]);
  });
});

test('a doubt of the run that this one goes on from is asked about again where it runs again from elsewhere', () => {
  const plan = planOf([callNamed('send', { _tool: 'write' }), callNamed('other')]);
  const state = runAfter(plan, [
    { type: 'plan_step_waiting', call: 'send', kind: 'in_doubt' },
    { type: 'plan_run_interrupted' },
    { type: 'plan_resumed_from', call: 'other', order: 'dependants', cleared: ['other'] },
  ]);
  expect(decide(state, 0)).toMatchObject({ type: 'plan_step_waiting', call: 'send', kind: 'in_doubt' });
});

describe('what speaks against running again from a call', () => {
  test('is that the plan has no such call: its ids are listed (R-43)', () => {
    expect(refusalToRunFrom(runAfter(planOf(chainAndAside)), 'zz', 'dependants')).toEqual([
      'The plan has no call "zz". Its calls are a, b, aside, c.',
    ]);
  });

  test('lists fifty ids at most and says how many more there are (R-43)', () => {
    const calls = Array.from({ length: 60 }, (_, i) => callNamed(`c${i}`));
    expect(refusalToRunFrom(runAfter(planOf(calls)), 'zz', 'list')[0]).toMatch(/c49 and 10 more\.$/);
  });

  test('is that the run has ended', () => {
    const state = runAfter(planOf(chainAndAside), [{ type: 'plan_aborted', reason: 'aborted' }]);
    expect(refusalToRunFrom(state, 'a', 'dependants')).toEqual([
      'This run has ended, so nothing in it is changed any more. Run it again from "a" as a new run.',
    ]);
  });

  test('is a write in flight that can not be repeated, wherever it stands', () => {
    const calls = [...chainAndAside, callNamed('send', { _tool: 'write', _description: 'Send the mail' })];
    const state = runAfter(planOf(calls), [...started('a'), ...started('send')]);
    expect(refusalToRunFrom(state, 'a', 'dependants')).toEqual([
      '"Send the mail" (send) is under way, and it changes something that can\'t be done twice. Wait until it has ended.',
    ]);
  });

  test('is not a read or an idempotent write in flight', () => {
    const calls = [...chainAndAside, callNamed('put', { _tool: 'idempotent' })];
    const state = runAfter(planOf(calls), [...started('a'), ...started('put')]);
    expect(refusalToRunFrom(state, 'a', 'dependants')).toEqual([]);
  });

  test('is a doubt that would be run over, also where it is to run from (L-41)', () => {
    const calls = [callNamed('a'), callNamed('send', { _tool: 'write', p: '†state.a' })];
    const state = runAfter(planOf(calls), [
      ...completed('a', 1),
      ...started('send'),
      { type: 'plan_run_interrupted' },
      { type: 'plan_step_waiting', call: 'send', kind: 'in_doubt' },
    ]);
    expect(refusalToRunFrom(state, 'a', 'dependants')).toHaveLength(1);
    expect(refusalToRunFrom(state, 'send', 'dependants')).toHaveLength(1);
  });
});

const from = (call: string, cleared: readonly string[], order: ClearOrder = 'dependants'): RunEventBody => ({
  type: 'plan_resumed_from',
  call,
  order,
  cleared,
});

describe('a run that is run again from a call', () => {
  const three = [callNamed('a'), callNamed('b', { p: '†state.a' }), callNamed('aside')];
  const done = [...completed('a', 1), ...completed('aside', 9), ...completed('b', 2)];

  test('has the values of what was not cleared, and none of what was (R-42)', () => {
    const state = runAfter(planOf(three), [...done, from('b', ['b'])]);
    expect(stateValues(state)).toEqual({ state: { a: 1, aside: 9 } });
    expect(statusesOf(state)).toEqual({ a: 'completed', b: 'ready', aside: 'completed' });
  });

  test('counts what is run again anew, and keeps all attempts in its history (P-11, R-42)', () => {
    const state = runAfter(planOf(three), [...done, from('b', ['b'])]);
    expect(state.stepsTaken).toBe(2);
    expect(attemptsOf(state.history).map(({ step }) => step)).toEqual(['a', 'aside', 'b']);
  });

  test('keeps an earlier failure that is not cleared (R-42)', () => {
    const calls = [callNamed('x'), callNamed('a')];
    const state = runAfter(planOf(calls, { onFailure: 'skip', retryLimit: 0 }), [
      ...failed('x'),
      ...started('a'),
      from('a', ['a']),
    ]);
    expect(statusesOf(state)).toEqual({ x: 'failed', a: 'ready' });
  });

  test('asks again about a failure that a person was asked about (R-31, R-42)', async () => {
    const calls = [callNamed('x'), callNamed('a')];
    const state = runAfter(planOf(calls, { retryLimit: 0 }), [
      ...failed('x'),
      { type: 'plan_step_waiting', call: 'x', kind: 'failure' },
      ...completed('a', 1),
      from('a', ['a']),
    ]);
    expect(state.toJudge).toEqual([0]);
    expect(seenDetail(state.steps, 0).verdict).toBe('ask');
  });

  test('leaves an approved gate approved', () => {
    const calls = [callNamed('a', { _after: '†state.approvals.go' }), callNamed('b', { p: '†state.a' })];
    const state = runAfter(planOf(calls), [
      { type: 'plan_step_waiting', call: 'a', kind: 'gate', gate: 'go' },
      { type: 'approval', gate: 'go', choose: 'approve' },
      ...completed('a', 1),
      ...completed('b', 1),
      from('a', ['a', 'b']),
    ]);
    expect(statusesOf(state)).toEqual({ a: 'ready', b: 'pending' });
  });

  test('gives the cleared their retries back', () => {
    const state = runAfter(planOf([callNamed('a')], { retryLimit: 1 }), [
      ...failed('a'),
      { type: 'plan_step_retry', call: 'a', retry: 1, delayMs: 1000 },
      from('a', ['a']),
    ]);
    expect(seenDetail(state.steps, 0).retries).toBe(0);
    expect(callView(state, 'a')).toMatchObject({ attempt: 1, status: 'ready' });
    expect(state.timed.size).toBe(0);
  });

  test('looks at a ceiling again', () => {
    const calls = [callNamed('a'), callNamed('b', { p: '†state.a' })];
    const state = runAfter(planOf(calls, { maxSteps: 1 }), [...completed('a', 1)]);
    state.ceiling = 'step_budget';
    evolve(state, { ...from('a', ['a', 'b']), runId: 'run', seq: state.seq + 1, time: 9 });
    expect(state.ceiling).toBeNull();
    expect(state.stepsTaken).toBe(0);
  });

  test('joins pushes in plan order, the kept and the repeated (L-22)', async () => {
    const push = (id: string): Call => callNamed(id, { _outputPath: '†state.list', _outputMethod: 'push' });
    const calls = [push('a'), push('b'), callNamed('open', { p: '†state.list' })];
    const state = runAfter(planOf(calls), [
      ...completed('a', 'A'),
      ...completed('b', 'B'),
      from('a', ['a', 'open']),
      ...completed('a', 'A2', 2),
    ]);
    expect(stateValues(state)).toEqual({ state: { list: ['A2', 'B'] } });
  });

  test('enters the cleared with another idempotency key, the same in every attempt', async () => {
    const keys: string[] = [];
    const host = virtualHost({ play: () => ({ ms: 1, value: 1 }) });
    const state = runAfter(planOf(three), [...done, from('b', ['b'])]);
    const since = state.seq;
    await drive(state, {
      ...host,
      start: (call) => {
        keys.push(idempotencyKey(state.runId, call));
        host.start(call);
      },
    });
    expect(keys).toEqual([`run/b/${since}`]);
  });

  test('does not take an end that comes late for that of the new attempt', () => {
    const state = runAfter(planOf(three), [...done, from('b', ['b'])]);
    expect(decide(state, state.time)).toMatchObject({ type: 'plan_step_started', call: 'b', attempt: 2 });
  });

  test('names the event before which nothing recorded of the cleared may be taken over', () => {
    const state = runAfter(planOf(three), [...done, from('b', ['b'])]);
    expect([...state.recordedFrom]).toEqual([['b', state.seq]]);
  });
});

const times = fc
  .array(fc.nat(200), { minLength: 40, maxLength: 40 })
  .map((list) => (n: number) => list[n % 40]!);

test('run again from any call, at any moment, a plan comes to the end it had undisturbed, and starts nothing that was kept (R-42)', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomRun(),
      times,
      fc.nat(1000),
      fc.nat(1000),
      fc.constantFrom<ClearOrder>('dependants', 'list'),
      async (given, ms, cutAt, pick, order) => {
        const whole = await play(given, ms);
        if (whole.journal.length < 4) return;
        const prefix = whole.journal.slice(0, 2 + (cutAt % (whole.journal.length - 3)));
        const cut = folded(given, prefix);
        evolve(cut, { type: 'plan_run_interrupted', runId: 'random', seq: cut.seq + 1, time: cut.time });
        const call = given.plan.calls[pick % given.plan.calls.length]!._id;
        if (refusalToRunFrom(cut, call, order).length > 0) return;
        const cleared = clearedFrom(cut.program, call, order);
        const again = await play(given, ms, prefix, [
          { type: 'plan_run_interrupted' },
          from(call, cleared, order),
        ]);
        expect(withoutForgotten(endOf(again), given)).toEqual(withoutForgotten(endOf(whole), given));
        for (const event of prefix) {
          if (event.type !== 'plan_step_completed' || cleared.includes(event.call)) continue;
          expect(again.entered.get(event.call) ?? 0, `${event.call} was kept`).toBe(0);
        }
        // Its own journal folds to the same end.
        expect(endOf({ state: folded(given, again.journal) })).toEqual(endOf(again));
      },
    ),
    { numRuns: 250 },
  );
});
