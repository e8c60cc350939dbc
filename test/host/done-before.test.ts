/** What a run that goes on from another may not do again without a word, once its plan is made anew (L-42). */

import { expect, test } from 'vitest';
import { sign } from '../../src/flows/sign.ts';
import { memoryStore } from '../../src/host/memory-place.ts';
import type { Answer } from '../../src/host/port.ts';
import { openRuns } from '../../src/host/runs.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import { openQuestions } from '../../src/run/view.ts';
import { SETTING } from '../run/written-run.ts';
import { turn, virtualPlace } from './virtual-place.ts';

const WRITE: Call = { _id: 'w', _tool: 'write', to: 'bank', _outputPath: '†state.w' };
const BELOW: Call = { _id: 'd', _tool: 'd', _delegate: 'plan:sub', _outputPath: '†state.d' };
const BAD: Call = { _id: 'bad', _tool: 'read', _outputPath: '†state.bad' };

const planOf = (calls: readonly Call[], id = 'p'): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id,
  calls: [...calls],
  policy: { onFailure: 'ask', retryLimit: 0 },
});
const DELEGATES = { 'plan:sub': planOf([WRITE], 'sub') };

/** A run of these calls, stopped; one that goes on from it; and how often the bank was sent to. */
async function goneOn(calls: readonly Call[], { routes = false, loses = '' } = {}) {
  let sent = 0;
  const kept = memoryStore();
  const place = virtualPlace({
    setting: SETTING,
    store: {
      ...kept,
      // A record without the results, as one is given away.
      events: async (runId, since) =>
        (await kept.events(runId, since)).map((event) =>
          event.type === 'plan_step_completed' && `${runId} ${event.call}` === loses
            ? { ...event, value: null, lost: true }
            : event,
        ),
    },
    play: (_, { call }) => {
      if (call._id === 'bad') return { ms: 1, throws: { code: 'tool-error', message: 'no' } };
      sent += 1;
      return { ms: 1, value: 'sent', ...(routes ? { route: 'nowhere' } : {}) };
    },
  });
  let runs = openRuns(place);
  const plan = planOf(calls);
  const signed = sign(plan, SETTING, DELEGATES);
  if (!signed.ok) throw new Error(signed.error);
  const start = (runId: string, more = {}) =>
    runs.start({
      runId,
      planId: 'p',
      plan,
      hash: signed.value.hash,
      input: {},
      delegates: DELEGATES,
      ...more,
    });
  const asked = async (runId: string) => {
    const rows = [await place.store.run(runId), ...(await place.store.below(`${runId}.`))];
    const states = await Promise.all(
      rows.map(async (row) =>
        (await place.store.events(row!.runId)).reduce(evolve, newRun(row!.runId, SETTING)),
      ),
    );
    return states.flatMap((state) => openQuestions(state).map(({ kind }) => `${state.runId} ${kind}`));
  };
  const say = async (said: Omit<Answer, 'kind' | 'runId'>, runId = 'two') => {
    await runs.steer({ kind: 'answer', runId, ...said });
    await place.settle();
  };
  return {
    sent: () => sent,
    asked,
    say,
    begin: async () => {
      await start('one');
      await place.settle();
    },
    /** The one that goes on is killed; of the one before it nothing is left when it is taken up. */
    killAndForget: async () => {
      runs.letGo();
      await place.settle();
      await kept.remove('one', 'held');
      runs = openRuns(place);
      await runs.resumeAll();
      await place.settle();
    },
    journal: (runId: string) => kept.events(runId),
    /** Another run begins with a changed plan, and with what the first has done. */
    goOnChanged: async (calls: readonly Call[], signedCalls = calls) => {
      const other = planOf(calls);
      const own = sign(planOf(signedCalls), SETTING, DELEGATES);
      if (!own.ok) throw new Error(own.error);
      const fork = { runId: 'one', cleared: [], values: {}, changed: true };
      await start('two', { plan: other, hash: own.value.hash, fork });
      await place.settle();
    },
    goOn: async (cleared: readonly string[] = [], from = 'one', as = 'two') => {
      await runs.steer({ kind: 'stop-run', runId: from });
      await runs.left(from);
      const call = cleared[0];
      await start(as, {
        fork: { runId: from, ...(call === undefined ? {} : { call }), cleared, values: {} },
      });
      await place.settle();
    },
  };
}

test('a sub-run whose result was taken over asks before it writes again for another plan', async () => {
  const { begin, goOn, say, asked, sent } = await goneOn([BELOW, BAD]);
  await begin();
  await goOn();
  await say({ call: 'bad', choose: 'replan', calls: [{ ...BELOW, _outputPath: '†state.other' }] });
  await say({ choose: 'approve' });
  expect(sent()).toBe(1);
  expect(await asked('two')).toEqual([expect.stringMatching(/^two\.d\.\d+ approval$/)]);
});

