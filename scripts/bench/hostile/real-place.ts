/** The place of a trial at a real server: the app's own activities and store, and a clock that hurries. */

import { NoThreads } from '../../../src/activities/pool.ts';
import { activitiesIn, announcesIn } from '../../../src/activities/run-activities.ts';
import { errorsWith } from '../../../src/check/errors-of.ts';
import { APPROVED_BY_CALLER, aloneOn, memoryLeases } from '../../../src/host/memory-place.ts';
import type { Place, PlaceClock } from '../../../src/host/port.ts';
import { openRuns } from '../../../src/host/runs.ts';
import { builtIns, SETTING } from './plan.ts';
import type { World } from './trial.ts';

/** Real milliseconds in which a second of a run passes. */
const HURRY = 200;
const HURRIED: PlaceClock = {
  now: () => Date.now() * HURRY,
  elapsed: () => performance.now() * HURRY,
  alarm: (ms, ring) => {
    const timer = setTimeout(ring, Math.min(20, ms / HURRY));
    return () => clearTimeout(timer);
  },
};

/**
 * Timers that are due follow each other without a look at the sockets in between: on a busy machine a person who counts them
 * would take what has left for what never will. After each of these the server has had its turn.
 */
export const turn = (): Promise<void> => new Promise((resolve) => setTimeout(() => setImmediate(resolve), 2));

export const openPlace: World['open'] = (store, newCalls) => {
  const place: Place = {
    store,
    clock: HURRIED,
    leases: memoryLeases(),
    receipts: APPROVED_BY_CALLER,
    channel: aloneOn(() => {}),
    setting: { ...SETTING, announces: announcesIn(builtIns.get) },
    activities: activitiesIn({
      now: Date.now,
      pool: {
        compute: () => Promise.reject(new NoThreads()),
        look: () => Promise.reject(new NoThreads()),
        close: () => {},
      },
      shelf: store,
      contractBehind: (name) => builtIns.get(name),
      trusted: (name) => builtIns.get(name),
      modelServer: () => null,
      model: () => null,
      noModel: '',
      models: () => ({ get: async () => undefined, put: async () => {} }),
      readFile: () => Promise.reject(new Error('There is none.')),
      saveFile: async () => {},
      log: () => {},
      secrets: () => new Map(),
    }),
    replan: ({ plan }) => ({
      answer: turn().then(() => ({ calls: newCalls(plan) })),
      stop: () => {},
    }),
    check: errorsWith(builtIns, builtIns),
    copyFiles: async () => {},
  };
  return openRuns(place);
};
