/** Undo and redo as data: steps of edits with their inverses. One gesture is one step. Knows no store. How one is taken: `travelled.ts`, which is fetched late. */

import type { History, Step } from '../plan/history.ts';
import type { Came } from '../plan/origins-after.ts';
import type { Language } from './ports.ts';

/** What a person did. Edits that share a `mark` and follow each other are one step: a drag, a word typed. */
export interface Gesture extends Pick<Step, 'label' | 'mark' | 'said' | 'told'> {
  /** Where what it brings in came from; a person made it, here, where nothing is said. */
  readonly came?: Came;
}

/** More would hold memory for steps nobody goes back to. */
const DEPTH = 500;

/** Whether `gesture` goes on with the last step instead of beginning one. */
export function goesOn(history: History, gesture: Pick<Gesture, 'mark'>): boolean {
  const last = history.past.at(-1);
  return gesture.mark !== undefined && last?.mark === gesture.mark && history.future.length === 0;
}

/** Ends the last gesture: whatever comes next is a step of its own. */
export function seal(history: History): History {
  const last = history.past.at(-1);
  if (last?.mark === undefined) return history;
  const { mark: _, ...closed } = last;
  return { ...history, past: [...history.past.slice(0, -1), closed] };
}

/** Adds a step, or widens the last one where the mark is the same. What was undone before is gone. */
export function record(history: History, step: Step, joined: Language['joined']): History {
  const last = history.past.at(-1);
  if (last && goesOn(history, step))
    return { past: [...history.past.slice(0, -1), joined(last, step)], future: [] };
  return { past: [...history.past, step].slice(-DEPTH), future: [] };
}
