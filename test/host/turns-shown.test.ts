/** "Show me each turn" (L-63): what a planner proposes waits for the person, over kills, and widens nothing when it is taken. */

import { describe, expect, test } from 'vitest';
import type { Decision } from '../../src/host/port.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { Turns as Shown } from '../../src/run/events.ts';
import type { PlannerAnswer } from '../../src/run/replan.ts';
import { EAGER, ITERATIVE, mandate, one, startedTurns, type Turn, type Turns } from './turns-run.ts';
import type { Script } from './virtual-place.ts';

const started = (plan: Plan, turns: Turns, shown?: Shown, more: Partial<Script> = {}) =>
  startedTurns(plan, turns, { more, ...(shown === undefined ? {} : { shown }) });

const take: Decision = { kind: 'answer', runId: 'run', choose: 'approve' };
const refuse = (said?: string): Decision => ({
  ...({ kind: 'answer', runId: 'run', choose: 'reject' } as const),
  ...(said === undefined ? {} : { value: said }),
});
const turnsTo = (turns: Shown): Decision => ({ kind: 'set-turns', runId: 'run', turns });

const TWO: readonly Turn[] = [
  { calls: [one('a')], output: null },
  { calls: [one('b')], output: '†state.b' },
];

describe.each([
  ['a plan made a step at a time', ITERATIVE],
  ['an eager plan', EAGER],
])('%s', (_, plan) => {
  test('goes on by itself where nobody asked to see its turns', async () => {
    const run = await started(plan, TWO);
    expect(run.entered).toEqual(['a', 'b']);
    expect(await run.row()).toMatchObject({ status: 'completed', open: 0 });
  });

  test('waits with each turn until it is taken, through kills, and is asked once', async () => {
    const run = await started(plan, TWO, 'shown');
    for (const id of ['a', 'b']) {
      const before = run.requests.length;
      expect(await run.row()).toMatchObject({ status: 'waiting', open: 1 });
      expect(run.entered).not.toContain(id);
      await run.kill();
      await run.kill();
      expect(run.entered).not.toContain(id);
      expect(run.requests).toHaveLength(before);
      await run.steer(take);
      expect(run.entered).toContain(id);
    }
    expect(await run.row()).toMatchObject({ status: 'completed', open: 0 });
    expect(run.requests).toHaveLength(2);
    expect((await run.events()).filter(({ type }) => type === 'plan_turn')).toHaveLength(2);
  });

  test('is asked for another turn where one is not taken, which is used up, and is told why', async () => {
    const answers: Turn[] = [{ calls: [one('x')], output: null }, ...TWO];
    const run = await started(plan, answers, 'shown');
    await run.steer(refuse('Read b first.'));
    expect(run.requests[1]?.lastError).toBe(
      'The person did not take the last turn. They said: Read b first.',
    );
    expect(run.requests[1]?.turnsLeft).toBe(11);
    await run.steer(take);
    await run.steer(take);
    expect(run.entered).toEqual(['a', 'b']);
    expect(await run.row()).toMatchObject({ status: 'completed' });
  });

  test('ends for its turns where none is ever taken', async () => {
    const few = { ...plan, mandate: { ...mandate, maxTurns: 2 } };
    const run = await started(few, [TWO[0]!, TWO[0]!, TWO[0]!], 'shown');
    await run.steer(refuse());
    await run.steer(refuse());
    expect(run.entered).toEqual([]);
    expect(await run.row()).toMatchObject({ status: 'failed', reason: 'turn_budget' });
  });

  test('takes the turn that waits, and all that follow, once it is let go on', async () => {
    const run = await started(plan, TWO, 'shown');
    await run.steer(turnsTo('unasked'));
    expect(run.entered).toEqual(['a', 'b']);
    expect(await run.row()).toMatchObject({ status: 'completed' });
  });

  test('keeps the choice over a kill', async () => {
    const run = await started(plan, TWO, 'shown');
    await run.steer(take);
    await run.steer(refuse());
    await run.kill();
    expect(run.entered).toEqual(['a']);
  });

  test('shows the turns to come where that is chosen in its middle', async () => {
    // The first turn waits for its call to be approved: nothing else holds the run.
    const asking: Plan = { ...plan, policy: { askBefore: 'all' } };
    const run = await started(asking, TWO);
    expect(run.entered).toEqual([]);
    await run.steer(turnsTo('shown'));
    await run.steer({ kind: 'answer', runId: 'run', call: 'a', choose: 'approve' });
    expect(run.entered).toEqual(['a']);
    expect(await run.row()).toMatchObject({ status: 'waiting' });
    expect(run.requests).toHaveLength(2);
    await run.kill();
    await run.steer(turnsTo('unasked'));
    await run.steer({ kind: 'answer', runId: 'run', call: 'b', choose: 'approve' });
    expect(await run.row()).toMatchObject({ status: 'completed' });
  });

  test('asks for what lies beyond the mandate though the turn with it was taken', async () => {
    const run = await started(plan, [{ calls: [one('w', 'write')], output: '†state.w' }], 'shown');
    await run.steer(take);
    expect(run.entered).toEqual([]);
    const asked = (await run.events()).findLast(({ type }) => type === 'plan_step_waiting');
    expect(asked).toMatchObject({ call: 'w', kind: 'mandate' });
  });

  test('runs what the person wrote in the place of a turn, and signs it as theirs', async () => {
    const run = await started(plan, TWO, 'shown');
    await run.steer({ kind: 'answer', runId: 'run', choose: 'edit', calls: [one('mine', 'write')] });
    expect((await run.events()).findLast(({ type }) => type === 'plan.draft')).toMatchObject({
      by: 'person',
      cause: 'person',
    });
    expect(run.entered).toEqual(['mine']);
  });
});

