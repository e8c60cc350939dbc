/** What the conversation says once a change that it told of is undone, or done again: else it says “taken” of it for ever. */

import type { History, Step } from '../plan/history.ts';
import type { DocumentState } from '../stores/document.ts';
import { fewWords } from '../ui/words.ts';
import type { Ground } from './ground.ts';

type Table = Pick<DocumentState, 'plan' | 'history' | 'common'>;

/** @param was the table before one step along its history, or another change of it, and @param is after it */
export function tellUndone(
  { document, session, now }: Pick<Ground, 'document' | 'session' | 'now'>,
  { plan: before, history: was, common: knew }: Table,
  { plan, history: is, common }: Table,
): void {
  // It is fetched: another plan may have come to the table, and it is told in no conversation but its own.
  if (plan.id !== before.id || plan.id !== document.getState().plan.id) return;
  const say = (text: string): void =>
    document.actions.say({ from: 'obelus', text, tone: 'plain', at: now() });
  // What another tab has undone it tells of itself.
  if (common !== knew) return;
  const undone = stepUndone(was, is);
  const again = stepAgain(was, is);
  const { goal } = session.getState();
  if (undone?.told && plan.calls.length === 0 && undone.said !== undefined) {
    // The box is all there is now: what the plan came of is there, to be said in other words.
    const inBox = goal === '' ? ' What you said was put back in the box.' : '';
    say(`“${fewWords(undone.said)}” was undone: the plan is empty, as it was before.${inBox}`);
    if (goal === '') session.actions.set({ goal: undone.said });
  } else if (undone?.told) say(`${undone.label} was undone: the plan is as it was before.`);
  else if (again?.told) {
    const isDraft = before.calls.length === 0 && again.said !== undefined;
    say(`${isDraft ? `“${fewWords(again.said ?? '')}”` : again.label} is in the plan again.`);
    if (goal === again.said) session.actions.set({ goal: '' });
  }
}

const stepUndone = (was: History, now: History): Step | undefined =>
  now.future.length > was.future.length ? now.future[0] : undefined;

/** A new step ends what could be done again as well: only the one that stood there is it. */
function stepAgain(was: History, now: History): Step | undefined {
  const last = now.past.at(-1);
  return now.future.length < was.future.length && last?.forward === was.future[0]?.forward ? last : undefined;
}
