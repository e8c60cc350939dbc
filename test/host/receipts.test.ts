/** What was not approved on this device does not begin, whatever a journal says of itself (L-74). */

import { describe, expect, test } from 'vitest';
import type { Part } from '../../src/flows/flows-of.ts';
import { sign } from '../../src/flows/sign.ts';
import { openRuns } from '../../src/host/runs.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { Origin } from '../../src/plan/origin.ts';
import type { RunEvent } from '../../src/run/events.ts';
import type { Fork, StartRun } from '../../src/run/messages.ts';
import { RULES } from '../../src/run/rules.ts';
import { extendThread, newThread } from '../../src/run/thread.ts';
import { callView } from '../../src/run/view.ts';
import { journalLine } from '../../src/ui/run/journal-line.ts';
import { foldOf } from '../journal/what-it-was.ts';
import { SETTING } from '../run/written-run.ts';
import { notingPlace, PLAN } from './one-write.ts';
import type { VirtualPlace } from './virtual-place.ts';

const OF_A_FILE: Origin = { kind: 'file', at: 1, name: 'runs.json' };

function hashOf(plan: Plan, part?: Part): string {
  const hash = sign(plan, SETTING, {}, part);
  if (!hash.ok) throw new Error(hash.error);
  return hash.value.hash;
}

const started = (runId: string, more: Partial<StartRun> = {}): StartRun => ({
  runId,
  planId: 'p',
  plan: PLAN,
  hash: hashOf(PLAN),
  input: {},
  ...more,
});

function aPlace() {
  const approved = new Set<string>();
  const receipts = { holds: async (hash: string) => approved.has(hash) };
  return { ...notingPlace({ receipts }), approved };
}

/** As a stranger may write it: `a` has "returned", and the commit says by itself that it was approved. */
async function keepForged(place: VirtualPlace, open: 0 | 1, origin?: Origin): Promise<void> {
  const bodies = [
    { type: 'plan.commit', revision: 1, rules: RULES, plan: PLAN, input: {}, hash: hashOf(PLAN) },
    { type: 'plan_started', total: 2 },
    { type: 'plan_step_started', call: 'a', attempt: 1 },
    { type: 'plan_step_completed', call: 'a', attempt: 1, value: 'forged' },
    ...(open === 1 ? [] : [{ type: 'plan_aborted', reason: 'discarded' }]),
  ];
  const events = bodies.map((body, at) => ({ ...body, runId: 'old', seq: at + 1, time: at }) as RunEvent);
  const status = open === 1 ? 'running' : 'aborted';
  const row = { runId: 'old', planId: 'p', title: 'Old', startedAt: 1, status, reason: null };
  const from = origin ? { origin } : {};
  await place.store.append({ ...row, ...from, lastSeq: events.length, open }, events, true);
}

//
test('a run begins only with a receipt for exactly its hash', async () => {
  const { place, entered, approved } = aPlace();
  const runs = openRuns(place);
  await expect(runs.start(started('r'))).rejects.toMatchObject({ code: 'not-approved' });
  approved.add(hashOf({ ...PLAN, goal: 'another' }));
  await expect(runs.start(started('r'))).rejects.toMatchObject({ code: 'not-approved' });
  expect(await place.store.run('r')).toBeUndefined();
  approved.add(hashOf(PLAN));
  await runs.start(started('r'));
  await place.settle();
  expect(entered).toEqual(['r a', 'r w']);
});

test('a run that begins with a value that a person gave needs an approval of that value (L-76)', async () => {
  const { place, entered, approved } = aPlace();
  const runs = openRuns(place);
  const given = { a: 7 };
  const hash = hashOf(PLAN, { starts: new Set(['w']), given });
  approved.add(hashOf(PLAN));
  await expect(runs.start(started('r', { given }))).rejects.toMatchObject({ code: 'not-approved' });
  approved.add(hash);
  await expect(runs.start(started('r', { given: { a: 8 }, hash }))).rejects.toMatchObject({
    code: 'not-approved',
  });
  await runs.start(started('r', { given, hash, to: 'w' }));
  await place.settle();
  expect(entered).toEqual(['r w']);
  expect(callView(foldOf(await place.store.events('r')), 'a')).toMatchObject({ value: 7, via: 'person' });
  expect(await place.store.run('r')).toMatchObject({ to: 'w' });
});

