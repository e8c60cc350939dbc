/**
 * What a run may not do again without a word, because another has done it (L-42): the run that it goes on from, those
 * below it, and, of a sub-run, those above and beside it before the plan above was made anew, and earlier tries of the
 * same call.
 */

import { isForeign } from '../plan/origin.ts';
import { DoneWrites, type NotedWrite, noteAllDone, noteUnderWay } from '../run/done-writes.ts';
import type { ForkOf, ParentCall, RunEventBody } from '../run/events.ts';
import type { StartRun } from '../run/messages.ts';
import { notedDoubts } from '../run/open-writes.ts';
import { fold, type RunContext } from './context.ts';
import type { Place, RunRow } from './port.ts';
import { readPart, topOf } from './stored-run.ts';

/**
 * What other runs of this device have in doubt, whatever plan they are of: what sends the same asks first (L-41). Not what
 * the person has seen named, nor of the run that a fork goes on from, which asks about its own.
 */
export async function doubtsElsewhere(
  place: Place,
  { fork, despite = [] }: Pick<StartRun, 'fork' | 'despite'>,
): Promise<readonly NotedWrite[]> {
  const writes = [...((await place.doubted?.()) ?? [])];
  for (const row of await place.store.doubtful()) {
    const { runId, planId, origin } = await topOf(place.store, row);
    if (runId === fork?.runId || row.runId === fork?.runId) continue;
    // What a stranger's record calls in doubt did not happen here.
    if (despite.includes(runId) || despite.includes(planId) || (isForeign(origin) && origin.own !== true))
      continue;
    const events = await readPart(place, row.runId);
    if (events) writes.push(...notedDoubts(fold(place, row.runId, events), runId));
  }
  return writes;
}

/** What a run's own record says of those before it; undefined where it says nothing, as one of before. */
export function doneAsNoted(events: readonly RunEventBody[]): DoneWrites | undefined {
  const noted = events.find((event) => event.type === 'plan_done_before');
  if (noted?.type !== 'plan_done_before') return undefined;
  const done = new DoneWrites();
  for (const write of noted.writes) done.add(write);
  return done;
}

/**
 * Of the run that a fork goes on from, and of those before it.
 * @param taken where the fork's plan is another: the calls that it takes over. Nothing was signed twice then.
 * @param mayStand whether what stands there of a call is taken over, or done again because a person said so
 */
export async function doneInSource(
  place: Place,
  forkOf: ForkOf | undefined,
  taken?: ReadonlySet<string>,
  mayStand: (id: string) => boolean = () => true,
): Promise<DoneWrites> {
  const done = new DoneWrites();
  const seen = new Set<string>();
  for (let from: ForkOf | undefined = forkOf; from && !seen.has(from.runId); ) {
    const { runId }: ForkOf = from;
    seen.add(runId);
    const events = await readPart(place, runId);
    if (!events) break;
    const state = fold(place, runId, events);
    const asSigned = state.revision > 1 || taken ? {} : ({ asSigned: true } as const);
    noteAllDone(state);
    // The run that begins has these in doubt, and asks about them by itself.
    noteUnderWay(state);
    // What stands as it was done is taken over, or a person has it run again. What is lost can't be taken over.
    const stands = new Set(
      state.program.steps.flatMap(({ id, index }) =>
        (state.steps.status[index] === 'completed' || state.steps.held[index] === 1) &&
        state.steps.lost[index] === 0 &&
        (taken?.has(id) ?? mayStand(id))
          ? [id]
          : [],
      ),
    );
    done.addAll(state.done, (write) => ({
      ...write,
      ...asSigned,
      seq: stands.has(write.id) ? 0 : 1,
    }));
    for (const row of await place.store.below(`${runId}.`)) {
      const below = rootCallOf(runId, row.runId);
      const told = under(below, labelOf(below), stands.has(below) ? 0 : 1);
      done.addAll(await doneBy(place, row), (write) => ({ ...told(write), ...asSigned }));
    }
    const noted = doneAsNoted(events);
    if (noted) {
      // What is in doubt elsewhere is asked anew.
      const told = taken && (({ asSigned: _, ...write }: NotedWrite) => write);
      done.addAll(noted, told, ({ request }) => request === undefined);
      break;
    }
    const [first] = events;
    from = first?.type === 'plan.commit' ? first.forkOf : undefined;
  }
  return done;
}

