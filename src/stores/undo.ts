/** Undo and redo as data: steps of edits with their inverses. One gesture is one step. Knows no store. */

import type { Edit } from '../plan/edit.ts';

/** What a person did. Edits that share a `mark` and follow each other are one step: a drag, a word typed. */
export interface Gesture {
  /** In sentence case, as in "Undo: Connect sum to report". */
  readonly label: string;
  readonly mark?: string;
}

export interface Step extends Gesture {
  readonly forward: readonly Edit[];
  /** Takes the document back exactly, applied in this order. */
  readonly backward: readonly Edit[];
}

export interface History {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

export const EMPTY_HISTORY: History = { past: [], future: [] };

/** More would hold memory for steps nobody goes back to. */
const DEPTH = 500;

/** Whether `gesture` goes on with the last step instead of beginning one. */
export const goesOn = (history: History, gesture: Gesture): boolean =>
  gesture.mark !== undefined && history.past.at(-1)?.mark === gesture.mark && history.future.length === 0;

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
    };
    return { past: [...history.past.slice(0, -1), widened], future: [] };
  }
  return { past: [...history.past, step].slice(-DEPTH), future: [] };
}

/** The step to take back, and the history once it is. */
export function stepBack(history: History): { step: Step; history: History } | undefined {
  const step = history.past.at(-1);
  if (!step) return undefined;
  return { step, history: { past: history.past.slice(0, -1), future: [step, ...history.future] } };
}

/** The step to do again, and the history once it is. A redone step takes no more edits into it. */
export function stepForward(history: History): { step: Step; history: History } | undefined {
  const [step, ...future] = history.future;
  if (!step) return undefined;
  const { mark: _, ...closed } = step;
  return { step, history: { past: [...history.past, closed], future } };
}
