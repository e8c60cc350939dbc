/** What a person allows for the whole run holds in all of it, asked once, after a kill too (L-73). */

import { expect, test } from 'vitest';
import { sign } from '../../src/flows/sign.ts';
import { memoryStore } from '../../src/host/memory-place.ts';
import { type Answer, type Place, type RunFacts, type Store, StoreFault } from '../../src/host/port.ts';
import { openRuns } from '../../src/host/runs.ts';
import type { Json } from '../../src/lib/json.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { evolve } from '../../src/run/evolve.ts';
import { aboutOf, hostQuestion } from '../../src/run/grants.ts';
import { newRun } from '../../src/run/new-run.ts';
import { openQuestions } from '../../src/run/view.ts';
import { SETTING } from '../run/written-run.ts';
import { playedActivities, virtualPlace } from './virtual-place.ts';

const ABOUT = hostQuestion('shop.example');

const planOf = (calls: readonly Call[], id = 'p'): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id,
  calls: [...calls],
  policy: { onFailure: 'ask', retryLimit: 0, maxConcurrent: 3 },
});
const ORDER: Call = { _id: 'order', _tool: 'write', n: '†input.item', _outputPath: '†state.order' };
const DELEGATES = { 'plan:sub': planOf([ORDER], 'sub') };
const EACH: Call = {
  ...{ _id: 'each', _tool: 'd', _delegate: 'plan:sub', _forEach: '†input.items', _outputPath: '†state.each' },
};

/** A loop whose every element sends to a host that no line names; and what was sent. */
async function asking(elements: number, calls: readonly Call[] = [EACH]) {
  const sent: string[] = [];
  let dies = false;
  const memory = memoryStore();
  const kept: Store = {
    ...memory,
    append: async (row, events, strict) => {
      if (dies && events.some(({ type }) => type === 'approval')) throw new StoreFault('gone', 'killed');
      await memory.append(row, events, strict);
    },
  };
  const own = virtualPlace({ setting: SETTING, store: kept, play: () => ({ ms: 1, value: null }) });
  const activities: Place['activities'] = (run: RunFacts) =>
    playedActivities(
      own.clock,
      (runId, { call, door }) => {
        const said = door[ABOUT] as { allow?: boolean } | undefined;
        if (!run.granted(call._id, ABOUT) && said === undefined) return { ms: 1, asks: { about: ABOUT } };
        if (said && said.allow !== true)
          return { ms: 1, throws: { code: 'permission-denied', message: 'no' } };
        sent.push(runId);
        return { ms: 1, value: 'sent' };
      },
      run,
      kept,
    );
  const place = { ...own, activities };
  let runs = openRuns(place);
  const plan = planOf(calls);
  const signed = sign(plan, SETTING, DELEGATES);
  if (!signed.ok) throw new Error(signed.error);
  const input = { items: Array.from({ length: elements }, (_, n) => n) };
  await runs.start({ runId: 'r', planId: 'p', plan, hash: signed.value.hash, input, delegates: DELEGATES });
  await place.settle();
  const stateOf = async (runId: string) => (await kept.events(runId)).reduce(evolve, newRun(runId, SETTING));
  const open = async () => {
    const rows = [(await kept.run('r'))!, ...(await kept.below('r.'))];
    const states = await Promise.all(rows.map(({ runId }) => stateOf(runId)));
    return states.flatMap((state) =>
      openQuestions(state).flatMap((one) =>
        one.kind === 'answer' && aboutOf(one.form) === ABOUT ? [{ runId: state.runId, call: one.call }] : [],
      ),
    );
  };
  return {
    sent,
    kept,
    open,
    stateOf,
    answer: async (value: Json) => {
      const [asked] = await open();
      await runs.steer({ kind: 'answer', ...asked!, choose: 'value', value });
      await place.settle();
    },
    say: async (said: Omit<Answer, 'kind' | 'runId'>) => {
      await runs.steer({ kind: 'answer', runId: 'r', ...said });
      await place.settle();
    },
    dieAtAnswers: (isDying: boolean) => {
      dies = isDying;
    },
    kill: async () => {
      runs.letGo();
      await place.settle();
      runs = openRuns(place);
      await runs.resumeAll();
      await place.settle();
    },
  };
}

test('a yes for the whole run, given in one element, is not asked for in the others', async () => {
  const { open, answer, sent, kept } = await asking(50);
  expect((await open()).length).toBeGreaterThan(1);
  await answer({ allow: true, run: true });
  expect(await open()).toEqual([]);
  expect(sent).toHaveLength(50);
  expect((await kept.run('r'))?.status).toBe('completed');
});

test('a yes for one call is none for the others', async () => {
  const { open, answer, sent } = await asking(3);
  await answer({ allow: true });
  expect(sent).toHaveLength(1);
  expect(await open()).toHaveLength(2);
});

test('it holds after a kill, for what asked before it too', async () => {
  const { open, answer, sent, kill, dieAtAnswers, kept } = await asking(5);
  // What is said of the whole run is durable; the answer to the one call is not any more.
  dieAtAnswers(true);
  await answer({ allow: true, run: true });
  expect(sent).toEqual([]);
  dieAtAnswers(false);
  await kill();
  expect(await open()).toEqual([]);
  expect(sent).toHaveLength(5);
  expect((await kept.run('r'))?.status).toBe('completed');
});

test('it is recorded once, at the top, and is taken back there', async () => {
  const late: Call = {
    ...ORDER,
    _id: 'late',
    n: 1,
    _after: '†state.approvals.go',
    _outputPath: '†state.late',
  };
  const { open, answer, say, stateOf, kept } = await asking(2, [EACH, late]);
  await answer({ allow: true, run: true });
  expect((await kept.events('r')).filter(({ type }) => type === 'plan_allowed')).toHaveLength(1);
  await say({ about: ABOUT, choose: 'reject' });
  expect([...(await stateOf('r')).grants]).toEqual([]);
  await say({ gate: 'go', choose: 'approve' });
  expect(await open()).toEqual([{ runId: 'r', call: 'late' }]);
});

test('what is allowed at the top is allowed below, and is asked about no more', async () => {
  const { open, answer, sent } = await asking(2, [
    { ...ORDER, _id: 'own', n: 1, _outputPath: '†state.own' },
    EACH,
  ]);
  expect(await open()).toHaveLength(3);
  await answer({ allow: true, run: true });
  expect(await open()).toEqual([]);
  expect(sent).toHaveLength(3);
});
