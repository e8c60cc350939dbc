/** Where one wish of a goal ends and the next begins. Knows no table. */

import type { Mention } from './mention.ts';

/** Sentences, and what stands before and after "then": each a wish of its own. */
export function sentences(mentions: readonly Mention[]): Mention[][] {
  const parts: Mention[][] = [[]];
  for (const [at, mention] of mentions.entries()) {
    const next = mentions[at + 1];
    if (mention.mark !== undefined && /[.;!?]/u.test(mention.mark) && next !== undefined) parts.push([]);
    // "by region, then by amount" is one order.
    else if (mention.meanings.has('next') && at > 0 && next?.meanings.has('per') !== true) parts.push([]);
    else if (mention.meanings.has('and') && startsOwn(mentions, at)) parts.push([]);
    else parts.at(-1)?.push(mention);
  }
  return parts.filter((part) => part.some(({ small }) => !small));
}

/** "… and the total stock by category from inventory": another figure of another file. */
function startsOwn(mentions: readonly Mention[], at: number): boolean {
  const figures = (part: readonly Mention[]) =>
    part.some(
      ({ meanings }) =>
        [...meanings].some((one) => one.startsWith('agg:')) ||
        meanings.has('summarise') ||
        meanings.has('keywords'),
    );
  const groups = (part: readonly Mention[]) => part.some(({ meanings }) => meanings.has('per'));
  const before = mentions.slice(0, at);
  const after = mentions.slice(at + 1);
  return figures(before) && figures(after) && groups(before) && groups(after);
}
