/** A kept version of a plan beside the plan as it is: what differs, and the edits that bring it back. Knows no run. */

import { type Json, jsonEquals } from '../lib/json.ts';
import { diffCalls } from './diff.ts';
import type { Plan } from './document.ts';
import type { Edit } from './edit.ts';
import { editsBetween } from './edits-between.ts';

/** What bringing a version back would do to the plan: ids of calls, and the parts beside them. */
export interface VersionDiff {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly revised: readonly string[];
  readonly parts: readonly (typeof PARTS)[number][];
}

/** What is signed beside the calls; the others stay as they are now: a title is no version's. */
const PARTS = [
  'goal',
  'output',
  'outputSchema',
  'input',
  'policy',
  'state',
  'data',
  'tools',
  'plans',
  'mode',
  'strategy',
  'mandate',
] as const;

export function versionDiff(now: Plan, version: Plan): VersionDiff {
  const { added, removed, revised } = diffCalls(now.calls, version.calls);
  const parts = PARTS.filter((part) => !jsonEquals(now[part] ?? null, version[part] ?? null));
  return { added, removed, revised, parts };
}

export const isSameVersion = ({ added, removed, revised, parts }: VersionDiff): boolean =>
  added.length + removed.length + revised.length + parts.length === 0;

/** One undo step. */
export const restoring = (now: Plan, version: Plan): readonly Edit[] =>
  editsBetween(now, restored(now, version));

/** The plan with the version in it. Title, notes and the places of cards stay; a card that comes back stands where it stood. */
export function restored(now: Plan, version: Plan): Plan {
  const plan: Record<string, unknown> = { ...now, calls: version.calls };
  for (const part of PARTS) {
    if (version[part] === undefined) delete plan[part];
    else plan[part] = version[part] as Json;
  }
  const layout = { ...version.layout, ...now.layout };
  if (Object.keys(layout).length > 0) plan.layout = layout;
  return plan as unknown as Plan;
}
