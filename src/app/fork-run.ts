/** A fork with changed values: what it would enter, and the request that starts it (docs/decisions/0008). */

import { itemAt } from '../lib/columns.ts';
import type { Result } from '../lib/result.ts';
import { refusalToFork } from '../run/fork.ts';
import type { Fork, StartRun } from '../run/messages.ts';
import { clearedFrom } from '../run/run-from.ts';
import type { RunState } from '../run/state.ts';
import { seenDetail } from '../run/step-table.ts';
import type { Language } from '../stores/ports.ts';
import type { RunFromPreview } from '../stores/run-from-preview.ts';
import type { ShownRun } from '../stores/shown-run.ts';
import type { ChangedValues } from '../ui/verbs.ts';
import { callAgain } from './call-again.ts';
import { forkStart } from './fork-start.ts';

/** Whether its result is taken over, unless something before it changes. */
function isTakenOver({ steps }: RunState, step: number): boolean {
  if (seenDetail(steps, step).skippedFor?.because === 'person') return true;
  const status = itemAt(steps.status, step);
  const isDone = status === 'completed' || steps.held[step] === 1 || status === 'dispatched';
  return isDone && steps.lost[step] === 0;
}

/**
 * What a fork at this moment leaves behind: what depends on a changed value, and what had no result by then. The run
 * may have gone on since, so that the calls without a result are named too.
 */
function forkOf({ runId, state }: ShownRun, values: ChangedValues): Fork {
  const cleared = new Set(
    Object.keys(values).flatMap((call) => clearedFrom(state.program, call, 'dependants')),
  );
  for (const { id, index } of state.program.steps) if (!isTakenOver(state, index)) cleared.add(id);
  for (const call of Object.keys(values)) cleared.delete(call);
  return { runId, cleared: [...cleared], values };
}

export function previewFork(run: ShownRun, values: ChangedValues): RunFromPreview {
  const { state } = run;
  const { program, steps } = state;
  const fork = forkOf(run, values);
  const refusals = refusalToFork(state, fork);
  const changed = new Set(Object.keys(values).flatMap((call) => clearedFrom(program, call, 'dependants')));
  const cleared = fork.cleared.flatMap((id) => {
    // On a branch that was not taken, and nothing before it changes: it is skipped again.
    if (steps.status[program.index.get(id)!] === 'skipped' && !changed.has(id)) return [];
    return [callAgain(state, id)];
  });
  return {
    refusal: refusals.length > 0 ? refusals.join(' ') : null,
    cleared,
    kept: program.steps.length - fork.cleared.length,
    inFlight: 0,
    anew: true,
  };
}

/**
 * @param run as it stands, or stood at the moment that is looked at
 * @param runId the new run's id
 */
export function startOfFork(
  run: ShownRun,
  values: ChangedValues,
  runId: string,
  { language }: { readonly language: Language },
): Result<StartRun, string> {
  return forkStart(run, forkOf(run, values), runId, language);
}