/**
 * What a sub-run that is about to begin, or to go on, may not do again: what was done before the plan above it was made
 * anew, above it or below, and what earlier tries of its call did.
 * @param family what the ids of all tries of the call begin with, or of the element
 * @param begun of the try that is about to begin, or is gone on with
 */
export async function doneInTries(
  run: RunContext,
  family: string,
  { call }: ParentCall,
  begun: number,
): Promise<DoneWrites> {
  const { place, state, anewSince, doneBefore } = run;
  const { revisedAt } = state;
  const done = new DoneWrites();
  const again = anewSince.get(call) ?? 0;
  const isAnew = state.revision > 1;
  // What stood in the run that this one goes on from a person has run again, unless it comes with another plan.
  const isAskedFor = !isAnew || again > revisedAt;
  const label = labelOf(call);
  const told = ({ asSigned: _, begun: __, ...write }: NotedWrite) => ({
    ...write,
    instance: write.instance === label ? null : write.instance,
  });
  // One that waited while the plan above it was made anew is as old as what was done then.
  if (begun > revisedAt) {
    done.addAll(doneBefore, told, ({ id, seq, asSigned, begun: below }) => {
      const isOwn = id.startsWith(`${call}/`);
      if (below !== undefined) return below < revisedAt && !(isOwn && below < again);
      return isOwn ? seq > 0 || !isAskedFor : !asSigned || isAnew;
    });
    if (isAnew) done.addAll(state.done, told);
  }
  const since = Math.max(again, isAnew ? revisedAt : 0);
  for (const row of await place.store.below(family)) {
    const own = Number(row.runId.slice(family.length).split('.')[0]);
    if (own >= since && own < begun) done.addAll(await doneBy(place, row), under(call, null));
  }
  return done;
}

/** Notes what the runs below have done: a new plan that says it, at the top or below, asks (L-42). Before that plan stands. */
export async function recallBelow(run: RunContext): Promise<void> {
  const { place, state, recalled, doneBefore } = run;
  const calls = new Map<string, { readonly call: string; readonly begun: number }>();
  // Parents sort before what is below them.
  for (const row of await place.store.below(`${state.runId}.`)) {
    const { parent, runId } = row;
    if (!parent) continue;
    const own =
      parent.runId === state.runId ? { call: parent.call, begun: begunOf(runId) } : calls.get(parent.runId);
    if (!own) continue;
    calls.set(runId, own);
    if (recalled.has(runId)) continue;
    if (row.open === 0) recalled.add(runId);
    const told = under(own.call, labelOf(own.call));
    doneBefore.addAll(await doneBy(place, row), (write) => ({ ...told(write), begun: own.begun }));
  }
}

/** What a sub-run has done, by its own names. */
async function doneBy(place: Place, { runId }: RunRow): Promise<DoneWrites> {
  const events = await readPart(place, runId);
  if (!events) return new DoneWrites();
  const state = fold(place, runId, events);
  noteAllDone(state);
  return state.done;
}

/** A write of a sub-run by the names of the call that it is below and of its own. @param seq see `DoneWrite` */
const under =
  (call: string, label: string | null, seq = 1) =>
  (write: NotedWrite): NotedWrite => ({
    ...write,
    id: `${call}/${write.id}`,
    instance: write.instance ?? label,
    seq,
  });

/** The instance that a call is of, by its name. */
const labelOf = (call: string): string | null =>
  call.includes('@') ? call.slice(call.indexOf('@') + 1) : null;

/** The call of a run that another, below it, belongs to. */
const rootCallOf = (above: string, runId: string): string =>
  decodeURIComponent(runId.slice(above.length + 1).split('.')[0] ?? '');

/** The seq at which a try began, with which its sub-run's id ends. */
export const begunOf = (runId: string): number => Number(runId.slice(runId.lastIndexOf('.') + 1));
