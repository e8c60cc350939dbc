/** The way into a plan within the plan on the table, and back out of it (L-52). Fetched when one is opened. */

import { visible } from '../../lib/visible-text.ts';
import { wayTo } from '../../plan/delegates.ts';
import type { Inside } from '../../stores/session.ts';
import { documentWithin, isOwnPlan, planNamed, rootOf } from '../../stores/within.ts';
import { builtInTools } from '../../tools/built-in.ts';
import type { Services } from '../services.ts';

type At = Pick<Services, 'document' | 'session' | 'canvas'>;

/** The plans that lead to what the canvas shows, the one on the table left out. */
export const trailOf = ({ session }: Pick<At, 'session'>): Inside['trail'] => {
  const { view } = session.getState();
  return view.kind === 'within' ? view.trail : [];
};

/**
 * Opens the plan that a call of what is shown runs, or says why there is none to open.
 * @param call its id; `#<plan>/<id>` for one in a plan of the document's own, which is selected there
 */
export function openPlanOf(at: At, call: string): void {
  const [, name, own] = /^#([^/]*)\/(.*)$/su.exec(call) ?? [];
  if (name !== undefined && own !== undefined) {
    const { plan, delegates } = rootOf(at.document).getState();
    openWithin(at, wayTo(plan, name, delegates), [own]);
    return;
  }
  const reference = at.document.getState().plan.calls.find(({ _id }) => _id === call)?._delegate;
  if (reference === undefined) at.session.actions.notify('This call runs no plan of its own.');
  else openWithin(at, [...trailOf(at).map((step) => step.reference), reference]);
}

/**
 * Shows what the references lead to, from the plan on the table down; that one, where there are none.
 * @param select of the plan that is shown then; what was selected where one left it, where nothing is said
 */
export function openWithin(at: At, references: readonly string[], select?: readonly string[]): void {
  const { session, canvas } = at;
  const { view, selection } = session.getState();
  const root = rootOf(at.document);
  const before = trailOf(at);
  const reference = references.at(-1);
  if (reference !== undefined && !planNamed(root.getState(), reference)) {
    session.actions.notify(`The plan ${visible(reference)} is not here: import it, or choose another.`);
    return;
  }
  const shown = view.kind === 'within' ? view.document : root;
  const viewport = canvas.controller?.viewport;
  const isOnPlan = view.kind === 'plan' || view.kind === 'within';
  if (viewport && isOnPlan) canvas.left.set(shown.getState().plan.id, viewport);
  // What was selected on the way down is so again on the way back.
  const left = (depth: number): readonly string[] =>
    depth < before.length
      ? (before[depth]?.selection ?? [])
      : isOnPlan && depth === before.length
        ? selection
        : [];
  const isBack =
    references.every((one, i) => before[i]?.reference === one) && references.length < before.length;
  const trail = references.map((one, depth) => ({ reference: one, selection: left(depth) }));
  root.actions.seal();
  session.actions.set({
    selection: select ?? (isBack ? (before[references.length]?.selection ?? []) : []),
    view:
      reference === undefined
        ? { kind: 'plan' }
        : {
            kind: 'within',
            trail,
            document: documentWithin(root, reference, builtInTools),
            mode: isOwnPlan(reference) ? 'edit' : 'read',
          },
  });
}

/** One up, towards the plan on the table. @returns false where that is shown */
export function leaveWithin(at: At): boolean {
  const trail = trailOf(at);
  if (trail.length === 0) return false;
  openWithin(
    at,
    trail.slice(0, -1).map((step) => step.reference),
  );
  return true;
}
