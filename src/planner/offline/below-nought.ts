/** "a month is negative", "negative amounts", "in the red": a comparison with nought, said in a word. Knows no table. */

import { fold } from './lexicon/forms.ts';
import type { Mention } from './mention.ts';

const NONE: ReadonlySet<string> = new Set();
/** What something is said to be behind: what a cell holds is no comparison. */
const IS =
  /^(?:is|are|was|were|be|becomes?|became|goes|go|went|gets?|turns?|turned|falls?|fell|dips?|ends?(?: up)?|ist|sind|war|waren|wird|werden|wurde|liegt|liegen|rutscht|est|sont|devient|es|son|e|sono|diventa)$/u;
const SPANS: ReadonlySet<string> = new Set(['sign:minus', 'sign:plus']);

/** The mentions, each such word as what compares and the nought behind it, right behind the column that it tells of. */
export function noughtIn(mentions: readonly Mention[]): Mention[] {
  const now: Mention[] = [];
  for (let at = 0; at < mentions.length; at++) {
    const mention = mentions[at] as Mention;
    const isSaid = [...mention.meanings].some((one) => SPANS.has(one));
    const isCell = mention.cells.length > 0 || (mention.columns[0]?.fit ?? 0) >= 0.8;
    const next = mentions[at + 1];
    const isBefore = next !== undefined && ofNumbers(next);
    if (!isSaid || isCell || !(isBefore || tellsOf(mentions, at))) {
      now.push(mention);
      continue;
    }
    const operator = mention.meanings.has('sign:minus') ? 'cmp:lt' : 'cmp:gt';
    const plain = { ...mention, columns: [], files: [], small: false };
    if (isBefore) now.push(next);
    now.push({ ...plain, meanings: new Set([operator]) }, { ...plain, meanings: NONE, number: 0 });
    if (isBefore) at++;
  }
  return now;
}

const ofNumbers = ({ columns: [best], cells }: Mention): boolean =>
  cells.length === 0 && best?.column.kind === 'number' && best.fit >= 0.8;

/** Whether something is said to be so: beside "is", or behind its column. */
const tellsOf = (mentions: readonly Mention[], at: number): boolean =>
  IS.test(fold(mentions[at + 1]?.text ?? '')) ||
  [1, 2].some((back) => {
    const before = mentions[at - back];
    return before !== undefined && (IS.test(fold(before.text)) || (back === 1 && ofNumbers(before)));
  });
