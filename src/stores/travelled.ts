/** A step along the history of a plan: what is undone, or done again. Fetched with the rules. */

import { ok, type Result } from '../lib/result.ts';
import { applyEdits } from '../plan/apply-edit.ts';
import type { Plan } from '../plan/document.ts';
import type { Edit } from '../plan/edit.ts';
import type { History, Step } from '../plan/history.ts';
import type { Origins } from '../plan/origin.ts';
import { originsBack } from '../plan/origins-after.ts';
import type { DocumentState } from './document.ts';

/** One way through the history: the step that comes next on it, and where it goes once it is taken. */
export type Way = 'back' | 'forth';

/** The step to take back, or to do again. */
const nextStep = ({ past, future }: History, way: Way): Step | undefined =>
  way === 'back' ? past.at(-1) : future[0];

/** The history once the next step of a way is taken. It takes no more edits into it. */
function passed({ past, future }: History, way: Way, step: Step): History {
  const { mark: _, ...closed } = step;
  return way === 'back'
    ? { past: past.slice(0, -1), future: [closed, ...future] }
    : { past: [...past, closed], future: future.slice(1) };
}

/** Where a step leads. */
export interface Travelled {
  readonly plan: Plan;
  /** From the plan on the table to that one. */
  readonly edits: readonly Edit[];
  readonly history: History;
  readonly origins: Origins;
  /** Of the step. */
  readonly label: string;
}

/** One step along the history; null at its end, a sentence where it does not fit the plan. */
export function travelled(
  { plan, history, origins }: Pick<DocumentState, 'plan' | 'history' | 'origins'>,
  way: Way,
): Result<Travelled | null, string> {
  const step = nextStep(history, way);
  if (!step) return ok(null);
  const edits = way === 'back' ? step.backward : step.forward;
  const applied = applyEdits(plan, edits);
  // An inverse that does not fit is a defect, or was kept by another Obelus; going on would leave a history that lies.
  if (!applied.ok) return applied;
  const then = way === 'back' ? step.origins.before : step.origins.after;
  return ok({
    plan: applied.value.plan,
    edits,
    history: passed(history, way, step),
    origins: originsBack(origins, then, edits),
    label: step.label,
  });
}
