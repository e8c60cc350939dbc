/** The request that begins a run with a changed plan and with what another did of it (L-42), signed as the part it is. */

import type { Part } from '../flows/flows-of.ts';
import type { JsonObject } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { NO_DELEGATES } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { type ChangedFork, changedFork, partOfChanged } from '../run/changed-fork.ts';
import type { Fork, StartRun } from '../run/messages.ts';
import type { Language } from '../stores/ports.ts';
import type { ShownRun } from '../stores/shown-run.ts';
import { firstCommit } from './fork-start.ts';

/** A changed plan, and what the new run is given. */
export interface Changed {
  readonly plan: Plan;
  /** Beside what the other run was given. */
  readonly input?: JsonObject;
}

/** What the plan takes over of a run as it stands. */
export function takenOf(run: ShownRun, { plan, input }: Changed, fork: Fork = forkOf(run)): ChangedFork {
  const first = firstCommit(run.events);
  const before = first?.input ?? {};
  const delegates = first?.delegates ?? NO_DELEGATES;
  return changedFork(run.state, fork, { plan, input: { ...before, ...input }, delegates, before });
}

/** The part that such a start signs; undefined where that is the whole plan. */
export const changedPart = (
  run: ShownRun,
  { plan, input, fork }: Pick<StartRun, 'plan' | 'input'> & { readonly fork: Fork },
): Part | undefined => partOfChanged(takenOf(run, { plan, input }, fork));

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
  const { delegates = NO_DELEGATES, instances } = first;
  const { program, stays } = takenOf(run, changed);
  // A run that goes on may have more by the time it is signed: what is signed here is what is done so far.
  const cleared = program.steps.flatMap(({ id }) => (stays.has(id) ? [] : [id]));
  const fork: Fork = { ...forkOf(run), cleared };
  const input = { ...first.input, ...changed.input };
  const signed = language.sign(plan, delegates, changedPart(run, { plan, input, fork }));
  if (!signed.ok) return signed;
  const start = { runId, planId: plan.id, plan, hash: signed.value.hash, input, delegates, fork };
  return ok({ ...start, ...(instances ? { instances } : {}) });
}

const forkOf = ({ runId }: ShownRun): Fork => ({ runId, cleared: [], values: {}, changed: true });
