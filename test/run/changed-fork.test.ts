import { describe, expect, test } from 'vitest';
import type { Call, Plan } from '../../src/plan/document.ts';
import { changedBeginning, changedFork, partOfChanged } from '../../src/run/changed-fork.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import type { RunState } from '../../src/run/state.ts';
import { callView } from '../../src/run/view.ts';
import { stateValues } from '../../src/run/written.ts';
import {
  broken,
  callNamed,
  completed,
  failed,
  planOf,
  runAfter,
  SETTING,
  started,
  statusesOf,
} from './written-run.ts';

const A = callNamed('a');
const B = callNamed('b', { p: '†state.a' });
const C = callNamed('c', { p: '†state.b' });
const ASIDE = callNamed('aside');
const PLAN = planOf([A, B, C, ASIDE], { retryLimit: 0 });
const DONE = [...completed('aside', 9), ...completed('a', 1), ...completed('b', 2), ...completed('c', 3)];

const FORK = { runId: 'run', cleared: [], values: {}, changed: true } as const;

function changed(source: RunState, plan: Plan, more: Partial<Parameters<typeof changedFork>[2]> = {}) {
  return changedFork(source, FORK, {
    plan,
    input: source.input,
    delegates: source.delegates,
    before: source.input,
    ...more,
  });
}
const taken = (...all: Parameters<typeof changed>) => [...changed(...all).taken];
const withCalls = (...calls: readonly Call[]): Plan => ({ ...PLAN, calls });

/** The state that the new run begins with. */
function begun(source: RunState, plan: Plan, isForeign = false): RunState {
  const start = { plan, input: source.input, delegates: source.delegates };
  return changedBeginning({ state: source, isForeign }, FORK, start, changed(source, plan))
    .map((body, at): RunEvent => ({ ...body, runId: 'fork', seq: at + 1, time: at }))
    .reduce(evolve, newRun('fork', SETTING));
}

describe('what a changed plan takes over of a run', () => {
  const source = runAfter(PLAN, DONE);

  test('is all that is done where nothing that happens was changed', () => {
    expect(taken(source, { ...PLAN, output: '†state.b' })).toEqual(['a', 'b', 'c', 'aside']);
    expect(taken(source, withCalls({ ...A, _description: 'Said otherwise' }, B, C, ASIDE))).toHaveLength(4);
  });

  test('is no call whose definition changed, nor any that reads what it writes, however far', () => {
    expect(taken(source, withCalls({ ...A, more: 1 }, B, C, ASIDE))).toEqual(['aside']);
    expect(taken(source, withCalls(A, B, { ...C, more: 1 }, ASIDE))).toEqual(['a', 'b', 'aside']);
  });

  test('is no call whose path another writes now, or nobody, or one more', () => {
    const other = callNamed('other', { _outputPath: '†state.a' });
    expect(taken(source, withCalls(other, B, C, ASIDE))).toEqual(['aside']);
    const deeper = callNamed('deeper', { _outputPath: '†state.b.more' });
    expect(taken(source, withCalls(A, B, deeper, C, ASIDE))).toEqual(['a', 'b', 'aside']);
    expect(taken(source, { ...withCalls(B, C, ASIDE), state: { initial: { a: 1 } } })).toEqual(['aside']);
  });

  test('is no call that reads an input which is another now', () => {
    const reads = planOf([callNamed('i', { p: '†input.from' }), callNamed('j', { p: '†input.to' })]);
    const run = runAfter(reads, [...completed('i', 1), ...completed('j', 2)]);
    expect(taken(run, reads, { before: { from: 1, to: 2 }, input: { from: 1, to: 3 } })).toEqual(['i']);
    const byDefault = { ...reads, input: { schema: { properties: { to: { default: 4 } } } } };
    expect(taken(run, byDefault, { before: { from: 1 }, input: { from: 1 } })).toEqual(['i']);
  });

  test('is no call of a tool that is another now', () => {
    const own = (effect: 'read' | 'none') => ({ ...PLAN, tools: [{ name: 'mine', effect }] });
    const of = (effect: 'read' | 'none'): Plan => ({
      ...own(effect),
      calls: [callNamed('m', { _tool: 'mine' })],
    });
    const run = runAfter(of('none'), completed('m', 1));
    expect(taken(run, of('none'))).toEqual(['m']);
    expect(taken(run, of('read'))).toEqual([]);
  });

  test('is no result that the new state schema refuses', () => {
    const schema = { type: 'object', properties: { c: { type: 'string' } } };
    expect(taken(source, { ...PLAN, state: { schema } })).toEqual(['a', 'b', 'aside']);
  });

  test('is nothing that had no result, nor what went another way for it', () => {
    const either = planOf([A, callNamed('b', { p: '†state.a || †state.aside' }), ASIDE], {
      retryLimit: 0,
      onFailure: 'skip',
    });
    const run = runAfter(either, [...failed('a'), ...completed('aside', 9), ...completed('b', 9)]);
    expect(taken(run, either)).toEqual(['aside']);
  });

  test('is what a person skipped, and not what they had not decided', () => {
    const run = runAfter(PLAN, [
      ...completed('a', 1),
      { type: 'plan_step_skipped', call: 'b', because: 'person' },
    ]);
    expect(taken(run, withCalls(A, B, { ...C, more: 1 }, ASIDE))).toEqual(['a', 'b']);
  });

  test('is not what a person gives a value for, nor what reads it; both stand in what is signed (L-76)', () => {
    const fork = { ...FORK, values: { b: 20 } };
    const start = { plan: PLAN, input: source.input, delegates: source.delegates, before: source.input };
    const over = changedFork(source, fork, start);
    expect([...over.taken]).toEqual(['a', 'aside']);
    expect(partOfChanged(over, fork.values)).toEqual({ starts: new Set(['c']), given: { b: 20 } });
    const state = changedBeginning({ state: source, isForeign: false }, fork, start, over)
      .map((body, at): RunEvent => ({ ...body, runId: 'fork', seq: at + 1, time: at }))
      .reduce(evolve, newRun('fork', SETTING));
    expect(statusesOf(state)).toEqual({ a: 'completed', b: 'completed', c: 'ready', aside: 'completed' });
    expect(callView(state, 'b')).toMatchObject({ value: 20, via: 'person' });
  });

  test('is signed as the calls that are left to start (L-76)', () => {
    const part = partOfChanged(changed(source, withCalls(A, B, { ...C, more: 1 }, ASIDE)));
    expect([...(part?.starts ?? [])]).toEqual(['c']);
    const whole = changed(runAfter(PLAN), PLAN);
    expect(partOfChanged(whole)).toBeUndefined();
  });
});

