/** What a value rests on that was not computed here of all there is: whatever is taken along says so, in its name or above it. */

import { messageOf } from '../../lib/thrown.ts';
import type { Plan } from '../../plan/document.ts';
import { isOff, isOpenStep } from '../../plan/open-step.ts';
import type { LiveCall } from '../../run/value-head.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import type { SessionStore } from '../../stores/session.ts';
import { firstRows, restWords } from '../live/value-words.ts';

export interface Rest {
  /** In front of the name of a file, where no list of files cuts it off. */
  readonly mark: string;
  /** Above what is copied, and below what is said. */
  readonly words: string;
}

export const UNPROVEN: Rest = { mark: 'unproven', words: 'unproven: from a run of another device' };
export const DRY: Rest = { mark: 'dry run', words: 'from a dry run: its values are invented or pinned' };

export const restInRun = ({ runId, isUnproven }: { runId: string; isUnproven: boolean }) =>
  runId === DRY_RUN ? DRY : isUnproven ? UNPROVEN : undefined;

const MARKS = { pinned: 'pinned', recorded: 'recorded', sampled: 'made-up' } as const;

/** undefined where it was computed here of all there is, by a plan of which nothing is asked any more. */
export function restOf(
  call: Extract<LiveCall, { status: 'completed' }>,
  { calls }: Pick<Plan, 'calls'>,
): Rest | undefined {
  // Which rows are meant may be what is asked: until then it is one reading of several.
  const isAsked = calls.some((one) => isOpenStep(one) && !isOff(one));
  const marks = [
    isAsked ? 'undecided' : '',
    ...call.words.map((word) => MARKS[word]),
    firstRows(call).replaceAll(/^the |,/gu, ''),
  ];
  const mark = marks.filter(Boolean).join(' ');
  const words = [isAsked ? 'a step of the plan is still open' : '', restWords(call)].filter(Boolean);
  return mark === '' ? undefined : { mark, words: words.join(', ') };
}

export const markedName = (name: string, rest: Rest | undefined): string =>
  rest ? `${rest.mark} ${name}` : name;

export async function copied(
  { actions: { notify } }: SessionStore,
  text: string,
  rest: Rest | undefined,
  said: string,
): Promise<void> {
  await navigator.clipboard.writeText(rest ? `${rest.words}\n${text}` : text).then(
    () => notify(said, 'success'),
    (error: unknown) => notify(`It was not copied: ${messageOf(error)}`, 'danger'),
  );
}
