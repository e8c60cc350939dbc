import { describe, expect, it, vi } from 'vitest';
import type { Plan } from '../../src/plan/document.ts';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import { callStatus, callView, runStatus } from '../../src/run/view.ts';
import { isOver } from '../../src/run/whole.ts';
import { askedWithin, isAskedBelow } from '../../src/stores/run-questions.ts';
import { createRunsStore, shownRun } from '../../src/stores/runs.ts';
import { engine, journal, runsStore, shownAfter } from './shown.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: [
    { _id: 'a', _tool: 't' },
    { _id: 'b', _tool: 't' },
  ],
};
const COMMIT: RunEventBody = { type: 'plan.commit', revision: 1, plan: PLAN };
const STARTED: RunEventBody = { type: 'plan_started', total: 2 };
const stateAfter = (...bodies: RunEventBody[]) => shownAfter(journal(COMMIT, STARTED, ...bodies)).state;
const statusesAfter = (...bodies: RunEventBody[]) =>
  stateAfter(...bodies).program.steps.map(({ id }) => [id, callStatus(stateAfter(...bodies), id)]);

const START: RunEventBody = { type: 'plan_step_started', call: 'a', attempt: 1 };
const FAIL: RunEventBody = {
  type: 'plan_step_failed',
  call: 'a',
  attempt: 1,
  code: 'timeout',
  message: 'Too slow.',
};
const ASK: RunEventBody = { type: 'plan_step_waiting', call: 'a', kind: 'failure' };