test('a call that a person has run again writes again, and nobody is asked', async () => {
  const { begin, goOn, asked, sent } = await goneOn([BELOW, BAD]);
  await begin();
  await goOn(['d']);
  expect(sent()).toBe(2);
  expect(await asked('two')).toEqual(['two failure']);
});

test('what happened and was then skipped asks before another plan does it', async () => {
  const { begin, goOn, say, asked, sent } = await goneOn(
    [{ ...WRITE, _outputPath: '†state.w || †state.v' }, BAD],
    { routes: true },
  );
  await begin();
  await say({ call: 'w', choose: 'skip' }, 'one');
  await goOn();
  await say({ call: 'bad', choose: 'replan', calls: [WRITE] });
  await say({ choose: 'approve' });
  expect(sent()).toBe(1);
  expect(await asked('two')).toEqual(['two approval']);
});

test('what a plan says twice is done twice, in a run that goes on from another too', async () => {
  const { begin, goOn, say, asked, sent } = await goneOn([
    WRITE,
    { ...WRITE, _id: 'twice', _after: '†state.approvals.go', _outputPath: '†state.twice' },
    BAD,
  ]);
  await begin();
  await goOn();
  await say({ gate: 'go', choose: 'approve' });
  expect(sent()).toBe(2);
  expect(await asked('two')).toEqual(['two failure']);
});

test('what a sub-run did asks before a new plan does it at the top, and the other way round', async () => {
  const below = await goneOn([BELOW, BAD]);
  await below.begin();
  await below.say({ call: 'bad', choose: 'replan', calls: [WRITE] }, 'one');
  await below.say({ choose: 'approve' }, 'one');
  expect(below.sent()).toBe(1);
  expect(await below.asked('one')).toEqual(['one approval']);

  const above = await goneOn([WRITE, BAD]);
  await above.begin();
  await above.say({ call: 'bad', choose: 'replan', calls: [BELOW] }, 'one');
  await above.say({ choose: 'approve' }, 'one');
  expect(above.sent()).toBe(1);
  expect(await above.asked('one')).toEqual([expect.stringMatching(/^one\.d\.\d+ approval$/)]);
});

test('what a plan says once at the top and once below is done twice, also where a run goes on from another', async () => {
  const { begin, goOn, say, asked, sent } = await goneOn([
    BELOW,
    { ...WRITE, _after: '†state.approvals.go' },
    { ...BELOW, _id: 'other', _outputPath: '†state.other', _after: '†state.approvals.go' },
    BAD,
  ]);
  await begin();
  await goOn();
  await say({ gate: 'go', choose: 'approve' });
  expect(sent()).toBe(3);
  expect(await asked('two')).toEqual(['two failure']);
});

test('a write whose result is lost asks before a run that goes on does it again, at the top and below', async () => {
  const above = await goneOn([WRITE, BAD], { loses: 'one w' });
  await above.begin();
  await above.goOn();
  expect(above.sent()).toBe(1);
  expect(await above.asked('two')).toEqual(['two approval', 'two failure']);

  const below = await goneOn([BELOW, BAD], { loses: 'one d' });
  await below.begin();
  await below.goOn();
  expect(below.sent()).toBe(1);
  expect(await below.asked('two')).toEqual(['two failure', expect.stringMatching(/^two\.d\.\d+ approval$/)]);
});

test('a sub-run that is gone on with asks for what an earlier try did before the plan above was made anew', async () => {
  const kept = memoryStore();
  let sent = 0;
  const place = virtualPlace({
    setting: SETTING,
    store: {
      ...kept,
      // What all runs below have done is long to read.
      below: async (beginning) => {
        for (let n = 0; beginning === 'r.' && n < 20; n++) await turn();
        return kept.below(beginning);
      },
    },
    play: (_, { call }) => {
      if (call._id === 'bad') return { ms: 1, throws: { code: 'tool-error', message: 'no' } };
      sent += 1;
      return { ms: 1, value: 'sent' };
    },
    replan: () => [{ ...BELOW, _outputPath: '†state.again' }],
  });
  const delegates = { 'plan:sub': { ...planOf([WRITE, BAD], 'sub'), output: '†state.bad' } };
  const plan: Plan = { ...planOf([BELOW]), policy: { onFailure: 'replan', retryLimit: 0 } };
  const signed = sign(plan, SETTING, delegates);
  if (!signed.ok) throw new Error(signed.error);
  const first = openRuns(place);
  const { hash } = signed.value;
  await first.start({ runId: 'r', planId: 'p', plan, hash, input: {}, delegates, replans: 'unasked' });
  await place.settle();
  /** What the try that is open asks. */
  const asked = async () => {
    const [row] = (await kept.below('r.')).filter(({ open }) => open === 1);
    const state = (await kept.events(row!.runId)).reduce(evolve, newRun(row!.runId, SETTING));
    return { runId: row!.runId, questions: openQuestions(state) };
  };
  const { runId: tried } = await asked();
  await first.steer({ kind: 'answer', runId: tried, call: 'bad', choose: 'skip' });
  await place.settle();
  const { runId, questions } = await asked();
  const comesBack = { kind: 'approval', call: 'w', repeats: 'd/w' };
  expect(questions).toContainEqual(expect.objectContaining(comesBack));
  first.letGo();
  await place.settle();
  const later = openRuns(place);
  await later.resumeAll();
  await place.settle();
  await later.steer({ kind: 'answer', runId, call: 'w', choose: 'reject' });
  const calls = [{ ...WRITE, _outputPath: '†state.elsewhere' }];
  await later.steer({ kind: 'answer', runId, call: 'bad', choose: 'replan', calls });
  await place.settle();
  await later.steer({ kind: 'answer', runId, choose: 'approve' }).catch(() => {});
  await place.settle();
  expect((await asked()).questions).toEqual([expect.objectContaining(comesBack)]);
  expect(sent).toBe(1);
});

