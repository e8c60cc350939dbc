/** What is done with the words of a call that a model answers, as a row of the table of actions: it comes once a plan is drawn. */

import { modelServerOf } from '../../stores/session.ts';
import { BUILT_INS } from '../../tools/built-ins.ts';
import { isLatent } from '../../tools/reach.ts';
import { inSection } from '../actions/action.ts';
import { ACTIONS } from '../actions/actions.ts';
import { type At, canRunPart, oneCall, type WhyNot } from '../actions/when.ts';

/** A model is connected, and the call is one of the plan on the table that it answers: a preview has no values of what runs below. */
function canTryPrompt(at: At): WhyNot {
  const id = oneCall(at);
  const { plan, catalogue } = at.document.getState();
  const call = plan.calls.find(({ _id }) => _id === id);
  if (!call || !isLatent(call, catalogue, BUILT_INS)) return 'No call that a model answers is selected.';
  return (
    canRunPart(at) ??
    (modelServerOf(at.session.getState()) === null
      ? 'No model is connected. Connect one beside the goal box.'
      : null)
  );
}

const PROMPT_ACTIONS = inSection('Plan', {
  'try-prompt': {
    title: 'Try the words of the selected call on a model',
    short: 'Try its words…',
    whyNot: canTryPrompt,
    run: (at) => {
      // Of a menu, it need not be the one that is selected.
      at.session.actions.select([oneCall(at) as string]);
      at.session.actions.set({ dialog: 'try-prompt' });
    },
  },
});

export type PromptActionId = keyof typeof PROMPT_ACTIONS;

/** From here on it is in the table. */
export function offerPrompts(): void {
  for (const [id, row] of Object.entries(PROMPT_ACTIONS)) ACTIONS.set(id as PromptActionId, row);
}
