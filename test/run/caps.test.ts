/** What stops a run as a whole: time and money (docs/decisions/0008). Steps and replans are in `cases/`. */

import { describe, expect, test } from 'vitest';
import { runCase } from '../../src/cli/conformance/run-case.ts';
import type { Policy } from '../../src/plan/document.ts';
import { decide, nextWake } from '../../src/run/decide.ts';
import type { RunEventBody } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { simulate } from '../../src/simulate/simulate.ts';
import { boom, call, gives, plan, tool } from './cases/writing.ts';
import { callNamed, completed, planOf, runAfter, SETTING, started } from './written-run.ts';

const chain = plan([call('a', '†state.x'), call('b', '†state.y', { p: '†state.x' })]);
const run = (policy: Policy, more: Partial<Parameters<typeof runCase>[0]> = {}) =>
  runCase({ name: 'cap', kind: 'run', plan: chain, policy, expect: {}, ...more });

describe('the time that a run may work', () => {
  test('stops it when it is up: what is in flight is cancelled, what had returned is kept', async () => {
    const outcome = await run(
      { maxDurationMs: 100 },
      { script: { a: [gives(1, 60)], b: [gives(2, 60)] }, expect: { state: { 'state.x': 0 } } },
    );
    expect(outcome).toMatchObject({
      status: 'failed',
      reason: 'time_budget',
      calls: { a: 'completed', b: 'cancelled' },
      state: { 'state.x': 1 },
      elapsed: 100,
    });
  });

  test('is not up where it is just enough', async () => {
    const outcome = await run({ maxDurationMs: 121 }, { script: { a: [gives(1, 60)], b: [gives(2, 60)] } });
    expect(outcome).toMatchObject({ status: 'completed' });
  });

  test('does not count the wait for a retry: nothing is in flight then (L-47)', async () => {
    const outcome = await run(
      { maxDurationMs: 500, retryLimit: 1 },
      { script: { a: [boom(10), gives(1, 10)] } },
    );
    expect(outcome).toMatchObject({ reason: 'goal_met', elapsed: 1030, calls: { a: 'completed' } });
  });

  test('does not count the time in which only a person is waited for', async () => {
    const gated = plan([call('a', '†state.x', { _after: '†state.approvals.go' })]);
    const answers = [{ gate: 'go', choose: 'approve', ms: 1_000_000 } as const];
    const outcome = await run({ maxDurationMs: 100 }, { plan: gated, answers });
    expect(outcome).toMatchObject({ status: 'completed', elapsed: 1_000_010 });
  });

  test('counts it where something else goes on meanwhile', async () => {
    const gated = plan([call('a', '†state.x', { _after: '†state.approvals.go' }), call('b', '†state.y')]);
    const outcome = await run({ maxDurationMs: 100 }, { plan: gated, script: { b: [gives(1, 500)] } });
    expect(outcome).toMatchObject({ reason: 'time_budget', calls: { a: 'cancelled', b: 'cancelled' } });
  });

  test('does not count the time in which nobody ran it', () => {
    const bodies: RunEventBody[] = [...started('a'), { type: 'plan_run_interrupted' }];
    const before = runAfter(planOf([callNamed('a')], { maxDurationMs: 60_000 }), started('a'));
    const after = runAfter(planOf([callNamed('a')], { maxDurationMs: 60_000 }), bodies);
    expect(after.time).toBe(before.time + 1000);
    expect(after.worked).toBe(before.worked);
  });

  test('wakes the run at its end, however long its calls take', () => {
    const state = runAfter(planOf([callNamed('a')], { maxDurationMs: 60_000 }), started('a'));
    const wake = nextWake(state)!;
    expect(wake).toBe(state.time + 60_000);
    expect(decide(state, wake - 1)).toBeNull();
    expect(decide(state, wake)).toMatchObject({ type: 'plan_aggregated' });
  });

  test('is none where the plan sets none', () => {
    const state = runAfter(planOf([callNamed('a')]), started('a'));
    expect(nextWake(state)).toBeNull();
  });

  test('ends a dry run in its virtual time too (L-80)', async () => {
    const capped = planOf([callNamed('a'), callNamed('b', { p: '†state.a' })], { maxDurationMs: 1500 });
    const simulation = await simulate(capped, {}, { setting: SETTING, durationOf: () => 1000 });
    expect(simulation).toMatchObject({ status: 'failed', reason: 'time_budget', elapsedMs: 1500 });
    expect(simulation.calls).toMatchObject({ a: { status: 'completed' }, b: { status: 'cancelled' } });
  });
});

