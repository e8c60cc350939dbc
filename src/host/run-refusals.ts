/** What a run is not asked to do, in sentences. */

import type { Plan } from '../plan/document.ts';
import type { RunState } from '../run/state.ts';
import { takesTurns } from '../run/turn-calls.ts';
import { underWay } from '../run/under-way.ts';
import { namesAgent } from '../tools/agent-mandate.ts';
import { isRoom } from './agent-room.ts';
import { type Outcome, refused } from './refusal.ts';

/** An agent calls no agent (L-56), whoever would allow it. */
export const refusedInRoom = ({ program }: RunState, plan: Plan): readonly string[] =>
  isRoom(program.plan) && plan.calls.some(namesAgent)
    ? ['An agent can call no other agent. Answer with calls of the tools that are given.']
    : [];

/** Characters of what a person says at once. */
const LONGEST_WISH = 4_000;

/** Why a person can't say it to that run; null where they can. */
export function refusalToWish({ status, parent }: RunState, said: string): Outcome | null {
  if (said.trim() === '') return refused('nothing-said', 'Say what is to be different from here on.');
  if (said.length > LONGEST_WISH)
    return refused('too-long', `That is longer than ${LONGEST_WISH} characters. Say it shorter.`);
  if (parent !== null)
    return refused('sub-run', 'This run is a part of another: say it to the one that was started.');
  return status === 'running'
    ? null
    : refused('has-ended', 'This run has ended, so nothing of it is left to change.');
}

/** Why nobody can choose whether its turns are shown; null where they can. */
export const refusalToSetTurns = (state: RunState): Outcome | null => {
  if (state.status !== 'running')
    return refused('has-ended', 'This run has ended: no turn of it is to come.');
  return takesTurns(state)
    ? null
    : refused('no-turns', 'The plan of this run is whole: no planner takes turns in it.');
};

/** Why that call can't be stopped alone (L-41); null where it can. @param call its id, or `id@LABEL` */
export const refusalToStop = (state: RunState, call: string): Outcome | null =>
  underWay(state).includes(call)
    ? null
    : refused('not-under-way', 'This call is not under way: it has ended, has not begun, or asks you.');
