/** What a person does with a value that is there: opens it, saves it, copies it. Rows of the table of actions, which come once there can be values. */

import { OUTPUT_PART } from '../../plan/output-part.ts';
import { standing } from '../live/stands.ts';
import { loaded } from '../parts/not-loaded.ts';
import { inSection } from './action.ts';
import { ACTIONS } from './actions.ts';
import { type At, oneCall } from './when.ts';

function openValue(at: At): void {
  const call = oneCall(at);
  if (call === undefined) return;
  loaded(import('../values/open-value.ts')).then(
    ({ openValue: open }) => open(at, call),
    at.session.actions.tellFault,
  );
}

/** Of a run the viewer says itself that there is none. @param what a call, or `OUTPUT_PART` */
function noValue(at: At, what: string | undefined): string | null {
  const { kind } = at.session.getState().view;
  if (kind === 'revise') return 'The rest of a run’s plan is being changed.';
  if (what === undefined) return 'No call is selected.';
  return kind !== 'plan' || at.live.of(what)?.status === 'completed' ? null : 'It has come to no value yet.';
}

/** What a dry run invents is no figure of anybody's. */
function notTaken(at: At, what: string | undefined): string | null {
  const why = noValue(at, what);
  if (why !== null || what === undefined || at.session.getState().view.kind !== 'dry-run') return why;
  return standing(at, what) ? null : 'The dry run has made it up.';
}

function take(at: At, what: string | undefined, as?: 'copy'): void {
  if (what === undefined) return;
  loaded(import('../values/take-along.ts')).then(
    ({ takeAlong }) => takeAlong(at, what, as),
    at.session.actions.tellFault,
  );
}

const VALUE_ACTIONS = inSection('View', {
  value: {
    title: 'Open what the selected call comes to',
    short: 'Open its value',
    inMenu: () => 'Open its value',
    keys: 'V',
    whyNot: (at) => noValue(at, oneCall(at)),
    run: openValue,
  },
  'save-value': {
    title: 'Save what the selected call comes to',
    short: 'Save its value',
    inMenu: () => 'Save its value',
    whyNot: (at) => notTaken(at, oneCall(at)),
    run: (at) => take(at, oneCall(at)),
  },
  'copy-value': {
    title: 'Copy what the selected call comes to',
    short: 'Copy its value',
    inMenu: () => 'Copy its value',
    whyNot: (at) => notTaken(at, oneCall(at)),
    run: (at) => take(at, oneCall(at), 'copy'),
  },
  'save-result': {
    title: 'Save the result',
    keys: 'S',
    whyNot: (at) => notTaken(at, OUTPUT_PART),
    run: (at) => take(at, OUTPUT_PART),
  },
  'copy-result': {
    title: 'Copy the result',
    whyNot: (at) => notTaken(at, OUTPUT_PART),
    run: (at) => take(at, OUTPUT_PART, 'copy'),
  },
});

export type ValueActionId = keyof typeof VALUE_ACTIONS;

/** From here on they are in the table. */
export function offerValues(): void {
  for (const [id, row] of Object.entries(VALUE_ACTIONS)) ACTIONS.set(id as ValueActionId, row);
}
