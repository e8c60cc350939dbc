/** A record with a hole (L-94): what is left is read, and what may have been done since is in doubt, wherever the run goes on. */

import { expect, test } from 'vitest';
import { sign } from '../../src/flows/sign.ts';
import { memoryStore } from '../../src/host/memory-place.ts';
import type { Answer, Store } from '../../src/host/port.ts';
import { openRuns } from '../../src/host/runs.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { asRead } from '../../src/run/damaged.ts';
import { knownOfDoubt } from '../../src/run/doubt.ts';
import { evolve } from '../../src/run/evolve.ts';
import type { ResumePolicy } from '../../src/run/messages.ts';
import { newRun } from '../../src/run/new-run.ts';
import { DEFAULT_RESUME_POLICY } from '../../src/run/resume-policy.ts';
import { openQuestions } from '../../src/run/view.ts';
import { SETTING } from '../run/written-run.ts';
import { virtualPlace } from './virtual-place.ts';

const READ: Call = { _id: 'a', _tool: 'read', _outputPath: '†state.a' };
const WRITE: Call = { _id: 'w', _tool: 'write', of: '†state.a', _outputPath: '†state.w' };
const LATER: Call = {
  _id: 'x',
  _tool: 'write',
  of: '†state.w',
  _after: '†state.approvals.go',
  _outputPath: '†state.x',
};
const LAST: Call = {
  ...LATER,
  _id: 'z',
  _after: '†state.approvals.then',
  of: '†state.x',
  _outputPath: '†state.z',
};
const BELOW: Call = { _id: 'd', _tool: 'd', _delegate: 'plan:sub', _outputPath: '†state.d' };
const planOf = (calls: readonly Call[], id = 'p'): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id,
  calls: [...calls],
  policy: { onFailure: 'ask', retryLimit: 0 },
});
const DELEGATES = { 'plan:sub': planOf([READ, WRITE, LATER, LAST], 'sub') };

/** A run that was killed at its last gate, the first of which was opened where `open` names its run; and what becomes of it. */
async function killed(calls: readonly Call[], open?: (store: Store) => Promise<string>) {
  const sent: string[] = [];
  const said: string[] = [];
  const holes = new Map<string, number>();
  let cut = false;
  const memory = memoryStore();
  const store: Store = {
    ...memory,
    events: async (runId, since) =>
      (await memory.events(runId, since)).filter(({ seq }) => {
        const hole = holes.get(runId) ?? Infinity;
        return cut ? seq < hole : seq !== hole;
      }),
  };
  const place = virtualPlace({
    setting: SETTING,
    store,
    hear: (message) => {
      if (message.kind === 'storage-fault') said.push(message.message);
    },
    play: (runId, { id, effect }) => {
      if (effect === 'write') sent.push(`${runId} ${id}`);
      return id === 'u'
        ? { ms: 1, throws: { code: 'tool-error', message: 'It broke.', outcome: 'unknown' } }
        : { ms: 1, value: id };
    },
  });
  const plan = planOf(calls);
  const signed = sign(plan, SETTING, DELEGATES);
  if (!signed.ok) throw new Error(signed.error);
  let runs = openRuns(place);
  const start = (runId: string, more = {}) =>
    runs.start({
      ...{ runId, planId: 'p', plan, hash: signed.value.hash, input: {}, delegates: DELEGATES },
      ...more,
    });
  await start('one');
  await place.settle();
  if (open) {
    const runId = await open(store);
    await runs.steer({ kind: 'answer', runId, gate: 'go', choose: 'approve' });
    await place.settle();
  }
  runs.letGo();
  await place.settle();
  runs = openRuns(place);
  const stateOf = async (runId: string) =>
    asRead(await store.events(runId)).reduce(evolve, newRun(runId, SETTING));
  return {
    sent,
    said,
    store,
    stateOf,
    /** The record loses its first event of that kind, or all from there on. */
    lose: async (runId: string, type: string, isAllAfter = false) => {
      cut = isAllAfter;
      holes.set(runId, (await memory.events(runId)).find((event) => event.type === type)!.seq);
    },
    resume: async (policy?: ResumePolicy) => {
      await runs.resumeAll(policy);
      await place.settle();
    },
    goOn: async () => {
      await start('two', { fork: { runId: 'one', cleared: [], values: {} } });
      await place.settle();
    },
    say: async (said: Omit<Answer, 'kind' | 'runId'>) => {
      await runs.steer({ kind: 'answer', runId: 'one', ...said });
      await place.settle();
    },
    discard: () => runs.steer({ kind: 'discard-run', runId: 'one' }),
    asked: async (runId: string) =>
      openQuestions(await stateOf(runId)).map((one) => `${one.kind} ${'call' in one ? one.call : ''}`),
  };
}

