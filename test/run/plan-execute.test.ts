/** The plan-execute loop of seed 002 on this engine: its planner, its transitions, its result (P-1 to P-19). */

import { describe, expect, test } from 'vitest';
import { drive } from '../../src/host/drive.ts';
import type { CallStart } from '../../src/host/port.ts';
import type { Call, Policy } from '../../src/plan/document.ts';
import { beginning } from '../../src/run/begin.ts';
import { newRun } from '../../src/run/new-run.ts';
import { planStatus } from '../../src/run/plan-status.ts';
import { runPolicy } from '../../src/run/policy.ts';
import type { ReplanRequest } from '../../src/run/replan.ts';
import { callViews } from '../../src/run/view.ts';
import type { Played } from '../../src/simulate/virtual-place.ts';
import { virtualHost } from './virtual-loop.ts';
import { callNamed, planOf, SETTING, statusesOf } from './written-run.ts';

/** A step that comes after the one before it. */
const chain = (...ids: readonly string[]): Call[] =>
  ids.map((id, at) => callNamed(id, at === 0 ? {} : { p: `†state.${ids[at - 1]}` }));

/** The lesson's planner: four steps, then three around error X, then two that give up, else nothing (P-14). */
function lessonPlanner({ lastError }: ReplanRequest): Call[] {
  if (lastError === null) return chain('fetch', 'parse', 'rank', 'report');
  if (lastError.includes('X')) return chain('cache', 'rank2', 'report2');
  if (lastError.includes('Y')) return chain('apologize', 'close');
  return [];
}

interface Session {
  readonly fails?: Readonly<Record<string, string>>;
  readonly policy?: Policy;
  readonly planner?: (request: ReplanRequest) => Call[];
}

/** Plays the lesson: its first plan, then what the planner makes of each failure. */
async function session({ fails = {}, policy = {}, planner = lessonPlanner }: Session) {
  const requests: ReplanRequest[] = [];
  const starts: CallStart[] = [];
  const host = virtualHost({
    play: (start): Played => {
      starts.push(start);
      const message = fails[start.id];
      return message === undefined
        ? { ms: 10, value: `${start.id} done` }
        : { ms: 10, throws: { code: 'boom', message } };
    },
    replan: (request) => {
      requests.push(request);
      return planner(request);
    },
  });
  const asked = {
    cause: 'failure',
    goal: '',
    plan: planOf([]),
    files: [],
    history: [],
    lastError: null,
  } as const;
  const first = planner(asked);
  const plan = planOf(first, { onFailure: 'replan', retryLimit: 0, maxSteps: 12, ...policy });
  const state = await drive(newRun('lesson', SETTING), host, beginning({ plan }, []));
  const types = host.journal.map(({ type }) => type);
  const diffs = host.journal.filter((event) => event.type === 'plan.diff');
  return { state, journal: host.journal, types, diffs, requests, starts };
}

