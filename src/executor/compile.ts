/** What a plan comes to in this worker before it runs: its errors, its title, the state of a journal. */

import { checkPlan } from '../check/check.ts';
import { type Delegates, libraryOf } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import type { RunEvent } from '../run/events.ts';
import { evolve } from '../run/evolve.ts';
import { newRun } from '../run/new-run.ts';
import type { RunState } from '../run/state.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { setting } from './tools.ts';

export const titleOf = (plan: Plan): string => plan.title ?? plan.goal ?? 'Untitled plan';

/** Error sentences about a revision; empty where it may run. */
export const errorsOf = (plan: Plan, delegates: Delegates, kept?: ReadonlySet<string>): string[] =>
  checkPlan(plan, catalogueOf(setting.catalogue.list(), plan.tools), {
    library: libraryOf(delegates),
    ...(kept ? { kept } : {}),
  })
    .problems.filter((problem) => problem.severity === 'error')
    .map((problem) => problem.message);

/** The state that a journal comes to. */
export const fold = (runId: string, events: readonly RunEvent[]): RunState =>
  events.reduce(evolve, newRun(runId, setting));

/** Whether a journal begins with its plan and has no hole: any other is no journal (L-94). */
export const isWhole = (events: readonly RunEvent[]): boolean =>
  events[0]?.type === 'plan.commit' && events.every((event, at) => event.seq === at + 1);
