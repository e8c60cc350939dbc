/** A place on a virtual clock whose activities are played: the host as every other place has it, and nothing else real. */

import type { LargeShelf } from '../../src/host/large-values.ts';
import {
  APPROVED_BY_CALLER,
  aloneOn,
  memoryLeases,
  memoryStore,
  type VirtualClock,
  virtualClock,
} from '../../src/host/memory-place.ts';
import type { Activities, CallStart, Place, RunFacts, Store } from '../../src/host/port.ts';
import type { Call } from '../../src/plan/document.ts';
import type { WorkerMessage } from '../../src/run/messages.ts';
import type { PlannerAnswer, ReplanRequest } from '../../src/run/replan.ts';
import type { RunSetting } from '../../src/run/state.ts';
import { type Played, playedActivities as played } from '../../src/simulate/virtual-place.ts';

export interface Script {
  readonly setting: RunSetting;
  /** How a call goes, each time it is entered. */
  play(runId: string, start: CallStart): Played;
  readonly check?: Place['check'];
  /** @param onCall hears calls as they stream in; absent where the answer is awaited whole */
  replan?(request: ReplanRequest, onCall?: (call: Call) => void): readonly Call[] | PlannerAnswer;
  readonly hear?: (message: WorkerMessage) => void;
  readonly store?: Store;
  readonly clock?: VirtualClock;
  readonly leases?: Place['leases'];
  /** What the person has approved; whatever a run is started with where it is absent. */
  readonly receipts?: Place['receipts'];
}

export interface VirtualPlace extends Place {
  readonly clock: VirtualClock;
  /** Everything that is pending has happened, and time has passed until nothing is due any more. */
  settle(): Promise<void>;
}

/** Everything that can happen without time passing has happened: whoever awaits has been served. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    }
  });

/** Everything that is pending has happened, and time has passed until nothing is due any more. */
export async function settled(clock: VirtualClock, pending: () => number): Promise<void> {
  for (;;) {
    do await turn();
    while (pending() > 0);
    if (!clock.advance()) return;
  }
}

export function virtualPlace(script: Script): VirtualPlace {
  const clock = script.clock ?? virtualClock();
  const { pending, store } = counted(script.store ?? memoryStore());
  return {
    store,
    clock,
    leases: script.leases ?? memoryLeases(),
    channel: aloneOn((message) => script.hear?.(message)),
    receipts: script.receipts ?? APPROVED_BY_CALLER,
    setting: script.setting,
    activities: (run) => playedActivities(clock, script.play, run, store),
    replan: (request, _, onCall) => {
      const said = script.replan?.(request, onCall) ?? [];
      return { answer: Promise.resolve('calls' in said ? said : { calls: said }), stop: () => {} };
    },
    check: script.check ?? (() => []),
    copyFiles: async () => {},
    settle: () => settled(clock, pending),
  };
}

/** A store of which one knows whether it has something to do: a disk's answer is no virtual time. */
export function counted(store: Store): { readonly store: Store; pending(): number } {
  let pending = 0;
  const counting =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      pending += 1;
      try {
        return await work(...args);
      } finally {
        pending -= 1;
      }
    };
  return {
    pending: () => pending,
    store: {
      append: counting(store.append),
      mark: counting(store.mark),
      events: counting(store.events),
      run: counting(store.run),
      open: counting(store.open),
      doubtful: counting(store.doubtful),
      forks: counting(store.forks),
      below: counting(store.below),
      discard: counting(store.discard),
      remove: counting(store.remove),
      keepLarge: counting(store.keepLarge),
      large: counting(store.large),
    },
  };
}

/** Played, with what crosses to whoever enters a call as data alone. @param shelf where large values lie */
export function playedActivities(
  clock: VirtualClock,
  play: Script['play'],
  run: RunFacts,
  shelf: LargeShelf,
): Activities {
  const own = played(clock, play, run, shelf);
  const { start } = own;
  return Object.assign(own, {
    start: (given: CallStart) => start(JSON.parse(JSON.stringify(given)) as CallStart),
  });
}
