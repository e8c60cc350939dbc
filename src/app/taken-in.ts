/** A stranger's plan as it is put on the table: without what is not a plan's to say, each in a sentence (L-71, L-75). */

import type { Plan } from '../plan/document.ts';
import { catalogueOf, type ToolContract } from '../tools/catalogue.ts';
import { withoutRepeated } from '../tools/shadowing.ts';

export function takenIn(
  given: Plan,
  builtIn: readonly ToolContract[],
): { readonly plan: Plan; readonly notes: readonly string[] } {
  const { plan, notes } = withoutRepeated(given, catalogueOf(builtIn));
  if (plan.policy?.reviewReplans === undefined) return { plan, notes };
  const { reviewReplans: _, ...policy } = plan.policy;
  const said =
    'Left out what the plan says of replans: whether they go ahead unasked you say when you start it.';
  return { plan: { ...plan, policy }, notes: [...notes, said] };
}
