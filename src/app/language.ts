/** The language room behind the document's port. */

import { checkPlan } from '../check/check.ts';
import { sign, signedAlike } from '../flows/sign.ts';
import { flowTable } from '../flows/table.ts';
import type { FlowSetting } from '../flows/use.ts';
import { applyEdits } from '../plan/apply-edit.ts';
import { libraryOf } from '../plan/delegates.ts';
import { carriedOver, editsBetween, editsToTake } from '../plan/edits-between.ts';
import { originsAfter, originsBack, originsRevised } from '../plan/origins-after.ts';
import type { Language } from '../stores/ports.ts';
import { takenIn } from '../stores/take-in.ts';
import { builtInTools } from '../tools/built-in.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import type { FileProfile } from '../tools/file-profile.ts';
import { onPatternsLoaded } from '../tools/foreign-pattern.ts';

// Comes with the rules: one more thing to fetch would cost the first screen its name.
export { createPreviews } from './previews.ts';

/** What a check hands back to be given to the next one; opaque to the store that keeps it. */
type CheckState = ReturnType<typeof checkPlan>['state'];

const builtIns = catalogueOf(builtInTools);

/** As the worker has it (executor/place.ts): it makes the signature again. @param modelServer the host that answers latent calls; null where none is connected */
const settingWith = (modelServer: string | null): FlowSetting => ({
  catalogue: builtIns,
  hasActivity: (name) => builtIns.get(name) !== undefined,
  contractBehind: builtIns.get,
  modelServer,
});

/**
 * @param modelServer asked each time: a person may connect another
 * @param profiles the files beside the goal as they were judged; none while one is still being judged
 */
export const languageWith = (
  modelServer: () => string | null,
  profiles: () => readonly FileProfile[] = () => [],
): Language => ({
  apply: applyEdits,
  takenIn,
  carriedOver,
  between: editsBetween,
  toTake: editsToTake,
  origins: {
    after: originsAfter,
    back: originsBack,
    revised: originsRevised,
  },
  sign: (plan, delegates, part) => sign(plan, settingWith(modelServer()), delegates, part),
  flows: (plan, delegates, part, came) => flowTable(plan, settingWith(modelServer()), delegates, part, came),
  signedAlike,
  check: (plan, catalogue, delegates, previous) =>
    checkPlan(plan, catalogue, {
      library: libraryOf(delegates),
      catalogueBelow: (sub) => catalogueOf(builtInTools, sub.tools),
      builtIns,
      profiles: profiles(),
      ...(previous === undefined ? {} : { previous: previous as CheckState }),
    }),
});

/** Where no model is connected. */
export const language: Language = languageWith(() => null);

/** Calls back once more can be checked than before: the patterns of a plan's own tools are tried by what comes late. */
export const checksMore = onPatternsLoaded;
