/** A replan that a model plans goes by the door (L-73): to the host that was signed, else only once a person has said so. */

import { expect, test } from 'vitest';
import { askForModel, plannerFetch } from '../../src/activities/planner-door.ts';
import { REPLAN } from '../../src/flows/flow.ts';
import { sign } from '../../src/flows/sign.ts';
import { newContext } from '../../src/host/context.ts';
import { memoryStore } from '../../src/host/memory-place.ts';
import { plannerPass } from '../../src/host/planner-pass.ts';
import type { Place, PlannerPass } from '../../src/host/port.ts';
import { openRuns } from '../../src/host/runs.ts';
import type { Decision } from '../../src/run/decision.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { withGrant } from '../../src/run/grants.ts';
import { happenedIn } from '../../src/run/happened.ts';
import { newRun } from '../../src/run/new-run.ts';
import type { PlannerAnswer } from '../../src/run/replan.ts';
import type { RunState } from '../../src/run/state.ts';
import { openQuestions } from '../../src/run/view.ts';
import { turn, virtualPlace } from '../host/virtual-place.ts';
import { callNamed, journalOf, planOf, SETTING } from '../run/written-run.ts';
import { twoHosts } from './two-hosts.ts';

const two = twoHosts();

/** A planner that asks the model at a host, and on this device another one. */
const planner =
  (host: string | null): Place['replan'] =>
  (_, pass: PlannerPass) => {
    const answer = async (): Promise<PlannerAnswer> => {
      if (host === null) await askForModel(pass);
      if (host === null || pass.staysHere) return { calls: [callNamed('here')] };
      const send = await plannerFetch(pass, host, new Map());
      await send(`http://${host}/plan`, { method: 'POST', body: '{}' });
      return { calls: [callNamed('there')] };
    };
    return { answer: answer(), stop: () => {} };
  };

/** A run that fails at once, signed where the model at one host is connected, planned anew where one is at another. */
async function runFrom(
  signedHost: string | null,
  first: string | null,
  onFailure: 'replan' | 'ask' = 'replan',
) {
  const setting = { ...SETTING, modelServer: signedHost };
  const store = memoryStore();
  const place = virtualPlace({
    ...{ setting, store },
    play: (_, { id }) =>
      id === 'a' ? { ms: 1, throws: { code: 'no', message: 'No.' } } : { ms: 1, value: null },
  });
  let connected = first;
  const open = () => openRuns({ ...place, replan: (request, pass) => planner(connected)(request, pass) });
  let runs = open();
  const events = (): Promise<RunEvent[]> => store.events('r');
  const state = async () => (await events()).reduce(evolve, newRun('r', setting));
  const until = async (type: RunEvent['type']) => {
    while (!(await events()).some((event) => event.type === type)) {
      await place.settle();
      await turn();
    }
  };
  const plan = planOf([callNamed('a')], { retryLimit: 0, onFailure, reviewReplans: false });
  const signed = sign(plan, setting);
  if (!signed.ok) throw new Error(signed.error);
  const start = { runId: 'r', planId: 'p', plan, input: {}, replans: 'unasked' } as const;
  await runs.start({ ...start, hash: signed.value.hash });
  return {
    ...{ until, state, events },
    connect: (host: string | null) => {
      connected = host;
    },
    say: (decision: Decision) => runs.steer({ kind: 'answer', runId: 'r', ...decision }),
    killed: async () => {
      runs.letGo();
      await place.settle();
      runs = open();
      await runs.resumeAll();
    },
  };
}

const sentIn = (events: readonly RunEvent[]) =>
  events.flatMap((event) =>
    event.type === 'plan_replan_sent' ? [[event.host, event.method, event.answered, event.allowed]] : [],
  );

/** Lines of what left, without those of the calls, which are a person's own code here. */
const leftIn = (state: RunState) => happenedIn(state).filter(({ call }) => call === REPLAN);

