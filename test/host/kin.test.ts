/** Runs of one origin beside each other: no write of theirs happens twice without an answered question (decision 0030). */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sign } from '../../src/flows/sign.ts';
import { memoryLeases, memoryStore, virtualClock } from '../../src/host/memory-place.ts';
import type { Answer } from '../../src/host/port.ts';
import { openRuns } from '../../src/host/runs.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { changedFork, partOfChanged } from '../../src/run/changed-fork.ts';
import { evolve } from '../../src/run/evolve.ts';
import type { Fork } from '../../src/run/messages.ts';
import { newRun } from '../../src/run/new-run.ts';
import { openQuestions } from '../../src/run/view.ts';
import type { Played } from '../../src/simulate/virtual-place.ts';
import { SETTING } from '../run/written-run.ts';
import { turn, virtualPlace } from './virtual-place.ts';

const GATE: Call = { _id: 'gate', _tool: 'read', _outputPath: '†state.gate' };
const write = (id: string, to: string, more: Partial<Call> = {}): Call => ({
  ...{ _id: id, _tool: 'write', to, after: '†state.gate', _outputPath: `†state.${id}` },
  ...more,
});
const below = (id: string): Call => ({
  _id: id,
  _tool: id,
  _delegate: `plan:${id}`,
  _outputPath: `†state.${id}`,
});

const planOf = (calls: readonly Call[], policy: Plan['policy'] = {}, id = 'p'): Plan => ({
  ...{ format: 'obelus/plan', version: 1, id },
  calls: [...calls],
  policy: { onFailure: 'ask', retryLimit: 0, ...policy },
});
const DELEGATES = {
  'plan:sub': planOf([{ _id: 'w', _tool: 'write', to: 'bank', _outputPath: '†state.w' }], {}, 'sub'),
};

/** Two places on one store and one set of leases, as two tabs: what was sent, and what is asked. */
function twoTabs(
  play: (runId: string, call: string, attempt: number) => Played | undefined = () => undefined,
) {
  const kept = memoryStore();
  const store = {
    ...kept,
    // A disk takes its time: what is about to be durable is not there yet for whoever looks.
    append: async (...all: Parameters<typeof kept.append>) => {
      await turn();
      await kept.append(...all);
    },
  };
  const leases = memoryLeases();
  const clock = virtualClock();
  const sent: string[] = [];
  const places = [0, 1].map(() =>
    virtualPlace({
      ...{ setting: SETTING, store, leases, clock },
      play: (runId, { id, params, attempt }) => {
        const said = play(runId, id, attempt);
        if (said !== undefined) return said;
        if (!('to' in params)) return { ms: 1, value: 'open' };
        sent.push(`${String(params.to)} by ${runId}`);
        return { ms: 2, value: 'sent' };
      },
    }),
  );
  const tabs = places.map((place) => openRuns(place));
  const tab = (at: number) => tabs[at] ?? expect.fail('There are two tabs.');
  const settle = async () => {
    for (const place of places) await place.settle();
  };
  const stateOf = async (runId: string) => (await store.events(runId)).reduce(evolve, newRun(runId, SETTING));
  const start = async (runId: string, plan: Plan, at = 0, fork?: Fork) => {
    const source = fork?.changed ? await stateOf(fork.runId) : undefined;
    const part =
      source && fork
        ? partOfChanged(changedFork(source, fork, { plan, input: {}, delegates: DELEGATES, before: {} }))
        : undefined;
    const signed = sign(plan, SETTING, DELEGATES, part);
    if (!signed.ok) throw new Error(signed.error);
    const { hash } = signed.value;
    const request = { runId, planId: 'p', plan, hash, input: {}, delegates: DELEGATES };
    await tab(at).start(fork ? { ...request, fork } : request);
  };
  const say = (runId: string, said: Omit<Answer, 'kind' | 'runId'>, at = 0) =>
    tab(at).steer({ kind: 'answer', runId, ...said });
  const asked = async (runId: string) => {
    const ids = [runId, ...(await store.below(`${runId}.`)).map((row) => row.runId)];
    const all = await Promise.all(ids.map(stateOf));
    return all.flatMap((state) => openQuestions(state).map((question) => ({ runId: state.runId, question })));
  };
  return { sent, settle, start, say, asked, tab };
}

