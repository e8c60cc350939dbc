/** What of a goal came to stand in a plan and what did not: said in words, or as open steps. Knows no tool and no reading. */

import type { Call } from '../../plan/document.ts';
import { goesAlong, namesRows } from './idle-words.ts';
import { type KnownColumn, measuresOf, unitOf } from './known-tables.ts';
import { sinksNothing } from './left-slots.ts';
import type { Mention, Said } from './mention.ts';
import { inFormula } from './new-column.ts';
import { PREVIOUS } from './periods.ts';
import { leavesTrace } from './traces.ts';

interface Left {
  /** Mentions that say something and are met by a call. */
  readonly met: readonly Mention[];
  readonly unmet: readonly Mention[];
}

/** Which mentions the calls meet. @param read those that a reader took @param planned what the calls are given */
export function leftOf(said: Said, read: ReadonlySet<Mention>, planned: string): Left {
  const isFine = (mention: Mention) =>
    (read.has(mention) && (stands(mention, planned) || isWhose(mention, said))) ||
    // "how much was raised": met by the total that it asks for.
    (mention.meanings.has('measured') && FIGURE.test(planned)) ||
    // "the most water in all": met by the total that is ranked.
    (mention.meanings.has('grand') && /"aggregate":"sum"/u.test(planned)) ||
    // "share of each channel, in percent": as it came out.
    (['percent', 'share'].some((one) => mention.meanings.has(one)) && PERCENT.test(planned)) ||
    isAveraged(mention, said, planned) ||
    isReadFile(mention, planned) ||
    // "… as Value, and show Value": what the new column is called, said again.
    isCalled(mention, planned) ||
    namesRows(mention, said, planned);
  const fine = new Set(said.mentions.filter(isFine));
  const isMet = (mention: Mention) =>
    !isLost(mention) &&
    (fine.has(mention) ||
      isSaidAgain(mention, fine) ||
      isReckoned(mention, planned) ||
      goesAlong(mention, said.mentions, fine));
  const isLost = ({ meanings }: Mention) => meanings.has('any') && !leavesTrace(['any'], planned);
  const saying = said.mentions.filter((mention) => counts(mention) || isLost(mention));
  return { met: saying.filter(isMet), unmet: saying.filter((mention) => !isMet(mention)) };
}

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

/** What a new column is called may be several words. */
const isInName = (text: string, planned: string): boolean =>
  [...planned.matchAll(/"name":"([^"]*)","expression"/gu)].some(([, name = '']) =>
    ` ${name} `.includes(` ${text} `),
  ) || planned.includes(`"name":${JSON.stringify(text)}`);

const isCalled = ({ text, mark }: Mention, planned: string): boolean =>
  mark === undefined && planned.includes(`"name":${JSON.stringify(text)}`);

/** Whether a call reads the file that it names. */
export const isReadFile = ({ files }: Mention, planned: string): boolean =>
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
  return count(used) / Math.max(1, count(used) + count(unused));
}

/** Marks and small words carry no wish. */
export const counts = (mention: Mention): boolean => turns(mention) || says(mention);

/** Whether a mention says what is wanted, and not only which rows. */
const asks = ({ meanings, columns, quoted, target, address }: Mention): boolean =>
  meanings.size > 0 ||
  columns.length > 0 ||
  quoted !== undefined ||
  target !== undefined ||
  address !== undefined;

/** A word that turns what stands beside it the other way, or makes it hold only sometimes, whatever else it may be. */
const turns = ({ meanings, mark }: Mention): boolean =>
  mark === undefined && TURNS.some((one) => meanings.has(one));

const TURNS = ['not', 'cmp:ne', 'nopartner', 'unless', 'otherwise', 'or'] as const;

const says = ({ small, mark, meanings, columns, cells }: Mention): boolean =>
  mark === undefined &&
  !small &&
  !(meanings.size > 0 && columns.length + cells.length === 0 && onlyAsk(meanings));

/** Whether all that a word means is to ask for something, whatever it is. */
export const onlyAsk = (meanings: ReadonlySet<string>): boolean =>
  [...meanings].every((one) => VERBS.has(one));

