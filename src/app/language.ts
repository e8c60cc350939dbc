/** The language room behind the document's port. */

import { checkPlan } from '../check/check.ts';
import { applyEdits } from '../plan/apply-edit.ts';
import { approvalHash, signedAlike } from '../plan/approval-hash.ts';
import { libraryOf } from '../plan/delegates.ts';
import { carriedOver, editsBetween, editsToTake } from '../plan/edits-between.ts';
import { mergeVersions } from '../plan/merge.ts';
import type { Language } from '../stores/ports.ts';
import { builtInTools } from '../tools/built-in.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { onPatternsLoaded } from '../tools/foreign-pattern.ts';
import { signedDelegates } from '../tools/signed-delegates.ts';

/** What a check hands back to be given to the next one; opaque to the store that keeps it. */
type CheckState = ReturnType<typeof checkPlan>['state'];

const builtIns = catalogueOf(builtInTools);

export const language: Language = {
  apply: applyEdits,
  merge: mergeVersions,
  carriedOver,
  between: editsBetween,
  toTake: editsToTake,
  hash: (plan, catalogue, delegates) =>
    approvalHash(plan, catalogue.get, signedDelegates(delegates, builtInTools)),
  signedAlike,
  check: (plan, catalogue, delegates, previous) =>
    checkPlan(plan, catalogue, {
      library: libraryOf(delegates),
      builtIns,
      ...(previous === undefined ? {} : { previous: previous as CheckState }),
    }),
};

/** Calls back once more can be checked than before: the patterns of a plan's own tools are tried by what comes late. */
export const checksMore = onPatternsLoaded;
