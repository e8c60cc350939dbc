import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { forkBeginning, refusalToFork } from '../../src/run/fork.ts';
import type { Fork } from '../../src/run/messages.ts';
import { newRun } from '../../src/run/new-run.ts';
import { clearedFrom } from '../../src/run/run-from.ts';
import type { RunState } from '../../src/run/state.ts';
import { callView } from '../../src/run/view.ts';
import { stateValues } from '../../src/run/written.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { endOf, play, withoutForgotten } from './play.ts';
import { randomRun } from './random-plan.ts';
import {
  callNamed,
  completed,
  failed,
  planOf,
  runAfter,
  SETTING,
  started,
  statusesOf,
  takenFrom,
} from './written-run.ts';

const forkOf = (more: Partial<Fork> = {}): Fork => ({ runId: 'run', cleared: [], values: {}, ...more });

/** The state a fork begins with. */
const forked = (source: RunState, fork: Fork): RunState =>
  forkBeginning({ state: source, isForeign: false }, fork, takenFrom(source))
    .map((body, at): RunEvent => ({ ...body, runId: 'fork', seq: at + 1, time: at }))
    .reduce(evolve, newRun('fork', source.setting));

const PLAN = planOf([callNamed('a'), callNamed('b', { p: '†state.a' }), callNamed('aside')]);
const DONE = [...completed('aside', 9), ...completed('a', 1), ...completed('b', 2)];

describe('a run that begins with the results of another', () => {
  test('names it, and takes its results over in plan order, not in order of completion', () => {
    const bodies = forkBeginning(
      { state: runAfter(PLAN, DONE), isForeign: false },
      forkOf({ call: 'b', cleared: ['b'] }),
      takenFrom(runAfter(PLAN, DONE)),
    );
    expect(bodies).toEqual([
      expect.objectContaining({ type: 'plan.commit', revision: 1, forkOf: { runId: 'run', call: 'b' } }),
      expect.objectContaining({ type: 'plan_started', total: 3 }),
      { type: 'plan_step_memoized', call: 'a', value: 1 },
      { type: 'plan_step_memoized', call: 'aside', value: 9 },
    ]);
  });

  test('has the values that a person put in their place, and says whose they are (A-23)', () => {
    const state = forked(runAfter(PLAN, DONE), forkOf({ cleared: ['b'], values: { a: 5 } }));
    expect(stateValues(state)).toEqual({ state: { a: 5, aside: 9 } });
    expect(callView(state, 'a')).toMatchObject({ status: 'completed', via: 'person' });
    expect(statusesOf(state)).toEqual({ a: 'completed', b: 'ready', aside: 'completed' });
  });

  test('runs what failed, and not what a person skipped', () => {
    const plan = planOf([callNamed('x'), callNamed('y'), callNamed('z', { p: '†state.y' })], {
      retryLimit: 0,
      onFailure: 'skip',
    });
    const source = runAfter(plan, [
      ...failed('x'),
      { type: 'plan_step_skipped', call: 'y', because: 'person' },
    ]);
    expect(statusesOf(forked(source, forkOf()))).toEqual({ x: 'ready', y: 'skipped', z: 'pending' });
  });

  test('does not send again what was sent and forgotten (L-29)', () => {
    const plan = planOf([{ _id: 'log', _tool: 'write' }, callNamed('a')]);
    const state = forked(runAfter(plan, started('log')), forkOf());
    expect(statusesOf(state)).toEqual({ log: 'completed', a: 'ready' });
  });

  test('takes no result over that is lost (L-92)', () => {
    const source = runAfter(PLAN, [
      ...started('a'),
      { type: 'plan_step_completed', call: 'a', attempt: 1, value: null, lost: true },
    ]);
    expect(statusesOf(forked(source, forkOf()))).toMatchObject({ a: 'ready' });
  });

  test('asks again at a gate when what is behind it runs again, and only then', () => {
    const gated = planOf([callNamed('a', { _after: '†state.approvals.go' }), callNamed('b')]);
    const source = runAfter(gated, [
      { type: 'plan_step_waiting', call: 'a', kind: 'gate', gate: 'go' },
      { type: 'approval', gate: 'go', choose: 'approve' },
      ...completed('a', 1),
    ]);
    expect([...forked(source, forkOf()).gates.keys()]).toEqual(['go']);
    expect([...forked(source, forkOf({ cleared: ['a'] })).gates.keys()]).toEqual([]);
  });

  test('does not begin where its plan or its input can not run any more', () => {
    const source = runAfter(PLAN, DONE);
    const bodies = forkBeginning({ state: source, isForeign: false }, forkOf(), takenFrom(source), [
      'The tool "tool" is gone.',
    ]);
    expect(bodies.map(({ type }) => type)).toEqual(['plan.commit', 'plan_completed']);
  });
});

