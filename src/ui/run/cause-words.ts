/** What a change that a run brought is called: by the sentence that it came of, and by what a person did in the run. */

import { itemAt } from '../../lib/columns.ts';
import type { Said } from '../../plan/talk.ts';
import { namer } from '../../run/call-names.ts';
import type { RunChange } from '../../stores/run-change.ts';
import { counted, fewWords } from '../words.ts';

export interface Cause {
  /** A sentence that somebody said, or words of ours. */
  readonly text: string;
  readonly isSaid: boolean;
}

export function causeOf(
  { beside, anew, grown, corrected, after }: RunChange,
  talk: readonly Pick<Said, 'run' | 'about'>[],
): Cause {
  const sentence = beside === null ? undefined : talk.findLast(({ run }) => run === beside)?.about;
  const others = [
    ...(beside !== null && sentence === undefined ? ['the change made beside a run'] : []),
    ...(anew ? [grown ? 'what was planned as the run went on' : 'what was planned anew in the run'] : []),
    ...(corrected.length === 0
      ? []
      : [
          corrected.length === 1
            ? `your correction of “${namer(after)(itemAt(corrected, 0))}”`
            : `your corrections of ${counted(corrected.length, 'call')}`,
        ]),
  ];
  if (others.length === 0 && sentence !== undefined) return { text: sentence, isSaid: true };
  const all = [...(sentence === undefined ? [] : [`“${fewWords(sentence)}”`]), ...others].join(', and ');
  return { text: `${all.charAt(0).toUpperCase()}${all.slice(1)}`, isSaid: false };
}