describe('a run that begins with a changed plan', () => {
  test('says that its plan is changed, unless it is a part of the one on the table', () => {
    const source = runAfter(PLAN, DONE);
    const start = { plan: PLAN, input: source.input, delegates: source.delegates };
    const first = (more: object) =>
      changedBeginning(
        { state: source, isForeign: false },
        FORK,
        { ...start, ...more },
        changed(source, PLAN),
      )[0];
    expect(first({})).toMatchObject({ forkOf: { runId: 'run', changed: true } });
    expect(first({ isPart: true })).toMatchObject({ forkOf: { runId: 'run' }, isPart: true });
    expect(first({ isPart: true })).not.toHaveProperty('forkOf.changed');
  });

  test('has the results of what is as it was, and the rest before it; the other run is as it was', () => {
    const source = runAfter(PLAN, DONE);
    const state = begun(source, withCalls(A, B, { ...C, more: 1 }, callNamed('new', { p: '†state.c' })));
    expect(statusesOf(state)).toEqual({ a: 'completed', b: 'completed', c: 'ready', new: 'pending' });
    expect(stateValues(state)).toEqual({ state: { a: 1, b: 2 } });
    expect(stateValues(source)).toEqual({ state: { a: 1, b: 2, c: 3, aside: 9 } });
  });

  test('takes over what a stranger’s record says as unproven (L-74)', () => {
    const state = begun(runAfter(PLAN, DONE), withCalls(A, B, { ...C, more: 1 }), true);
    expect(callView(state, 'a')).toMatchObject({ status: 'completed', via: 'unproven' });
  });

  test('asks again at a gate with somebody new behind it', () => {
    const behind = (id: string) => callNamed(id, { _after: '†state.approvals.go' });
    const gated = planOf([behind('a'), ASIDE]);
    const source = runAfter(gated, [
      { type: 'plan_step_waiting', call: 'a', kind: 'gate', gate: 'go' },
      { type: 'approval', gate: 'go', choose: 'approve' },
      ...completed('a', 1),
    ]);
    expect([...begun(source, gated).gates.keys()]).toEqual(['go']);
    expect([...begun(source, { ...gated, calls: [behind('a'), behind('b')] }).gates.keys()]).toEqual([]);
  });

  test('a write in doubt stays in doubt, changed or not; with no call of its own it is known by what it sent', () => {
    const write = callNamed('w', { _tool: 'write', to: 'bank' });
    const source = runAfter(planOf([write, ASIDE]), [
      ...broken('w'),
      { type: 'plan_step_waiting', call: 'w', kind: 'in_doubt' },
      ...completed('aside', 9),
    ]);
    expect(statusesOf(source).w).toBe('in_doubt');
    for (const to of ['bank', 'shop'])
      expect(statusesOf(begun(source, planOf([{ ...write, to }, ASIDE])))).toEqual({
        w: 'in_doubt',
        aside: 'completed',
      });
    const gone = changed(source, planOf([{ ...write, _id: 'again' }, ASIDE]));
    expect(gone.doubts).toEqual([expect.objectContaining({ id: 'w', seq: 1, doubtOf: 'run' })]);
    expect(changed(source, planOf([write, ASIDE])).doubts).toEqual([]);
  });

  test('a write that is under way in the other run is in doubt here', () => {
    const source = runAfter(planOf([callNamed('w', { _tool: 'write' })]), started('w'));
    expect(statusesOf(begun(source, source.program.plan))).toEqual({ w: 'in_doubt' });
  });
});
