/**
 * What a call says of itself follows an edit of its parameters where it was made of them: by the same line as the planner's,
 * which is how it is known. What a person or a model wrote stays (docs/decisions/0042).
 */

import { jsonEquals } from '../lib/json.ts';
import { ownPlan } from '../plan/delegates.ts';
import { behavesAlike } from '../plan/diff.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Edit } from '../plan/edit.ts';
import { callWords, wordsAfter } from '../planner/offline/call-words.ts';
import type { Loose } from '../planner/offline/loose-call.ts';

/** @param before the plan that the edits were applied to @param after what they made of it */
export function retold(before: Plan, after: Plan, edits: readonly Edit[]): readonly Edit[] {
  return [...retoldHere(before, after, edits), ...retoldInPlans(before, after, edits)];
}

/** The same in each of the document's own plans that is edited (L-52). */
function retoldInPlans(before: Plan, after: Plan, edits: readonly Edit[]): readonly Edit[] {
  const names = new Set(edits.flatMap((edit) => (edit.kind === 'in-plan' ? [edit.name] : [])));
  return [...names].flatMap((name) => {
    const [was, now] = [ownPlan(before, name), ownPlan(after, name)];
    const own = edits.flatMap((edit) => (edit.kind === 'in-plan' && edit.name === name ? [edit.edit] : []));
    if (!was || !now) return [];
    return retoldHere(was, now, own).map((edit): Edit => ({ kind: 'in-plan', name, edit }));
  });
}

function retoldHere(before: Plan, after: Plan, edits: readonly Edit[]): readonly Edit[] {
  const changed = new Set(
    edits.flatMap((edit) =>
      edit.kind === 'set-in-call' || (edit.kind === 'replace-call' && edit.call._id === edit.id)
        ? [edit.id]
        : [],
    ),
  );
  return [...changed].flatMap((id): readonly Edit[] => {
    const [was, now] = [onlyCall(before, id), onlyCall(after, id)];
    if (!was || !now) return [];
    if (was._description === undefined) return firstWords(was, now);
    // Who writes words of their own has written them; and where nothing else became another, there is nothing to tell.
    if (was._description !== now._description || behavesAlike(was, now)) return [];
    const value = wordsAfter({ ...was } as Loose, { ...now } as Loose);
    if (value === null || jsonEquals(value, now._description)) return [];
    return [{ kind: 'set-in-call', id, path: ['_description'], value }];
  });
}

/** A call that was put in by hand says what it does as soon as that is known; one that stood there without a line stays so. */
function firstWords(was: Call, now: Call): readonly Edit[] {
  if (now._description !== undefined || callWords({ ...was } as Loose, 'en') !== undefined) return [];
  const value = callWords({ ...now } as Loose, 'en');
  return value === undefined ? [] : [{ kind: 'set-in-call', id: now._id, path: ['_description'], value }];
}

/** Of two calls of one id nobody knows which is meant. */
function onlyCall({ calls }: Plan, id: string): Call | undefined {
  const [call, ...others] = calls.filter(({ _id }) => _id === id);
  return others.length > 0 ? undefined : call;
}
