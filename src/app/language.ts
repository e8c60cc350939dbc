/** The language room behind the document's port. */

import { checkPlan } from '../check/check.ts';
import { ON_DEVICE } from '../flows/on-device.ts';
import { sign, signedAlike } from '../flows/sign.ts';
import { flowTable } from '../flows/table.ts';
import type { FlowSetting } from '../flows/use.ts';
import { applyEdits } from '../plan/apply-edit.ts';
import { libraryOf } from '../plan/delegates.ts';
import { carriedOver, editsToTake } from '../plan/edits-between.ts';
import { joinedSteps } from '../plan/joined-steps.ts';
import { keptHistory } from '../plan/kept-history.ts';
import { originsAfter, originsRevised } from '../plan/origins-after.ts';
import type { Language } from '../stores/ports.ts';
import { takenIn } from '../stores/take-in.ts';
import { travelled } from '../stores/travelled.ts';
import { builtInTools } from '../tools/built-in.ts';
import { BUILT_INS } from '../tools/built-ins.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import type { FileProfile } from '../tools/file-profile.ts';
import { onPatternsLoaded } from '../tools/foreign-pattern.ts';
import { offerValues } from '../ui/actions/value-actions.ts';
import { offerLists } from '../ui/over-list/actions.ts';
import { offerPlanParts } from '../ui/plan/actions.ts';
import { offerPrompts } from '../ui/prompt/actions.ts';
import { offerWithin } from '../ui/within/actions.ts';
import { retold } from './retold.ts';

// Come with the rules: each more thing to fetch would cost the first screen its name.
export { loadDelegates } from './load-delegates.ts';
export { createPreviews } from './previews.ts';

// What needs the rules is offered with them.
offerValues();
offerWithin();
offerLists();
offerPlanParts();
offerPrompts();

/** What a check hands back to be given to the next one; opaque to the store that keeps it. */
type CheckState = ReturnType<typeof checkPlan>['state'];

/** As the worker has it (executor/place.ts): it makes the signature again. @param modelServer the host that answers latent calls; null where none is connected */
const settingWith = (modelServer: string | null): FlowSetting => ({ ...ON_DEVICE, modelServer });

/**
 * @param modelServer asked each time: a person may connect another
 * @param profiles the files beside the goal as they were judged; undefined while that is not known of all
 */
export const languageWith = (
  modelServer: () => string | null,
  profiles: () => readonly FileProfile[] | undefined = () => undefined,
): Language => ({
  apply: applyEdits,
  retold,
  takenIn,
  carriedOver,
  toTake: editsToTake,
  origins: {
    after: originsAfter,
    revised: originsRevised,
  },
  travelled,
  joined: joinedSteps,
  kept: keptHistory,
  sign: (plan, delegates, part) => sign(plan, settingWith(modelServer()), delegates, part),
  flows: (plan, delegates, part, came) => flowTable(plan, settingWith(modelServer()), delegates, part, came),
  signedAlike,
  check: (plan, catalogue, delegates, previous) =>
    checkPlan(plan, catalogue, {
      library: libraryOf(delegates),
      catalogueBelow: (sub) => catalogueOf(builtInTools, sub.tools),
      builtIns: BUILT_INS,
      ...ofFiles(profiles()),
      ...(previous === undefined ? {} : { previous: previous as CheckState }),
    }),
});

const ofFiles = (profiles: readonly FileProfile[] | undefined) => (profiles ? { profiles } : {});

/** Where no model is connected. */
export const language: Language = languageWith(() => null);

/** Calls back once more can be checked than before: the patterns of a plan's own tools are tried by what comes late. */
export const checksMore = onPatternsLoaded;
