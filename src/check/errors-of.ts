/** What speaks against running a plan, as sentences. The checks are made again where a run starts, and at every replan (L-23, L-42). */

import { type Delegates, libraryOf, ownPlansIn } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { type Catalogue, catalogueOf } from '../tools/catalogue.ts';
import { checkPlan } from './check.ts';

/** What can be said only of an answer that has come whole (L-60). */
export const OF_THE_WHOLE: ReadonlySet<string> = new Set(['unresolved-reference']);

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
      .problems.filter(
        (problem) => problem.severity === 'error' && !(isOpen && OF_THE_WHOLE.has(problem.code)),
      )
      .map((problem) => problem.message);
