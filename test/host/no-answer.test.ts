/** A turn that gets no answer (L-63): the person is asked, no turn is used up, and what they said on the way holds. */

import { describe, expect, test } from 'vitest';
import { REPLAN } from '../../src/flows/flow.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { decide } from '../../src/run/decide.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { NO_ANSWER } from '../../src/run/grants.ts';
import { lostIn } from '../../src/run/lost-answers.ts';
import { newRun } from '../../src/run/new-run.ts';
import { isPlannerAnswer } from '../../src/run/planner-answers.ts';
import type { PlannerAnswer, ReplanRequest } from '../../src/run/replan.ts';
import { SETTING } from '../run/written-run.ts';
import {
  mandate,
  one,
  ITERATIVE as STEPWISE,
  EAGER as STREAMED,
  startedTurns,
  type Turns,
} from './turns-run.ts';
import type { Script } from './virtual-place.ts';

const few = { ...mandate, maxTurns: 3 };
const ITERATIVE: Plan = { ...STEPWISE, mandate: few };
const EAGER: Plan = { ...STREAMED, mandate: few };
const NONE: PlannerAnswer = {
  ...{ calls: [], isNone: true, told: 'The server has a fault of its own (500).', cost: 0.25 },
  remedies: ['again', 'planner'],
};

/** @param dies see `TurnsGiven` */
async function started(plan: Plan, turns: Turns, dies?: number, more: Partial<Script> = {}) {
  const run = await startedTurns(plan, turns, { more, ...(dies === undefined ? {} : { dies }) });
  const answer = (choose: 'approve' | 'reject') =>
    run.steer({ kind: 'answer', runId: 'run', about: NO_ANSWER, choose });
  return { ...run, answer };
}

const fold = (events: readonly RunEvent[]) => events.reduce(evolve, newRun('run', SETTING));

describe.each([
  ['a plan made a step at a time', ITERATIVE],
  ['an eager plan', EAGER],
])('%s', (_, plan) => {
  test('asks where its planner gives no answer, uses up no turn, and goes on when that is said', async () => {
    const run = await started(plan, [{ calls: [one('a')], output: null }, NONE, NONE]);
    expect(await run.row()).toMatchObject({ status: 'waiting', open: 1 });
    expect(run.requests).toHaveLength(2);
    // It is not asked again behind the person's back.
    await run.kill();
    expect(run.requests).toHaveLength(2);
    await run.answer('approve');
    expect(run.requests).toHaveLength(3);
    expect(run.requests[2]?.turnsLeft).toBe(2);
    await run.answer('approve');
    expect(await run.row()).toMatchObject({ status: 'completed', open: 0 });
    const turns = (await run.events()).filter(({ type }) => type === 'plan_turn');
    expect(turns).toHaveLength(2);
  });

  test('tells why, and what the failed answer cost counts', async () => {
    const run = await started(plan, [NONE]);
    const asked = (await run.events()).findLast(({ type }) => type === 'plan_replan_waiting');
    expect(asked).toMatchObject({ about: NO_ANSWER, told: NONE.told, remedies: NONE.remedies, cost: 0.25 });
    const state = fold(await run.events());
    expect(state).toMatchObject({ cost: 0.25, turnsTaken: 0, plannerTold: { text: NONE.told } });
  });

  test('ends where the person says so, and why is still told', async () => {
    const run = await started(plan, [NONE]);
    await run.answer('reject');
    expect(await run.row()).toMatchObject({ status: 'failed', reason: 'no_plan', open: 0 });
    expect(fold(await run.events()).plannerTold?.text).toBe(NONE.told);
  });

  test('tells every turn what the person has said on the way', async () => {
    const run = await started(plan, [
      { calls: [one('a')], output: null },
      NONE,
      // The wish is answered, and there is nothing to change yet.
      { calls: [] },
      { calls: [one('b')], output: null },
    ]);
    await run.steer({ kind: 'wish', runId: 'run', said: 'No more than two' });
    await run.answer('approve');
    expect(await run.row()).toMatchObject({ status: 'completed' });
    expect(run.requests.map(({ cause, said, saidBefore }) => [cause, said, saidBefore])).toEqual([
      ['tick', undefined, undefined],
      ['tick', undefined, undefined],
      ['person', 'No more than two', undefined],
      ['tick', undefined, ['No more than two']],
      ['tick', undefined, ['No more than two']],
    ]);
  });
});

