/** Large values by reference change nothing that can be told: a run ends as it does with every value in its memory. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LargeShelf, loaded } from '../../src/host/large-values.ts';
import { memoryStore } from '../../src/host/memory-place.ts';
import type { Json, JsonObject } from '../../src/lib/json.ts';
import { copyState } from '../../src/run/copy-state.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { carried } from '../../src/run/large-value.ts';
import { callView } from '../../src/run/view.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { endOf, folded, type Played, play, withoutForgotten } from './play.ts';
import { type RandomRun, randomReplan, randomRun } from './random-plan.ts';

/** So low that an object with one key is large, and a number beside it is not. */
const LOW = 8;

const whole = (store: LargeShelf, value: unknown): Promise<Json> => loaded(store, carried(value as Json));

function shelfOver(kept: Map<string, string>): {
  readonly shelf: LargeShelf;
  readonly kept: Map<string, string>;
} {
  const shelf: LargeShelf = {
    keepLarge: async (runId, key, json) => void kept.set(`${runId} ${key}`, json),
    large: async (runId, key) => kept.get(`${runId} ${key}`),
  };
  return { shelf, kept };
}

async function wholeEnd(store: LargeShelf, given: RandomRun, played: Played): Promise<JsonObject> {
  return (await whole(store, withoutForgotten(endOf(played), given))) as JsonObject;
}

/** The journal as it would be if nothing were ever kept apart. */
async function wholeJournal(store: LargeShelf, journal: readonly RunEvent[]): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for (const event of journal) {
    if (event.type === 'plan_value_read') continue;
    if (!('large' in event) || event.large === undefined) events.push(event);
    else {
      const { large, ...rest } = event;
      const place = 'value' in rest ? 'value' : 'output';
      const value = await loaded(store, { value: (rest as JsonObject)[place]!, large });
      events.push({ ...rest, [place]: value } as RunEvent);
    }
  }
  return events;
}

const wasCut = ({ journal, state }: Played): boolean =>
  journal.some(({ type }) => type === 'plan.draft') || state.status === 'failed';

const timing = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 12, maxLength: 12 });
const timed =
  (ms: readonly number[]) =>
  (n: number): number =>
    ms[n % ms.length]!;

const cases: readonly [string, fc.Arbitrary<RandomRun>][] = [
  ['', randomRun()],
  [' that end with their first failure', randomRun({ onFailure: ['abort'] })],
  [' over instances', randomRun({ instances: true })],
  [' that are replanned', randomReplan()],
];

test.each(cases)(
  'runs%s end alike, values by reference or in memory',
  async (_, runs) => {
    let large = 0;
    let looked = 0;
    await fc.assert(
      fc.asyncProperty(runs, timing, async (given, ms) => {
        const calm = await play(given, timed(ms));
        const store = memoryStore();
        const low = { ...given, largeFrom: LOW };
        const played = await play(low, timed(ms), [], undefined, undefined, store);
        large += played.journal.filter((event) => 'large' in event).length;
        looked += played.journal.filter(({ type }) => type === 'plan_value_read').length;
        const end = await wholeEnd(store, given, played);
        const calmEnd = withoutForgotten(endOf(calm), given);
        // The same history with every value in its events comes to the same, whatever was planned anew in between.
        const told = folded(given, await wholeJournal(store, played.journal));
        expect(withoutForgotten(endOf({ state: told }), given)).toEqual(end);
        // Where a failure cuts a run off, or has it planned anew, how far it was is a matter of timing.
        if (wasCut(calm) || wasCut(played)) return;
        expect(end).toEqual(calmEnd);
        expect(played.seen).toEqual(calm.seen);
      }),
      { numRuns: Number(process.env.RUNS ?? 300) },
    );
    expect(large).toBeGreaterThan(100);
    expect(looked).toBeGreaterThan(10);
  },
  120_000,
);

