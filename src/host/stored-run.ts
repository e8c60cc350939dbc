/** What can be done with a run that nobody runs, by its journal alone: read, taken up, ended, let go its own way. The caller holds its lease. */

import { itemAt } from '../lib/columns.ts';
import { beginning } from '../run/begin.ts';
import { asRead } from '../run/damaged.ts';
import type { RunEvent, RunEventBody } from '../run/events.ts';
import { evolve } from '../run/evolve.ts';
import { openWrites } from '../run/open-writes.ts';
import { resumption } from '../run/resume-classes.ts';
import type { RunState } from '../run/state.ts';
import { isStopped } from '../run/stop-call.ts';
import { runStatus } from '../run/view.ts';
import { delegatesFor, doubtsOf, fold, isWhole, note, type RunContext } from './context.ts';
import { type Place, type RunRow, type Store, StoreFault } from './port.ts';

/** Its events; null where they are no journal. @throws StoreFault where the store can't be read now */
export async function readRun(place: Place, runId: string): Promise<readonly RunEvent[] | null> {
  const { events, due } = await kept(place, runId);
  return isWhole(events) && events.length >= due ? events : null;
}

/** The same, and of a damaged one what stands before that, see `asRead`; null where the plan is not even there. */
export async function readPart(place: Place, runId: string): Promise<readonly RunEvent[] | null> {
  const { events: all, due } = await kept(place, runId);
  const events = asRead(all, due);
  return events.length > 0 ? events : null;
}

/** What is kept of a run. @returns due: how many events there are at least, as its row says, which is written with them */
async function kept({ store }: Place, runId: string) {
  const due = (await store.run(runId))?.lastSeq ?? 0;
  try {
    return { events: await store.events(runId), due };
  } catch (error) {
    if (error instanceof StoreFault) throw error;
    return { events: [], due };
  }
}

/** Marks one whose journal is no journal as ended; what it may have written since what can be read is in doubt. */
export async function discardDamaged(place: Place, runId: string): Promise<void> {
  const events = await readPart(place, runId);
  await place.store.discard(runId, events ? openWrites(fold(place, runId, events)).length : 0);
}

/**
 * Brings a run to where its journal ends (L-91), and says what it begins with. Where something was in flight that is gone,
 * here or in a run below, that is the mark of an interruption. A run that came to rest goes on without a word: `again` are
 * its calls that wait for their sub-runs.
 */
export async function takenUp(
  run: RunContext,
  events: readonly RunEvent[],
): Promise<{ readonly first: RunEventBody[]; readonly again: readonly number[] }> {
  const { place, state, below } = run;
  for (const event of events) {
    evolve(state, event);
    note(run, event);
  }
  if (state.status === 'new') return { first: startOf(run), again: [] };
  if (state.status !== 'running') return { first: [], again: [] };
  // Killed between the two: else what a person has stopped would ask, and cost, beside the question about its call.
  for (const row of await openChildren(place, state.runId))
    if (row.parent && isStopped(state, row.parent.call)) await endFamily(place, row);
  const rows = await place.store.below(`${state.runId}.`);
  // What they have spent counts before they are entered again.
  for (const { runId, parent, spent } of rows) {
    if (parent?.runId === state.runId && spent && !state.subRuns.has(runId)) below.set(runId, () => spent);
  }
  const wasCutOff = hasLost(state) || (await haveLost(place, rows));
  return wasCutOff ? { first: resumption(state, events), again: [] } : { first: [], again: inFlight(state) };
}

/** What follows the plan where that alone became durable (L-90): else the run would neither begin nor end. */
function startOf(run: RunContext): RunEventBody[] {
  const { program, input, instances, canary } = run.state;
  const { plan } = program;
  if (run.state.revision === 0) return [];
  const [, ...rest] = beginning(
    { plan, input, instances, ...(canary > 0 ? { canary } : {}) },
    run.place.check(plan, delegatesFor(run, plan)),
  );
  return rest;
}

const inFlight = ({ steps }: RunState): number[] => {
  const found: number[] = [];
  for (let step = steps.slot.indexOf(1); step !== -1; step = steps.slot.indexOf(1, step + 1))
    found.push(step);
  return found;
};

/** Something was in flight when the journal ends, beside calls that wait for their sub-runs: a call, or its planner's model. */
const hasLost = (state: RunState): boolean =>
  state.unheard.size > 0 || inFlight(state).some((step) => !itemAt(state.program.steps, step).runsBelow);

async function haveLost(place: Place, rows: readonly RunRow[]): Promise<boolean> {
  for (const { runId, open, parent } of rows) {
    if (open === 0 || !parent) continue;
    const events = await readRun(place, runId);
    if (!events || hasLost(fold(place, runId, events))) return true;
  }
  return false;
}

/** Ends a run without entering a call of it. One that can't be read is marked as ended. */
export async function endRun(place: Place, row: RunRow, reason: 'aborted' | 'discarded'): Promise<void> {
  const events = await readRun(place, row.runId);
  if (!events) return discardDamaged(place, row.runId);
  const state = fold(place, row.runId, events);
  if (state.status !== 'running') return place.store.discard(row.runId);
  await tell(place, row, state, [...cutOffIn(state), { type: 'plan_aborted', reason }]);
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

export async function openChildren({ store }: Place, runId: string): Promise<RunRow[]> {
  const rows = await store.below(`${runId}.`);
  return rows.filter((row) => row.parent?.runId === runId && row.open === 1);
}

/** A sub-run becomes a run of its own, with copies of the files it may read: its parent has ended without it. */
export async function adoptRun(place: Place, row: RunRow, filesOf: string): Promise<void> {
  const events = await readRun(place, row.runId);
  if (!events) return discardDamaged(place, row.runId);
  await place.copyFiles(filesOf, row.runId);
  const { parent: _, spent: __, ...own } = row;
  const state = fold(place, row.runId, events);
  const bodies = cutOffIn(state);
  if (bodies.length > 0) await tell(place, own, state, bodies);
  else await place.store.mark(own);
}

const cutOffIn = (state: RunState): RunEventBody[] =>
  inFlight(state).length > 0 ? [{ type: 'plan_run_interrupted' }] : [];

/** Appends to the journal of a run that nobody runs, and tells. */
export async function tell(
  place: Place,
  row: RunRow,
  state: RunState,
  bodies: readonly RunEventBody[],
): Promise<void> {
  const events = bodies.map((body): RunEvent => {
    const time = Math.max(place.clock.now(), state.time);
    const event: RunEvent = { ...body, runId: row.runId, seq: state.seq + 1, time };
    evolve(state, event);
    return event;
  });
  const now = { status: runStatus(state), reason: state.reason, lastSeq: state.seq };
  // What was interrupted, or has ended, rests no longer; what is only taken back lets a run rest on.
  const goesOn = state.status === 'running' && !bodies.some(({ type }) => type === 'plan_run_interrupted');
  const { doubts: _, ...known } = row;
  const { paused: __, parked: ___, ...rest } = known;
  const open = state.status === 'running' ? 1 : 0;
  await place.store.append({ ...(goesOn ? known : rest), ...now, ...doubtsOf(state), open }, events, true);
  place.channel.tellAll({ kind: 'events', runId: row.runId, events });
}

/** The run that a person started, of which this one is a part. */
export async function topOf(store: Store, row: RunRow): Promise<RunRow> {
  let top = row;
  while (top.parent) {
    const above = await store.run(top.parent.runId);
    if (!above) return top;
    top = above;
  }
  return top;
}
