/** The first events of a run that a person starts: anew, or with the results of another (docs/decisions/0008). */

import { approvalHash } from '../plan/approval-hash.ts';
import type { Delegates } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { type Beginning, beginning, inputProblems } from '../run/begin.ts';
import type { RunEventBody } from '../run/events.ts';
import { forkBeginning, refusalToFork } from '../run/fork.ts';
import type { Fork, StartRun } from '../run/messages.ts';
import type { RunState } from '../run/state.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { signedDelegates } from '../tools/signed-delegates.ts';
import { errorsOf, fold } from './compile.ts';
import { topOf } from './held-runs.ts';
import type { Place } from './place.ts';
import { Refusal } from './refusal.ts';
import { copyFiles, readRun } from './stored-run.ts';
import { setting } from './tools.ts';

/**
 * Nothing is kept where it is refused; a fork's files are copied when nothing speaks against it any more.
 * @throws Refusal `not-approved`, `plan_invalid`, `already-started`; for a fork also `unknown-run`, `plan-missing`,
 *   `not-that-plan`, `cannot-fork`
 */
export async function firstEvents(place: Place, start: StartRun): Promise<RunEventBody[]> {
  const { runId, plan, input, instances, hash, delegates = {}, fork } = start;
  if (signed(plan, delegates) !== hash) {
    throw new Refusal(
      'not-approved',
      'The plan is not the one that was approved. Nothing was run. Look at it again and approve it.',
    );
  }
  const about: Beginning = { plan, input, hash, delegates, ...(instances ? { instances } : {}) };
  const problems = [...errorsOf(plan, delegates), ...inputProblems(about)];
  if (problems.length > 0) throw new Refusal('plan_invalid', problems.join(' '));
  if (await place.journal.run(runId)) {
    throw new Refusal('already-started', 'This run was started already; it is in the list of runs.');
  }
  return fork ? forkedEvents(place, runId, fork, about) : beginning(about, []);
}

async function forkedEvents(
  place: Place,
  runId: string,
  fork: Fork,
  about: Beginning,
): Promise<RunEventBody[]> {
  const row = await place.journal.run(fork.runId);
  if (!row) {
    throw new Refusal(
      'unknown-run',
      `There is no run "${fork.runId}" whose results could be taken over. It may have been discarded.`,
    );
  }
  const source = await sourceOf(place, fork.runId);
  if (signed(source.program.plan, source.delegates) !== about.hash) {
    throw new Refusal(
      'not-that-plan',
      `The plan is not the one that the run "${fork.runId}" has. Its results fit no other: start the plan as a run of its own.`,
    );
  }
  const against = refusalToFork(source, fork);
  if (against.length > 0) throw new Refusal('cannot-fork', against.join(' '));
  await copyFiles(place, (await topOf(place.journal, row)).runId, runId);
  return forkBeginning(source, fork, about);
}

async function sourceOf(place: Place, runId: string): Promise<RunState> {
  const events = await readRun(place, runId);
  if (events) return fold(runId, events);
  throw new Refusal(
    'plan-missing',
    `The record of the run "${runId}" is damaged, so its results can't be taken over. Start the plan as a run of its own.`,
  );
}

/** What a person signs of a plan (L-70); null where there is nothing to sign. */
function signed(plan: Plan, delegates: Delegates): string | null {
  const builtIns = setting.catalogue.list();
  const own = catalogueOf(builtIns, plan.tools).get;
  const hash = approvalHash(plan, own, signedDelegates(delegates, builtIns));
  return hash.ok ? hash.value : null;
}
