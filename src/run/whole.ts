/**
 * What is asked of a run as a whole: its plan, whether it is over, whether it goes on. Knows nothing of its calls: every
 * screen asks this, and the first load carries it.
 */

import type { Plan } from '../plan/document.ts';
import { isOfTodaysRules } from './rules.ts';
import type { RunState } from './state.ts';

/** The plan as it stands; null before the first revision. */
export const planOf = ({ revision, program }: RunState): Plan | null => (revision > 0 ? program.plan : null);

/** Whether it has ended, whatever way. */
export const isOver = ({ status }: RunState): boolean => status !== 'running' && status !== 'new';

/** Whether it has not ended and never will: it is of older rules, and what was done goes on in a new run (L-95). */
export const isLeftBehind = (state: RunState): boolean =>
  state.status === 'running' && !isOfTodaysRules(state);

/** Whether a person can still change what it does. */
export const goesOn = (state: RunState): boolean => !isOver(state) && !isLeftBehind(state);

/** A replan's draft that waits for a person; the same object as long as it does. */
export const reviewedDraft = ({ replanning, draft, status }: RunState): RunState['draft'] =>
  status === 'running' && replanning === 'reviewing' ? draft : null;
