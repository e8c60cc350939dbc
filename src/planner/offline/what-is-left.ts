/** What of a goal came to stand in a plan, and what did not. Knows no tool and no reading. */

import { goesAlong, isEachRow, namesRows } from './idle-words.ts';
import type { Mention, Said } from './mention.ts';
import { inFormula } from './new-column.ts';
import { PREVIOUS } from './periods.ts';
import { leavesTrace } from './traces.ts';

export interface Left {
  /** Mentions that say something and are met by a call. */
  readonly met: readonly Mention[];
  readonly unmet: readonly Mention[];
}

/** Which mentions the calls meet. @param read those that a reader took @param planned what the calls are given */
export function leftOf(said: Said, read: ReadonlySet<Mention>, planned: string): Left {
  const isFine = (mention: Mention) =>
    (read.has(mention) &&
      (stands(mention, planned) ||
        isWhose(mention, said) ||
        isQuoted(mention, said, planned) ||
        isLabel(mention, planned))) ||
    // "how much was raised": met by the total that it asks for.
    (mention.meanings.has('measured') && FIGURE.test(planned)) ||
    // "the most water in all": met by the total that is ranked.
    (mention.meanings.has('grand') && /"aggregate":"sum"|"by":\[\]/u.test(planned)) ||
    // "share of each channel, in percent": as it came out.
    (['percent', 'share'].some((one) => mention.meanings.has(one)) && PERCENT.test(planned)) ||
    // "… per item plus a total row": it stands between the two.
    (mention.meanings.has('plus') && isBeforeGrand(mention, said)) ||
    // "2025 and 2026 side by side": as a comparison lays them out.
    (['across', 'pivot'].some((one) => mention.meanings.has(one)) &&
      /"_tool":"(?:pivotRows|compareTables)"/u.test(planned)) ||
    isAveraged(mention, said, planned) ||
    isReadFile(mention, planned) ||
    // "… as Value, and show Value": what the new column is called, said again.
    isCalled(mention, said, planned) ||
    namesRows(mention, said, planned) ||
    isEachRow(mention, said, planned) ||
    isPerTime(mention, said, planned) ||
    isOfList(mention, planned);
  const fine = new Set(said.mentions.filter((one) => isFine(one) && !isPerRow(one, said, planned)));
  const isMet = (mention: Mention) =>
    !isLost(mention) &&
    (fine.has(mention) ||
      isSaidAgain(mention, fine) ||
      isReckoned(mention, planned) ||
      goesAlong(mention, said.mentions, fine));
  const isLost = (mention: Mention) =>
    isLonePer(mention, said.mentions, read) ||
    (mention.meanings.has('any') && !leavesTrace(['any'], planned)) ||
    isOnlyAGroup(mention, said, planned) ||
    isOwnQuestion(mention, said.mentions, (one) => read.has(one) || fine.has(one));
  const saying = said.mentions.filter((mention) => counts(mention) || isLost(mention));
  return { met: saying.filter(isMet), unmet: saying.filter((mention) => !isMet(mention)) };
}

/** "medium when 20 or more": what a formula writes into a row is no average. */
const isLabel = ({ text }: Mention, planned: string): boolean =>
  planned.includes(JSON.stringify(JSON.stringify(text)).slice(1, -1));

const isBeforeGrand = (mention: Mention, { mentions }: Said): boolean =>
  mentions
    .slice(mentions.indexOf(mention) + 1)
    .find(({ small }) => !small)
    ?.meanings.has('grand') === true;

/** "otherwise say that all books are back": it stands in the plan as it was said, with the word beside it. */
function isQuoted(mention: Mention, { text, mentions }: Said, planned: string): boolean {
  const at = mentions.indexOf(mention);
  return [mentions[at - 1], mentions[at + 1]].some((beside) => {
    if (beside === undefined || beside.mark !== undefined) return false;
    const [from, to] = [Math.min(mention.start, beside.start), Math.max(mention.end, beside.end)];
    return planned.includes(JSON.stringify(text.slice(from, to)).slice(1, -1));
  });
}