describe('a run as it is shown', () => {
  it('knows every call from the commit on', () => {
    expect(statusesAfter().map(([id]) => id)).toEqual(['a', 'b']);
  });

  it('keeps each attempt with its times', () => {
    const state = stateAfter(
      START,
      FAIL,
      { type: 'plan_step_retry', call: 'a', retry: 1, delayMs: 1000 },
      { type: 'plan_step_started', call: 'a', attempt: 2 },
    );
    expect(callView(state, 'a')).toMatchObject({
      status: 'in_progress',
      attempts: [
        { attempt: 1, startedAt: 20, endedAt: 30, outcome: 'failed' },
        { attempt: 2, startedAt: 50, outcome: 'running' },
      ],
    });
  });

  it('says since when a call waits, and until when for a retry', () => {
    const state = stateAfter(START, FAIL, { type: 'plan_step_retry', call: 'a', retry: 1, delayMs: 1000 });
    expect(callView(state, 'a')?.wait).toEqual({ kind: 'retry', since: 40, until: 1040 });
  });

  it('leaves nothing in progress once the run has ended', () => {
    const state = stateAfter(START, { type: 'plan_aborted', reason: 'aborted' });
    expect(['a', 'b'].map((id) => callStatus(state, id))).toEqual(['cancelled', 'cancelled']);
    expect(callView(state, 'a')?.attempts).toEqual([
      { attempt: 1, startedAt: 20, endedAt: 30, outcome: 'interrupted' },
    ]);
    expect(isOver(state)).toBe(true);
  });

  it('has what was in flight cut off after an interruption', () => {
    const state = stateAfter(START, { type: 'plan_run_interrupted' });
    expect(callView(state, 'a')).toMatchObject({ status: 'ready', attempts: [{ outcome: 'interrupted' }] });
  });

  it('is waiting while it asks and nothing runs, and asks until it is answered', () => {
    const runs = runsStore();
    runs.actions.receive('r', journal(COMMIT, STARTED, START, FAIL, ASK));
    const run = shownRun(runs.getState(), 'r')!;
    expect(runStatus(run.state)).toBe('waiting');
    expect(askedWithin(run, runs.getState())).toMatchObject([
      { question: { kind: 'failure', call: 'a' }, since: 40 },
    ]);
    runs.actions.receive('r', [
      { type: 'approval', call: 'a', choose: 'retry', runId: 'r', seq: 6, time: 50 },
    ]);
    expect(askedWithin(run, runs.getState())).toEqual([]);
  });

  it('is asked below where a sub-run asks, while its own call is at work', () => {
    const runs = runsStore();
    runs.actions.receive('r', journal(COMMIT, STARTED, START));
    const run = shownRun(runs.getState(), 'r')!;
    expect(isAskedBelow(run, runs.getState())).toBe(false);
    const below: RunEventBody = { ...COMMIT, parent: { runId: 'r', call: 'a' } };
    runs.actions.receive(
      'r.1',
      journal(below, STARTED, START, FAIL, ASK).map((event) => ({ ...event, runId: 'r.1' })),
    );
    expect(runStatus(run.state)).toBe('running');
    expect(isAskedBelow(run, runs.getState())).toBe(true);
    const sub = shownRun(runs.getState(), 'r.1')!;
    expect(isAskedBelow(sub, runs.getState())).toBe(false);
  });

  it('says of a call that it waits where a run below it asks, at any depth, and hears when that is answered', () => {
    const runs = runsStore();
    runs.actions.receive('r', journal(COMMIT, STARTED, START));
    const told: (string | undefined)[] = [];
    const tell = () => told.push(runs.actions.liveOf('r', 'a')?.status);
    runs.actions.subscribeCall('r', 'a', tell);
    const receive = (runId: string, events: readonly RunEvent[]) =>
      runs.actions.receive(
        runId,
        events.map((event) => ({ ...event, runId })),
      );
    const child: RunEventBody = { ...COMMIT, parent: { runId: 'r', call: 'a', index: 0 } };
    receive('r.a', journal(child, STARTED, START));
    expect(runs.actions.liveOf('r', 'a')?.status).toBe('in_progress');
    const grandchild: RunEventBody = { ...COMMIT, parent: { runId: 'r.a', call: 'a' } };
    const asks = journal(grandchild, STARTED, START, FAIL, ASK, {
      type: 'plan_step_skipped',
      call: 'a',
      because: 'person',
    } as RunEventBody);
    receive('r.a.a', asks.slice(0, -1));
    expect(told.at(-1)).toBe('waiting');
    expect(runs.actions.liveOf('r.a', 'a')?.status).toBe('waiting');
    expect(runs.actions.liveOf('r', 'b')?.status).toBe('ready');
    receive('r.a.a', asks.slice(-1));
    expect(told.at(-1)).toBe('in_progress');
  });

  it('shows the most urgent status of a call over its instances', () => {
    const commit: RunEventBody = {
      ...COMMIT,
      type: 'plan.commit',
      instances: [{ label: 'X' }, { label: 'Y' }],
    };
    const { state } = shownAfter(
      journal(
        commit,
        STARTED,
        { type: 'plan_step_started', call: 'a@X', attempt: 1 },
        { type: 'plan_step_completed', call: 'a@X', attempt: 1, value: 1 },
        { type: 'plan_step_started', call: 'a@Y', attempt: 1 },
      ),
    );
    expect([callStatus(state, 'a'), callStatus(state, 'a@X'), callStatus(state, 'c')]).toEqual([
      'in_progress',
      'completed',
      undefined,
    ]);
  });

  it('begins a new revision with what is done, and tells of the rest what it tried so far (L-42)', () => {
    const revised: Plan = { ...PLAN, calls: [...PLAN.calls, { _id: 'c', _tool: 't' }] };
    const state = stateAfter(
      START,
      { type: 'plan_step_completed', call: 'a', attempt: 1, value: 1 },
      { type: 'plan_step_started', call: 'b', attempt: 1 },
      { ...FAIL, type: 'plan_step_failed', call: 'b' },
      { type: 'plan_step_waiting', call: 'b', kind: 'failure' },
      { type: 'approval', call: 'b', choose: 'replan' },
      { type: 'plan.commit', revision: 2, plan: revised },
    );
    expect(['a', 'b', 'c'].map((id) => callStatus(state, id))).toEqual(['completed', 'ready', 'ready']);
    expect(callView(state, 'b')?.attempts).toMatchObject([{ outcome: 'failed' }]);
  });

  it('has a call that another plan was asked for as failed (L-41)', () => {
    const state = stateAfter(START, FAIL, ASK, { type: 'approval', call: 'a', choose: 'replan' });
    expect(callView(state, 'a')).toMatchObject({ status: 'failed', failure: { message: 'Too slow.' } });
  });
});