describe('an agent below a run whose turns are shown', () => {
  const AGENT: Plan = {
    ...{ format: 'obelus/plan', version: 1, id: 'p', goal: 'Ask it', strategy: 'flat', mode: 'lazy' },
    calls: [{ _id: 'ag', _tool: 'agent', task: 'Look', tools: ['read'], _outputPath: '†state.ag' }],
    output: '†state.ag',
  };
  const room = async (run: Awaited<ReturnType<typeof started>>): Promise<string> => {
    const waits = (await run.events()).findLast((event) => event.type === 'plan_step_waiting');
    if (waits?.type !== 'plan_step_waiting' || waits.run === undefined) throw new Error('No room waits.');
    return waits.run;
  };

  test('waits with each of its turns, through kills, and is asked for each once', async () => {
    const run = await started(AGENT, TWO, 'shown');
    for (const [at, id] of ['a', 'b'].entries()) {
      await run.kill();
      await run.kill();
      expect(run.requests).toHaveLength(at + 1);
      expect(run.entered).not.toContain(id);
      expect(await run.row()).toMatchObject({ open: 1 });
      await run.steer({ ...take, runId: await room(run) });
      expect(run.entered).toEqual(['a', 'b'].slice(0, at + 1));
    }
    expect(await run.row()).toMatchObject({ status: 'completed', open: 0 });
    expect(run.requests).toHaveLength(2);
  });

  test('is shown turn by turn, and let go on, by what is chosen for the run above while it is at work', async () => {
    // The first turn lies beyond what the agent may do, so its call asks: nothing else holds the run.
    const run = await started(AGENT, [{ calls: [one('a', 'write')], output: null }, TWO[1]!]);
    const child = await room(run);
    await run.steer(turnsTo('shown'));
    await run.steer({ kind: 'answer', runId: child, call: 'a', choose: 'approve' });
    expect(run.entered).toEqual(['a']);
    expect(run.requests).toHaveLength(2);
    await run.steer(turnsTo('unasked'));
    expect(run.entered).toEqual(['a', 'b']);
    expect(await run.row()).toMatchObject({ status: 'completed', open: 0 });
    await expect(run.steer(turnsTo('shown'))).rejects.toThrow('not going on');
  });

  test('is shown its next turn where that is chosen above while a call of it is under way', async () => {
    const entered: string[] = [];
    let meanwhile = async (): Promise<void> => {};
    const run = await started(AGENT, [{ calls: [one('a', 'write')], output: null }, TWO[1]!], undefined, {
      play: (_, { id }) => {
        entered.push(id);
        void meanwhile();
        return { ms: 10, value: id };
      },
    });
    meanwhile = () => run.say(turnsTo('shown'));
    await run.steer({ kind: 'answer', runId: await room(run), call: 'a', choose: 'approve' });
    expect(entered).toEqual(['a']);
    expect(run.requests).toHaveLength(2);
  });

  test('holds to what was chosen above at a kill, and to a later choice of its own', async () => {
    const said = { type: 'plan_turns', turns: 'unasked' } as const;
    const run = await started(AGENT, TWO, 'shown');
    await run.kill(said);
    expect(run.entered).toEqual(['a', 'b']);
    const own = await started(AGENT, TWO, 'shown');
    await own.steer({ ...turnsTo('unasked'), runId: await room(own) });
    expect(own.entered).toEqual(['a', 'b']);
    const later = await started(AGENT, [{ calls: [one('a', 'write')], output: null }, TWO[1]!]);
    const child = await room(later);
    await later.steer({ ...turnsTo('shown'), runId: child });
    await later.kill();
    await later.steer({ kind: 'answer', runId: child, call: 'a', choose: 'approve' });
    expect(later.entered).toEqual(['a']);
  });

  test('that is stopped while a turn waits takes it no more, and the run goes on without', async () => {
    const run = await started(AGENT, TWO, 'shown');
    const child = await room(run);
    await run.kill();
    await run.steer({ kind: 'stop-call', runId: 'run', call: 'ag' });
    await run.kill();
    await run.steer({ kind: 'answer', runId: 'run', call: 'ag', choose: 'skip' });
    await expect(run.steer({ ...take, runId: child })).rejects.toThrow();
    expect(run.entered).toEqual([]);
    expect(await run.row()).toMatchObject({ open: 0 });
  });
});

test('a turn that brings no call is not waited with: there is nothing to take', async () => {
  const run = await started(ITERATIVE, [TWO[0]!, { calls: [], output: '†state.a' }], 'shown');
  await run.steer(take);
  expect(await run.row()).toMatchObject({ status: 'completed' });
});

test('an eager planner is not heard call by call while its turns are shown, and is again once they are not', async () => {
  const heard: boolean[] = [];
  const run = await started(EAGER, TWO, 'shown', {
    replan: (_, onCall) => {
      heard.push(onCall !== undefined);
      return TWO[heard.length - 1] as PlannerAnswer;
    },
  });
  await run.steer(turnsTo('unasked'));
  expect(heard).toEqual([false, true]);
});

test('of a plan that is whole no turn is shown, and a run that is over takes no choice', async () => {
  const whole: Plan = { ...ITERATIVE, strategy: 'flat', calls: [one('a')], policy: { askBefore: 'all' } };
  const { mandate: _, ...plain } = whole;
  const run = await started(plain, []);
  await expect(run.steer(turnsTo('shown'))).rejects.toMatchObject({ code: 'no-turns' });
  const over = await started(ITERATIVE, TWO);
  await expect(over.steer(turnsTo('shown'))).rejects.toThrow('not going on');
});
