/** The language room behind the document's port. */

import { checkPlan } from '../check/check.ts';
import { applyEdits } from '../plan/apply-edit.ts';
import { approvalHash } from '../plan/approval-hash.ts';
import type { Language } from '../stores/ports.ts';

/** What a check hands back to be given to the next one; opaque to the store that keeps it. */
type CheckState = ReturnType<typeof checkPlan>['state'];

export const language: Language = {
  apply: applyEdits,
  hash: (plan, catalogue) => approvalHash(plan, catalogue.get),
  check: (plan, catalogue, previous) =>
    checkPlan(plan, catalogue, previous === undefined ? {} : { previous: previous as CheckState }),
};