describe('the runs store', () => {
  const received = (...bodies: RunEventBody[]) => {
    const runs = runsStore();
    runs.actions.receive('r', journal(COMMIT, STARTED, ...bodies));
    return runs;
  };

  it('changes nothing for events it has seen', () => {
    const runs = received(START);
    const before = runs.getState().known.get('r');
    runs.actions.receive('r', journal(COMMIT, STARTED, START));
    expect(runs.getState().known.get('r')).toBe(before);
  });

  it('keeps an event it does not know', () => {
    const runs = received();
    const unknown = { type: 'plan.sparkle', runId: 'r', seq: 3, time: 1 } as unknown as RunEvent;
    runs.actions.receive('r', [unknown]);
    expect(runs.getState().known.get('r')?.events.at(-1)).toBe(unknown);
  });

  it('wakes only the cards whose call stands differently', () => {
    const runs = received();
    const [a, b] = [vi.fn(), vi.fn()];
    runs.actions.subscribeCall('r', 'a', a);
    runs.actions.subscribeCall('r', 'b', b);
    runs.actions.receive('r', [{ ...START, runId: 'r', seq: 3, time: 30 } as RunEvent]);
    expect([a.mock.calls.length, b.mock.calls.length]).toEqual([1, 0]);
  });

  it('gives a card the same object until its call stands differently', () => {
    const runs = received(START);
    const [a, b] = [runs.actions.liveOf('r', 'a'), runs.actions.liveOf('r', 'b')];
    runs.actions.receive('r', [
      { type: 'plan_step_started', call: 'b', attempt: 1, runId: 'r', seq: 4, time: 40 },
    ]);
    expect(runs.actions.liveOf('r', 'a')).toBe(a);
    expect(runs.actions.liveOf('r', 'b')).not.toBe(b);
  });

  it('tells the card of an agent which turn its model is at, and whether a call inside waits for a person (L-56)', () => {
    const runs = received(START);
    const woken = vi.fn();
    runs.actions.subscribeCall('r', 'a', woken);
    const mandate = { tools: ['t'], effects: ['none' as const], hosts: [], maxTurns: 5 };
    const room: Plan = { ...PLAN, id: 'room', mode: 'eager', calls: [], output: null, mandate };
    const planned = { _id: 'x', _tool: 't', _outputPath: '†state.x' };
    let seq = 0;
    const below = (...bodies: RunEventBody[]) => {
      const events = bodies.map(
        (body) => ({ ...body, runId: 'r.a', seq: ++seq, time: seq * 10 }) as RunEvent,
      );
      runs.actions.receive('r.a', events);
      return runs.actions.liveOf('r', 'a')?.turn;
    };
    const parent = { runId: 'r', call: 'a' };
    const commit: RunEventBody = { type: 'plan.commit', revision: 1, plan: room, parent };
    expect(below(commit, { type: 'plan_started', total: 0 })).toEqual({ now: 1, of: 5, waits: false });
    expect(woken).toHaveBeenCalledTimes(1);
    const grown: Plan = { ...room, calls: [planned] };
    const diff: RunEventBody = { type: 'plan.diff', revision: 2, added: ['x'], removed: [], revised: [] };
    const turned: RunEventBody = { type: 'plan_turn', turn: 1, revision: 2, calls: [planned], output: null };
    const still = below(turned, diff, { type: 'plan.commit', revision: 2, plan: grown });
    expect(still).toEqual({ now: 1, of: 5, waits: false });
    expect(below({ type: 'plan_step_waiting', call: 'x', kind: 'mandate' })?.waits).toBe(true);
    expect(below({ type: 'approval', call: 'x', choose: 'approve' })?.waits).toBe(false);
    below({ type: 'plan_step_started', call: 'x', attempt: 1 });
    expect(below({ type: 'plan_step_completed', call: 'x', attempt: 1, value: 1 })?.now).toBe(2);
    // Of a moment that has passed nobody knows it: the run below is elsewhere by now.
    runs.actions.lookAt('r', 3);
    expect(runs.actions.liveOf('r', 'a')?.turn).toBeUndefined();
    runs.actions.lookAt('r', null);
    const ended = { status: 'completed', reason: 'goal_met', output: 1 } as const;
    expect(below({ type: 'plan_completed', ...ended })).toBeUndefined();
  });

  it('tells a card that looked between two publications all the same', () => {
    const publish: (() => void)[] = [];
    const runs = createRunsStore({ engine, pace: (now) => publish.push(now) });
    runs.actions.receive('r', journal(COMMIT, STARTED));
    publish.splice(0).at(-1)!();
    const woken = vi.fn();
    runs.actions.subscribeCall('r', 'a', woken);
    runs.actions.receive('r', [{ ...START, runId: 'r', seq: 3, time: 30 } as RunEvent]);
    expect(runs.actions.liveOf('r', 'a')?.status).toBe('in_progress');
    publish.splice(0).at(-1)!();
    expect(woken).toHaveBeenCalledTimes(1);
  });

  it('shows what came before the engine was there, once it is', async () => {
    let arrive = (_: typeof engine) => {};
    const runs = createRunsStore({ engine: () => new Promise((resolve) => (arrive = resolve)) });
    runs.actions.receive('r', journal(COMMIT, STARTED));
    runs.actions.receive('r', [{ ...START, runId: 'r', seq: 3, time: 30 } as RunEvent]);
    expect([runs.getState().known.size, runs.actions.lastSeq('r')]).toEqual([0, 3]);
    arrive(engine);
    await runs.actions.settled();
    expect(runs.getState().known.get('r')?.position).toBe(3);
  });

  it('is asked for the engine again where it could not be fetched', async () => {
    let tries = 0;
    const runs = createRunsStore({
      engine: async () => {
        tries += 1;
        if (tries === 1) throw new Error('Offline.');
        return engine;
      },
    });
    runs.actions.receive('r', journal(COMMIT, STARTED));
    await expect(runs.actions.settled()).rejects.toThrow('Offline.');
    await runs.actions.settled();
    expect(runs.getState().known.get('r')?.position).toBe(2);
  });
});

