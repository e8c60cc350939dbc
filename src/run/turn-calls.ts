/** What a turn that waits for the person would run. Changes nothing. */

import { itemAt } from '../lib/columns.ts';
import { behavesAlike } from '../plan/diff.ts';
import type { Call } from '../plan/document.ts';
import { goesOn, MOST_TURNS } from '../plan/goes-on.ts';
import { isRoomMaker } from '../tools/agent.ts';
import { hasEnded, type RunState } from './state.ts';

/** Whether turns may still come in it that can be shown: its own planner's, or those of an agent's run below it (L-56). */
export const takesTurns = ({ program, steps }: RunState): boolean =>
  goesOn(program.plan) ||
  program.steps.some(
    ({ call, contract, index }) => isRoomMaker(call, contract) && !hasEnded(itemAt(steps.status, index)),
  );

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
