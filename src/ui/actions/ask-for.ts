/** The conversation's box as it is about calls of the plan. */

import type { SessionStore } from '../../stores/session.ts';

/** What is said next is about these calls. `words` that stand elsewhere come into the box, behind what is typed there: nothing is sent. */
export function askFor({ actions, getState }: SessionStore, calls: readonly string[], words = ''): void {
  const { goal } = getState();
  // Asked for twice, it stands there once.
  const isThere = words === '' || `\n${goal}\n`.includes(`\n${words}\n`);
  const said = isThere ? goal : goal.trim() === '' ? words : `${goal.trimEnd()}\n${words}`;
  // Of one list: so it is known that the selection is what the conversation is about.
  const selection = [...calls];
  actions.set({ selection, talkedOf: selection, talkOpen: true, plansOpen: false, goal: said });
  document.getElementById('goal')?.focus();
}