test('a run that is killed at any event, between a result and the look into it too, comes to the same end', async () => {
  let betweenThem = 0;
  await fc.assert(
    fc.asyncProperty(randomRun(), timing, async (given, ms) => {
      const { shelf, kept } = shelfOver(new Map());
      const low = { ...given, largeFrom: LOW };
      const first = await play(low, timed(ms), [], undefined, undefined, shelf);
      const end = await wholeEnd(shelf, given, first);
      for (let cut = 2; cut < first.journal.length; cut++) {
        if (first.journal[cut]!.type === 'plan_value_read') betweenThem += 1;
        // What was kept for a start that the journal does not have is written over.
        const { shelf: left } = shelfOver(new Map(kept));
        const again = await play(low, timed(ms), first.journal.slice(0, cut), undefined, undefined, left);
        expect(await wholeEnd(left, given, again)).toEqual(end);
      }
    }),
    { numRuns: 150 },
  );
  expect(betweenThem).toBeGreaterThan(3);
}, 120_000);

test('what a moment shows is what a fold from the start shows, however it was come to', async () => {
  await fc.assert(
    fc.asyncProperty(randomRun(), timing, async (given, ms) => {
      const store = memoryStore();
      const low = { ...given, largeFrom: LOW };
      const { journal } = await play(low, timed(ms), [], undefined, undefined, store);
      const state = folded(low, []);
      for (const [at, event] of journal.entries()) {
        const before = copyState(state);
        evolve(state, event);
        // Before the plan is there, nothing is.
        if (at < 2) continue;
        expect(endOf({ state: before })).toEqual(endOf({ state: folded(low, journal.slice(0, at)) }));
      }
    }),
    { numRuns: 30 },
  );
}, 120_000);

/** A run of these calls of `read`, every one returning `{ k: 1 }`, that is asked nothing but its gates. */
function runOf(
  calls: readonly ({ readonly _id: string } & JsonObject)[],
  more: Partial<RandomRun>,
): RandomRun {
  const policy = { onFailure: 'skip', retryLimit: 0 };
  return {
    plan: {
      format: 'obelus/plan',
      version: 1,
      id: 'random',
      calls: calls.map((call) => ({ _tool: 'read', _outputPath: `†state.${call._id}`, ...call })),
      output: '†state',
      policy,
    } as unknown as RandomRun['plan'],
    catalogue: catalogueOf([{ name: 'read', activity: 'read', effect: 'read', parameters: {} }]),
    hasActivity: () => true,
    endings: new Map(calls.map(({ _id }) => [_id, { value: { k: 1 } }])),
    sayTo: () => 'skip',
    approves: () => true,
    ...more,
  } as RandomRun;
}

test('a value that is gone fails whoever reads below it, and nobody else', async () => {
  const calls = [{ _id: 'big' }, { _id: 'reader', p: '†state.big.k' }, { _id: 'other' }];
  const store = { ...memoryStore(), large: async () => undefined };
  const given = { ...runOf(calls, {}), largeFrom: LOW };
  const { state } = await play(given, () => 10, [], undefined, undefined, store);
  expect(endOf({ state }).calls).toEqual({ big: 'completed', reader: 'failed', other: 'completed' });
  expect(callView(state, 'reader')!.failure!.code).toBe('result-missing');
});

test('a run ends only when the look is done that tells why a call was skipped: what it returns hangs on it (L-14)', async () => {
  const calls = [
    { _id: 'slow' },
    { _id: 'gated', p: '†state.slow.k', gate: '†state.approvals.g0' },
    { _id: 'asks', gate: '†state.approvals.g0' },
  ];
  const given = runOf(calls, { approves: () => false });
  const ms = () => 100;
  const calm = await play(given, ms);
  const store = memoryStore();
  const low = { ...given, largeFrom: LOW };
  const played = await play(low, ms, [], undefined, undefined, store);
  expect(endOf(calm).output).toEqual({ slow: { k: 1 } });
  expect(await wholeEnd(store, given, played)).toEqual(withoutForgotten(endOf(calm), given));
});