test('every write that has no end in what is left of a record is in doubt, and a run that goes on from it asks', async () => {
  const { lose, resume, goOn, said, sent, store, stateOf, asked, discard } = await killed([
    READ,
    WRITE,
    LATER,
  ]);
  await lose('one', 'plan_step_completed');
  await resume();
  expect(said).toEqual([
    expect.stringMatching(/damaged from some point on.*Writes may have happened.*“w”.*“x”/),
  ]);
  expect(await store.run('one')).toMatchObject({ open: 0, reason: 'discarded', doubts: 2 });
  expect(knownOfDoubt(await stateOf('one'), 'x')).toContain('The record of this run is damaged');
  await expect(discard()).rejects.toMatchObject({ code: 'in-doubt' });
  await goOn();
  expect(sent).toEqual(['one w']);
  expect(await asked('two')).toEqual(['in_doubt w', 'in_doubt x']);
});

test('what ended before the damage is known; what came after it is not', async () => {
  const { lose, resume, goOn, sent, asked } = await killed([READ, WRITE, LATER, LAST], async () => 'one');
  await lose('one', 'plan_step_waiting');
  await resume();
  await goOn();
  expect(sent).toEqual(['one w', 'one x']);
  expect(await asked('two')).toEqual(['in_doubt x', 'in_doubt z']);
});

test('an end that is lost is missed where the row knows of more, and writes that may have been in it are asked about', async () => {
  const { lose, resume, goOn, said, sent, asked } = await killed([READ, WRITE, LATER]);
  await lose('one', 'plan_step_completed', true);
  await resume();
  expect(said).toEqual([expect.stringContaining('damaged from some point on')]);
  await goOn();
  expect(sent).toEqual(['one w']);
  expect(await asked('two')).toEqual(['in_doubt w', 'in_doubt x']);
});

test('where not even the plan is left, that is said, with what it means', async () => {
  const { lose, resume, said, goOn } = await killed([READ, WRITE, LATER]);
  await lose('one', 'plan.commit');
  await resume();
  expect(said).toEqual([expect.stringContaining('Writes may have happened that nothing shows any more')]);
  await expect(goOn()).rejects.toMatchObject({
    code: 'plan-missing',
    message: expect.stringContaining('look where they would show'),
  });
});

test('a sub-run whose record is damaged fails in words, and what it did is asked about when it is begun again', async () => {
  const below = async (store: Store) => (await store.below('one.'))[0]!.runId;
  const { lose, resume, store, sent, stateOf, asked, say } = await killed([BELOW], below);
  const runId = await below(store);
  expect(sent).toEqual([`${runId} w`, `${runId} x`]);
  await lose(runId, 'plan_step_waiting');
  await resume();
  expect(await asked('one')).toEqual(['failure d']);
  expect((await stateOf('one')).lastError).toContain('Writes of it may have happened');
  await say({ call: 'd', choose: 'retry' });
  const again = (await store.below('one.')).find(({ open }) => open === 1)!.runId;
  expect(await asked(again)).toEqual(['approval w']);
  expect(sent).toHaveLength(2);
});

test('a run that the settings discard when it was cut off names what nobody knows of it', async () => {
  const { resume, said } = await killed([{ ...WRITE, _id: 'u', of: 1 }]);
  await resume({ ...DEFAULT_RESUME_POLICY, default: 'discard' });
  expect(said).toEqual([
    expect.stringMatching(/as the settings say.*Whether “u” \(write\) happened is not known/),
  ]);
});
