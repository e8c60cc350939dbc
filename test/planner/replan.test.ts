/** A planner's answer to a run that failed: what is made of it, and what a person is told where nothing is. */

import { expect, it } from 'vitest';
import type { Plan } from '../../src/plan/document.ts';
import type { Planner, PlannerEvent, PlannerRequest } from '../../src/planner/planner.ts';
import { mended } from '../../src/planner/replan.ts';
import { withChecks } from '../../src/planner/with-checks.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import type { TryPlan } from '../../src/tools/trial.ts';

const DONE = { _id: 'sum', _tool: 'calculate', expression: '1 + 1', _outputPath: '†state.sum' };
const NEXT = {
  ...{ _id: 'say', _tool: 'template', template: 'It is {n}.', values: { n: '†state.sum' } },
  _outputPath: '†state.said',
};
const PLAN: Plan = { format: 'obelus/plan', version: 1, id: 'p', mode: 'lazy', calls: [DONE] };
const HISTORY = [{ call: DONE, status: 'completed', result: 2 }] as const;

const signal = new AbortController().signal;
const call = { kind: 'call', call: NEXT } as const;

async function replanned(answers: readonly (readonly PlannerEvent[])[], tryPlan?: TryPlan) {
  const asked: PlannerRequest[] = [];
  const planner: Planner = async function* (request) {
    yield* answers[asked.push(request) - 1] ?? [];
  };
  const about = { goal: 'Sum', plan: PLAN, history: HISTORY, lastError: 'It broke.' };
  const given = { ...about, ...(tryPlan ? { tryPlan } : {}) };
  const answer = await mended(withChecks(planner), catalogueOf(builtInTools), given, signal);
  return { answer, asked };
}

it('is its calls, where they stand', async () => {
  const { answer } = await replanned([[call, { kind: 'done' }]]);
  expect(answer).toEqual({ calls: [NEXT] });
});

it('that fails says why, and what helps', async () => {
  const remedies = ['key', 'planner'] as const;
  const failed = { kind: 'failed', code: 'key-refused', message: 'The key was refused.', remedies } as const;
  const { answer, asked } = await replanned([[call, failed]]);
  expect(answer).toEqual({ calls: [], isNone: true, told: 'The key was refused.', remedies });
  expect(asked).toHaveLength(1);
});

it('that is too long is asked for again with fewer tools, once', async () => {
  const remedies = ['fewer-tools', 'planner'] as const;
  const long = { kind: 'failed', code: 'prompt-too-long', message: 'Too long.', remedies } as const;
  const { answer, asked } = await replanned([[long], [call, { kind: 'done' }]]);
  expect(answer).toEqual({ calls: [NEXT] });
  expect(asked.map(({ fewerTools }) => fewerTools)).toEqual([undefined, true]);
  const again = await replanned([[long], [long], [call, { kind: 'done' }]]);
  expect(again.asked).toHaveLength(2);
  expect(again.answer).toEqual({ calls: [], isNone: true, told: 'Too long.', remedies });
});

it('of a turn before anything was done is told nothing of words that no call uses yet', async () => {
  const planner: Planner = async function* () {
    yield* [{ kind: 'call', call: DONE }, { kind: 'done' }] as const;
  };
  const about = { goal: 'Say hello to "Karl"', history: [], lastError: null };
  const answer = await mended(
    withChecks(planner),
    catalogueOf(builtInTools),
    { ...about, plan: { ...PLAN, calls: [] } },
    signal,
  );
  expect(answer.told).toBeUndefined();
});

it('that finds nothing says what it says of that', async () => {
  const { answer } = await replanned([[{ kind: 'note', text: 'No other tool does it.' }, { kind: 'done' }]]);
  expect(answer).toEqual({ calls: [], told: 'No other tool does it.' });
});

it('that breaks off says so, and leaves none of its calls', async () => {
  const { answer } = await replanned([[call]]);
  expect(answer).toEqual({
    ...{ calls: [], isNone: true, told: expect.stringContaining('before its plan was whole') },
  });
});

it('is tried before it is taken: what does not come out goes back, and is told where it stays', async () => {
  const tried: Plan[] = [];
  const fails: TryPlan = async (plan) => {
    tried.push(plan);
    return { calls: new Map([['say', { status: 'failed', message: 'There is no such column.' }]]) };
  };
  const whole = [call, { kind: 'done' }] as const;
  const { answer, asked } = await replanned([whole, whole, whole], fails);
  // With what is done: the new calls read it.
  expect(tried[0]?.calls).toEqual([DONE, NEXT]);
  expect(asked[1]?.mend?.problems).toMatchObject([{ calls: ['say'] }]);
  expect(answer).toMatchObject({ calls: [NEXT], told: expect.stringContaining('There is no such column.') });
});

it('under a mandate is shown what that names, tools of no list too, and nothing else (L-64)', async () => {
  const mandate: Plan['mandate'] = {
    tools: ['agent', 'judgeByModel', 'calculate'],
    effects: ['none'],
    hosts: [],
  };
  const asked: PlannerRequest[] = [];
  const planner: Planner = async function* (request) {
    asked.push(request);
    yield* [call, { kind: 'done' }] as const;
  };
  const about = { goal: 'Sum', history: HISTORY, lastError: null };
  const plan: Plan = { ...PLAN, strategy: 'iterative', mandate };
  const answer = await mended(withChecks(planner), catalogueOf(builtInTools), { ...about, plan }, signal);
  const shown = asked[0]?.catalogue.list().map(({ name }) => name);
  expect(new Set(shown)).toEqual(new Set(mandate?.tools));
  // One that was signed may stay as it is: it is asked for once.
  const kept = { ...plan, calls: [DONE, NEXT] };
  asked.length = 0;
  await mended(withChecks(planner), catalogueOf(builtInTools), { ...about, plan: kept }, signal);
  expect(asked).toHaveLength(1);
  // What lies beyond it is no draft that is refused: it asks, when it is about to start.
  expect(answer.calls).toEqual([NEXT]);
});

it('to a model is asked for with all that the person has said on the way, in order (L-63)', async () => {
  const goals: string[] = [];
  const planner: Planner = async function* ({ goal }) {
    goals.push(goal);
    yield* [call, { kind: 'done' }] as const;
  };
  const about = { goal: 'Sum', plan: PLAN, history: HISTORY, lastError: null, saidBefore: ['In euros'] };
  const asked = (more: object) =>
    mended(withChecks(planner), catalogueOf(builtInTools), { ...about, ...more }, signal);
  await asked({});
  await asked({ said: 'And round it' });
  // One without a model reads a goal as sentences of its own, and a wish as a change of the plan.
  await asked({ isOffline: true });
  expect(goals).toEqual([
    'Sum\n\nFrom here on: In euros',
    'Sum\n\nFrom here on: In euros\n\nFrom here on: And round it',
    'Sum',
  ]);
});
