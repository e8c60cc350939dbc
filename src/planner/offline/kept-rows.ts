/** Which rows of two tables stay when they are joined. Knows no key. */

import { isWithin } from '../../tools/shared-values.ts';
import type { KnownColumn } from './known-tables.ts';
import type { Mention } from './mention.ts';

const BOTH =
  /^(?:(?:of|from|in|aus|von|in den) )?(?:both|beide[nrm]?|les deux|des deux|amb[oa]s|entramb[ie])(?: \p{L}+)?$/iu;

/** "the two sheets", "both files" counts them. */
export function takeCount(mentions: readonly Mention[], list: RegExp, used: Set<Mention>): void {
  const at = mentions.findIndex(({ number }, i) => number === 2 && list.test(mentions[i + 1]?.text ?? ''));
  if (at >= 0) for (const one of mentions.slice(at, at + 2)) used.add(one);
  for (const [i, mention] of mentions.entries()) {
    const next = mentions[i + 1];
    if (!BOTH.test(mention.text) || !mention.meanings.has('append')) continue;
    used.add(mention);
    if (next !== undefined && list.test(next.text)) used.add(next);
  }
}

/** Whether some value of the one has no partner among those of the other. */
export const losesRows = (own: KnownColumn | undefined, its: KnownColumn | undefined): boolean => {
  if (own?.sketch !== undefined && its?.sketch !== undefined) return !isWithin(own.sketch, its.sketch);
  const partners = new Set(its?.cells);
  return own?.cells.some((cell) => !partners.has(cell)) === true;
};

const ONLY = /^(?:inner|matching|matched|gemeinsame?n?|passende?n?)$/iu;

/** A row is lost only where the goal says so; of what is added up, what has no partner has no group. */
export function keepsAll(
  mentions: readonly Mention[],
  asked: Mention | undefined,
  used: Set<Mention>,
): boolean {
  const only = mentions.filter(({ text }) => ONLY.test(text));
  for (const one of only) used.add(one);
  if (only.length > 0) return false;
  return (
    asked !== undefined || mentions.every(({ meanings }) => [...meanings].every((one) => !GROUPS.test(one)))
  );
}
const GROUPS = /^(?:agg:|per$|each$|most$|least$|top$)/u;