describe('a session', () => {
  test('without a failure meets its goal in list order (P-7, P-14, P-15)', async () => {
    const { state, starts, diffs } = await session({});
    expect(state).toMatchObject({ status: 'completed', reason: 'goal_met', replans: 0 });
    expect(starts.map(({ id }) => id)).toEqual(['fetch', 'parse', 'rank', 'report']);
    expect(diffs).toEqual([]);
  });

  test('that fails in the middle is replanned once, and does not run again what is done (P-7, P-14, P-17)', async () => {
    const { state, starts, diffs } = await session({ fails: { parse: 'X happened' } });
    expect(state).toMatchObject({ status: 'completed', reason: 'goal_met', replans: 1 });
    expect(starts.map(({ id }) => id)).toEqual(['fetch', 'parse', 'cache', 'rank2', 'report2']);
    expect(diffs).toMatchObject([
      { removed: ['parse', 'rank', 'report'], added: ['cache', 'rank2', 'report2'], revised: [] },
    ]);
  });

  test('that fails again is replanned twice (P-14)', async () => {
    const fails = { parse: 'X happened', rank2: 'Y happened' };
    expect((await session({ fails })).state).toMatchObject({ reason: 'goal_met', replans: 2 });
  });

  test('whose planner has nothing more ends without a plan (P-6, P-14, P-15)', async () => {
    const { state } = await session({ fails: { parse: 'Z happened' } });
    expect(state).toMatchObject({ status: 'failed', reason: 'no_plan' });
  });

  test('whose planner gives the same broken plan again and again ends soon, with the reason (P-13, P-15)', async () => {
    let n = 0;
    const planner = () => chain(`broken${n++}`);
    const fails = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`broken${at}`, 'no']));
    const { state, requests } = await session({ fails, planner, policy: { maxReplans: 5 } });
    expect(state).toMatchObject({ status: 'failed', reason: 'replan_budget' });
    expect(requests).toHaveLength(5);
  });

  test('whose new plan would exceed the steps is refused (P-11, P-12, P-15)', async () => {
    const { state } = await session({ fails: { parse: 'X happened' }, policy: { maxSteps: 4 } });
    expect(state).toMatchObject({ status: 'failed', reason: 'step_budget', stepsTaken: 2 });
  });

  test('is told event by event, every revision among them (P-10, P-16, R-18, R-50)', async () => {
    const { types } = await session({ fails: { parse: 'X happened' } });
    const step = ['plan_step_started', 'plan_step_completed'];
    expect(types).toEqual([
      'plan.commit',
      'plan_started',
      ...step,
      'plan_step_started',
      'plan_step_failed',
      'plan_step_skipped',
      'plan_step_skipped',
      'plan.draft',
      'plan.diff',
      'plan.commit',
      ...step,
      ...step,
      ...step,
      'plan_aggregated',
      'plan_completed',
    ]);
  });
});

describe('the planner', () => {
  test('is given the goal, what was done with results and errors, and the last failure; nothing of retries or time-outs (P-4, P-5, T-14)', async () => {
    const { requests } = await session({ fails: { parse: 'X happened' } });
    expect(requests).toHaveLength(1);
    const parts = ['cause', 'files', 'goal', 'history', 'input', 'lastError', 'plan'];
    expect(Object.keys(requests[0]!).sort()).toEqual(parts);
    expect(requests[0]).toMatchObject({
      goal: 'Write it down',
      lastError: 'X happened',
      history: [
        { call: { _id: 'fetch' }, status: 'completed', result: 'fetch done' },
        { call: { _id: 'parse' }, status: 'failed', error: 'X happened' },
        { call: { _id: 'rank' }, status: 'skipped' },
        { call: { _id: 'report' }, status: 'skipped' },
      ],
    });
  });

  //
  test('is given the most recent failure, not the first (P-4)', async () => {
    const fails = { parse: 'X happened', rank2: 'Y happened' };
    const { requests } = await session({ fails });
    expect(requests.map(({ lastError }) => lastError)).toEqual(['X happened', 'Y happened']);
  });

  //
  test('has its completed calls preserved and its new ones added; the revision counts on (T-15, T-16)', async () => {
    const { state, diffs } = await session({ fails: { parse: 'X happened' } });
    expect(statusesOf(state)).toMatchObject({ fetch: 'completed', report2: 'completed' });
    expect(diffs[0]).toMatchObject({ added: ['cache', 'rank2', 'report2'] });
    expect(state).toMatchObject({ revision: 2, replans: 1 });
  });
});

describe('a step', () => {
  test('has an expected outcome that nobody enforces and everybody can read (P-2, P-3)', async () => {
    const planner = () => [callNamed('a', { _expected: 'It is seven.' })];
    const { state, journal } = await session({ planner });
    expect(state.reason).toBe('goal_met');
    expect(journal[0]).toMatchObject({ plan: { calls: [{ _expected: 'It is seven.' }] } });
  });

  test('is handed its own tool’s contract and values, and of the state only its scopes (R-3, R-51, A-39)', async () => {
    const planner = () => [callNamed('a'), callNamed('b', { p: '†state.a' })];
    const { starts } = await session({ planner });
    expect(starts[1]).toMatchObject({ contract: { name: 'tool' }, params: { p: 'a done' }, scopes: {} });
  });
});