test('a run that goes on knows what was done before it when the run before it is gone', async () => {
  for (const calls of [
    [BELOW, BAD],
    [{ ...WRITE, _outputPath: '†state.w || †state.v' }, BAD],
  ]) {
    const { begin, goOn, killAndForget, say, asked, sent } = await goneOn(calls, {
      routes: calls[0] !== BELOW,
    });
    await begin();
    if (calls[0] !== BELOW) await say({ call: 'w', choose: 'skip' }, 'one');
    await goOn();
    await killAndForget();
    const again = calls[0] === BELOW ? { ...BELOW, _outputPath: '†state.other' } : WRITE;
    await say({ call: 'bad', choose: 'replan', calls: [again] });
    await say({ choose: 'approve' });
    expect(sent()).toBe(1);
    expect(await asked('two')).toEqual([expect.stringMatching(/approval$/)]);
  }
});

test('what was done is kept once, however often a run goes on from another, and without what it was done with', async () => {
  const { begin, goOn, killAndForget, say, asked, sent, journal } = await goneOn([BELOW, BAD]);
  await begin();
  await goOn();
  await goOn([], 'two', 'three');
  await killAndForget();
  const noted = async (runId: string) =>
    (await journal(runId)).filter(({ type }) => type === 'plan_done_before');
  const [first] = await noted('two');
  expect(first).toMatchObject({ writes: [{ id: 'd/w', seq: 0, asSigned: true }] });
  expect(await noted('three')).toEqual([
    { ...first, runId: 'three', seq: expect.any(Number), time: expect.any(Number) },
  ]);
  expect(JSON.stringify(first)).not.toContain('bank');
  await say({ call: 'bad', choose: 'replan', calls: [{ ...BELOW, _outputPath: '†state.other' }] }, 'three');
  await say({ choose: 'approve' }, 'three');
  expect(sent()).toBe(1);
  expect(await asked('three')).toEqual([expect.stringMatching(/^three\.d\.\d+ approval$/)]);
});

test('of a changed plan, what is done and unchanged is taken over, and nobody is asked', async () => {
  const { begin, goOnChanged, asked, sent } = await goneOn([WRITE, BELOW]);
  await begin();
  await goOnChanged([WRITE, BELOW, BAD]);
  expect(sent()).toBe(2);
  expect(await asked('two')).toEqual(['two failure']);
});

test('of a changed plan, a write that was done asks before it is done again: under another name, or after something new', async () => {
  const { begin, goOnChanged, asked, sent, killAndForget } = await goneOn([WRITE]);
  await begin();
  await goOnChanged([
    { ...WRITE, _after: '†state.new' },
    { ...WRITE, _id: 'copy', _outputPath: '†state.copy' },
    { _id: 'new', _tool: 'write', to: 'shop', _outputPath: '†state.new' },
  ]);
  // The first was sent by the other run, the new one by this.
  expect(sent()).toBe(2);
  expect(await asked('two')).toEqual(['two approval', 'two approval']);
  await killAndForget();
  expect(sent()).toBe(2);
  expect(await asked('two')).toEqual(['two approval', 'two approval']);
});

test('a changed plan begins under no signature but its own', async () => {
  const { begin, goOnChanged, sent, journal } = await goneOn([WRITE]);
  await begin();
  await expect(goOnChanged([WRITE, BAD], [WRITE])).rejects.toMatchObject({ code: 'not-approved' });
  expect([sent(), await journal('two')]).toEqual([1, []]);
});
