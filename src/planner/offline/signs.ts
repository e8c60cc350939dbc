/** Signs that compare: "Amount >= 1000", "Paid = no", "Due < 2026-03-05". Knows no column. */

import type { Mention } from './mention.ts';

/** No arrow, and no tag of a page. */
const SIGN = /<\/?[a-z][^<>]*>|(?<![<>=!-])(?:<>|[<>!=]=|[<>=≥≤≠])(?![=>])/giu;

const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['=', 'cmp:eq'],
  ['==', 'cmp:eq'],
  ['!=', 'cmp:ne'],
  ['<>', 'cmp:ne'],
  ['≠', 'cmp:ne'],
  ['>', 'cmp:gt'],
  ['>=', 'cmp:gte'],
  ['≥', 'cmp:gte'],
  ['<', 'cmp:lt'],
  ['<=', 'cmp:lte'],
  ['≤', 'cmp:lte'],
]);

/** Before a day they tell which side of it. */
const OF_DAYS: ReadonlyMap<string, string> = new Map([
  ['cmp:gt', 'cmp:after'],
  ['cmp:gte', 'cmp:since'],
  ['cmp:lt', 'cmp:before'],
  ['cmp:lte', 'cmp:until'],
]);

/** "sites w/o a visit" */
const WITHOUT = /(?<![\p{L}\p{N}/])w\/o(?![\p{L}\p{N}])/giu;

/** Each sign with its place and what it says. */
export const signsOf = (
  text: string,
): { start: number; end: number; what: Pick<Mention, 'meanings' | 'small'> }[] => [
  ...[...text.matchAll(SIGN)].flatMap(({ index, 0: sign }) => {
    const meaning = MEANINGS.get(sign);
    if (meaning === undefined) return [];
    const what = { meanings: new Set([meaning]), small: meaning === 'cmp:eq' };
    return [{ start: index, end: index + sign.length, what }];
  }),
  ...[...text.matchAll(WITHOUT)].map(({ index, 0: sign }) => ({
    ...{ start: index, end: index + sign.length },
    what: { meanings: new Set(['not', 'nopartner']), small: true },
  })),
];

/** "Due < 2026-03-05": before a day, "<" is "before". */
export const signsOfDays = (mentions: readonly Mention[]): Mention[] =>
  mentions.map((mention, at) => {
    const next = mentions[at + 1];
    if (MEANINGS.get(mention.text) === undefined || next?.period === undefined || next.number !== undefined)
      return mention;
    const meaning = [...mention.meanings].map((one) => OF_DAYS.get(one)).find((one) => one !== undefined);
    return meaning === undefined ? mention : { ...mention, meanings: new Set([meaning]) };
  });