describe('a value that a person gives', () => {
  const typed = {
    ...SETTING,
    catalogue: catalogueOf([{ name: 'tool', effect: 'none', _output: { type: 'number' } }]),
  };
  const source = (plan = PLAN) =>
    [
      { type: 'plan.commit', revision: 1, plan } as const,
      { type: 'plan_started', total: 3 } as const,
      ...DONE,
    ]
      .map((body, at): RunEvent => ({ ...body, runId: 'run', seq: at + 1, time: at }))
      .reduce(evolve, newRun('run', typed));

  test('fits what the tool says it returns, or is refused in a sentence (L-41)', () => {
    expect(refusalToFork(source(), forkOf({ values: { a: 5 } }))).toEqual([]);
    expect(refusalToFork(source(), forkOf({ values: { a: 'five' } }))).toEqual([
      expect.stringMatching(/^The value for "a" must be .*number.*, as the result of tool does\.$/),
    ]);
  });

  test('fits the state schema at its path (L-34, L-41)', () => {
    const schema = { type: 'object', properties: { a: { type: 'number', maximum: 3 } } };
    const refused = refusalToFork(source({ ...PLAN, state: { schema } }), forkOf({ values: { a: 5 } }));
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatch(/state schema at †state\.a/);
  });

  test('belongs to a call of the plan', () => {
    expect(refusalToFork(source(), forkOf({ call: 'y', cleared: ['y'], values: { zz: 1 } }))).toEqual([
      'The plan of that run has no call "y".',
      'The plan has no call "zz" that could be given a value.',
    ]);
  });
});

const times = fc
  .array(fc.nat(200), { minLength: 40, maxLength: 40 })
  .map((list) => (n: number) => list[n % 40]!);

/** Runs whose calls all succeed: what failed is not taken over, and would be run. */
const succeeding = randomRun().map((given) => {
  const endings = [...given.endings].map(
    ([id, ending]) => [id, 'throws' in ending ? { value: { k: 4 } } : ending] as const,
  );
  return { ...given, endings: new Map(endings) };
});

test('with nothing changed no call is started, and it ends as the other did', async () => {
  await fc.assert(
    fc.asyncProperty(succeeding, times, async (given, ms) => {
      const source = await play(given, ms);
      if (source.state.history.failures.size > 0) return;
      const fork = forkBeginning(
        { state: source.state, isForeign: false },
        forkOf(),
        takenFrom(source.state),
      );
      const again = await play(given, ms, [], fork);
      expect([...again.entered.keys()]).toEqual([]);
      expect(withoutForgotten(endOf(again), given)).toEqual(withoutForgotten(endOf(source), given));
    }),
    { numRuns: 150 },
  );
});

test('with a value put back as it was, exactly its dependants run again, to the same end (K-11)', async () => {
  await fc.assert(
    fc.asyncProperty(succeeding, times, fc.nat(1000), async (given, ms, pick) => {
      const source = await play(given, ms);
      if (source.state.history.failures.size > 0) return;
      const done = source.state.program.steps.filter(
        ({ index, fireAndForget }) => source.state.steps.status[index] === 'completed' && !fireAndForget,
      );
      const changed = done[pick % Math.max(1, done.length)];
      if (!changed) return;
      const value = source.state.steps.value[changed.index] ?? null;
      const cleared = clearedFrom(source.state.program, changed.id, 'dependants').filter(
        (id) => id !== changed.id,
      );
      const fork = forkBeginning(
        { state: source.state, isForeign: false },
        forkOf({ cleared, values: { [changed.id]: value } }),
        takenFrom(source.state),
      );
      const again = await play(given, ms, [], fork);
      const started = cleared.filter((id) => (source.entered.get(id) ?? 0) > 0);
      expect([...again.entered.keys()].sort()).toEqual([...started].sort());
      expect(withoutForgotten(endOf(again), given)).toEqual(withoutForgotten(endOf(source), given));
    }),
    { numRuns: 150 },
  );
});