/** "per town, only members": which rows are meant. Where no condition is of the column, it was taken for a group, or dropped. */
function isOnlyAGroup(mention: Mention, { mentions }: Said, planned: string): boolean {
  const [best] = mention.columns;
  if (best === undefined || best.fit < 0.8 || !GROUPED.test(planned)) return false;
  const at = mentions.indexOf(mention);
  const lead = mentions.findLastIndex(
    (one, i) => i < at && (!one.small || one.mark !== undefined || one.meanings.has('only')),
  );
  const name = JSON.stringify(best.column.name);
  const isElsewhere = mentions.some((one) => one !== mention && one.columns[0]?.column === best.column);
  return (
    mentions[lead]?.meanings.has('only') === true &&
    // "only customers with a total over 500": what is said behind it tells which.
    !WITH.test(mentions[at + 1]?.text ?? '') &&
    !isElsewhere &&
    !planned.includes(`"column":${name},"operator"`) &&
    !planned.includes(`"column":${name},"aggregate"`) &&
    !/"columns":\[[^\]]*/u.exec(planned)?.[0].includes(name)
  );
}

/** "count the visits per kind", where no reader knew the kind: all of them would be counted as one. */
function isLonePer(mention: Mention, mentions: readonly Mention[], read: ReadonlySet<Mention>): boolean {
  if (!mention.meanings.has('per') || !LONE_PER.test(mention.text) || read.has(mention)) return false;
  const behind = mentions.slice(mentions.indexOf(mention) + 1);
  const said = behind.findIndex(({ small, mark }) => !small || mark !== undefined);
  return said !== 0 && (said < 0 || behind[said]?.mark !== undefined) && behind[0]?.mark === undefined;
}
const LONE_PER = /^(?:per|je|pro|par)$/iu;

/** "the phone numbers and who they belong to": asked besides, with words that say nothing by themselves, and nobody answers it. */
function isOwnQuestion(
  mention: Mention,
  mentions: readonly Mention[],
  isTaken: (one: Mention) => boolean,
): boolean {
  const at = mentions.indexOf(mention);
  const before = mentions[at - 1];
  if (!ASKS.test(mention.text) || (before?.mark !== ',' && before?.meanings.has('and') !== true))
    return false;
  const end = mentions.findIndex(({ mark, files }, i) => i > at && (mark !== undefined || files.length > 0));
  const clause = mentions.slice(at, end < 0 ? undefined : end);
  return clause.length > 1 && !clause.slice(1).some(isTaken);
}
const ASKS =
  /^(?:who|whom|whose|where|when|why|wer|wem|wen|wessen|wo|wann|warum|qui|o[uù]|quand|pourquoi|qui[eé]n|d[oó]nde|cu[aá]ndo|chi|dove|quando)$/iu;

const WITH = /^(?:with|having|whose|mit|deren|dessen|avec|ayant|dont|con|cuy[oa]s?|il cui|la cui)$/iu;

/** "per shift" of a table of shifts, where the rows came to be grouped by something else: no figure is of a row then. */
function isPerRow(mention: Mention, { mentions }: Said, planned: string): boolean {
  const { files, columns } = mention;
  if (files.length === 0) return false;
  const at = mentions.indexOf(mention);
  const lead = mentions[at - 1]?.small === true && mentions[at - 1]?.meanings.size === 0 ? at - 2 : at - 1;
  const isPer = mentions[lead]?.meanings.has('per') === true;
  const names = columns.filter(({ fit }) => fit >= 0.55).map(({ column }) => JSON.stringify(column.name));
  const grouped = GROUPED.exec(planned)?.[0];
  return isPer && grouped !== undefined && !names.some((name) => planned.includes(name));
}
export const GROUPED = /"_tool":"groupRows"[^}]*"by":(?!\[\])/u;

/** With what stands in no call of its own answer. */
export const without = ({ met, unmet }: Left, lost: ReadonlySet<Mention>): Left => ({
  met: met.filter((mention) => !lost.has(mention)),
  unmet: [...unmet, ...met.filter((mention) => lost.has(mention))],
});

/** "how many rehearsals they came to on average": met by the average of what is counted. */
function isAveraged(mention: Mention, { mentions }: Said, planned: string): boolean {
  if (!mention.meanings.has('agg:count')) return false;
  const behind = mentions.slice(mentions.indexOf(mention) + 1);
  const end = behind.findIndex(({ meanings, mark }) => mark !== undefined || meanings.has('agg:mean'));
  const counted = behind.find(({ small }) => !small)?.columns[0]?.column.name;
  return (
    behind[end]?.meanings.has('agg:mean') === true &&
    counted !== undefined &&
    ['"aggregate":"mean"', `"column":${JSON.stringify(counted)}`].every((one) => planned.includes(one)) &&
    !planned.includes('"aggregate":"sum"')
  );
}

