/** All runs of this worker, and what a person may ask of any run: here, in another tab's hands, or in nobody's. */

import type { RunRow } from '../journal/database.ts';
import type { JsonObject } from '../lib/json.ts';
import type { ResumePolicy, StartRun, WorkerMessage } from '../run/messages.ts';
import { DEFAULT_RESUME_POLICY } from '../run/resume-policy.ts';
import { beginRun } from './begin-run.ts';
import type { Channel, Decision } from './channel.ts';
import { endFamily, takeUp } from './cut-off.ts';
import { discardUnheld, removeRecords } from './discarding.ts';
import { heldRuns, topOf } from './held-runs.ts';
import { takeLeaseIfFree } from './lease.ts';
import type { ActiveRun, Place } from './place.ts';
import { DONE, type Outcome, Refusal, throwIfRefused } from './refusal.ts';
import { firstEvents } from './start-run.ts';
import { readRun } from './stored-run.ts';

export interface Runs {
  /** Resolves when the run is this worker's to begin; it goes on by itself. */
  start(start: StartRun): Promise<JsonObject>;
  /** Queues for every run that has not ended, here or in another tab. */
  resumeAll(policy?: ResumePolicy): Promise<void>;
  /** Carries a person's decision out, here or in the tab that runs it. @throws Refusal */
  steer(decision: Decision): Promise<void>;
}

/** How often another tab that has the run is asked before it is said not to answer. */
const ROUNDS = 3;

export function createRuns(
  worker: Place,
  channel: Channel,
  locks: LockManager,
  tell: (message: WorkerMessage) => void,
): Runs {
  let policy = DEFAULT_RESUME_POLICY;
  const held = heldRuns(worker.journal, locks, tell);
  const place: Place = {
    ...worker,
    published: (runId, events) => {
      worker.published(runId, events);
      held.stir();
    },
  };
  const { journal } = place;
  const forgotten = (runId: string) => {
    const message: WorkerMessage = { kind: 'forgotten', runId };
    tell(message);
    channel.tell(message);
  };

  const takeUpBy = (runId: string, how: () => ResumePolicy): void =>
    held.hold(runId, async () => {
      const row = await journal.run(runId);
      if (!row || row.open === 0) return null;
      return takeUp({ place, policy: how(), tell, goOn }, row);
    });
  const resume = (runId: string): void => takeUpBy(runId, () => policy);
  /** Whatever the settings say of runs that were cut off. */
  const goOn = (runId: string): void => takeUpBy(runId, () => DEFAULT_RESUME_POLICY);

  const carryOut = async (run: ActiveRun, decision: Decision): Promise<Outcome> => {
    switch (decision.kind) {
      case 'answer':
        return run.answer(decision);
      case 'resume-from':
        return run.resumeFrom(decision.call, decision.order);
      case 'stop-run':
        run.stop('aborted');
        return DONE;
      case 'discard-run':
        run.stop('discarded');
        // The record of a sub-run is its parent's, whose call fails with `child_discarded`.
        if (held.isTop(run.runId)) {
          await held.beforeRelease(run.runId, () => removeRecords(place, run.runId, forgotten));
        } else await run.ended.catch(() => {});
        return DONE;
    }
  };

  channel.onNews((message) => {
    if (message.kind !== 'events') return;
    const starts = message.events.some((event) => event.type === 'plan_started');
    const isSubRun = message.events.some((event) => event.type === 'plan.commit' && event.parent);
    // Another tab has started a run: this worker is its heir. A sub-run comes with its parent.
    if (starts && !isSubRun) resume(message.runId);
  });
  channel.onDecision(async (decision, heard) => {
    const run = await held.whenUp(decision.runId);
    if (!run) return null;
    heard();
    return carryOut(run, decision);
  });

  return {
    start: async (start) => {
      const first = await firstEvents(place, start);
      held.hold(start.runId, async () => beginRun(place, start, first));
      const { runId, plan } = start;
      return { status: 'spawned', plan_id: runId, chain_id: `plan_${runId}`, n_steps: plan.calls.length };
    },
    resumeAll: async (given) => {
      policy = given ?? policy;
      const open = await journal.open();
      const openIds = new Set(open.map((row) => row.runId));
      for (const row of open) {
        if (!row.parent) resume(row.runId);
        else if (!openIds.has(row.parent.runId)) await endOrphan(place, locks, row);
      }
    },
    steer: async (decision) => {
      const { runId } = decision;
      for (let round = 1; ; round++) {
        const run = await held.whenUp(runId);
        if (run) return throwIfRefused(await carryOut(run, decision));
        const row = await journal.run(runId);
        if (!row) {
          // Its own holder may have erased it while it was asked.
          if (decision.kind === 'discard-run' && round > 1) return;
          throw await noSuchRun(place, runId);
        }
        if (decision.kind === 'discard-run') {
          if (await discardUnheld(place, locks, row, forgotten)) return;
        } else await refuseUnlessOpen(place, row, decision);
        // Whoever has the run answers; where nobody has it, it comes up here.
        const top = await topOf(journal, row);
        resume(top.runId);
        const outcome = await Promise.race([channel.passOn(decision), held.begun(top.runId)]);
        if (outcome) return throwIfRefused(outcome);
        if (round === ROUNDS) {
          throw new Refusal(
            'no-answer',
            'The tab that runs this does not answer. Close it, and the run goes on in this one; then try again.',
          );
        }
      }
    },
  };
}

/** A sub-run whose parent ended in the moment before a kill: nobody is left who would take its result. */
async function endOrphan(place: Place, locks: LockManager, row: RunRow): Promise<void> {
  const top = await topOf(place.journal, row);
  const lease = await takeLeaseIfFree(top.runId, locks);
  // Whoever has it is ending its sub-runs just now.
  if (!lease) return;
  try {
    const now = await place.journal.run(row.runId);
    if (now?.open === 1) await endFamily(place, now);
  } finally {
    lease.release();
  }
}

async function noSuchRun({ journal }: Place, runId: string): Promise<Refusal> {
  const open = (await journal.open()).filter((row) => !row.parent);
  const others =
    open.length === 0
      ? 'No run goes on.'
      : `These go on: ${open.map((row) => `${row.runId} (${row.title})`).join(', ')}.`;
  return new Refusal('unknown-run', `There is no run "${runId}". ${others}`);
}

/** @throws Refusal where the run has ended, or can't go on because it has lost its plan (R-43) */
async function refuseUnlessOpen(place: Place, row: RunRow, decision: Decision): Promise<void> {
  if (decision.kind !== 'resume-from') {
    if (row.open === 1) return;
    throw new Refusal('no-such-question', 'This run is not going on.');
  }
  if (!(await readRun(place, row.runId))) {
    throw new Refusal(
      'plan-missing',
      `The run "${row.runId}" can't be run again: its plan is missing or damaged. Discard the run, and start it again from the plan.`,
    );
  }
  if (row.open === 0) {
    throw new Refusal(
      'has-ended',
      `The run "${row.runId}" has ended, so nothing in it is changed any more. Run it again from "${decision.call}" as a new run.`,
    );
  }
}
