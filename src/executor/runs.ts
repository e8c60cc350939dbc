/** All runs of this worker: started, resumed, taken over when another tab's lease falls, steered by a person. */

import { type RunRow, StorageFault } from '../journal/database.ts';
import { approvalHash } from '../plan/approval-hash.ts';
import type { StartRun, WorkerMessage } from '../run/messages.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { signedDelegates } from '../tools/signed-delegates.ts';
import type { Channel, Decision } from './channel.ts';
import { type Lease, takeLease } from './lease.ts';
import { Refusal } from './refusal.ts';
import { type ActiveRun, type Place, resumeRun, startRun } from './run.ts';
import { setting } from './tools.ts';

export interface Runs {
  /** Resolves when the run's first events are to be written; it goes on by itself. */
  start(start: StartRun): Promise<void>;
  /** Queues for every run that has not ended, here or in another tab. */
  resumeAll(): Promise<void>;
  /** Carries a person's decision out, here or in the tab that runs it. */
  decide(decision: Decision): Promise<void>;
}

export function createRuns(
  place: Place,
  channel: Channel,
  locks: LockManager,
  tell: (message: WorkerMessage) => void,
): Runs {
  const active = new Map<string, ActiveRun>();
  /** The run of that id, or the sub-run of one of them. */
  const find = (runId: string): ActiveRun | undefined => {
    for (const run of active.values()) {
      const found = run.find(runId);
      if (found) return found;
    }
    return undefined;
  };
  /** Runs this worker waits for or holds. */
  const queued = new Set<string>();

  const hold = async (runId: string, begin: () => Promise<ActiveRun | null>): Promise<void> => {
    if (queued.has(runId)) return;
    queued.add(runId);
    let lease: Lease | undefined;
    try {
      lease = await takeLease(runId, locks);
      const run = await begin();
      if (!run) return;
      active.set(runId, run);
      await run.ended;
    } catch (error) {
      const fault = error instanceof StorageFault ? error : null;
      const message =
        fault?.message ?? `The run stopped: ${error instanceof Error ? error.message : String(error)}.`;
      tell({ kind: 'storage-fault', runId, code: fault?.code ?? 'run-stopped', message });
    } finally {
      active.delete(runId);
      queued.delete(runId);
      lease?.release();
    }
  };

  const resume = (runId: string): Promise<void> =>
    hold(runId, async () => {
      const row = await place.journal.run(runId);
      if (!row || row.open === 0) return null;
      return continued(place, row, tell);
    });

  channel.onNews((message) => {
    if (message.kind !== 'events') return;
    const starts = message.events.some((event) => event.type === 'plan_started');
    const isSubRun = message.events.some((event) => event.type === 'plan.commit' && event.parent);
    // Another tab has started a run: this worker is its heir. A sub-run comes with its parent.
    if (starts && !isSubRun) void resume(message.runId);
  });
  channel.onDecision((decision) => {
    const run = find(decision.runId);
    return run !== undefined && run.decide(decision) === null;
  });

  return {
    start: async (start) => {
      const builtIns = setting.catalogue.list();
      const hash = approvalHash(
        start.plan,
        catalogueOf(builtIns, start.plan.tools).get,
        signedDelegates(start.delegates ?? {}, builtIns),
      );
      if (!hash.ok || hash.value !== start.hash) {
        throw new Refusal(
          'not-approved',
          'The plan is not the one that was approved. Nothing was run. Look at it again and approve it.',
        );
      }
      if (await place.journal.run(start.runId)) {
        throw new Refusal('already-started', 'This run was started already; it is in the list of runs.');
      }
      void hold(start.runId, async () => startRun(place, start));
    },
    resumeAll: async () => {
      const open = await place.journal.open();
      const openIds = new Set(open.map((row) => row.runId));
      for (const { runId, parent } of open) {
        if (!parent) void resume(runId);
        // Its parent ended in the moment before the kill: nobody is left who would take its result.
        else if (!openIds.has(parent.runId)) await place.journal.discard(runId);
      }
    },
    decide: async (decision) => {
      const run = find(decision.runId);
      const refused = run
        ? run.decide(decision)
        : (await channel.passOn(decision))
          ? null
          : 'This run is not going on.';
      if (refused !== null) throw new Refusal('no-such-question', refused);
    },
  };
}

/** The run goes on from its journal; one that can't be read is discarded with a sentence (L-94). */
async function continued(
  place: Place,
  row: RunRow,
  tell: (message: WorkerMessage) => void,
): Promise<ActiveRun | null> {
  try {
    const events = await place.journal.events(row.runId);
    const isWhole = events.every((event, at) => event.seq === at + 1);
    if (isWhole && events[0]?.type === 'plan.commit') return await resumeRun(place, row, events);
  } catch (error) {
    if (error instanceof StorageFault) throw error;
  }
  await place.journal.discard(row.runId);
  tell({
    kind: 'storage-fault',
    runId: row.runId,
    code: 'run-discarded',
    message: `The run of "${row.title}" was discarded: its journal is damaged or has lost its plan. Start it again from the plan.`,
  });
  return null;
}
