/** The request that begins a run with the results of another (docs/decisions/0008), signed as the part it is (L-76). */

import { err, ok, type Result } from '../lib/result.ts';
import { NO_DELEGATES } from '../plan/delegates.ts';
import type { RunEvent } from '../run/events.ts';
import { partOf } from '../run/fork.ts';
import type { Fork, StartRun } from '../run/messages.ts';
import { planOf } from '../run/whole.ts';
import type { Language } from '../stores/ports.ts';
import type { ShownRun } from '../stores/shown-run.ts';

type Commit = Extract<RunEvent, { type: 'plan.commit' }>;

export const firstCommit = (events: readonly RunEvent[]): Commit | undefined =>
  events.find((event): event is Commit => event.type === 'plan.commit');

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
  const { input = {}, delegates = NO_DELEGATES, instances } = first;
  const signed = language.sign(plan, delegates, partOf(run.state, fork));
  if (!signed.ok) return signed;
  const common = { runId, planId: plan.id, plan, hash: signed.value.hash, input, delegates, fork };
  return ok({ ...common, ...(instances ? { instances } : {}) });
}