const all = (fork: string): Fork => ({ runId: fork, cleared: [], values: {} });
const changed = (fork: string): Fork => ({ ...all(fork), changed: true });
const APPROVING = { askBefore: 'effects' } as const;

describe('a write that two runs of one origin have before them', () => {
  test('is done by the first that is let go on, and asked about by the other, which says whose it was', async () => {
    const { start, settle, say, sent, asked } = twoTabs();
    const plan = planOf([GATE, write('w', 'bank')], APPROVING);
    await start('one', plan);
    await settle();
    await start('two', plan, 1, all('one'));
    await settle();
    await say('one', { call: 'w', choose: 'approve' });
    await say('two', { call: 'w', choose: 'approve' }, 1);
    await settle();
    expect(sent).toHaveLength(1);
    const first = sent[0]?.endsWith('one') ? 'one' : 'two';
    const other = first === 'one' ? 'two' : 'one';
    const questions = await asked(other);
    expect(questions).toMatchObject([{ question: { kind: 'approval', call: 'w', repeats: 'w' } }]);
    // The one that asks names the run, whether that is through or still under way.
    const [{ question } = expect.fail('Nothing is asked.')] = questions;
    expect(question).toSatisfy(
      (one: { doneIn?: string; doubtOf?: string }) => (one.doneIn ?? one.doubtOf) === first,
    );
    await say(other, { call: 'w', choose: 'approve' }, other === 'one' ? 0 : 1);
    await settle();
    expect(sent).toEqual([`bank by ${first}`, `bank by ${other}`]);
  });

  test('is asked about at its retry, and behind a question of its own, too', async () => {
    const { start, settle, say, sent, asked } = twoTabs((runId, id, attempt) =>
      runId === 'one' && id === 'w' && attempt === 1
        ? { ms: 1, throws: { code: 'offline', message: 'no', outcome: 'not-sent' } }
        : undefined,
    );
    const plan = planOf([GATE, write('w', 'bank')]);
    await start('one', plan);
    await settle();
    expect(await asked('one')).toMatchObject([{ question: { kind: 'failure' } }]);
    await start('two', plan, 1, all('one'));
    await settle();
    expect(sent).toEqual(['bank by two']);
    await say('one', { call: 'w', choose: 'retry' });
    await settle();
    expect(sent).toHaveLength(1);
    expect(await asked('one')).toMatchObject([
      { question: { kind: 'approval', repeats: 'w', doneIn: 'two' } },
    ]);
  });

  test('that the other did in a run below it asks just so', async () => {
    const { start, settle, say, sent, asked } = twoTabs();
    const plan = planOf([GATE, below('sub')], { askBefore: 'effects' });
    await start('one', plan);
    await settle();
    await start('two', plan, 1, all('one'));
    await settle();
    for (const [at, run] of ['one', 'two'].entries())
      for (const { question } of await asked(run))
        if ('call' in question && question.kind === 'approval')
          await say(run, { call: question.call ?? '', choose: 'approve' }, at);
    await settle();
    for (const [at, run] of ['one', 'two'].entries())
      for (const { runId, question } of await asked(run))
        if (question.kind === 'approval' && question.repeats === undefined)
          await say(runId, { call: question.call, choose: 'approve' }, at);
    await settle();
    expect(sent).toHaveLength(1);
  });

  test('a second run begun with the same change, which needs no approval any more, asks what the first has done', async () => {
    const { start, settle, sent, asked } = twoTabs();
    await start('one', planOf([GATE]));
    await settle();
    const other = planOf([GATE, write('w', 'bank')]);
    await start('two', other, 0, changed('one'));
    await settle();
    expect(sent).toEqual(['bank by two']);
    await start('three', other, 1, changed('one'));
    await settle();
    expect(sent).toEqual(['bank by two']);
    expect(await asked('three')).toMatchObject([{ question: { repeats: 'w', doneIn: 'two' } }]);
  });

  test('what a person has run again is no reason to ask, and neither is what both began with', async () => {
    const { start, settle, sent, asked } = twoTabs();
    const plan = planOf([GATE, write('w', 'bank'), write('v', 'bank')]);
    await start('one', plan);
    await settle();
    // A plan may say a thing twice: that was signed.
    expect(sent).toHaveLength(2);
    await start('two', plan, 0, { ...all('one'), call: 'w', cleared: ['w'] });
    await start('three', plan, 1, { ...all('one'), call: 'w', cleared: ['w'] });
    await settle();
    expect(sent.sort()).toEqual(['bank by one', 'bank by one', 'bank by three', 'bank by two']);
    expect([...(await asked('two')), ...(await asked('three'))]).toEqual([]);
  });

  test('a run of the same plan that goes on from nothing is not asked', async () => {
    const { start, settle, sent } = twoTabs();
    const plan = planOf([GATE, write('w', 'bank')]);
    await start('one', plan);
    await start('other', plan, 1);
    await settle();
    expect(sent).toHaveLength(2);
  });
});