test('the signed host is asked without a question, and what left stands beside what was signed', async () => {
  const run = await runFrom(two.known(), two.known());
  await run.until('plan_completed');
  const events = await run.events();
  expect(events.map(({ type }) => type)).not.toContain('plan_replan_waiting');
  expect(sentIn(events)).toEqual([
    [two.known(), 'POST', undefined, undefined],
    [two.known(), 'POST', 200, undefined],
  ]);
  expect(leftIn(await run.state())).toEqual([
    expect.objectContaining({
      call: REPLAN,
      signed: { kind: 'model', server: two.known() },
      sent: [expect.objectContaining({ method: 'POST', attempt: 1, answered: 200 })],
    }),
  ]);
});

test('another host is asked about first, also after a kill; a yes sends it, and the record says who allowed it', async () => {
  const run = await runFrom(two.known(), two.other());
  await run.until('plan_replan_waiting');
  const about = `host ${two.other()}`;
  await run.killed();
  expect(openQuestions(await run.state())).toEqual([{ kind: 'planner', about }]);
  expect(two.heard).toEqual([[], []]);
  // What is said to a draft is no answer to this.
  await expect(run.say({ choose: 'approve' })).rejects.toMatchObject({ code: 'no-such-question' });
  await run.say({ about, choose: 'approve' });
  await run.until('plan_completed');
  expect(two.heard.map(({ length }) => length)).toEqual([0, 1]);
  expect(sentIn(await run.events())).toEqual([
    [two.other(), 'POST', undefined, true],
    [two.other(), 'POST', 200, true],
  ]);
  expect(leftIn(await run.state()).map(({ signed, sent }) => [signed, sent.length])).toEqual([
    [{ kind: 'model', server: two.known() }, 0],
    [null, 1],
  ]);
});

test('a server at a port that another scheme has by itself is asked about once, by the name that it is sent to', async () => {
  const asked: string[] = [];
  const pass: PlannerPass = {
    ...{ runId: 'r', filesOf: 'r', staysHere: false, names: () => false, signed: null },
    record: async () => undefined,
    again: async () => undefined,
    granted: (about) => about === 'host 127.0.0.1:443',
    ask: (about) => {
      asked.push(about);
      return Promise.reject(new Error('The person is asked first.'));
    },
  };
  const send = await plannerFetch(pass, '127.0.0.1:443', new Map());
  // Nobody listens there: that it was tried is the door's yes.
  const came = await send('http://127.0.0.1:443/plan').catch(String);
  expect(String(came)).not.toContain('no line');
  expect(asked).toEqual([]);
});

test('a no sends nothing: this device plans', async () => {
  const run = await runFrom(null, two.other());
  await run.until('plan_replan_waiting');
  await run.say({ about: `host ${two.other()}`, choose: 'reject' });
  await run.until('plan_completed');
  expect(two.heard).toEqual([[], []]);
  expect((await run.state()).program.plan.calls.map(({ _id }) => _id)).toEqual(['here']);
});

test('where a model was signed and none is connected the person is asked, and a yes asks the one connected since', async () => {
  const before = two.heard[0]?.length ?? 0;
  const run = await runFrom(two.known(), null);
  const about = `model ${two.known()}`;
  await run.until('plan_replan_waiting');
  await run.killed();
  expect(openQuestions(await run.state())).toEqual([{ kind: 'planner', about }]);
  run.connect(two.known());
  await run.say({ about, choose: 'approve' });
  await run.until('plan_completed');
  expect(two.heard[0]?.length).toBe(before + 1);
  expect((await run.state()).program.plan.calls.map(({ _id }) => _id)).toEqual(['there']);
});

test('where they have this device plan instead, it plans; where no model was signed, nobody is asked', async () => {
  const run = await runFrom(two.known(), null);
  await run.until('plan_replan_waiting');
  await run.say({ about: `model ${two.known()}`, choose: 'reject' });
  await run.until('plan_completed');
  expect((await run.state()).program.plan.calls.map(({ _id }) => _id)).toEqual(['here']);
  const own = await runFrom(null, null);
  await own.until('plan_completed');
  expect((await own.events()).map(({ type }) => type)).not.toContain('plan_replan_waiting');
});