describe('execution', () => {
  test('has the defaults of the seeds where a plan says nothing (T-7, R-29, P-11, P-13, K-2, K-4, K-5, K-15)', () => {
    expect(runPolicy({})).toEqual({
      onFailure: 'ask',
      retryLimit: 3,
      maxConcurrent: 3,
      maxSteps: Number.POSITIVE_INFINITY,
      maxAddedCalls: 12,
      maxReplans: 5,
      maxCost: Number.POSITIVE_INFINITY,
      maxDurationMs: Number.POSITIVE_INFINITY,
      askBefore: 'none',
      reviewReplans: false,
    });
  });

  //
  test('runs what does not wait for another at the same time, one after the other where that is wanted (P-18, T-25, K-5)', async () => {
    const planner = () => [callNamed('a'), callNamed('b'), callNamed('c')];
    const atOnce = await session({ planner });
    expect(atOnce.types.slice(2, 5)).toEqual(Array.from({ length: 3 }, () => 'plan_step_started'));
    const oneByOne = await session({ planner, policy: { maxConcurrent: 1 } });
    expect(oneByOne.types.slice(2, 4)).toEqual(['plan_step_started', 'plan_step_completed']);
    expect(oneByOne.starts.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  test('ends in a result by call, and in success where none failed and none is pending (T-13, K-22)', async () => {
    const { state } = await session({});
    const results = Object.fromEntries(callViews(state).map(({ id, value }) => [id, value]));
    expect(results).toMatchObject({ fetch: 'fetch done', report: 'report done' });
    expect(state.status).toBe('completed');
  });

  test('keeps a journal of 100 calls in less than a megabyte (T-25)', async () => {
    const planner = () => chain(...Array.from({ length: 100 }, (_, at) => `c${at}`));
    const { journal, state } = await session({ planner, policy: { maxSteps: 100 } });
    expect(state.status).toBe('completed');
    expect(JSON.stringify(journal).length).toBeLessThan(1_000_000);
  });

  test('runs the seed’s complete example: search in parallel, replan twice, say how it stands, sum up (T-24)', async () => {
    const sumOf = (id: string, ...of: string[]) =>
      callNamed(id, { p: of.map((source) => `†state.${source}`) });
    const planner = ({ lastError }: ReplanRequest) => {
      if (lastError === null)
        return [
          callNamed('web'),
          callNamed('papers'),
          callNamed('news'),
          sumOf('sum', 'web', 'papers', 'news'),
        ];
      if (lastError === 'No access.') return [callNamed('archive'), sumOf('sum2', 'web', 'news', 'archive')];
      return [callNamed('library'), sumOf('sum3', 'web', 'news', 'library')];
    };
    const { state, starts, journal } = await session({
      planner,
      fails: { papers: 'No access.', archive: 'It burned down.' },
      policy: { maxConcurrent: 3, maxReplans: 2 },
    });
    // All three searches are under way before one of them ends.
    const steps = journal.filter(({ type }) => type.startsWith('plan_step_'));
    expect(steps.slice(0, 4).map(({ type }) => type)).toEqual([
      ...Array(3).fill('plan_step_started'),
      'plan_step_completed',
    ]);
    expect(starts.at(-1)).toMatchObject({
      id: 'sum3',
      params: { p: ['web done', 'news done', 'library done'] },
    });
    expect(state).toMatchObject({ status: 'completed', output: 'sum3 done', replans: 2 });
    const status = planStatus(state, { include_details: false });
    expect(status).toMatchObject({ success: true, status: { completed: 4, failed: 0, pending: 0 } });
    expect(status).not.toHaveProperty('subtasks');
  });
});
