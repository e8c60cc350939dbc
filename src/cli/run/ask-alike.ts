/** One question about one call over several instances (L-55): put once, with the list of whom it is about. */

import { itemAt } from '../../lib/columns.ts';
import { visible } from '../../lib/visible-text.ts';
import type { RunState } from '../../run/state.ts';
import { seenDetail } from '../../run/step-table.ts';
import type { OpenQuestion } from '../../run/view.ts';
import { type Ask, askPerson } from './ask-person.ts';
import type { Decision } from './unattended.ts';

/** So many instances are listed. */
const LISTED = 10;

/** What the person decides, and whether that is for all of them; else the first is answered, and the others are asked after. */
export async function askAlike(
  state: RunState,
  alike: readonly OpenQuestion[],
  ask: Ask,
): Promise<{ readonly decision: Decision; readonly isForAll: boolean }> {
  const lines = alike.slice(0, LISTED).map((question) => `  ${lineOf(state, question)}`);
  const more = alike.length > LISTED ? [`  and ${alike.length - LISTED} more`] : [];
  const prompt = [
    `${alike.length} of the list ask the same:`,
    ...lines,
    ...more,
    'One answer for all of them? (all, each) ',
  ];
  let said = (await ask(prompt.join('\n'))).trim();
  while (said !== 'all' && said !== 'each') said = (await ask('One of all, each: ')).trim();
  const decision = await askPerson(state, itemAt(alike, 0), ask);
  // These are about the whole run, and said once.
  const isOfRun = decision.choose === 'replan' || decision.choose === 'abort';
  return { decision, isForAll: said === 'all' && !isOfRun };
}

function lineOf({ program, steps }: RunState, question: OpenQuestion): string {
  const step = 'call' in question ? program.index.get(question.call) : undefined;
  if (step === undefined) return '';
  const { id, instance } = itemAt(program.steps, step);
  const { failure } = seenDetail(steps, step);
  return visible(`${instance ?? id}${failure ? `: ${failure.message}` : ''}`);
}