test('who chooses a replan knowing where it goes is not asked again; where it goes elsewhere, they are', async () => {
  for (const told of [two.other(), two.known()]) {
    const run = await runFrom(null, two.other(), 'ask');
    await run.until('plan_step_waiting');
    await run.say({ call: 'a', choose: 'replan', about: `host ${told}` });
    await run.until(told === two.other() ? 'plan_completed' : 'plan_replan_waiting');
    expect(two.heard[1]?.length).toBe(1);
  }
});

test('a no holds for the next replan, too, whichever model is connected since', async () => {
  const host = two.other();
  const before = two.heard[1]?.length;
  const setting = { ...SETTING, modelServer: null as string | null };
  const store = memoryStore();
  const place = virtualPlace({
    ...{ setting, store },
    play: () => ({ ms: 50, throws: { code: 'no', message: 'No.' } }),
  });
  let plans = 0;
  const runs = openRuns({
    ...place,
    setting,
    replan: (request, pass) =>
      pass.staysHere
        ? { answer: Promise.resolve({ calls: [callNamed(`here${++plans}`)] }), stop: () => {} }
        : planner(host)(request, pass),
  });
  const plan = planOf([callNamed('a')], {
    ...{ retryLimit: 0, onFailure: 'replan', reviewReplans: false, maxReplans: 3 },
  });
  const signed = sign(plan, setting);
  if (!signed.ok) throw new Error(signed.error);
  const start = { runId: 'r', planId: 'p', plan, input: {}, replans: 'unasked' } as const;
  await runs.start({ ...start, hash: signed.value.hash });
  // Connected while the run goes on.
  setting.modelServer = host;
  const asked = async () =>
    (await store.events('r')).filter(({ type }) => type === 'plan_replan_waiting').length;
  for (const question of [1, 2, 3]) {
    while ((await asked()) < question) {
      await place.settle();
      await turn();
    }
    await runs.steer({ kind: 'answer', runId: 'r', about: `host ${host}`, choose: 'reject' });
  }
  expect(two.heard[1]?.length).toBe(before);
});

test('what a call was allowed for the whole run is not allowed to a planner', () => {
  const place = virtualPlace({
    setting: SETTING,
    store: memoryStore(),
    play: () => ({ ms: 1, value: null }),
  });
  const run = newContext(place, 'r', { planId: 'p', title: 't' });
  run.state.grants = withGrant(run.state.grants, 'get', 'host x.example', { allow: true, run: true });
  expect(
    plannerPass(run, () => {}, { cause: 'failure', from: () => undefined }).granted('host x.example'),
  ).toBe(false);
});

test('what was signed in no journal of its own is not said to be', () => {
  const setting = { ...SETTING, modelServer: 'today.example' };
  const plan = planOf([callNamed('a')], { retryLimit: 0, onFailure: 'replan' });
  const left = (allowed: boolean) =>
    journalOf(plan, [
      { type: 'plan_step_started', call: 'a', attempt: 1 },
      {
        type: 'plan_replan_sent',
        ...{ replan: 1, n: 1, host: 'other.example', method: 'POST' },
        ...(allowed ? { allowed } : {}),
      },
    ]).reduce(
      (state, event) => evolve(state, event.type === 'plan.commit' ? withoutFlows(event) : event),
      newRun('r', setting),
    );
  expect(leftIn(left(true)).map(({ signed }) => signed)).toEqual([null]);
  expect(leftIn(left(false)).map(({ signed }) => signed)).toEqual([
    { kind: 'model', server: 'other.example' },
  ]);
});

const withoutFlows = ({ flows: _, ...event }: Extract<RunEvent, { type: 'plan.commit' }>): RunEvent => event;
