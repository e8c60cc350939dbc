/** The request that begins a run with a changed plan and with what another did of it (L-42), signed as the part it is. */

import type { Part } from '../flows/flows-of.ts';
import type { JsonObject } from '../lib/json.ts';
import { err, type Result } from '../lib/result.ts';
import { NO_DELEGATES } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { type ChangedFork, changedFork, clearedIn, partOfChanged } from '../run/changed-fork.ts';
import type { Fork, StartRun } from '../run/messages.ts';
import { firstCommit } from '../run/run-plans.ts';
import type { Language } from '../stores/ports.ts';
import type { ShownRun } from '../stores/shown-run.ts';
import { signedStart } from './fork-start.ts';

/** A changed plan, and what the new run is given. */
export interface Changed {
  readonly plan: Plan;
  /** Beside what the other run was given. */
  readonly input?: JsonObject;
}

/** What the plan takes over of a run as it stands. */
export function takenOf(run: ShownRun, { plan, input }: Changed, fork: Fork = forkOf(run)): ChangedFork {
  const { input: before = {}, delegates = NO_DELEGATES } = firstCommit(run.events) ?? {};
  return takenOver(run, { plan, input: { ...before, ...input }, delegates }, fork);
}

/** What a start takes over of the run that it begins with. */
export function takenOver(run: ShownRun, start: Pick<StartRun, 'plan' | 'input' | 'delegates'>, fork: Fork) {
  const { plan, input, delegates = NO_DELEGATES } = start;
  return changedFork(run.state, fork, {
    plan,
    input,
    delegates,
    before: firstCommit(run.events)?.input ?? {},
  });
}

/** The part that such a start signs; undefined where that is the whole plan. */
export const changedPart = (
  run: ShownRun,
  { fork, ...start }: Pick<StartRun, 'plan' | 'input' | 'delegates'> & { readonly fork: Fork },
): Part | undefined => partOfChanged(takenOver(run, start, fork), fork.values);

/**
 * @param runId the new run's id
 * @returns a sentence where the record has no beginning, or the plan no canonical form
 */
export function changedStart(
  run: ShownRun,
  changed: Changed,
  runId: string,
  language: Language,
): Result<StartRun, string> {
  const first = firstCommit(run.events);
  if (!first) return err('This run’s record has no plan, so no other run can begin with it.');
  const { plan } = changed;
  const { delegates = NO_DELEGATES, instances, canary } = first;
  const over = takenOf(run, changed);
  const fork: Fork = { ...forkOf(run), cleared: clearedIn(over) };
  const input = { ...first.input, ...changed.input };
  const start = {
    runId,
    plan,
    input,
    delegates,
    fork,
    ...(instances ? { instances } : {}),
    ...(canary === undefined ? {} : { canary }),
  };
  return signedStart(start, partOfChanged(over), language);
}

const forkOf = ({ runId }: ShownRun): Fork => ({ runId, cleared: [], values: {}, changed: true });