const MANY = 700;
const LONG: readonly RunEvent[] = journal(
  {
    ...COMMIT,
    type: 'plan.commit',
    plan: { ...PLAN, calls: Array.from({ length: MANY }, (_, at) => ({ _id: `c${at}`, _tool: 't' })) },
  },
  STARTED,
  ...Array.from({ length: MANY }, (_, at): RunEventBody[] => [
    { type: 'plan_step_started', call: `c${at}`, attempt: 1 },
    { type: 'plan_step_completed', call: `c${at}`, attempt: 1, value: at },
  ]).flat(),
  { type: 'plan_completed', status: 'completed', reason: 'goal_met', output: null },
);

describe('looking back in the runs store', () => {
  const loaded = () => {
    const runs = runsStore();
    runs.actions.receive('r', LONG);
    return runs;
  };
  const shownStatus = (runs: ReturnType<typeof loaded>, call: string) =>
    callStatus(shownRun(runs.getState(), 'r')!.state, call);

  it('shows the moment in the place of the present, which stays as it is', () => {
    const runs = loaded();
    runs.actions.lookAt('r', 3);
    expect(shownStatus(runs, 'c0')).toBe('in_progress');
    expect(runStatus(runs.getState().known.get('r')!.state)).toBe('completed');
    runs.actions.lookAt('r', null);
    expect(shownStatus(runs, 'c0')).toBe('completed');
  });

  it('wakes the cards of calls that stood differently, and no other', () => {
    const runs = loaded();
    runs.actions.lookAt('r', 10);
    const woken: string[] = [];
    for (const id of ['c2', 'c4', 'c5']) runs.actions.subscribeCall('r', id, () => woken.push(id));
    runs.actions.lookAt('r', 12);
    expect(woken).toEqual(['c4']);
  });

  it('keeps the moment while a run that goes on gets new events', () => {
    const runs = runsStore();
    runs.actions.receive('r', LONG.slice(0, 20));
    runs.actions.lookAt('r', 5);
    runs.actions.receive('r', LONG.slice(20, 40));
    expect(shownRun(runs.getState(), 'r')).toMatchObject({ position: 5, state: { seq: 5 } });
    expect(runs.getState().known.get('r')).toMatchObject({ position: 40, state: { seq: 40 } });
  });

  it('says that a person went to what is shown, until it is played or goes on', () => {
    const runs = runsStore();
    const { receive, lookAt, isLeap } = runs.actions;
    receive('r', LONG.slice(0, 20));
    const said = [isLeap()];
    lookAt('r', 5);
    said.push(isLeap());
    // What happens meanwhile is not what is shown.
    receive('r', LONG.slice(20, 30));
    said.push(isLeap());
    lookAt('r', 6, true);
    said.push(isLeap());
    lookAt('r', 5);
    lookAt('r', null);
    said.push(isLeap());
    receive('r', LONG.slice(30, 40));
    said.push(isLeap());
    expect(said).toEqual([false, true, true, false, true, false]);
  });

  it('makes ready what happens meanwhile as it comes, not when the screen is told of it', () => {
    let ready = 0;
    const publish: (() => void)[] = [];
    const runs = createRunsStore({
      engine: {
        ...engine,
        moments: (blank) => {
          const moments = engine.moments(blank);
          return {
            ...moments,
            prepare: (events, position) => {
              ready = position;
              return moments.prepare(events, position);
            },
          };
        },
      },
      pace: (now) => publish.push(now),
    });
    runs.actions.receive('r', LONG.slice(0, 200));
    for (const now of publish.splice(0)) now();
    runs.actions.lookAt('r', 5);
    expect(ready).toBe(0);
    runs.actions.receive('r', LONG.slice(200, 400));
    expect(ready).toBeGreaterThan(300);
  });

  it('is over when the run is forgotten', () => {
    const runs = loaded();
    runs.actions.lookAt('r', 5);
    runs.actions.forget('r');
    expect(runs.getState().moment).toBeNull();
  });

  it('leaves a kept copy where it stands', () => {
    const runs = loaded();
    runs.actions.lookAt('r', 100);
    const kept = runs.actions.keep(shownRun(runs.getState(), 'r')!);
    runs.actions.lookAt('r', 900);
    expect([kept.state.seq, kept.events.length]).toEqual([100, 100]);
  });

  it('plays a record to any of its moments', () => {
    const runs = runsStore();
    for (const position of [700, 3, 1402, 0]) {
      runs.actions.replay('dry-run', LONG, position);
      expect(runs.getState().known.get('dry-run')?.state.seq).toBe(position);
    }
  });
});

it('lists runs under titles in which nothing hides or turns a line round (L-75)', () => {
  const store = runsStore();
  const row = { runId: 'r', planId: 'p', startedAt: 1, status: 'completed' } as const;
  const plain = { ...row, title: 'Sums' };
  store.actions.setList([{ ...row, title: 'safe\u202etxt.exe\nApproved' }, plain]);
  expect(store.getState().list.map(({ title }) => title)).toEqual(['safe⟨U+202E⟩txt.exe Approved', 'Sums']);
  expect(store.getState().list[1]).toBe(plain);
});
