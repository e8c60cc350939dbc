/** What speaks against running a plan, as sentences. The checks are made again where a run starts, and at every replan (L-23, L-42). */

import { type Delegates, libraryOf, ownPlansIn } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { type Catalogue, catalogueOf } from '../tools/catalogue.ts';
import { checkPlan } from './check.ts';
import type { Problem } from './problem.ts';

/** What can be said only of an answer that has come whole (L-60). */
const OF_THE_WHOLE: ReadonlySet<string> = new Set(['unresolved-reference']);

/**
 * A tool that is not known and that a mandate allows (L-64): said to whoever signs it. It holds nothing, for a call of it is
 * refused; a run that was signed before this was looked at goes on as it did (L-95).
 */
const isOfNames = ({ code, path }: Problem): boolean => code === 'unknown-tool' && path.includes('tools');

/** Whether a run is refused for it, or a revision of one. @param isOpen more of the answer is to come */
export const refusesRun = (problem: Problem, isOpen = false): boolean =>
  problem.severity === 'error' && !(isOpen && OF_THE_WHOLE.has(problem.code)) && !isOfNames(problem);

/**
 * @param catalogue the contracts of the place; the plan's own come on top of them (L-35)
 * @param builtIns those of the code that comes with the app, where no other code stands in its place (L-75)
 */
export const errorsWith =
  (catalogue: Catalogue, builtIns: Catalogue) =>
  (plan: Plan, delegates: Delegates, kept?: ReadonlySet<string>, isOpen = false): string[] =>
    checkPlan(plan, catalogueOf(catalogue.list(), plan.tools), {
      library: libraryOf(delegates),
      // Of a plan with plans of its own those are meant, whether a call of it leads to them or not.
      ...(plan.plans ? {} : { ownPlans: ownPlansIn(delegates) }),
      catalogueBelow: (sub) => catalogueOf(catalogue.list(), sub.tools),
      builtIns,
      ...(kept ? { kept } : {}),
    })
      .problems.filter((problem) => refusesRun(problem, isOpen))
      .map((problem) => problem.message);
