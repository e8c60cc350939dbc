/** One host: a random family of runs leaves the same journals in every place. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openJournal } from '../../src/cli/run/journal-folder.ts';
import { terminalPlace } from '../../src/cli/run/place.ts';
import { settingOf } from '../../src/cli/run/setting.ts';
import { sign } from '../../src/flows/sign.ts';
import { newContext, titleOf } from '../../src/host/context.ts';
import { loaded } from '../../src/host/large-values.ts';
import { APPROVED_BY_CALLER, memoryStore } from '../../src/host/memory-place.ts';
import type { Json } from '../../src/lib/json.ts';
import { withOwnPlans } from '../../src/plan/delegates.ts';
import { beginning } from '../../src/run/begin.ts';
import type { LargeNote } from '../../src/run/large-value.ts';
import { runVirtually, virtualPlace as virtualWorld } from '../../src/simulate/virtual-place.ts';
import {
  CONNECTED,
  CONNECTION,
  IDLE,
  inTest,
  inWorker,
  type Journals,
  journalsIn,
  lived,
  type Make,
  outlivesKills,
  outputOf,
  played,
} from './lived-family.ts';
import { type RandomFamily, randomFamily } from './random-family.ts';
import { counted, virtualPlace } from './virtual-place.ts';

const inTerminal: Make = (family, store, hear) =>
  played(family, store, (kept, clock) =>
    terminalPlace({
      setting: settingOf(new Map(), [], [family.plan, ...Object.values(family.delegates)], CONNECTION),
      own: new Map(),
      kept: {
        folder: null,
        store: kept,
        models: () => ({ get: async () => undefined, put: async () => {} }),
      },
      files: { read: () => Promise.reject(new Error('no files')), save: async () => {} },
      connection: CONNECTION,
      environment: {},
      receipts: APPROVED_BY_CALLER,
      pool: IDLE,
      clock,
      hear,
    }),
  );

/** One run and what is below it, without all that a place has around them: as the dry run and the conformance cases are run. */
async function inVirtualTime({ plan, delegates, play, answerTo }: RandomFamily): Promise<Journals> {
  // Counted as every place's is here: what happens at one moment is told in the order in which stores answer.
  const { store } = counted(memoryStore());
  const place = virtualWorld({
    setting: CONNECTED,
    play,
    answer: (question, runId) => {
      const says = answerTo({ ...question, runId, seq: 0, time: 0 });
      return says?.kind === 'answer' ? { ms: 10, says } : null;
    },
    store,
  });
  const hash = sign(plan, place.setting, delegates);
  if (!hash.ok) throw new Error(hash.error);
  const run = newContext(place, 'run', { planId: plan.id, title: titleOf(plan) });
  await runVirtually(
    run,
    place,
    beginning(
      {
        ...{ plan, input: {}, signed: hash.value, replans: 'ask' },
        delegates: withOwnPlans(plan, delegates),
      },
      [],
    ),
  );
  return journalsIn(store);
}

test('random families leave the same journals in the terminal’s place, the worker’s, the dry run’s and the test’s', async () => {
  await fc.assert(
    fc.asyncProperty(randomFamily(), async (family) => {
      const journals: Journals[] = [];
      for (const make of [inTest, inTerminal, inWorker]) {
        const store = memoryStore();
        await lived(make, family, store);
        journals.push(await journalsIn(store));
      }
      expect(journals[0]!.run!.at(-1)!.type).toMatch(/plan_completed|plan_aborted/);
      expect(journals[1]).toEqual(journals[0]);
      expect(journals[2]).toEqual(journals[0]);
      expect(await inVirtualTime(family)).toEqual(journals[0]);
    }),
    { numRuns: 60 },
  );
}, 120_000);

test('a family ends alike with large values by reference and with all in memory, through a kill too', async () => {
  let large = 0;
  await fc.assert(
    fc.asyncProperty(
      randomFamily(),
      fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 2 }),
      async (family, deaths) => {
        const calm = memoryStore();
        await lived(inTest, family, calm);
        const store = memoryStore();
        const low: Make = (given, kept, hear) =>
          virtualPlace({ setting: { ...CONNECTED, largeFrom: 8 }, play: given.play, hear, store: kept });
        for (const dies of [...deaths, undefined]) await lived(low, family, store, dies);
        const journals = await journalsIn(store);
        const { status, reason } = (await calm.run('run'))!;
        const row = (await store.run('run'))!;
        expect({ status: row.status, reason: row.reason }).toEqual({ status, reason });
        const end = journals.run!.at(-1)! as { output?: Json; large?: readonly LargeNote[] };
        large += Object.values(journals)
          .flat()
          .filter((event) => 'large' in event).length;
        const carried = { value: end.output ?? null, ...(end.large ? { large: end.large } : {}) };
        expect(await loaded(store, carried)).toEqual(outputOf(await journalsIn(calm)) ?? null);
      },
    ),
    { numRuns: 60 },
  );
  expect(large).toBeGreaterThan(50);
}, 120_000);

test('in a folder, killed and gone on with, a family comes to the same end, and nothing done is done again', async () => {
  const inFolder = () => {
    const path = mkdtempSync(join(tmpdir(), 'obelus-places-'));
    return { open: () => openJournal(path) };
  };
  await fc.assert(outlivesKills(inTerminal, inFolder), { numRuns: 25 });
}, 120_000);
