/** How the calls of a run that was cut off stand, and what going on with it saves. Changes nothing. */

import { itemAt } from '../lib/columns.ts';
import type { ResumeClass, RunEvent, RunEventBody, Saved } from './events.ts';
import { isHarmless, mayHaveSent } from './outcome.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';

/**
 * How a call stands; null for one that is over without a result and is not looked at again: skipped, cancelled, or
 * dispatched and forgotten. The same before and after `plan_run_interrupted` is folded in.
 */
function resumeClassOf(state: RunState, step: number): ResumeClass | null {
  const { steps } = state;
  const status = itemAt(steps.status, step);
  const { verdict } = seenDetail(steps, step);
  const compiled = itemAt(state.program.steps, step);
  if (status === 'completed' || steps.held[step] === 1) return 'completed_with_result';
  if (status === 'skipped' || status === 'cancelled' || status === 'dispatched') return null;
  if (status === 'failed' || steps.waiting[step] === 'failure' || verdict === 'ask') return 'failed';
  if (status === 'in_doubt' || verdict === 'in-doubt') return 'in_doubt';
  if (compiled.runsBelow && steps.begun[step] !== 0) return 'interrupted_with_child';
  return steps.slot[step] === 1 && mayHaveSent(steps, step) && !isHarmless(steps, compiled)
    ? 'in_doubt'
    : 'pending';
}

/** Every call that has a class, by its id or `id@LABEL`, in list order. */
export function resumeClasses(state: RunState): ReadonlyMap<string, ResumeClass> {
  const classes = new Map<string, ResumeClass>();
  for (const { id, index } of state.program.steps) {
    const own = resumeClassOf(state, index);
    if (own) classes.set(id, own);
  }
  return classes;
}

/** What a resume appends to the journal, in this order. @param journal all the run's events so far, as folded into `state` */
export function resumption(state: RunState, journal: readonly RunEvent[]): RunEventBody[] {
  const classes = { pending: 0, completed_with_result: 0, failed: 0, in_doubt: 0, interrupted_with_child: 0 };
  for (const own of resumeClasses(state).values()) classes[own] += 1;
  return [{ type: 'plan_run_interrupted' }, { type: 'plan_resumed', classes, saved: savedBy(journal) }];
}

/** What is in the record and is not paid for again. What a person had run again since is not. */
export function savedBy(journal: readonly RunEvent[]): Saved {
  const calls = new Set<string>();
  const answers = new Map<string, { count: number; cost: number }>();
  for (const event of journal) {
    switch (event.type) {
      case 'plan_step_completed':
      case 'plan_step_memoized':
        calls.add(event.call);
        break;
      case 'llm_recorded': {
        const own = answers.get(event.call) ?? { count: 0, cost: 0 };
        answers.set(event.call, { count: own.count + 1, cost: own.cost + (event.cost ?? 0) });
        break;
      }
      case 'plan_resumed_from':
        for (const id of event.cleared) {
          calls.delete(id);
          answers.delete(id);
        }
    }
  }
  let modelCalls = 0;
  let cost = 0;
  for (const own of answers.values()) {
    modelCalls += own.count;
    cost += own.cost;
  }
  return { calls: calls.size, modelCalls, cost };
}
