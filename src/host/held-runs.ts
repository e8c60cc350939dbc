/** The runs whose lease this place has or waits for, from the lease to the end. Knows no request. */

import type { RunContext } from './context.ts';
import type { Place } from './port.ts';
import type { ActiveRun, Opening, RunEnd } from './run.ts';
import { topOf } from './stored-run.ts';

interface HeldRuns {
  /**
   * Waits for the lease, begins the run and lets the lease go when it has ended. Nothing where that is under way.
   * A run that parks is begun again, lease in hand, when it is due or wanted.
   * @param begin null where there is nothing to begin
   */
  hold(runId: string, begin: Begin): void;
  /** Resolves when this place has the lease and has begun the run, or has found that there is nothing to begin. */
  begun(runId: string): Promise<void>;
  /** Resolves when the lease has been let go; the work is done before that, lease in hand. */
  beforeRelease(runId: string, work: () => Promise<void>): Promise<void>;
  /** Whether this run itself is in this place's hands, and no part of another. */
  isTop(runId: string): boolean;
  /** The run that is up here and is this one or has it below; undefined where there is none. At once: nothing is read. */
  upAbove(runId: string): ActiveRun | undefined;
  /**
   * What `work` comes to with the run, or the sub-run, of that id, which does not park meanwhile and is begun again where it
   * has; undefined where it is not here and does not come up here either.
   */
  withRun<T>(runId: string, work: (run: ActiveRun) => Promise<T>): Promise<T | undefined>;
  /** Something became durable: whoever waits for a sub-run looks again. */
  stir(): void;
  /** How the run came to its end here: resolves when the lease has been let go; null where it was let go of by a fault. */
  released(runId: string): Promise<RunEnd | null>;
  /** Ends every hold, of runs that are parked at once, of the others `how` brings about; resolves when all leases are free. */
  leave(how: (run: ActiveRun) => void): Promise<void>;
}

/** What a run that is held has of its holder, each time it is begun. */
export interface Holding extends Required<Pick<Opening, 'isWanted' | 'stir'>> {
  /** See `RunContext`. */
  readonly clocks: RunContext['family']['clocks'];
}

type Begin = (holding: Holding) => Promise<ActiveRun | null>;

interface Held {
  /** Begins anew where the run has parked. */
  begun: Promise<void>;
  readonly released: Promise<RunEnd | null>;
  readonly toDo: (() => Promise<void>)[];
  /** How many are saying something to it, or to a run below. */
  wantedBy: number;
  hasLease: boolean;
  /** It is let go of where it rests. */
  isLeft: boolean;
  /** Set while the run is parked: begins it again. */
  wake: (() => void) | null;
  /** Set while it is begun again: says that it has been. */
  toBegin: (() => void) | null;
}

/**
 * @param faulted hears why a run was let go of, once its lease is free
 * @param rested  a run waits here from now on, parked or drained, and does nothing: what is to be kept of that
 */