/** One moment of what a person and the machine do: the seed says whose turn it is. */
test('in whatever order they begin, are let go on, paused and cut off, nothing is sent twice that nobody was asked about', async () => {
  const step = fc.record({
    run: fc.nat(2),
    does: fc.constantFrom('begin', 'approve', 'leave', 'pause', 'goOn', 'settle', 'settle'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 6, maxLength: 24 }),
      fc.boolean(),
      async (steps, isChanged) => {
        const { start, settle, say, sent, asked, tab } = twoTabs();
        const RUNS = ['one', 'two', 'three'];
        const plan = planOf([GATE, write('w', 'bank'), write('v', 'shop')], APPROVING);
        const other = planOf([GATE, write('x', 'bank'), write('v', 'shop')], APPROVING);
        /** By address: how often a person said yes to doing it again. */
        const agreed = new Map<string, number>();
        const begun = new Set<string>();
        const TO: Record<string, string> = { w: 'bank', x: 'bank', v: 'shop' };
        await start('one', plan);
        begun.add('one');
        await settle();
        for (const { run, does } of steps) {
          const runId = RUNS[run] ?? 'one';
          const at = run % 2;
          if (does === 'settle') await settle();
          else if (does === 'begin') {
            if (begun.has(runId)) continue;
            begun.add(runId);
            await settle();
            const from = run === 2 && begun.has('two') ? 'two' : 'one';
            await (isChanged && run === 2
              ? start(runId, other, at, changed(from))
              : start(runId, plan, at, all(from)));
          } else if (begun.has(runId)) {
            // Nobody waits for what a person has pressed; a run that has ended can't be steered.
            const press = (pressed: Promise<void>): void => void pressed.catch(() => {});
            if (does === 'pause' || does === 'goOn')
              press(tab(at).steer({ kind: does === 'pause' ? 'pause-run' : 'go-on-run', runId }));
            else {
              const question = (await asked(runId)).find((one) => one.question.kind === 'approval')?.question;
              if (question?.kind !== 'approval') continue;
              const { call, repeats } = question;
              const to = TO[call] ?? '';
              const isYes = does === 'approve';
              if (isYes && repeats !== undefined) agreed.set(to, (agreed.get(to) ?? 0) + 1);
              press(say(runId, { call, choose: isYes ? 'approve' : 'reject' }, at));
            }
            await turn();
          }
        }
        await settle();
        for (const to of ['bank', 'shop']) {
          const times = sent.filter((one) => one.startsWith(to)).length;
          expect(times).toBeLessThanOrEqual(1 + (agreed.get(to) ?? 0));
        }
      },
    ),
    { numRuns: 40 },
  );
});
