/** What is done with lists that a run goes over (L-55), as rows of the table of actions: they come once a plan is drawn. */

import { isOver } from '../../run/whole.ts';
import { inSection, opens } from '../actions/action.ts';
import { ACTIONS } from '../actions/actions.ts';
import { type At, isSound, runHere, type WhyNot } from '../actions/when.ts';

const NO_LIST = 'No run over a list is on the canvas.';

const isOverList = (at: At): WhyNot => ((runHere(at)?.state.instances.length ?? 0) > 0 ? null : NO_LIST);

const LIST_ACTIONS = inSection('Run', {
  'over-list': {
    title: 'Run over a list: once for each of its rows',
    short: 'Run over a list…',
    keys: 'Mod+Shift+L',
    whyNot: isSound,
    run: opens('over-list'),
  },
  'choose-instance': {
    title: 'Turn the screen to one instance of the run, or to all of them',
    short: 'Choose an instance…',
    keys: 'J',
    whyNot: isOverList,
    run: opens('instances'),
  },
  'failed-again': {
    title: 'Run the failed instances again',
    short: 'Run the failed again',
    whyNot: (at) => {
      const run = runHere(at);
      return isOverList(at) ?? (run && isOver(run.state) ? null : 'The run goes on.');
    },
    run: (at) => {
      const run = runHere(at);
      const { session, history } = at;
      if (!run) return;
      void history
        .failedAgain(run)
        .then((said) => said !== null && session.actions.notify(said), session.actions.tellFault);
    },
  },
});

export type ListActionId = keyof typeof LIST_ACTIONS;

/** From here on they are in the table. */
export function offerLists(): void {
  for (const [id, row] of Object.entries(LIST_ACTIONS)) ACTIONS.set(id as ListActionId, row);
}
