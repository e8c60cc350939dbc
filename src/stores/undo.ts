/** Undo and redo as data: steps of edits with their inverses. One gesture is one step. Knows no store. */

import type { Plan } from '../plan/document.ts';
import type { Edit } from '../plan/edit.ts';
import type { Origins } from '../plan/origin.ts';
import type { Came } from '../plan/origins-after.ts';
import type { DocumentState } from './document.ts';
import type { Language } from './ports.ts';

/** What a person did. Edits that share a `mark` and follow each other are one step: a drag, a word typed. */
export interface Gesture {
  /** In sentence case, as in "Undo: Connect sum to report". */
  readonly label: string;
  readonly mark?: string;
  /** Where what it brings in came from; a person made it, here, where nothing is said. */
  readonly came?: Came;
}

/** What another tab made of the plan between two steps: the plan as the one step knows it, and as it is now. */
interface Drift {
  readonly from: Plan;
  readonly to: Plan;
}

interface Step extends Omit<Gesture, 'came'> {
  readonly forward: readonly Edit[];
  /** Takes the document back exactly, applied in this order. */
  readonly backward: readonly Edit[];
  /** Where the parts of the plan came from, before it and after. */
  readonly origins: { readonly before: Origins; readonly after: Origins };
  /** Since it was done, or, for one that was undone, since then: its edits fit `from` and not what is on the table. */
  readonly drift?: Drift;
}

export interface History {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

export const EMPTY_HISTORY: History = { past: [], future: [] };

/** More would hold memory for steps nobody goes back to. */
const DEPTH = 500;

/** Whether `gesture` goes on with the last step instead of beginning one. */
export function goesOn(history: History, gesture: Pick<Gesture, 'mark'>): boolean {
  const last = history.past.at(-1);
  return (
    gesture.mark !== undefined &&
    last?.mark === gesture.mark &&
    last.drift === undefined &&
    history.future.length === 0
  );
}

/** Ends the last gesture: whatever comes next is a step of its own. */
export function seal(history: History): History {
  const last = history.past.at(-1);
  if (last?.mark === undefined) return history;
  const { mark: _, ...closed } = last;
  return { ...history, past: [...history.past.slice(0, -1), closed] };
}

/** Adds a step, or widens the last one where the mark is the same. What was undone before is gone. */
export function record(history: History, step: Step): History {
  const last = history.past.at(-1);
  if (last && goesOn(history, step)) {
    const widened: Step = {
      ...last,
      forward: [...last.forward, ...step.forward],
      backward: [...step.backward, ...last.backward],
      origins: { before: last.origins.before, after: step.origins.after },
    };
    return { past: [...history.past.slice(0, -1), widened], future: [] };
  }
  return { past: [...history.past, step].slice(-DEPTH), future: [] };
}

/** Another tab made another plan of the one on the table: the steps on both sides of now know the old one. */
export function drifted(history: History, from: Plan, to: Plan): History {
  const [next, ...later] = history.future;
  const last = history.past.at(-1);
  return {
    past: last ? [...history.past.slice(0, -1), withDrift(last, from, to)] : [],
    future: next ? [withDrift(next, from, to), ...later] : [],
  };
}

/** Where it had drifted before, the plan that the step knows is still the first one. */
const withDrift = (step: Step, from: Plan, to: Plan): Step => ({
  ...step,
  drift: { from: step.drift?.from ?? from, to },
});

/** One way through the history: the step that comes next on it, and where it goes once it is taken. */
export type Way = 'back' | 'forth';

/** The step to take back, or to do again. */
const nextStep = ({ past, future }: History, way: Way): Step | undefined =>
  way === 'back' ? past.at(-1) : future[0];

/**
 * The history once the next step of a way is taken.
 * @param done the step as it was taken, to be taken the other way; null where it came to nothing
 * @param drift where the step had drifted: what the one after it on this way will have
 */
function passed(history: History, way: Way, done: Step | null, drift?: Drift): History {
  const past = way === 'back' ? history.past.slice(0, -1) : [...history.past, ...closed(done)];
  const future = way === 'back' ? [...closed(done), ...history.future] : history.future.slice(1);
  if (!drift) return { past, future };
  // Only the side that is still ahead has drifted: the other knows the plan as it was before this step.
  const ahead = drifted(way === 'back' ? { past, future: [] } : { past: [], future }, drift.from, drift.to);
  return way === 'back' ? { past: ahead.past, future } : { past, future: ahead.future };
}

/** A step that was taken takes no more edits into it. */
function closed(step: Step | null): readonly Step[] {
  if (step === null) return [];
  const { mark: _, drift: __, ...rest } = step;
  return [rest];
}

interface Travelled {
  readonly plan: Plan;
  /** From the plan on the table to that one. */
  readonly edits: readonly Edit[];
  readonly history: History;
  readonly origins: Origins;
  /** Of the step; null where another tab has changed all that it touched. */
  readonly label: string | null;
}

/**
 * One step along the history; null at its end. Where another tab changed the plan since, what it touched stays as that tab
 * has it.
 */
export function travelled(language: Language, state: DocumentState, way: Way): Travelled | null {
  const step = nextStep(state.history, way);
  if (!step) return null;
  const { drift } = step;
  const known = drift?.from ?? state.plan;
  const edits = way === 'back' ? step.backward : step.forward;
  const applied = language.apply(known, edits);
  // An inverse that does not fit is a defect; going on would leave a history that lies.
  if (!applied.ok) throw new Error(`Broken undo: ${applied.error}`);
  const reached = applied.value.plan;
  const then = way === 'back' ? step.origins.before : step.origins.after;
  if (!drift) {
    const origins = language.origins.back(state.origins, then, edits, true);
    return { plan: reached, edits, history: passed(state.history, way, step), origins, label: step.label };
  }
  const plan = language.carriedOver(known, reached, state.plan);
  const [there, back] = [language.between(state.plan, plan), language.between(plan, state.plan)];
  const origins = language.origins.back(state.origins, then, there, false);
  const ends =
    way === 'back'
      ? { forward: back, backward: there, origins: { before: origins, after: state.origins } }
      : { forward: there, backward: back, origins: { before: state.origins, after: origins } };
  const done: Step | null = there.length === 0 ? null : { ...step, ...ends };
  const history = passed(state.history, way, done, { from: reached, to: plan });
  return { plan, edits: there, history, origins, label: done && step.label };
}
