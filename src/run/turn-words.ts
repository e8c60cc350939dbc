/** A turn of a plan that goes on (L-63), in words: the same in the journal, the conversation and the terminal. */

import { visible } from '../lib/visible-text.ts';
import type { RunEvent } from './events.ts';

type Turn = Extract<RunEvent, { type: 'plan_turn' }>;

/** @param turn whose words of itself are a planner's text: shown with their hidden characters, and not cut */
export function turnWords({ turn, calls, output, problems, refused, reflection, told }: Turn): string {
  const why = `${reflection === undefined ? '' : ` “${visible(reflection)}”`}${told === undefined ? '' : ` ${visible(told)}`}`;
  if (refused) return `Turn ${turn} was refused: it would pass the calls that this run may make.${why}`;
  if (problems) return `Turn ${turn} was refused: ${visible(problems.join(' '))}${why}`;
  const many = calls.length === 0 ? 'no call' : calls.length === 1 ? '1 call' : `${calls.length} calls`;
  // The literal null is a planner's word that it is not done.
  if ((output ?? null) === null) return `Turn ${turn}: ${many}.${why}`;
  return calls.length === 0
    ? `Turn ${turn}: the plan is at its end.${why}`
    : `Turn ${turn}: ${many}, and with that the plan is at its end.${why}`;
}
