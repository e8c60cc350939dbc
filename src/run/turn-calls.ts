/** What a turn that waits for the person would run. Changes nothing. */

import { behavesAlike } from '../plan/diff.ts';
import type { Call } from '../plan/document.ts';
import { MOST_TURNS } from '../plan/goes-on.ts';
import type { RunState } from './state.ts';

/** A planner's turn waits for the person. */
export const isTurnWaiting = ({ status, replanning, cause }: RunState): boolean =>
  status === 'running' && replanning === 'reviewing' && cause === 'tick';

/** Its calls but those that the run has done as they stand: these are not run again (L-42). */
export const callsOfTurn = ({ draft, program }: Pick<RunState, 'draft' | 'program'>): readonly Call[] =>
  draft?.calls.filter(
    (call) => !program.plan.calls.some((known) => known._id === call._id && behavesAlike(known, call)),
  ) ?? [];

/** Turns that its planner may take in all (L-63). */
export const turnsAllowed = ({ policy }: Pick<RunState, 'policy'>): number => policy.maxTurns ?? MOST_TURNS;
