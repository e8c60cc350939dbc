/** What a sub-run found, made and left to do (L-54), in the same words on the screen and in the terminal. */

import type { Capsule } from './events.ts';

/** Parts that have something to say, each with its lines, as they stand in the capsule. */
export const capsuleParts = ({
  keyFindings,
  artifacts,
  nextActions = [],
}: Capsule): readonly (readonly [word: string, lines: readonly string[]])[] =>
  (
    [
      ['Found', keyFindings],
      ['Made', artifacts.map(({ ref, summary }) => `${ref}: ${summary}`)],
      ['Left to do', nextActions],
    ] as const
  ).filter(([, lines]) => lines.length > 0);