test('what came whole of a turn before its answer broke off is a turn (L-60)', async () => {
  const run = await started(EAGER, [
    (_, onCall) => {
      onCall?.(one('a'));
      return NONE;
    },
  ]);
  expect(await run.row()).toMatchObject({ status: 'completed' });
  const [first] = (await run.events()).filter((event) => event.type === 'plan_turn');
  expect(first).toMatchObject({ calls: [{ _id: 'a' }] });
});

test.each([
  ['a plan made a step at a time', ITERATIVE],
  ['an eager plan', EAGER],
])('%s comes to the same end, killed behind whatever it has told', async (_, plan) => {
  const lived = async (dies?: number) => {
    let isUp = false;
    const turn = ({ history: { length } }: ReplanRequest): PlannerAnswer => {
      if (length === 0) return { calls: [one('a')], output: null };
      if (!isUp) return NONE;
      return length === 1 ? { calls: [one('b')], output: null } : { calls: [], output: 'over' };
    };
    const run = await started(plan, turn, dies);
    expect(await run.row()).toMatchObject({ status: 'waiting' });
    isUp = true;
    await run.answer('approve');
    const turns = (await run.events()).filter(({ type }) => type === 'plan_turn').length;
    return { row: await run.row(), turns, entered: run.entered, told: run.told() };
  };
  const whole = await lived();
  expect(whole).toMatchObject({ row: { status: 'completed', reason: 'goal_met' }, turns: 3 });
  for (let dies = 1; dies <= whole.told; dies++) {
    const { row, turns, entered } = await lived(dies);
    expect([dies, row?.status, row?.reason, turns, new Set(entered)]).toEqual([
      ...[dies, 'completed', 'goal_met', 3],
      new Set(['a', 'b']),
    ]);
  }
});

test('a call that the checks refuse and that streams in before the server fails is no turn either', async () => {
  const refused = (_: ReplanRequest, onCall?: (call: Call) => void): PlannerAnswer => {
    onCall?.({ ...one('x'), p: '†state.nowhere' });
    return NONE;
  };
  const run = await started(EAGER, refused, undefined, {
    check: (given) => (given.calls.some(({ _id }) => _id === 'x') ? ['It is wrong.'] : []),
  });
  expect(await run.row()).toMatchObject({ status: 'waiting', open: 1 });
  expect((await run.events()).filter(({ type }) => type === 'plan_turn')).toEqual([]);
});

test('with nothing left to pay for another answer there is nothing to ask, whoever has spent it', async () => {
  const capped: Plan = { ...EAGER, mandate: { ...few, maxCost: 0.25 } };
  const run = await started(capped, NONE);
  expect(await run.row()).toMatchObject({ status: 'failed', reason: 'cost_budget', open: 0 });

  // Others have spent it while it waited: it is asked for as before, and asked again it ends.
  const asked = await (await started(EAGER, NONE)).events();
  const left = () => ({ steps: 10, cost: 0, ms: 1e9 });
  const state = asked.reduce(evolve, newRun('run', { ...SETTING, left }));
  expect(state.replanning).toBe('asking');
  const { seq, runId } = state;
  evolve(state, { type: 'approval', about: NO_ANSWER, choose: 'approve', runId, seq: seq + 1, time: 9 });
  for (let event = decide(state, 9); event !== null; event = decide(state, 9)) evolve(state, event);
  expect(state).toMatchObject({ status: 'failed', reason: 'cost_budget' });
});

test('what is no answer to the question is none', async () => {
  const run = await started(EAGER, NONE);
  await run.steer({
    ...{ kind: 'answer', runId: 'run', about: NO_ANSWER },
    ...({ choose: 'replan', calls: [one('mine')] } as const),
  });
  expect(await run.row()).toMatchObject({ status: 'waiting', open: 1 });
});

test('an answer that failed counts with what its server said it took, and is told as lost where it had begun and said nothing', async () => {
  const run = await started(EAGER, { ...NONE, tokens: { input: 7, output: 3 } });
  const asked = (await run.events()).filter(isPlannerAnswer);
  expect(asked).toMatchObject([{ type: 'plan_replan_waiting', tokens: { input: 7, output: 3 } }]);
  const { cost: _, ...unsaid } = NONE;
  const events = await (await started(EAGER, unsaid)).events();
  expect(events.filter(isPlannerAnswer)).toEqual([]);
  const state = newRun('run', SETTING);
  for (const event of events) {
    // Its answer had begun.
    if (event.type === 'plan_replan_waiting') state.unheard.add(REPLAN);
    evolve(state, event);
  }
  expect(lostIn(state)).toBe(1);
});