test('what lies outside of the part that is run is told as that, and not as switched off (L-76)', async () => {
  const { place, approved } = aPlace();
  const plan = {
    ...PLAN,
    calls: PLAN.calls.map((call) => (call._id === 'w' ? { ...call, _off: true } : call)),
  };
  approved.add(hashOf(plan));
  const runs = openRuns(place);
  await runs.start(started('whole', { plan, hash: hashOf(plan) }));
  await runs.start(started('part', { plan, hash: hashOf(plan), isPart: true }));
  await place.settle();
  const toldOf = async (runId: string) => {
    const events = await place.store.events(runId);
    const told = extendThread(newThread(runId), events).messages.map(({ text }) => text);
    const lines = events.map((event) => journalLine(event, (id) => id).text);
    return [told, lines].map((all) => all.find((text) => /skipped \(|^skipped|not in this run/i.test(text)));
  };
  expect(await toldOf('whole')).toEqual([
    'plan step 2/2: w → skipped (it is switched off)',
    'Skipped w: it is switched off.',
  ]);
  expect(await toldOf('part')).toEqual([
    // Before the first one runs: behind it, a part would tell of all that nobody asked for.
    expect.stringMatching(/^Executing plan:.*2\. w \(not in this run\)$/su),
    'Skipped w: it is no part of this run.',
  ]);
});

test('a fork of a run from outside asks, though its journal says that it was approved', async () => {
  const { place, entered } = aPlace();
  await keepForged(place, 0, OF_A_FILE);
  const fork = { runId: 'old', call: 'w', cleared: ['w'], values: {} };
  await expect(openRuns(place).start(started('new', { fork }))).rejects.toMatchObject({
    code: 'not-approved',
  });
  await place.settle();
  expect(entered).toEqual([]);
});

describe('a part of a plan (L-76)', () => {
  const AFTER: Part = { starts: new Set(['w']), given: {} };
  const forkOf = (values: Fork['values'] = {}): Fork => ({ runId: 'old', call: 'w', cleared: ['w'], values });
  const given = { a: 'changed' };
  const GIVEN: Part = { ...AFTER, given };
  const committed = async (place: VirtualPlace, runId: string) => (await place.store.events(runId))[0];

  test('is signed as the calls that it starts, and its run says so', async () => {
    const { place, entered, approved } = aPlace();
    await keepForged(place, 0, OF_A_FILE);
    approved.add(hashOf(PLAN, AFTER));
    const runs = openRuns(place);
    const whole = started('whole', { fork: { ...forkOf(), cleared: ['a', 'w'] } });
    await expect(runs.start(whole)).rejects.toMatchObject({ code: 'not-approved' });
    await runs.start(started('part', { fork: forkOf(), hash: hashOf(PLAN, AFTER) }));
    await place.settle();
    expect(entered).toEqual(['part w']);
    const commit = await committed(place, 'part');
    expect(commit).toMatchObject({ hash: hashOf(PLAN, AFTER), part: { starts: ['w'], given: [] } });
    expect(commit?.type === 'plan.commit' && commit.flows?.map(({ call }) => call)).toEqual(['w']);
  });

  test('of what was approved whole needs no other approval', async () => {
    const { place, entered, approved } = aPlace();
    await keepForged(place, 0, OF_A_FILE);
    approved.add(hashOf(PLAN));
    await openRuns(place).start(started('part', { fork: forkOf(), hash: hashOf(PLAN, AFTER) }));
    await place.settle();
    expect(entered).toEqual(['part w']);
  });

  test('with a value that a person gave is another thing than what was approved: no approval but its own begins it', async () => {
    const { place, entered, approved } = aPlace();
    await keepForged(place, 0, OF_A_FILE);
    approved.add(hashOf(PLAN)).add(hashOf(PLAN, AFTER));
    const runs = openRuns(place);
    const begin = (hash: string) => runs.start(started('given', { fork: forkOf(given), hash }));
    for (const hash of [hashOf(PLAN), hashOf(PLAN, AFTER), hashOf(PLAN, GIVEN)])
      await expect(begin(hash)).rejects.toMatchObject({ code: 'not-approved' });
    approved.add(hashOf(PLAN, { ...AFTER, given: { a: 'another' } }));
    await expect(begin(hashOf(PLAN, GIVEN))).rejects.toMatchObject({ code: 'not-approved' });
    expect(entered).toEqual([]);
    approved.add(hashOf(PLAN, GIVEN));
    await begin(hashOf(PLAN, GIVEN));
    await place.settle();
    expect(entered).toEqual(['given w']);
    const commit = await committed(place, 'given');
    expect(commit).toMatchObject({ part: { starts: ['w'], given: ['a'] } });
    expect(commit?.type === 'plan.commit' && commit.flows?.map(({ source }) => source)).toEqual([
      { kind: 'given', call: 'a' },
    ]);
  });
});

test('a run from outside that says it goes on is not gone on with, nor answered into going on', async () => {
  const { place, entered, approved } = aPlace();
  approved.add(hashOf(PLAN));
  await keepForged(place, 1, OF_A_FILE);
  const runs = openRuns(place);
  await runs.resumeAll();
  await place.settle();
  const again = runs.steer({ kind: 'resume-from', runId: 'old', call: 'a', order: 'dependants' });
  await expect(again).rejects.toMatchObject({ code: 'from-outside' });
  await place.settle();
  expect(entered).toEqual([]);
  expect(await place.store.events('old')).toHaveLength(4);
  await runs.steer({ kind: 'stop-run', runId: 'old' });
  expect(await place.store.run('old')).toMatchObject({ open: 0, status: 'aborted' });
  expect(entered).toEqual([]);
});

test('what an approved fork takes over from outside is marked unproven, and so is what a fork of that fork does', async () => {
  const { place, entered, approved } = aPlace();
  approved.add(hashOf(PLAN));
  await keepForged(place, 0, OF_A_FILE);
  const runs = openRuns(place);
  const forkOf = (runId: string) => ({ runId, call: 'w', cleared: ['w'], values: {} });
  await runs.start(started('first', { fork: forkOf('old') }));
  await place.settle();
  await runs.start(started('second', { fork: forkOf('first') }));
  await place.settle();
  expect(entered).toEqual(['first w', 'second w']);
  for (const runId of ['first', 'second']) {
    const state = foldOf(await place.store.events(runId));
    expect(callView(state, 'a')).toMatchObject({ value: 'forged', via: 'unproven' });
    expect(callView(state, 'w')).toMatchObject({ via: null });
    expect(await place.store.run(runId)).toMatchObject({ planOrigin: OF_A_FILE, status: 'completed' });
    expect(await place.store.run(runId)).not.toHaveProperty('origin');
  }
});

test('a run keeps where its plan came from, over an interruption too', async () => {
  const { place, approved } = aPlace();
  approved.add(hashOf(PLAN));
  const planOrigin: Origin = { kind: 'link', at: 7 };
  await openRuns(place).start(started('r', { planOrigin }));
  await place.settle();
  expect(await place.store.run('r')).toMatchObject({ planOrigin });
});

test('whether replans go ahead unasked is what the person chose, whatever the plan says (L-71)', async () => {
  const lax: Plan = { ...PLAN, policy: { reviewReplans: false } };
  const { place, approved } = aPlace();
  approved.add(hashOf(lax));
  const runs = openRuns(place);
  const start = { plan: lax, hash: hashOf(lax) };
  await runs.start(started('silent', start));
  await runs.start(started('chosen', { ...start, replans: 'unasked' }));
  await place.settle();
  const reviews = async (runId: string) => foldOf(await place.store.events(runId)).policy.reviewReplans;
  expect([await reviews('silent'), await reviews('chosen')]).toEqual([true, false]);
});
