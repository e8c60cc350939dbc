/**
 * What a run may not do again without a word, because another has done it (L-42): the run that it goes on from, or, of a
 * sub-run, those that were run before the plan above was made anew and earlier tries of the same call.
 */

import { DoneWrites, noteAllDone } from '../run/done-writes.ts';
import type { ForkOf, ParentCall } from '../run/events.ts';
import { fold, isWhole, type RunContext } from './context.ts';
import type { Place, RunRow } from './port.ts';

/** Of the run that a fork goes on from, and of those before it. */
export async function doneInSource(
  place: Place,
  forkOf: ForkOf | undefined,
): Promise<DoneWrites | undefined> {
  if (!forkOf) return undefined;
  const done = new DoneWrites();
  const seen = new Set<string>();
  for (let from: ForkOf | undefined = forkOf; from && !seen.has(from.runId); ) {
    const { runId }: ForkOf = from;
    seen.add(runId);
    const events = await place.store.events(runId);
    if (!isWhole(events)) break;
    const state = fold(place, runId, events);
    const asSigned = state.revision > 1 ? {} : ({ asSigned: true } as const);
    noteAllDone(state);
    // What stands as it was done is taken over, or a person has it run again.
    const stands = new Set(
      state.program.steps.flatMap(({ id, index }) => (state.steps.status[index] === 'completed' ? [id] : [])),
    );
    done.addAll(state.done, (write) => ({
      ...write,
      ...asSigned,
      seq: stands.has(write.id) ? 0 : write.seq,
    }));
    for (const row of await place.store.below(`${runId}.`)) {
      const below = rootCallOf(runId, row.runId);
      await noteRun(place, row, done, below, stands.has(below) ? 0 : 1);
    }
    const [first] = events;
    from = first?.type === 'plan.commit' ? first.forkOf : undefined;
  }
  return done;
}

/**
 * @param family what the ids of all tries of the call begin with, or of the element
 * @param begun of the try that is about to begin, or is gone on with
 */
export async function doneInTries(
  run: RunContext,
  family: string,
  { call }: ParentCall,
  begun: number,
): Promise<DoneWrites> {
  const { place, state, anewSince } = run;
  const done = new DoneWrites();
  const again = anewSince.get(call) ?? 0;
  const isAnew = state.revision > 1;
  // What stood in the run that this one goes on from a person has run again, unless it comes with another plan.
  const isAskedFor = !isAnew || again > state.revisedAt;
  // One that waited while the plan above it was made anew is as old as what was done then.
  if (begun > state.revisedAt)
    done.addAll(
      await doneAbove(run),
      ({ asSigned: _, ...write }) => write,
      ({ seq, id, asSigned }) =>
        (!asSigned || isAnew) && (seq > 0 || !isAskedFor || !id.startsWith(`${call}/`)),
    );
  const since = Math.max(again, isAnew ? state.revisedAt : 0);
  for (const row of await place.store.below(family)) {
    const own = Number(row.runId.slice(family.length).split('.')[0]);
    if (own >= since && own < begun) await noteRun(place, row, done, call);
  }
  return done;
}

/** What was done below before the present revision, and before the run itself: looked up once a revision. */
function doneAbove(run: RunContext): Promise<DoneWrites> {
  const { place, state, anewSince } = run;
  const { runId, revisedAt, revision, setting } = state;
  const known = lookedUp.get(run);
  if (known?.revisedAt === revisedAt) return known.done;
  const look = async () => {
    const done = new DoneWrites();
    if (setting.doneBefore) done.addAll(setting.doneBefore, (write) => write);
    if (revision === 1) return done;
    const rows = await place.store.below(`${runId}.`);
    for (const child of rows) {
      const { parent } = child;
      if (parent?.runId !== runId) continue;
      const begun = begunOf(child.runId);
      if (begun >= revisedAt || begun < (anewSince.get(parent.call) ?? 0)) continue;
      for (const row of rows)
        if (row === child || row.runId.startsWith(`${child.runId}.`))
          await noteRun(place, row, done, parent.call);
    }
    return done;
  };
  const done = look();
  lookedUp.set(run, { revisedAt, done });
  return done;
}

const lookedUp = new WeakMap<
  RunContext,
  { readonly revisedAt: number; readonly done: Promise<DoneWrites> }
>();

/**
 * What a sub-run has done, by the names of the call that it is below and of the one within.
 * @param seq see `DoneWrite`
 */
async function noteRun(
  place: Place,
  { runId }: RunRow,
  done: DoneWrites,
  call: string,
  seq: 0 | 1 = 1,
): Promise<void> {
  const events = await place.store.events(runId);
  if (!isWhole(events)) return;
  const state = fold(place, runId, events);
  noteAllDone(state);
  done.addAll(state.done, (write) => ({ ...write, id: `${call}/${write.id}`, seq }));
}

/** The call of a run that another, below it, belongs to. */
const rootCallOf = (above: string, runId: string): string =>
  decodeURIComponent(runId.slice(above.length + 1).split('.')[0] ?? '');

/** The seq at which a try began, with which its sub-run's id ends. */
export const begunOf = (runId: string): number => Number(runId.slice(runId.lastIndexOf('.') + 1));