/** "how many nights, from arrival to departure": it stands in a formula. */
const isReckoned = ({ columns: [best], cells, meanings }: Mention, planned: string): boolean =>
  best !== undefined &&
  best.fit >= 0.95 &&
  cells.length + meanings.size === 0 &&
  new RegExp(`"expression":"[^"]*\\b${inFormula(best.column.name)}\\b`, 'u').test(planned);

/** "per city (the city stands in …)": the very column that was named and used before. */
const isSaidAgain = ({ columns, cells, meanings, number }: Mention, fine: ReadonlySet<Mention>): boolean => {
  const [best] = columns;
  if (best === undefined || best.fit < 0.8 || number !== undefined || cells.length + meanings.size > 0)
    return false;
  return [...fine].some((one) => (one.columns[0]?.fit ?? 0) >= 0.8 && one.columns[0]?.column === best.column);
};

/** "what do the customers owe in total": all of them, so that their column stands in no call. */
const isWhose = ({ columns, cells }: Mention, { mentions }: Said): boolean =>
  columns[0]?.column.kind === 'text' &&
  cells.length === 0 &&
  mentions.some(({ meanings }) => meanings.has('grand'));

/** "under 1200 a month" of a column Monthly rent: for how long it is, as the column says itself. */
function isPerTime(mention: Mention, { mentions }: Said, planned: string): boolean {
  const [unit] = [...mention.meanings].filter((one) => one.startsWith('unit:'));
  const at = mentions.indexOf(mention);
  const number = mentions.slice(Math.max(0, at - 3), at).findLast(({ small }) => !small)?.number;
  if (unit === undefined || number === undefined || !A.test(mentions[at - 1]?.text ?? '')) return false;
  return new RegExp(`"column":"(?:[^"]*[^\\p{L}"])?${TIMES[unit] ?? '\\u0000'}[^"]*","operator"`, 'iu').test(
    planned,
  );
}
const A = /^(?:an?|per|each|every|im|pro|je|par|al|por)$/iu;
/** What a word of the column begins with: "Games" are no "mes", and a "stage" is no "Tag". */
const TIMES: Readonly<Record<string, string>> = {
  'unit:day': '(?:dai|day|tag|tägl|jour|diari)',
  'unit:week': '(?:week|woche|wöch|semaine|hebdo|seman|settiman)',
  'unit:month': '(?:month|monat|mensuel|mois|mensual|mensil)',
  'unit:year': '(?:year|annual|annuel|annuale|jahr|jähr)',
};

/** "every line": the list of a JSON file whose rows are taken. */
const isOfList = ({ columns: [best], text }: Mention, planned: string): boolean =>
  best?.column.nested === true &&
  best.fit >= 0.8 &&
  planned.includes('"_tool":"queryJson"') &&
  planned.includes(`\`${best.column.name}\`.{`) &&
  text.length > 2;

/** What a new column is called may be several words. */
const isInName = (text: string, planned: string): boolean =>
  [...planned.matchAll(/"name":"([^"]*)","expression"/gu)].some(([, name = '']) =>
    ` ${name} `.includes(` ${text} `),
  ) || planned.includes(`"name":${JSON.stringify(text)}`);

function isCalled(mention: Mention, { mentions }: Said, planned: string): boolean {
  const { text, mark } = mention;
  const name = JSON.stringify(text);
  if (mark !== undefined || !planned.includes(`"name":${name}`)) return false;
  // "count per class and grade": by what was made, which has to stand there.
  const before = mentions.slice(0, mentions.indexOf(mention));
  const clause = before.slice(before.findLastIndex((one) => /[.;:!?]/u.test(one.mark ?? '')) + 1);
  const isBy = clause.some(({ meanings }) => ['per', 'each', 'sort'].some((one) => meanings.has(one)));
  return !isBy || !before.some((one) => one.text === text) || planned.split(name).length > 2;
}

/** Whether a call reads the file that it names. */
export const isReadFile = ({ files, text }: Mention, planned: string): boolean =>
  // What a new column is called is no file, though marks are grades.
  !planned.includes(`"name":${JSON.stringify(text)}`) &&
  files.some(({ name }) => planned.includes(JSON.stringify(name)));

const PERCENT =
  /"(?:aggregate|figure)":"(?:percent|share|percentChange)"|"compareTables"|\* ?100|\? 100 : 0/u;
const FIGURE =
  /"aggregate":"(?:sum|mean|median|percent|max|min)"|"direction":|"column":"[^"]*","operator":"(?:greater|less|at|between)/u;

