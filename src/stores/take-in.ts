/** What taking in another tab's save makes of the plan on the table: both are merged against what they had in common. */

import { signedAlike } from '../flows/sign.ts';
import { type Json, jsonEquals } from '../lib/json.ts';
import { type Conflict, isSameConflict, type Sides } from '../plan/conflict.ts';
import { mergeVersions } from '../plan/merge.ts';
import { NO_ORIGINS } from '../plan/origin.ts';
import { originNoted, originsMerged } from '../plan/origins-after.ts';
import { talkWith } from '../plan/talk.ts';
import type { DocumentState, TakenIn } from './document.ts';
import type { StoredPlan } from './ports.ts';
import { drifted } from './undo.ts';

type Kept =
  | 'plan'
  | 'origins'
  | 'input'
  | 'conflicts'
  | 'talk'
  | 'approval'
  | 'revision'
  | 'history'
  | 'common'
  | 'saved';

export interface Merged extends Pick<DocumentState, Kept> {
  /** What an approval signs is as it was on the table: its problems are known. */
  readonly isStill: boolean;
  readonly told: TakenIn;
}

export function takenIn(mine: DocumentState, theirs: StoredPlan, sides: Sides): Merged {
  const { common } = mine;
  const { plan, input, conflicts: found } = mergeVersions(common, mine, theirs, sides);
  const came = theirs.origins ?? NO_ORIGINS;
  const isNew = (conflict: Conflict) =>
    ![...mine.conflicts, ...theirs.conflicts].some((old) => isSameConflict(old, conflict));
  const conflicts = found.map((conflict) => (isNew(conflict) ? originNoted(conflict, came) : conflict));
  const isStill = signedAlike(mine.plan, plan);
  const asTheirs = signedAlike(theirs.plan, plan);
  const signedHere = mine.approval?.hash !== common.approval?.hash;
  // A signature stands for the plan that it was put under, and for no mixture of two.
  const approval = signedHere ? (isStill ? mine.approval : null) : asTheirs ? theirs.approval : null;
  const highest = Math.max(mine.revision, theirs.revision);
  const revision = isStill || asTheirs ? highest : highest + 1;
  const origins = originsMerged(
    common.plan,
    mine,
    { ...theirs, origins: came },
    { plan, revision },
    conflicts.length > 0,
  );
  const talk = talkWith(theirs.talk ?? [], mine.talk);
  const isTheirs =
    jsonEquals(plan, theirs.plan) &&
    jsonEquals(input, theirs.input) &&
    jsonEquals(conflicts, theirs.conflicts) &&
    jsonEquals(approval, theirs.approval) &&
    jsonEquals(origins, came) &&
    jsonEquals(talk as unknown as Json, (theirs.talk ?? []) as unknown as Json);
  const last = isTheirs ? { plan, input, approval, conflicts } : theirs;
  return {
    ...{ plan, origins, input, conflicts, talk, approval, isStill },
    revision: isTheirs ? theirs.revision : revision,
    history: plan === mine.plan ? mine.history : drifted(mine.history, mine.plan, plan),
    common: {
      plan: last.plan,
      input: last.input,
      approval: last.approval,
      conflicts: last.conflicts,
      talk: theirs.talk ?? [],
      save: theirs.save,
    },
    saved: isTheirs ? 'saved' : 'unsaved',
    told: {
      followed: mine.saved !== 'unsaved',
      conflicts: conflicts.filter(isNew).length,
      voided: mine.approval !== null && approval === null,
    },
  };
}
