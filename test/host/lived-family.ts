/** A random family lived through in a place: run, answered, let go of in the middle, gone on with. For every store. */

import fc from 'fast-check';
import { expect } from 'vitest';
import type { FilePool } from '../../src/activities/pool.ts';
import { workerPlace, setting as workerSetting } from '../../src/executor/place.ts';
import { sign } from '../../src/flows/sign.ts';
import {
  APPROVED_BY_CALLER,
  aloneOn,
  memoryLeases,
  memoryStore,
  virtualClock,
} from '../../src/host/memory-place.ts';
import type { Place, Store } from '../../src/host/port.ts';
import { openRuns, type Runs } from '../../src/host/runs.ts';
import { serverOf } from '../../src/planner/openai/server-of.ts';
import type { RunEvent } from '../../src/run/events.ts';
import type { WorkerMessage } from '../../src/run/messages.ts';
import { type RandomFamily, randomFamily } from './random-family.ts';
import { counted, playedActivities, settled, type VirtualPlace, virtualPlace } from './virtual-place.ts';

/** What computes is played: no thread is ever asked. */
export const IDLE: FilePool = {
  compute: () => Promise.reject(new Error('It is played.')),
  look: () => Promise.reject(new Error('It is played.')),
  profile: () => Promise.reject(new Error('It is played.')),
  close: () => {},
};

export const CONNECTION = { baseUrl: 'https://model.test', model: 'm' };
/** What latent calls are sent to is part of what is signed: it is the same in every place. */
export const CONNECTED = { ...workerSetting, modelServer: serverOf(CONNECTION.baseUrl) };

export type Make = (
  family: RandomFamily,
  store: Store,
  hear: (message: WorkerMessage) => void,
) => VirtualPlace;

/** A real place under a virtual clock, its store and its activities given; all else is its own. */
export function played(
  { play }: RandomFamily,
  given: Store,
  of: (store: Store, clock: VirtualPlace['clock']) => Place,
): VirtualPlace {
  const clock = virtualClock();
  const { store, pending } = counted(given);
  const place = of(store, clock);
  // What is played tells of no request, so nothing may be concluded from none having been told of.
  const { announces: _, ...setting } = place.setting;
  return {
    ...place,
    setting,
    clock,
    activities: (run) => playedActivities(clock, play, run, store),
    settle: () => settled(clock, pending),
  };
}

export const inTest: Make = (family, store, hear) =>
  virtualPlace({ setting: CONNECTED, play: family.play, hear, store });

export const inWorker: Make = (family, store, hear) =>
  played(family, store, (kept, clock) => ({
    // Neither database nor locks are touched before something is asked of them.
    ...workerPlace(undefined as never, aloneOn(hear), undefined as never, {
      connection: () => CONNECTION,
      secrets: () => new Map(),
      locked: () => new Set(),
      pool: IDLE,
    }),
    store: kept,
    clock,
    leases: memoryLeases(),
    receipts: APPROVED_BY_CALLER,
  }));

export type Journals = Readonly<Record<string, readonly RunEvent[]>>;

export async function journalsIn(store: Store): Promise<Journals> {
  const rows = [(await store.run('run'))!, ...(await store.below('run.'))];
  const journals: Record<string, readonly RunEvent[]> = {};
  for (const { runId } of rows) journals[runId] = await store.events(runId);
  return journals;
}

/** Runs, and answers whatever is asked ten virtual ms later. @param dies lets go of everything at the n-th batch */
export async function lived(make: Make, family: RandomFamily, store: Store, dies?: number): Promise<void> {
  let batches = 0;
  let runs: Runs | null = null;
  let isDead = false;
  const say = (event: RunEvent) => {
    const decision = family.answerTo(event);
    if (decision) place.clock.alarm(10, () => void (isDead || runs?.steer(decision).catch(() => {})));
  };
  const place = make(family, store, (message) => {
    if (message.kind === 'storage-fault') throw new Error(message.message);
    if (message.kind !== 'events') return;
    batches += 1;
    if (batches === dies) {
      isDead = true;
      runs?.letGo();
    } else message.events.forEach(say);
  });
  runs = openRuns(place);
  const row = await store.run('run');
  if (row) {
    // What was asked and not answered when it died is asked still.
    for (const events of Object.values(await journalsIn(store))) events.forEach(say);
    await runs.resumeAll();
  } else {
    const { plan, delegates } = family;
    const hash = sign(plan, place.setting, delegates);
    if (!hash.ok) throw new Error(hash.error);
    await runs.start({ runId: 'run', planId: plan.id, plan, delegates, hash: hash.value.hash, input: {} });
  }
  await place.settle();
}

export const outputOf = ({ run }: Journals) => {
  const end = run!.at(-1)!;
  return 'output' in end ? end.output : undefined;
};

/** Calls that were started although they had a result. */
function enteredAgain(events: readonly RunEvent[]): string[] {
  const done = new Set<string>();
  return events.flatMap((event) => {
    if (event.type === 'plan_step_completed') done.add(event.call);
    return event.type === 'plan_step_started' && done.has(event.call) ? [event.call] : [];
  });
}

/** A place for one family's journals, opened anew after each death. */
export interface Keeping {
  open(): Promise<{ readonly store: Store; close(): Promise<void> | void }>;
  dispose?(): Promise<void>;
}

/**
 * Killed and gone on with, a family comes to the end it comes to in memory, and nothing that is done is done again.
 * What happens at one moment is told in the order in which the store answers, so its journals are not compared.
 */
export const outlivesKills = (make: Make, keep: () => Keeping) =>
  fc.asyncProperty(
    randomFamily(),
    fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
    async (family, deaths) => {
      const calm = memoryStore();
      await lived(inTest, family, calm);
      const keeping = keep();
      for (const dies of [...deaths, undefined]) {
        const { store, close } = await keeping.open();
        await lived(make, family, store, dies);
        await close();
      }
      const { store, close } = await keeping.open();
      const journals = await journalsIn(store);
      const row = (await store.run('run'))!;
      await close();
      await keeping.dispose?.();
      const { status, reason } = (await calm.run('run'))!;
      expect({ status: row.status, reason: row.reason }).toEqual({ status, reason });
      expect(outputOf(journals)).toEqual(outputOf(await journalsIn(calm)));
      for (const events of Object.values(journals)) expect(enteredAgain(events)).toEqual([]);
    },
  );
