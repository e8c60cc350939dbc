/** What is done with plans within the plan (L-52), as rows of the table of actions: they come once a plan is drawn. */

import { inSection } from '../actions/action.ts';
import { ACTIONS } from '../actions/actions.ts';
import { type At, oneCall, type WhyNot } from '../actions/when.ts';
import { loaded } from '../parts/not-loaded.ts';
import { leaveWithin, openPlanOf, trailOf } from './open-within.ts';

/** The document that the canvas shows, for keys that are heard from the whole page. */
export const shownIn = (at: At): At => {
  const { view } = at.session.getState();
  return view.kind === 'within' ? { ...at, document: view.document } : at;
};

function canOpen(at: At): WhyNot {
  if (!/plan|within/.test(at.session.getState().view.kind)) return 'The canvas shows no plan to change.';
  const id = oneCall(at);
  const call = shownIn(at)
    .document.getState()
    .plan.calls.find(({ _id }) => _id === id);
  return call?._delegate === undefined ? 'No call that runs a plan of its own is selected.' : null;
}

export const WITHIN_ACTIONS = inSection('View', {
  'open-within': {
    title: 'Open the plan that the selected call runs',
    short: 'Open its plan',
    inMenu: (at) => (canOpen(at) === null ? 'Open its plan' : ''),
    keys: 'W',
    whyNot: canOpen,
    run: (at) => openPlanOf(shownIn(at), at.call ?? oneCall(at) ?? ''),
  },
  'keep-within': {
    title: 'Copy the plan that is shown to the library, as a plan of its own',
    short: 'Copy to the library',
    whyNot: (at) => {
      const { view } = at.session.getState();
      return view.kind === 'within' && view.mode === 'edit' ? null : 'No plan within the plan is shown.';
    },
    run: (at) =>
      void loaded(import('./keep-apart.ts')).then(
        ({ keepApart }) => keepApart(at),
        at.session.actions.tellFault,
      ),
  },
  'leave-within': {
    title: 'Back to the plan above',
    short: 'Back',
    keys: 'Shift+W',
    whyNot: (at) => (trailOf(at).length > 0 ? null : 'The plan on the table is shown.'),
    run: (at) => void leaveWithin(at),
  },
});

/** The calls that are meant: the menu's, where they are not all that is selected. */
function meant({ session, call }: At): readonly string[] {
  const { selection } = session.getState();
  return call === undefined || selection.includes(call) ? selection : [call];
}

function canMake(at: At): WhyNot {
  const { view, proposed } = at.session.getState();
  if (!/plan|within/.test(view.kind) || ('mode' in view && view.mode === 'read'))
    return 'The canvas shows no plan to change.';
  if (proposed) return 'Accept the proposed change first, or leave it.';
  return meant(at).length === 0 ? 'No call is selected.' : null;
}

const doLate = (at: At, does: (edits: typeof import('./sub-plan-edits.ts')) => void): void =>
  void loaded(import('./sub-plan-edits.ts')).then(does, at.session.actions.tellFault);

export const SUB_PLAN_ACTIONS = inSection('Edit', {
  'make-sub-plan': {
    title: 'Make a plan of its own of the selected calls',
    short: 'Make a plan of these',
    inMenu: (at) => {
      if (canMake(at) !== null) return '';
      const { length } = meant(at);
      return length > 1 ? `Make a plan of these ${length} calls` : 'Make a plan of this call';
    },
    keys: 'U',
    whyNot: canMake,
    run: (at) => doLate(at, ({ makeOf }) => makeOf(shownIn(at), meant(at))),
  },
  'dissolve-sub-plan': {
    title: 'Put the calls of its plan in the place of the selected call',
    short: 'Dissolve its plan',
    inMenu: (at) => (canOpen(at) === null ? 'Dissolve its plan' : ''),
    keys: 'Shift+U',
    whyNot: (at) => canMake(at) ?? canOpen(at),
    run: (at) => doLate(at, ({ dissolve }) => dissolve(shownIn(at), oneCall(at) ?? '')),
  },
});

export type WithinActionId = keyof typeof WITHIN_ACTIONS | keyof typeof SUB_PLAN_ACTIONS;

/** From here on they are in the table. */
export function offerWithin(): void {
  for (const [id, row] of Object.entries({ ...WITHIN_ACTIONS, ...SUB_PLAN_ACTIONS }))
    ACTIONS.set(id as WithinActionId, row);
}
