/** Sub-plans with the contracts in force in each, as an approval signs them (L-70). */

import type { SignedDelegate } from '../plan/approval-hash.ts';
import type { Delegates } from '../plan/delegates.ts';
import { catalogueOf, type ToolContract } from './catalogue.ts';

/** A sub-plan runs in a clean room (L-52): in it stand its own contracts over the built-in ones, never its parent's. */
export const signedDelegates = (
  delegates: Delegates,
  builtIns: readonly ToolContract[],
): readonly SignedDelegate[] =>
  Object.entries(delegates).map(([reference, plan]) => ({
    reference,
    plan,
    contractOf: catalogueOf(builtIns, plan.tools).get,
  }));