export function heldRuns(
  { store, clock, leases }: Place,
  again: (runId: string) => Begin,
  faulted: (runId: string, error: unknown) => void,
  rested: (runId: string, end: RunEnd) => Promise<void>,
): HeldRuns {
  const held = new Map<string, Held>();
  const active = new Map<string, ActiveRun>();
  const waiting = new Set<() => void>();

  const stir = () => {
    for (const look of [...waiting]) look();
  };
  const nextStir = (): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
    });

  const find = (runId: string): ActiveRun | undefined => {
    for (const run of active.values()) {
      const found = run.find(runId);
      if (found) return found;
    }
    return undefined;
  };

  /** Resolves when the run is due, or somebody wants it: until then nothing of it is held but the lease. */
  const wanted = (own: Held, dueIn: number | null): Promise<void> =>
    new Promise((resolve) => {
      let forget = () => {};
      own.wake = () => {
        own.wake = null;
        forget();
        resolve();
      };
      if (dueIn !== null) forget = clock.alarm(dueIn, () => own.wake?.());
    });

  /** From the lease to its release. Rejects with what the run was let go of for. */
  const through = async (
    runId: string,
    begin: Begin,
    own: Held,
    onBegun: () => void,
  ): Promise<RunEnd | null> => {
    const holding: Holding = { isWanted: () => own.wantedBy > 0, stir, clocks: new Map() };
    let run = await begin(holding);
    for (let first = true; ; first = false) {
      if (run) active.set(runId, run);
      if (first) onBegun();
      else own.toBegin?.();
      const end = run ? await run.ended : null;
      active.delete(runId);
      if (end === null || end.how === 'ended') return end;
      // From here on it is not up: who wants it waits for the next beginning, not for the one that is over.
      const next = promised<void>();
      own.begun = next.promise;
      own.toBegin = next.resolve;
      await rested(runId, end);
      if (end.how === 'drained') return end;
      if (!holding.isWanted() && !own.isLeft) await wanted(own, end.dueIn);
      if (own.isLeft) return end;
      run = await again(runId)(holding);
    }
  };

  const holdThrough = async (
    runId: string,
    begin: Begin,
    own: Held,
    onBegun: () => void,
  ): Promise<RunEnd | null> => {
    let end: RunEnd | null = null;
    const lease = await leases.take(runId).catch((error: unknown) => faulted(runId, error));
    try {
      own.hasLease = lease !== undefined;
      if (lease) end = await through(runId, begin, own, onBegun);
    } catch (error) {
      faulted(runId, error);
    }
    onBegun();
    own.toBegin?.();
    try {
      for (const work of own.toDo) await work();
    } catch (error) {
      faulted(runId, error);
    }
    active.delete(runId);
    held.delete(runId);
    lease?.release();
    stir();
    return end;
  };

  return {
    leave: async (how) => {
      const all = [...held];
      for (const [runId, own] of all) {
        own.isLeft = true;
        const run = active.get(runId);
        if (run) how(run);
        own.wake?.();
      }
      await Promise.all(all.filter(([, own]) => own.hasLease).map(([, own]) => own.released));
    },
    hold: (runId, begin) => {
      if (held.has(runId)) return;
      const begun = promised<void>();
      const released = promised<RunEnd | null>();
      const own: Held = {
        begun: begun.promise,
        released: released.promise,
        toDo: [],
        wantedBy: 0,
        hasLease: false,
        isLeft: false,
        wake: null,
        toBegin: null,
      };
      held.set(runId, own);
      void holdThrough(runId, begin, own, begun.resolve).then(released.resolve);
    },
    begun: async (runId) => held.get(runId)?.begun,
    released: async (runId) => (await held.get(runId)?.released) ?? null,
    beforeRelease: async (runId, work) => {
      const own = held.get(runId);
      own?.toDo.push(work);
      await own?.released;
    },
    isTop: (runId) => active.has(runId),
    upAbove: (runId) => [...active.values()].find((run) => run.find(runId) !== undefined),
    withRun: async (runId, work) => {
      const row = await store.run(runId);
      const top = row ? (await topOf(store, row)).runId : runId;
      const own = held.get(top);
      if (own) own.wantedBy += 1;
      own?.wake?.();
      try {
        for (;;) {
          if (own?.hasLease) await own.begun;
          const run = find(runId);
          if (run) return await work(run);
          const above = active.get(top);
          if (above && !above.find(top)) {
            // It comes to rest just now; that it is wanted brings it up again.
            await above.ended.catch(() => {});
            continue;
          }
          const comes = (await store.run(runId))?.open === 1 && top !== runId && active.has(top);
          const late = find(runId);
          if (late) return await work(late);
          if (!comes) return undefined;
          // Its parent's call is entered again in a moment, or has ended, and then its row says so.
          await nextStir();
        }
      } finally {
        if (own) own.wantedBy -= 1;
        active.get(top)?.look();
      }
    },
    stir,
  };
}

/** A promise in its maker's hands. */
function promised<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let settle: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: (value) => settle(value) };
}
