/** What a run that came to its end did not do, because a person said so or nobody answered in time (L-72), in words. */

import { quoted } from '../flows/words.ts';
import { itemAt } from '../lib/columns.ts';
import { namer } from './call-names.ts';
import { isSkippedDoubt } from './outcome.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';

/** Null where nothing was left out so: what a branch or an input left out was not its turn. */
export function notDoneWords(state: RunState): string | null {
  const { doubts, skipped, unanswered, gated, closed, followed, failed } = leftOut(state);
  const of = doubts.length + skipped.length + unanswered.length + gated;
  if (of === 0) return null;
  const nameOf = namer(state.program.plan);
  const names = (calls: readonly string[]) => listed(calls.map((call) => quoted(nameOf(call))));
  const said: string[] = [];
  if (doubts.length > 0)
    said.push(
      `You skipped ${names(doubts)}: whether ${doubts.length === 1 ? 'it' : 'they'} happened nobody has said.`,
    );
  if (skipped.length > 0) said.push(`${names(skipped)} ${were(skipped.length)} left out: you said so.`);
  if (unanswered.length > 0)
    said.push(`${names(unanswered)} ${were(unanswered.length)} left out: nobody answered in time.`);
  if (gated > 0) said.push(`${calls(gated)} ${were(gated)} left out: ${closed.join(', or ')}.`);
  // Beside a failure nobody can tell which of the two they were left out for.
  if (failed === 0 && followed > 0)
    said.push(`${calls(followed)} that needed ${of === 1 ? 'it' : 'them'} ${were(followed)} left out, too.`);
  return said.join(' ');
}

/** So many are named; of more, how many. */
const NAMED = 3;

const listed = (names: readonly string[]): string =>
  names.length > NAMED
    ? `${names.slice(0, NAMED).join(', ')} and ${(names.length - NAMED).toLocaleString('en')} more`
    : names.join(names.length === 2 ? ' and ' : ', ');
const were = (count: number): string => (count === 1 ? 'was' : 'were');
const calls = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'call' : 'calls'}`;

/** Whether that is all there is to say of the end: nothing failed, and nothing stopped it. */
export const isAllNotDone = (state: RunState): boolean =>
  state.reason === 'goal_met' ||
  state.reason === 'nothing_ran' ||
  (state.reason === 'errors' && leftOut(state).failed === 0);

function leftOut({ program, steps, gates }: RunState) {
  const found = { followed: 0, failed: 0, gated: 0 };
  const doubts: string[] = [];
  const skipped: string[] = [];
  const unanswered: string[] = [];
  for (let step = 0; step < steps.size; step++) {
    if (steps.status[step] === 'failed') found.failed += 1;
    if (steps.status[step] !== 'skipped') continue;
    const { id } = itemAt(program.steps, step);
    const because = seenDetail(steps, step).skippedFor?.because;
    if (because === 'failure') found.followed += 1;
    else if (because === 'rejected') found.gated += 1;
    else if (because === 'unanswered') unanswered.push(id);
    else if (because === 'person') (isSkippedDoubt(steps, step) ? doubts : skipped).push(id);
  }
  const closers = [...gates.values()].filter(({ status }) => status === 'rejected');
  const closed = [
    ...(closers.some((gate) => !gate.unanswered) ? ['you said so'] : []),
    ...(closers.some((gate) => gate.unanswered) ? ['nobody answered in time'] : []),
  ];
  return { ...found, doubts, skipped, unanswered, closed };
}
