/** What each meaning leaves behind in the calls that meet it: a wish that a reader took and that no call shows was lost. Data; knows no reading. */

import type { Call, Plan } from '../../plan/document.ts';

/** What calls are given, as JSON text: neither their descriptions nor what they are called, which prove nothing. */
export const givenTo = (calls: readonly Call[], plans?: Plan['plans']): string =>
  JSON.stringify([
    calls.map(({ _description, _id, ...rest }) => rest),
    Object.values(plans ?? {}).map(({ calls: inner }) => inner.map(({ _description, _id, ...rest }) => rest)),
  ]);

const figure = (...names: readonly string[]) => `"(?:aggregate|figure)":"(?:${names.join('|')})"`;
const ORDER = `"_tool":"sortRows"|"orderBy":|${figure('max', 'min', 'rank')}`;
const OPERATOR = (...names: readonly string[]) => `"operator":"(?:${names.join('|')})"`;
const PART = (name: string) =>
  `"part":"${name}"|${OPERATOR('between', 'on\\w+', 'before', 'after', 'startsWith')}`;
const EXPRESSION = '"expression":';
/** A figure across the columns of each row. */
const IN_ROW = (name: string) => `"expression":"${name}\\(`;
const COMPARED = '"_tool":"compare(?:Tables|Texts)"';
const SPLIT = '"by":(?!\\[\\])|"per":|"_forEach":|"across":|"unique":true';
const PARTED = 'onlyLeft';
/** Columns picked out of the second table before it is joined: they come to stand in each row of the first. */
const PUT_BESIDE = '"_tool":"selectColumns"[^}]*\\},\\{"_tool":"joinRows"';
/** One figure of one file after the other. */
const EACH_FILE = '"file":"[^"]*".*"by":\\[\\].*"file":"[^"]*".*"by":\\[\\]';

/** By meaning: what stands in a call that does it. What has none here may be met by anything. */
const TRACES: Readonly<Record<string, string>> = {
  'agg:mean': `${figure('mean')}|${IN_ROW('mean')}|"_tool":"statistics"`,
  'agg:median': `${figure('median')}|${IN_ROW('median')}|"_tool":"statistics"`,
  'agg:count': `${figure('count', 'distinct', 'sum', 'percent', 'share')}|"_tool":"(?:statistics|countWords)"|count|${EXPRESSION}|"_tool":"addFigure"|"_tool":"listColumn"`,
  // Any figure at all may be what a "total" or "in total" came to; none is not.
  'agg:sum':
    '"(?:aggregate|figure)":|[sS]um|\\+|"_tool":"(?:statistics|pivotRows|compareTables|countWords)"|count',
  grand: '"(?:aggregate|figure)":|[sS]um|count',
  running: figure('runningTotal'),
  rankfig: figure('rank'),
  // "somebody" is one of those who are told apart or counted, and not all of them together.
  any: '^(?!.*"_tool":"decide")|\\$count|"by":(?!\\[\\])',
  share: `${figure('percent', 'share', 'percentChange')}|${EXPRESSION}`,
  percent: `${figure('percent', 'share', 'percentChange')}|${EXPRESSION}|${COMPARED}|"value":`,
  'unit:month': PART('month'),
  'unit:quarter': PART('quarter'),
  'unit:weekday': PART('weekday'),
  per: `${SPLIT}|${EACH_FILE}|${PUT_BESIDE}`,
  // Row by row a new column, what is looked up or what is picked out is for each of them, too.
  // But one figure over all is none of each.
  each: `${SPLIT}|${EACH_FILE}|^(?!.*"by":\\[\\]).*"_tool":"(?:add(?:Column|Figure)|expandRows|joinRows|selectColumns|filterRows|decide|template)"`,
  sort: ORDER,
  ranked: ORDER,
  pivot: '"_tool":"pivotRows"',
  asc: ORDER,
  desc: '"direction":"descending"',
  newestfirst: ORDER,
  oldestfirst: ORDER,
  top: `${ORDER}|"limit"`,
  most_of: ORDER,
  first: ORDER,
  last: ORDER,
  most: `${ORDER}|${IN_ROW('max')}`,
  least: `${ORDER}|${IN_ROW('min')}`,
  newest: ORDER,
  oldest: ORDER,
  compare: `${COMPARED}|"_tool":"groupRows".*"_tool":"groupRows"|${SPLIT}|"_tool":"decide"|${OPERATOR('\\w+')}`,
  difference: `${COMPARED}|${EXPRESSION}|${figure('difference', 'percentChange')}|${PARTED}`,
  change: `${COMPARED}|${EXPRESSION}|${figure('difference', 'percentChange')}|"_tool":"replaceText"`,
  round: 'round|\\$round',
  overdue: OPERATOR('lessThan'),
  chart: '"_tool":"makeChart"',
  report: '"_tool":"makeReport"',
  duplicates: '"_tool":"(?:removeDuplicates|groupRows)"|"unique":true',
  dedupe: '"_tool":"removeDuplicates"|"unique":true',
  daysbetween: `${EXPRESSION}|"_tool":"\\w*[dD]ays\\w*"`,
  otherwise: '"_tool":"decide"|\\? \\\\"[^"]*\\\\" : \\\\"',
};

const patterns = new Map(Object.entries(TRACES).map(([meaning, trace]) => [meaning, new RegExp(trace, 'u')]));

/** What "each" and "per" mean besides, and what would be met by anything. */
const ALSO: ReadonlySet<string> = new Set(['every', 'by', 'over', 'times']);

/** Whether some meaning of a mention has come to stand in what the calls are given; so it has where a meaning leaves no trace of its own. */
export const leavesTrace = (meanings: Iterable<string>, given: string): boolean => {
  const all = [...meanings].filter(
    (meaning, _, { length }) => length < 2 || !(ALSO.has(meaning) || meaning.startsWith('of:')),
  );
  return all.some((meaning) => patterns.get(meaning)?.test(given) ?? true);
};
