/** What becomes of a run that was cut off, when a worker takes it up: it goes on, or is discarded. */

import type { RunRow } from '../journal/database.ts';
import type { ResumePolicy, WorkerMessage } from '../run/messages.ts';
import { purityOf } from '../run/resume-policy.ts';
import { resumeRun } from './begin-run.ts';
import { fold } from './compile.ts';
import type { ActiveRun, Place } from './place.ts';
import { adoptRun, endRun, readRun } from './stored-run.ts';

export interface CutOff {
  readonly place: Place;
  readonly policy: ResumePolicy;
  tell(message: WorkerMessage): void;
  /** Goes on with a sub-run that has become a run of its own. */
  goOn(runId: string): void;
}

/** The run as it goes on; null where it was discarded, in words. The caller holds its lease. */
export async function takeUp(parts: CutOff, row: RunRow): Promise<ActiveRun | null> {
  const { place, policy } = parts;
  const events = await readRun(place, row.runId);
  if (!events) {
    for (const child of await openChildren(place, row.runId)) await endFamily(place, child);
    await place.journal.discard(row.runId);
    say(
      parts,
      row,
      `The run of "${row.title}" was discarded: its journal is damaged or has lost its plan. Start it again from the plan.`,
    );
    return null;
  }
  if (policy.default === 'retry_pending') return resumeRun(place, row, events);

  const adopted = await settleChildren(parts, row, fold(row.runId, events));
  await endRun(place, row, 'discarded');
  say(
    parts,
    row,
    `The run of "${row.title}" was cut off and has been discarded, as the settings say. What it did is kept in the list of runs. Run the plan again.`,
  );
  for (const runId of adopted) parts.goOn(runId);
  return null;
}

const say = ({ tell }: CutOff, { runId }: RunRow, message: string): void =>
  tell({ kind: 'storage-fault', runId, code: 'run-discarded', message });

/** Each sub-run goes its own way or ends, by what the call that began it does to the world. Before their parent ends: a kill in between leaves them to it. */
async function settleChildren(
  { place, policy }: CutOff,
  row: RunRow,
  state: ReturnType<typeof fold>,
): Promise<string[]> {
  const adopted: string[] = [];
  for (const child of await openChildren(place, row.runId)) {
    const step = state.program.index.get(child.parent?.call ?? '');
    const purity = step === undefined ? 'side_effect' : purityOf(state.program.steps[step]!);
    if (policy.childPurity[purity] === 'cancel') await endFamily(place, child);
    else {
      await adoptRun(place, child, row.runId);
      adopted.push(child.runId);
    }
  }
  return adopted;
}

async function openChildren(place: Place, runId: string): Promise<RunRow[]> {
  const rows = await place.journal.below(`${runId}.`);
  return rows.filter((row) => row.parent?.runId === runId && row.open === 1);
}

/** Ends a run that nobody runs, and all below it. */
export async function endFamily(
  place: Place,
  row: RunRow,
  reason: 'aborted' | 'discarded' = 'aborted',
): Promise<void> {
  for (const child of await openChildren(place, row.runId)) await endFamily(place, child);
  await endRun(place, row, reason);
}
