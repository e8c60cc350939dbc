/** What a run that came to its end did not do, because a person said so or nobody answered in time (L-72), in words. */

import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';

/** Null where nothing was left out so: what a branch or an input left out was not its turn. */
export function notDoneWords(state: RunState): string | null {
  const { of, followed, byNobody, byPerson, failed } = leftOut(state);
  if (of === 0) return null;
  // Beside a failure nobody can tell which of the two they were left out for.
  const count = failed > 0 ? of : of + followed;
  const why = [byPerson ? 'you said so' : '', byNobody ? 'nobody answered in time' : ''].filter(Boolean);
  return `${count.toLocaleString('en')} ${count === 1 ? 'call was' : 'calls were'} left out: ${why.join(', or ')}.`;
}

/** Whether that is all there is to say of the end: nothing failed, and nothing stopped it. */
export const isAllNotDone = (state: RunState): boolean =>
  state.reason === 'goal_met' ||
  state.reason === 'nothing_ran' ||
  (state.reason === 'errors' && leftOut(state).failed === 0);

function leftOut({ steps, gates }: RunState) {
  const found = { of: 0, followed: 0, failed: 0, byPerson: false, byNobody: false };
  let gated = 0;
  for (let step = 0; step < steps.size; step++) {
    if (steps.status[step] === 'failed') found.failed += 1;
    if (steps.status[step] !== 'skipped') continue;
    const because = seenDetail(steps, step).skippedFor?.because;
    if (because === 'failure') found.followed += 1;
    else if (because === 'rejected') gated += 1;
    else if (because === 'unanswered') found.byNobody = true;
    else if (because === 'person') found.byPerson = true;
    if (because === 'unanswered' || because === 'person') found.of += 1;
  }
  if (gated === 0) return found;
  found.of += gated;
  for (const { status, unanswered } of gates.values()) {
    if (status !== 'rejected') continue;
    if (unanswered) found.byNobody = true;
    else found.byPerson = true;
  }
  return found;
}
