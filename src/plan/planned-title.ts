/** What a plan is called while nobody has named it. */

import { cut } from '../lib/cut-text.ts';
import type { History } from './history.ts';

/** Between what a plan began as and the changes that were taken since, in a title that nobody has given it. */
export const SAID_NEXT = ' · ';

/** Whether the title is a planner's, as far as the steps tell: where they don't, it may be somebody's own. */
export const isTitlePlanned = ({ past }: History): boolean =>
  past.findLast(({ forward }) => forward.some((edit) => edit.kind === 'set-field' && edit.field === 'title'))
    ?.said !== undefined;

/** Characters: a line in a list of plans, and as a file's name. */
const LONGEST = 90;
const LONGEST_SENTENCE = 45;

/** Which changes made it what it is; where there are too many, as what it began and the last of them. */
export function titleAfter(title: string, sentence: string): string {
  const said = cut((sentence.trim().split('\n')[0] ?? '').replace(/[.!?\s]+$/u, ''), LONGEST_SENTENCE);
  const [began = '', ...since] = title.split(SAID_NEXT).filter((part) => part !== ELLIPSIS);
  const after = [...since, said];
  const of = (from: number): string =>
    [began, ...(from > 0 ? [ELLIPSIS] : []), ...after.slice(from)].join(SAID_NEXT);
  const fits = after.findIndex((_, from) => of(from).length <= LONGEST);
  return of(fits < 0 ? after.length - 1 : fits);
}

const ELLIPSIS = '…';
