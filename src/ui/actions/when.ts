/** What is on the screen, as actions ask it: which document is edited, which run and call they are about, and why not. */

import { goesOn, planOf } from '../../run/whole.ts';
import { type DocumentStore, errorsOf } from '../../stores/document.ts';
import { proposedHere } from '../../stores/proposed-change.ts';
import { type Hold, holdOf } from '../../stores/run-hold.ts';
import type { About } from '../../stores/session.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { cardInFocus } from '../frame/focus.ts';
import type { Services } from '../services.ts';
import { counted } from '../words.ts';

/** Where an action is done: among these services, and about this call where a menu of a call offers it. */
export type At = Services & { readonly call?: string };

/** Why an action can't be done now, in a sentence; null where it can. */
export type WhyNot = string | null;

export const isRevising = ({ session }: At): boolean => session.getState().view.kind === 'revise';

/** What is being edited: the plan on the table, or the rest of a run's plan. */
export const edited = (at: At): DocumentStore =>
  (isRevising(at) ? at.revising.getState().now?.document : undefined) ?? at.document;

/** The run on the canvas. */
export function runHere({ session, runs }: At): ShownRun | null {
  const { view } = session.getState();
  return view.kind === 'run' ? (runs.getState().known.get(view.runId) ?? null) : null;
}

/** The run on the canvas, or the one whose rest is being rewritten. */
export function runMeant({ session, runs }: At): ShownRun | null {
  const { view } = session.getState();
  return 'runId' in view ? (runs.getState().known.get(view.runId) ?? null) : null;
}

/** The run on the canvas while it goes on. */
export function runGoing(at: At): ShownRun | null {
  const run = runHere(at);
  return run && goesOn(run.state) ? run : null;
}

/** What holds the run that goes on; undefined where none does. */
export function hold(at: At): Hold | undefined {
  const run = runGoing(at);
  return run ? holdOf(run, at.runs.getState().list, at.session.getState().pausing) : undefined;
}

/** That run, and the call that is meant: the menu's, or the first that is selected. null where no run is shown. */
export function aboutRun(at: At): About | null {
  const run = runHere(at);
  if (!run) return null;
  const its = new Set(planOf(run.state)?.calls.map(({ _id }) => _id));
  const call = at.call ?? at.session.getState().selection.find((id) => its.has(id));
  return { runId: run.runId, ...(call === undefined ? {} : { call }) };
}

// ---- Reasons ----

export const always = (): WhyNot => null;

export const inRun = (at: At): WhyNot => (runHere(at) ? null : 'No run is on the canvas.');

export const ofRun = (at: At): WhyNot => (runMeant(at) ? null : 'No run is on the canvas.');

export const whileRunning = (at: At): WhyNot => (runGoing(at) ? null : 'No run goes on here.');

export const isProposed = ({ session }: At): WhyNot =>
  proposedHere(session.getState()) ? null : 'No change is proposed.';

export const hasCalls = ({ document }: At): WhyNot =>
  document.getState().plan.calls.length > 0 ? null : 'The plan has no calls yet.';

/** The plan can be tried, signed and run: it has calls and no errors, and nothing of it goes on here. */
export function isSound(at: At): WhyNot {
  const { problems, isChecked } = at.document.getState();
  const errors = errorsOf(problems).length;
  if (isRevising(at)) return 'The rest of a run’s plan is being changed.';
  if (at.session.getState().drafting)
    return 'The plan is still being drafted: this waits until it is whole, or until you stop drafting.';
  if (runGoing(at)) return 'A run goes on here.';
  if (hasCalls(at) !== null) return hasCalls(at);
  if (!isChecked) return UNCHECKED;
  return errors === 0 ? null : `${counted(errors, 'error')} to resolve first. See Problems.`;
}

/** The one call that is meant: the menu's, the card's that has the keyboard, or the only one that is selected. */
export function oneCall({ session, call }: At): string | undefined {
  const { selection } = session.getState();
  return call ?? cardInFocus() ?? (selection.length === 1 ? selection[0] : undefined);
}

/** One call of the plan on the table is meant. What is wrong elsewhere in the plan hinders no part of it. */
export function canRunPart(at: At): WhyNot {
  const state = at.session.getState();
  if (state.view.kind !== 'plan') return 'Back to the plan first: there a part of it is run.';
  if (state.drafting)
    return 'The plan is still being drafted: this waits until it is whole, or until you stop drafting.';
  if (proposedHere(state)) return 'Accept the proposed change first, or leave it.';
  if (oneCall(at) === undefined)
    return state.selection.length === 0 ? 'No call is selected.' : 'Several calls are selected: select one.';
  return at.document.getState().isChecked ? null : UNCHECKED;
}

const UNCHECKED = 'The plan is still being checked.';

/** Pressed before the rules are here, which know how a step is taken, it would do nothing. */
export function canTravel(at: At, way: 'past' | 'future', otherwise: string): WhyNot {
  const { history, isChecked } = edited(at).getState();
  return history[way].length === 0 ? otherwise : isChecked ? null : UNCHECKED;
}
