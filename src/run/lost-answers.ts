/**
 * Answers that a model was asked for and that nobody heard: a run was cut off, a call was stopped or ran out of time, the run ended.
 * What they cost is not known, so a sum without them is a least (`lost-words.ts`). Part of the fold.
 */

import { REPLAN } from '../flows/flow.ts';
import { itemAt } from '../lib/columns.ts';
import type { SentRequest } from './events.ts';
import { type RunState, stepNamed } from './state.ts';

/** A request has left, or its answer begins: of one that was refused, or broke off before it, nothing is to come. */
export function noteAsked(state: RunState, call: string, { answered }: SentRequest): void {
  if (call !== REPLAN) {
    const step = stepNamed(state, call);
    if (step === -1 || !itemAt(state.program.steps, step).latent) return;
  }
  if (answered === undefined) state.unheard.add(call);
  else if (answered === 'broke' || answered === 0 || answered >= 400) state.unheard.delete(call);
}

/** It was heard, or came to an end that says all there is to know of it. */
export function noteHeard({ unheard }: RunState, call: string): void {
  if (unheard.size > 0) unheard.delete(call);
}

/** Nobody will hear it any more. */
export function lose({ unheard, lostAnswers }: RunState, call: string, count = unheard.delete(call) ? 1 : 0) {
  if (count > 0) lostAnswers.set(call, (lostAnswers.get(call) ?? 0) + count);
}

/** The same of all that are under way. @param but where another is still awaited */
export function loseAll(state: RunState, but?: string): void {
  for (const call of [...state.unheard]) if (call !== but) lose(state, call);
}

/** How many a run has lost, with those of its sub-runs that have ended. */
export function lostIn({ lostAnswers }: RunState): number {
  let lost = 0;
  for (const count of lostAnswers.values()) lost += count;
  return lost;
}