/** Words that ask without saying what for. */
const VERBS: ReadonlySet<string> = new Set([
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

const MONEY = /^(?:euros?|eur|dollars?|usd|pounds?|gbp|francs?|chf|€|\$|£)$/iu;

/** "what did the power cost in euros": of what is measured in another unit nobody can say it, so it is named. */
export function unpaidIn({ mentions, files }: Said, planned: string): string[] {
  const figures = files
    .flatMap(({ tables }) => tables.flatMap(({ columns }) => columns))
    .filter(({ kind, name }) => kind === 'number' && planned.includes(`"column":${JSON.stringify(name)}`));
  if (figures.length === 0 || figures.some((column) => unitOf(column) === undefined)) return [];
  return mentions.flatMap(({ text }, at) =>
    MONEY.test(text) && /^(?:in|en)$/iu.test(mentions[at - 1]?.text ?? '') ? [`in ${text}`] : [],
  );
}

const QUESTION =
  /^(?:what|which|who|whom|whose|how|where|when|why|was|wer|wen|wem|wie|wo|wann|warum|welche[nrs]?|que|qui|quels?|quelles?|comment|combien|où|quand|pourquoi|qué|quién(?:es)?|cuál(?:es)?|cómo|cuándo|dónde|che|chi|quale|quali|come|dove|quando)(?![\p{L}\p{M}])/iu;
const WHEN = /^(?:when|wann|quand|cu[aá]ndo|quando)$/iu;
const STILL = /^(?:still|already|noch|schon|bereits|encore|déjà|aún|todavía|ya|ancora|già)$/iu;

/**
 * What is made of small words alone and asks for something all the same: a second question ("… and what are they worth"),
 * and a state that ends what is said ("books still out"). No reading takes it, so it is named.
 */
export function swallowedIn({ text, mentions }: Said): string[] {
  const found: string[] = [];
  const isEnd = (mention: Mention | undefined) => mention === undefined || mention.mark !== undefined;
  const put = (from: number, to: number) =>
    found.push(text.slice(mentions[from]?.start, mentions[to - 1]?.end));
  for (const [at, mention] of mentions.entries()) {
    const [before, next] = [mentions[at - 1], mentions[at + 1]];
    const isSecond = before !== undefined && (before.mark !== undefined || before.meanings.has('and'));
    if (isSecond && QUESTION.test(mention.text)) {
      let to = at;
      while (!isEnd(mentions[to]) && !(to > at && mentions[to]?.meanings.has('and') === true)) to++;
      if (mentions.slice(at, to).every((one) => !counts(one))) put(at, to);
    }
    // "When are we busiest?": by which part of time nobody said.
    if (at === 0 && WHEN.test(mention.text) && mentions.some(({ meanings }) => meanings.has('of:often')))
      put(0, 1);
    const isState = STILL.test(mention.text) && next?.small === true && next.meanings.size === 0;
    const behind = mentions[at + 2];
    if (isState && !isEnd(next) && (isEnd(behind) || behind?.meanings.has('per') === true)) put(at, at + 2);
  }
  return found;
}

/** Files that were handed over and that no step reads: nobody is to take them for read. */
export function unread({ files, language }: Said, planned: string): string[] {
  const left = files.filter(({ name }) => !planned.includes(JSON.stringify(name))).map(({ name }) => name);
  if (left.length === 0) return [];
  const names = left.join(', ');
  if (language?.code === 'de') return [`Kein Schritt liest ${names}.`];
  return [`No step reads ${names}.`];
}

/** What asks for something and was not met stands in the plan as a step of its own, so that nobody takes the rest for the whole. */
export function openSteps(said: Said, { met, unmet }: Left, planned: string, before: number): Call[] {
  // "How is Costa doing?": where nothing else asks for anything, what is not known is the wish.
  const fine = new Set(met);
  const figures = onlyFigure(said, planned);
  // A text that is only handed on is no answer to what was asked of it.
  const asked =
    met.some(asks) && !isCopied(planned)
      ? unmet.filter(
          (mention) => isWish(mention, said) && !sinksNothing(mention, said.mentions, fine, figures),
        )
      : unmet;
  return together(said.text, asked).map((words, at) => openStep(words, at + before));
}

const TOOL = /"_tool":"(\w+)"/gu;
const HANDS_ON = /^(?:read(?:Text|Html|Pdf)|saveFile)$/u;
const isCopied = (planned: string): boolean =>
  [...planned.matchAll(TOOL)].every(([, tool = '']) => HANDS_ON.test(tool));

/** The one column that a file measures, where it is added up or averaged. */
const onlyFigure = ({ files }: Said, planned: string): readonly KnownColumn[] =>
  files.flatMap(({ name, tables }) => {
    const measures = tables.flatMap(({ columns }) => measuresOf(columns));
    const [only] = measures;
    const isRead = planned.includes(JSON.stringify(name)) && measures.length === 1;
    const figure = `"column":${JSON.stringify(only?.name ?? '')},"aggregate":`;
    return isRead && only !== undefined && planned.includes(figure) ? [only] : [];
  });

/** A step that is yet to be said. @param at how many there are before it */
export const openStep = (words: string, at: number): Call => {
  const id = `open${at === 0 ? '' : `_${at + 1}`}`;
  return { _id: id, _tool: 'open', _description: words, _outputPath: `†state.${id}` } as Call;
};

/** A word that names a wish, a column, a cell or a number, and any that nobody knows. */
function isWish(mention: Mention, { mentions, files }: Said): boolean {
  const { meanings, columns, cells, number, quoted, target, period, address } = mention;
  if (
    address !== undefined ||
    number !== undefined ||
    period !== undefined ||
    quoted !== undefined ||
    target !== undefined
  )
    return true;
  // "went up or down": it joins two ways of one thing, and no conditions.
  const at = mentions.indexOf(mention);
  const isIdle = meanings.has('or') && [-1, 1].every((by) => EITHER_WAY.test(mentions[at + by]?.text ?? ''));
  if (isIdle) return false;
  if (turns(mention) || meanings.has('any')) return true;
  if ([...meanings].some((one) => !VERBS.has(one) && !WEAK.has(one))) return true;
  if (cells.length > 0 || (columns[0]?.fit ?? 0) >= 0.8) return true;
  if (meanings.size > 0 || mention.files.length > 0) return false;
  // "borrowed" of a day it was borrowed on says what rows record; "need a receipt" is more than that.
  const [best] = columns;
  if (best !== undefined) return best.fit >= 0.55 && best.column.kind !== 'date' && mention.text.length > 4;
  // Of rows a word of unknown sense may be what matters most; of a text it may be its style.
  if (files.some(({ tables }) => tables.length > 0)) return true;
  const [before, after] = [mentions[at - 1], mentions[at + 1]];
  const begins = before === undefined || (before.mark !== undefined && /[.;:!?]/u.test(before.mark));
  return (
    begins || (after !== undefined && (after.files.length > 0 || after.columns.length > 0) && !after.small)
  );
}

const EITHER_WAY =
  /^(?:up|down|more|less|better|worse|higher|lower|hoch|runter|rauf|mehr|weniger|besser|schlechter|plus|moins|más|menos|più|meno)$/iu;

const WEAK: ReadonlySet<string> = new Set([
  'grand',
  'many',
  'also',
  'instead',
  'join',
  'append',
  'only',
  'over',
  'plus',
  'each',
  'unwanted',
]);

/** Unused mentions beside each other are named in one piece. */
export function together(text: string, unused: readonly Mention[]): string[] {
  const pieces: { start: number; end: number }[] = [];
  for (const { start, end } of unused.toSorted((a, b) => a.start - b.start)) {
    const last = pieces.at(-1);
    if (last !== undefined && /^[\s'’-]*$/u.test(text.slice(last.end, start))) last.end = end;
    else pieces.push({ start, end });
  }
  return [...new Set(pieces.map(({ start, end }) => text.slice(start, end)))];
}
