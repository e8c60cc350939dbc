/** What can be done with a run that nobody runs, by its journal alone: read, ended, let go its own way. The caller holds its lease. */

import type { RunRow } from '../journal/database.ts';
import { StorageFault } from '../journal/database.ts';
import type { RunEvent, RunEventBody } from '../run/events.ts';
import { evolve } from '../run/evolve.ts';
import type { RunState } from '../run/state.ts';
import { runStatus } from '../run/view.ts';
import { fold, isWhole } from './compile.ts';
import type { Place } from './place.ts';

/** Its events; null where they are no journal. @throws StorageFault where the database can't be read now */
export async function readRun(place: Place, runId: string): Promise<RunEvent[] | null> {
  try {
    const events = await place.journal.events(runId);
    return isWhole(events) ? events : null;
  } catch (error) {
    if (error instanceof StorageFault) throw error;
    return null;
  }
}

/** Ends a run without entering a call of it. One that can't be read is marked as ended. */
export async function endRun(place: Place, row: RunRow, reason: 'aborted' | 'discarded'): Promise<void> {
  const events = await readRun(place, row.runId);
  if (!events) return place.journal.discard(row.runId);
  const state = fold(row.runId, events);
  if (state.status !== 'running') return place.journal.discard(row.runId);
  await tell(place, row, state, [{ type: 'plan_run_interrupted' }, { type: 'plan_aborted', reason }]);
}

/** A sub-run becomes a run of its own, with copies of the files it may read: its parent has ended without it. */
export async function adoptRun(place: Place, row: RunRow, filesOf: string): Promise<void> {
  const events = await readRun(place, row.runId);
  if (!events) return place.journal.discard(row.runId);
  await copyFiles(place, filesOf, row.runId);
  const { parent: _, spent: __, ...own } = row;
  await tell(place, own, fold(row.runId, events), [{ type: 'plan_run_interrupted' }]);
}

/** Those that are there already stay as they are. */
export async function copyFiles(place: Place, from: string, to: string): Promise<void> {
  const there = new Set(await place.files.names(to));
  for (const name of await place.files.names(from)) {
    const file = there.has(name) ? undefined : await place.files.get(from, name);
    if (file) await place.files.put(to, name, file, false);
  }
}

async function tell(
  place: Place,
  row: RunRow,
  state: RunState,
  bodies: readonly RunEventBody[],
): Promise<void> {
  const events = bodies.map((body): RunEvent => {
    const time = Math.max(place.now(), state.time);
    const event: RunEvent = { ...body, runId: row.runId, seq: state.seq + 1, time };
    evolve(state, event);
    return event;
  });
  const now = { status: runStatus(state), reason: state.reason, lastSeq: state.seq };
  await place.journal.append({ ...row, ...now, open: state.status === 'running' ? 1 : 0 }, events, true);
  place.published(row.runId, events);
}