/** Whether what was read of a mention came to stand in a call: a number, cell or column that was read and lost is not used. */
function stands(
  { text, meanings, columns, cells, files, number, period, quoted, start }: Mention,
  planned: string,
): boolean {
  // "who never borrowed anything": what the table that is looked into is about.
  if (
    planned.includes('"how":"onlyLeft"') &&
    columns[0] !== undefined &&
    cells.length === 0 &&
    number === undefined
  )
    if (planned.includes(JSON.stringify(columns[0].file.name)) && meanings.size === 0) return true;
  // "the change from the previous month": each is held against the one before it.
  if (period !== undefined && PREVIOUS.test(text) && BESIDE.test(planned)) return true;
  if (period !== undefined) return periodStands(period, number, planned);
  if (files.length > 0 || quoted !== undefined) return true;
  // "jobs still open": a cell that is also a verb for showing has to stand as the cell.
  const isCell = cells.length > 0 && start > 0 && onlyAsk(meanings);
  if (meanings.size > 0 && !isCell && leavesTrace(meanings, planned)) return true;
  // "the turnover (pieces times price)": what the new column is called.
  if (isInName(text, planned)) return true;
  const has = (text: string) => planned.includes(JSON.stringify(text).slice(1, -1));
  const formula = (name: string) => name.replace(/[^\p{L}\p{N}_]/gu, '_');
  // A column that it names far less well than another came to stand there for something else.
  const least = (columns[0]?.fit ?? 0) - 0.015;
  const named = columns.some(
    ({ column, fit }) => fit >= least && (has(column.name) || has(formula(column.name))),
  );
  if (number !== undefined) return numberStands(number, planned);
  if (cells.length > 0) return named || cells.some(({ value, of }) => has(value) || has(of.column.name));
  return (columns.length === 0 && meanings.size === 0) || named || planned.includes('†input.');
}

const BESIDE = /"figure":"(?:difference|percentChange)"/u;

const SHARES = [
  (n: number) => n,
  (n: number) => n / 100,
  (n: number) => 1 - n / 100,
  (n: number) => 1 + n / 100,
];
/** Units of time, weight and length in their next smaller ones. */
const SIZES = [7, 24, 60, 1000, 3600] as const;

/** A number as it was said, as a share, or in another unit. */
const numberStands = (number: number, planned: string): boolean =>
  [...SHARES.map((one) => one(number)), ...SIZES.flatMap((size) => [number * size, number / size])].some(
    (one) =>
      new RegExp(`(?<![\\d.])${String(Math.abs(one)).replace('.', '\\.')}(?!\\d|\\.\\d)`, 'u').test(planned),
  );

/** A period is used where one of its days stands in a call: its year may be another where none was said. */
const periodStands = (
  { from, to }: NonNullable<Mention['period']>,
  number: number | undefined,
  planned: string,
): boolean =>
  planned.includes(from.slice(4)) ||
  planned.includes(to.slice(4)) ||
  (number !== undefined && numberStands(number, planned));

/** What is said again and again counts once. */
export function coverageOf(used: readonly Mention[], unused: readonly Mention[]): number {
  const count = (mentions: readonly Mention[]) =>
    new Set(mentions.map(({ text }) => text.toLowerCase())).size;
  const all = count(used) + count(unused);
  // "show all rows" mentions nothing that could be missed.
  return all === 0 ? 1 : count(used) / all;
}

/** Marks and small words carry no wish. */
export const counts = (mention: Mention): boolean => turns(mention) || says(mention);

/** A word that turns what stands beside it the other way, or makes it hold only sometimes, whatever else it may be. */
export const turns = ({ meanings, mark }: Mention): boolean =>
  mark === undefined && TURNS.some((one) => meanings.has(one));

const TURNS = ['not', 'cmp:ne', 'nopartner', 'unless', 'otherwise', 'or'] as const;

const says = ({ small, mark, meanings, columns, cells, text }: Mention): boolean =>
  mark === undefined &&
  !/^[-–—]$/u.test(text) &&
  !small &&
  !(meanings.size > 0 && columns.length + cells.length === 0 && onlyAsk(meanings));

/** Whether all that a word means is to ask for something, whatever it is. */
export const onlyAsk = (meanings: ReadonlySet<string>): boolean =>
  [...meanings].every((one) => VERBS.has(one));

/** Words that ask without saying what for. */
export const VERBS: ReadonlySet<string> = new Set([
  'show',
  'which',
  'who',
  'only',
  'called',
  'note',
  'extract',
  'any',
  'exists',
  'every',
  'file',
  'whether',
  'by',
  'next',
  'and',
  'columns',
]);
