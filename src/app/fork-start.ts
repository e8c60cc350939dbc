/** The request that begins a run with the results of another (docs/decisions/0008), signed as the part it is (L-76). */

import type { Part } from '../flows/flows-of.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { NO_DELEGATES } from '../plan/delegates.ts';
import { partOf } from '../run/fork.ts';
import type { Fork, StartRun } from '../run/messages.ts';
import { firstCommit } from '../run/run-plans.ts';
import { planOf } from '../run/whole.ts';
import type { Language } from '../stores/ports.ts';
import type { ShownRun } from '../stores/shown-run.ts';

/** Signs what is to begin, as the part that it is. @param part undefined where it is the whole of its plan */
export function signedStart(
  start: Omit<StartRun, 'planId' | 'hash'> & Required<Pick<StartRun, 'delegates'>>,
  part: Part | undefined,
  { sign }: Pick<Language, 'sign'>,
): Result<StartRun, string> {
  const { plan, delegates } = start;
  const signed = sign(plan, delegates, part);
  return signed.ok ? ok({ ...start, planId: plan.id, hash: signed.value.hash }) : signed;
}

/**
 * @param runId the new run's id
 * @returns a sentence where the old run's record has no plan, or the plan no canonical form
 */
export function forkStart(
  run: ShownRun,
  fork: Fork,
  runId: string,
  language: Language,
): Result<StartRun, string> {
  const first = firstCommit(run.events);
  const plan = planOf(run.state);
  if (!plan || !first) return err('This run’s record has no plan, so no other run can begin with it.');
  const { input = {}, delegates = NO_DELEGATES, instances, canary, isPart } = first;
  const start = {
    ...{ runId, plan, input, delegates, fork },
    ...(instances ? { instances } : {}),
    ...(canary === undefined ? {} : { canary }),
    ...(isPart ? { isPart } : {}),
  };
  return signedStart(start, partOf(run.state, fork), language);
}
