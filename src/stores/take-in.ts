/** What taking in another tab's save makes of the plan on the table: both are merged against what they had in common. */

import { signedAlike } from '../flows/sign.ts';
import { type Json, jsonEquals } from '../lib/json.ts';
import { applyEdits } from '../plan/apply-edit.ts';
import { type Conflict, isSameConflict, type Sides } from '../plan/conflict.ts';
import { carriedOver, editsBetween } from '../plan/edits-between.ts';
import { EMPTY_HISTORY, type History, isUnderWay, type Step } from '../plan/history.ts';
import { joinedSteps } from '../plan/joined-steps.ts';
import { mergeVersions } from '../plan/merge.ts';
import { NO_ORIGINS } from '../plan/origin.ts';
import { originNoted, originsMerged } from '../plan/origins-after.ts';
import { talkWith } from '../plan/talk.ts';
import type { DocumentState, TakenIn } from './document.ts';
import type { StoredPlan } from './ports.ts';
import { record } from './undo.ts';

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
    history: lineOf(mine, { ...theirs, origins: came }, { plan, origins }, isTheirs),
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

/**
 * What can be undone then. Both tabs go back along one line, or each would take back what it alone knows of from under the
 * other's steps: the one kept with the other's save, and behind it as one step what only this tab has changed. Where none
 * was kept, this tab's own, and what the other has changed.
 */
function lineOf(mine: DocumentState, theirs: Whole, to: Table, isTheirs: boolean): History {
  const { history: kept = EMPTY_HISTORY } = theirs;
  const isKept = kept.past.length + kept.future.length > 0;
  const last = mine.history.past.at(-1);
  if (last && isUnderWay(last)) return beforeDraft(mine, last, to);
  if (jsonEquals(to.plan, mine.plan) && !(isKept && isTheirs)) return mine.history;
  if (!isKept) return behind(mine.history, TAKE_IN, mine, to);
  return jsonEquals(to.plan, theirs.plan) ? kept : behind(kept, 'Merge the changes of two tabs', theirs, to);
}

type Table = Pick<DocumentState, 'plan' | 'origins'>;
type Whole = Table & Pick<StoredPlan, 'history'>;

const TAKE_IN = 'Take in what another tab changed';

/** It may hold what the conversation tells of, in either tab. */
const behind = (line: History, label: string, from: Table, to: Table): History =>
  record(line, { label, told: true, ...between(from, to) }, joinedSteps);

const between = (from: Table, to: Table): Pick<Step, 'forward' | 'backward' | 'origins'> => ({
  forward: editsBetween(from.plan, to.plan),
  backward: editsBetween(to.plan, from.plan),
  origins: { before: from.origins, after: to.origins },
});

/** A draft that is still streamed stays the last step, and one: it may have to be taken back whole. */
function beforeDraft(mine: DocumentState, draft: Step, to: Table): History {
  const before = applyEdits(mine.plan, draft.backward);
  if (!before.ok) return mine.history;
  const without = { plan: before.value.plan, origins: draft.origins.before };
  const plan = carriedOver(mine.plan, without.plan, to.plan);
  // What came keeps its origin where the draft is taken back; that of the plan as a whole stays with it.
  const from = jsonEquals(plan, without.plan) ? without : { plan, origins: to.origins };
  const line = { past: mine.history.past.slice(0, -1), future: [] };
  const { past } = from === without ? line : behind(line, TAKE_IN, without, from);
  return { past: [...past, { ...draft, ...between(from, to) }], future: [] };
}