describe('the money that a run may cost', () => {
  const think = (id: string, more = {}) => callNamed(id, { _tool: 'think', ...more });
  const answer = (call: string, cost: number): RunEventBody => ({
    type: 'llm_recorded',
    call,
    hash: `${call}-${cost}`,
    cost,
  });

  test('counts what a model’s answers cost, and stops the run when that is reached', () => {
    const two = planOf([think('a'), think('b', { p: '†state.a' })], { maxCost: 0.5 });
    const [start, ended] = completed('a', 1);
    const state = runAfter(two, [start!, answer('a', 0.3), answer('a', 0.25), ended!]);
    expect(state.cost).toBeCloseTo(0.55);
    expect(decide(state, state.time)).toMatchObject({ type: 'plan_aggregated' });
    expect(state.ceiling).toBe('cost_budget');
  });

  test('lets a call in flight end before the run stops', () => {
    const state = runAfter(planOf([think('a'), think('b')], { maxCost: 0.5, maxConcurrent: 1 }), [
      ...started('a'),
      answer('a', 0.9),
    ]);
    expect(decide(state, state.time)).toBeNull();
    expect(state.inFlight).toBe(1);
  });

  test('is what the contract says or what the answers cost, whichever is more', () => {
    const setting = { _tool: 'paid' };
    const priced = { ...planOf([callNamed('a', setting)]), tools: [{ name: 'paid', cost: 0.4 }] };
    expect(runAfter(priced, started('a')).cost).toBe(0.4);
    expect(runAfter(priced, [...started('a'), answer('a', 0.1), answer('a', 0.2)]).cost).toBe(0.4);
    expect(runAfter(priced, [...started('a'), answer('a', 0.1), answer('a', 0.5)]).cost).toBeCloseTo(0.6);
  });

  test('is not passed by several answers at once: the first is awaited, then as many as its price leaves room for', () => {
    const ids = ['a', 'b', 'c', 'd'];
    const many = planOf(
      ids.map((id) => think(id)),
      { maxCost: 0.5, maxConcurrent: 4 },
    );
    const begun = (...bodies: readonly RunEventBody[]): readonly string[] => {
      const state = runAfter(many, bodies);
      const starts: string[] = [];
      for (let event = decide(state, state.time); event !== null; event = decide(state, state.time)) {
        if (event.type === 'plan_step_started') starts.push(event.call);
        evolve(state, event);
        if (state.status !== 'running') break;
      }
      return starts;
    };
    const whole = (id: string, cost: number): RunEventBody[] => {
      const [start, ended] = completed(id, 1);
      return [start!, answer(id, cost), ended!];
    };
    expect(begun()).toEqual(['a']);
    expect(begun(...whole('a', 0.2))).toEqual(['b', 'c']);
    expect(begun(...whole('a', 0.01))).toEqual(['b', 'c', 'd']);
    // Of a server that says no price there is nothing to hold back for.
    const unsaid: RunEventBody = { type: 'llm_recorded', call: 'a', hash: 'h' };
    const [start, ended] = completed('a', 1);
    expect(begun(start!, unsaid, ended!)).toEqual(['b', 'c', 'd']);
    // Whose contract says it is not waited for.
    const priced = { ...many, tools: [{ name: 'think', cost: 0.2 }] };
    const state = runAfter(priced);
    expect(decide(state, 0)).toMatchObject({ call: 'a' });
    expect(decide(runAfter(priced, started('a')), 2000)).toMatchObject({ call: 'b' });
  });

  test('learns no price from calls that a person wrote in the place of an answer', () => {
    const draft = { type: 'plan.draft', revision: 2, calls: [], cause: 'person' } as const;
    const plan = planOf([think('a')], { maxCost: 0.5 });
    expect(runAfter(plan, [{ ...draft, by: 'person' }]).dearest).toBeNull();
    expect(runAfter(plan, [{ ...draft, from: 'model.example' }]).dearest).toBe(0);
    expect(runAfter(plan, [{ ...draft, cost: 0.25 }]).dearest).toBe(0.25);
  });

  test('is not passed by what costs nothing, though an answer has passed it', () => {
    const two = planOf([think('a'), callNamed('b', { p: '†state.a' })], { maxCost: 0.5 });
    const [start, ended] = completed('a', 1);
    const state = runAfter(two, [start!, answer('a', 0.9), ended!]);
    expect(decide(state, state.time)).toMatchObject({ type: 'plan_step_started', call: 'b' });
  });

  test('is not spent on a retry either, once it is gone', async () => {
    const paid = plan([call('a', '†state.x', { _tool: 'paid' })], {
      tools: [tool('paid', 'read', { cost: 0.6 })],
    });
    const outcome = await run({ maxCost: 1, retryLimit: 1 }, { plan: paid, script: { a: [boom()] } });
    expect(outcome).toMatchObject({ status: 'failed', reason: 'cost_budget', executions: { a: 1 } });
  });

  test('may be used up to the last cent', async () => {
    const calls = ['a', 'b', 'c'].map((id) => call(id, `†state.${id}`, { _tool: 'paid' }));
    const paid = plan(calls, { tools: [tool('paid', 'read', { cost: 0.1 })] });
    expect(await run({ maxCost: 0.3 }, { plan: paid })).toMatchObject({ status: 'completed' });
  });
});
