/** What is said of a replan's draft: how it differs, and whether it goes beyond what was approved. */

import { type BeyondScope, isWithinScope } from '../../flows/approved-scope.ts';
import { visible } from '../../lib/visible-text.ts';
import type { ShownDiff } from '../../plan/diff.ts';
import { EFFECT } from '../words.ts';

/** `3 kept, 1 changed, 2 added, 1 removed`. */
export function diffWords({ kept, revised, added, removed }: ShownDiff): string {
  const parts = [
    `${kept} kept`,
    ...(revised.length > 0 ? [`${revised.length} changed`] : []),
    ...(added.length > 0 ? [`${added.length} added`] : []),
    ...(removed.length > 0 ? [`${removed.length} removed`] : []),
  ];
  return parts.join(', ');
}

/** A sentence that names what was not approved; null where the draft is within the approved scope (L-71). */
export function scopeWords(beyond: BeyondScope): string | null {
  if (isWithinScope(beyond)) return null;
  const { tools, effects, inputs, flows } = beyond;
  const parts = [
    ...(tools.length > 0 ? [`uses ${tools.map(visible).join(', ')}`] : []),
    ...effects.map((effect) => `has calls marked “${EFFECT[effect]}”`),
    ...(inputs.length > 0 ? [`reads ${inputs.map(visible).join(', ')}`] : []),
    ...(flows.length > 0 ? ['adds what follows to what goes where'] : []),
  ];
  return `It goes beyond what you approved: it ${parts.join('; it ')}.`;
}
