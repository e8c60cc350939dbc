/** A person stops one call that is under way, to do it themselves (L-41): what may be stopped, and what is recorded of it. Part of the fold. */

import { intAt } from '../lib/columns.ts';
import type { RunEventBody } from './events.ts';
import type { RunState } from './state.ts';
import { ownDetail, seenDetail } from './step-table.ts';

/** Whether a person has stopped that call, and has not said yet what becomes of it. */
export function isStopped({ program, steps }: RunState, call: string): boolean {
  const step = program.index.get(call);
  return step !== undefined && seenDetail(steps, step).failure?.by === 'person';
}

/**
 * What is recorded where a person stops a call. One whose entry had ended – it waits for a time or for its retry – is in no
 * doubt (L-91a): called unknown, a write that nobody sent would be asked about.
 */
export function stopped(state: RunState, step: number, call: string): RunEventBody {
  return {
    type: 'plan_step_failed',
    call,
    attempt: intAt(state.steps.attempt, step),
    code: 'cancelled',
    message: 'A person stopped this call.',
    by: 'person',
    ...(state.timed.has(step) ? { outcome: 'not-sent' } : {}),
  };
}

/** It waits for no time any more: else it would start by itself beside the question what becomes of it. */
export function waitNoMore(state: RunState, step: number): void {
  state.timed.delete(step);
  if (state.steps.waiting[step] === 'time') ownDetail(state.steps, step).parked = null;
}
