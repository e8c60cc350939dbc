/** What another run is likely to take, by the records of those before it: its time at work, its tokens, its dollars. */

import { expect, test } from 'vitest';
import type { Plan } from '../../src/plan/document.ts';
import { estimateWords } from '../../src/run/estimate-words.ts';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import { newRun } from '../../src/run/new-run.ts';
import { estimateOf, tookOf } from '../../src/run/took.ts';
import { SETTING } from './written-run.ts';

const PLAN: Plan = {
  ...{ format: 'obelus/plan', version: 1, id: 'p' },
  calls: [{ _id: 'a', _tool: 'read', _outputPath: '†state.a' }],
};

type At = readonly [time: number, body: RunEventBody];

const took = (bodies: readonly At[], below: readonly (readonly At[])[] = []) => {
  const journal = (all: readonly At[]) =>
    all.map(([time, body], at): RunEvent => ({ ...body, runId: 'r', seq: at + 1, time }));
  return tookOf(journal(bodies), below.map(journal), newRun('r', SETTING));
};

const answer = (cost?: number): RunEventBody => ({
  ...{ type: 'llm_recorded', call: 'a', hash: 'h', tokens: { input: 90, output: 10 } },
  ...(cost === undefined ? {} : { cost }),
});

/** A call that is in flight for `ms`, behind a gate at which a person took an hour. */
const whole = (ms: number, more: readonly RunEventBody[] = [], plan = PLAN): At[] => [
  [0, { type: 'plan.commit', revision: 1, plan }],
  [0, { type: 'plan_started', total: 1 }],
  [3_600_000, { type: 'plan_step_started', call: 'a', attempt: 1 }],
  ...more.map((body): At => [3_600_000, body]),
  [3_600_000 + ms, { type: 'plan_step_completed', call: 'a', attempt: 1, value: 1 }],
  [3_600_000 + ms, { type: 'plan_completed', status: 'completed', reason: 'goal_met', output: null }],
];

test('a run took the time in which something was in flight, the tokens and the price of all its answers', () => {
  expect(took(whole(2000, [answer(0.01), answer(0.02)]))).toMatchObject({ workMs: 2000, tokens: 200 });
  expect(took(whole(2000, [answer(0.01), answer(0.02)]))?.cost).toBeCloseTo(0.03);
  expect(took(whole(1, [answer(0.01)]), [[[0, answer(0.5)]]])?.tokens).toBe(200);
});

test('of an answer without a price the price of the run is not known, nor its tokens where a turn does not say them', () => {
  expect(took(whole(1, [answer(0.01), answer()]))).toMatchObject({ tokens: 200, cost: null });
  const turn: RunEventBody = {
    type: 'plan_turn',
    turn: 1,
    revision: 2,
    calls: [],
    problems: ['x'],
    from: 'm',
  };
  expect(took(whole(1, [turn]))).toMatchObject({ tokens: null, cost: null });
  expect(took(whole(1, [{ ...turn, tokens: { input: 1, output: 2 }, cost: 0.5 }]))).toMatchObject({
    ...{ tokens: 3, cost: 0.5 },
  });
});

test('from a run that failed, a part and a fork nothing follows', () => {
  const [first, ...rest] = whole(1);
  const commit = first![1] as Extract<RunEventBody, { type: 'plan.commit' }>;
  expect(took([[0, { ...commit, isPart: true }], ...rest])).toBeNull();
  expect(took([[0, { ...commit, forkOf: { runId: 'before' } }], ...rest])).toBeNull();
  expect(took(whole(1).slice(0, -1))).toBeNull();
});

test('the least and the most are said of runs of the calls as they stand, else of those before the change, else nothing', () => {
  const other = { ...PLAN, calls: [{ ...PLAN.calls[0]!, _tool: 'write' }] };
  const runs = [took(whole(4000, [answer(0.01)]))!, took(whole(9000, [answer(0.03)]))!];
  const words = (plan: Plan, all = runs) => {
    const found = estimateOf(plan, all);
    return (
      found &&
      estimateWords(
        found,
        (ms) => `${ms / 1000} s`,
        (dollars) => `$${dollars}`,
      )
    );
  };
  expect(words(PLAN)).toBe('The last 2 runs of it took $0.01 to $0.03, 100 tokens and 4 s to 9 s of work.');
  expect(words(PLAN, [...runs, took(whole(90_000, [], other))!])).toContain('The last 2 runs');
  expect(words(other, runs.slice(0, 1))).toBe(
    'The last run of it, before the plan was changed, took $0.01, 100 tokens and 4 s of work.',
  );
  expect(words(PLAN, [took(whole(500))!])).toBe('The last run of it took 0.5 s of work.');
  expect(words(PLAN, [])).toBeNull();
});
