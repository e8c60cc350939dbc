/** The runs whose lease this worker has or waits for, from the lease to the end. Knows no request. */

import { type RunRow, StorageFault } from '../journal/database.ts';
import type { RunJournal } from '../journal/run-journal.ts';
import type { WorkerMessage } from '../run/messages.ts';
import { type Lease, takeLease } from './lease.ts';
import type { ActiveRun } from './place.ts';

export interface HeldRuns {
  /**
   * Waits for the lease, begins the run and lets the lease go when it has ended. Nothing where that is under way.
   * @param ended while the lease is still held
   */
  hold(runId: string, begin: () => Promise<ActiveRun | null>): void;
  /** Resolves when this worker has the lease and has begun the run, or has found that there is nothing to begin. */
  begun(runId: string): Promise<void>;
  /** Resolves when the lease has been let go; the work is done before that, lease in hand. */
  beforeRelease(runId: string, work: () => Promise<void>): Promise<void>;
  /** Whether this run itself is in this worker's hands, and no part of another. */
  isTop(runId: string): boolean;
  /** The run, or the sub-run, of that id; undefined where it is not here and does not come up here either. */
  whenUp(runId: string): Promise<ActiveRun | undefined>;
  /** Something became durable: whoever waits for a sub-run looks again. */
  stir(): void;
}

interface Held {
  readonly begun: Promise<void>;
  readonly released: Promise<void>;
  readonly toDo: (() => Promise<void>)[];
  hasLease: boolean;
}

export function heldRuns(
  journal: RunJournal,
  locks: LockManager,
  tell: (message: WorkerMessage) => void,
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

  const sayFault = (runId: string, error: unknown) => {
    const fault = error instanceof StorageFault ? error : null;
    const message =
      fault?.message ?? `The run stopped: ${error instanceof Error ? error.message : String(error)}.`;
    tell({ kind: 'storage-fault', runId, code: fault?.code ?? 'run-stopped', message });
  };

  /** From the lease to its release; never rejects. */
  const holdThrough = async (
    runId: string,
    begin: () => Promise<ActiveRun | null>,
    own: Held,
    onBegun: () => void,
  ): Promise<void> => {
    let lease: Lease | undefined;
    try {
      lease = await takeLease(runId, locks);
      own.hasLease = true;
      const run = await begin();
      if (run) active.set(runId, run);
      onBegun();
      await run?.ended;
    } catch (error) {
      sayFault(runId, error);
    }
    onBegun();
    try {
      for (const work of own.toDo) await work();
    } catch (error) {
      sayFault(runId, error);
    }
    active.delete(runId);
    held.delete(runId);
    lease?.release();
    stir();
  };

  return {
    hold: (runId, begin) => {
      if (held.has(runId)) return;
      const begun = promised();
      const released = promised();
      const own: Held = { begun: begun.promise, released: released.promise, toDo: [], hasLease: false };
      held.set(runId, own);
      void holdThrough(runId, begin, own, begun.resolve).then(released.resolve);
    },
    begun: async (runId) => held.get(runId)?.begun,
    beforeRelease: async (runId, work) => {
      const own = held.get(runId);
      own?.toDo.push(work);
      await own?.released;
    },
    isTop: (runId) => active.has(runId),
    whenUp: async (runId) => {
      for (;;) {
        await Promise.all([...held.values()].filter((own) => own.hasLease).map((own) => own.begun));
        const run = find(runId);
        if (run) return run;
        const row = await journal.run(runId);
        const comes =
          row?.open === 1 && row.parent !== undefined && active.has((await topOf(journal, row)).runId);
        if (!comes) return find(runId);
        // Its parent's call is entered again in a moment, or has ended, and then its row says so.
        await nextStir();
      }
    },
    stir,
  };
}

/** A promise in its maker's hands. */
function promised(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let settle = () => {};
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: () => settle() };
}

/** The run that a person started, of which this one is a part. */
export async function topOf(journal: RunJournal, row: RunRow): Promise<RunRow> {
  let top = row;
  while (top.parent) {
    const above = await journal.run(top.parent.runId);
    if (!above) return top;
    top = above;
  }
  return top;
}
