/** Numbers, dates and names that tell no rows where they stand: an example of a form, how many things are named, the day a duration is counted to, an amount that is ranked by, a state. Knows no tool. */

import type { KnownFile } from './known-tables.ts';
import { fold } from './lexicon/forms.ts';
import { unitNamed } from './lexicon/units.ts';
import type { Mention } from './mention.ts';
import { alikeIn } from './source-tables.ts';

/** The mentions, those that bind no row taken for what they are: no reader may make a condition of them. */
export const unboundIn = (mentions: readonly Mention[], files: readonly KnownFile[]): Mention[] =>
  countedFilesIn(
    amountsIn(statesIn(pointsIn(countsIn(turnedOrdersIn(formsIn(mentions)))))),
    alikeIn(files).length,
  );

const EXAMPLE: ReadonlySet<string> = new Set(['example']);

const LIKE =
  /(?:^| )(?:like|such as|eg|e g|e \. ?g(?: \.)?|for example|for instance|zum beispiel|z b|z \. ?b(?: \.)?|par exemple|p ex|por ejemplo|per esempio|ad esempio|(?:in|im|au|en|nel) (?:the )?(?:format|form|formato|forma|formular)(?: of)?)$/u;
/** They also say "as many as" and "in the way that": only of a form that is spelt out, or behind a word of writing. */
const AS = /(?:^| )(?:as|as in|wie|als|comme|como|come)$/u;
const WRITTEN =
  /^(?:written|formatted|spelt|spelled|shown|displayed|printed|looking|geschrieben|formatiert|dargestellt|angezeigt|[eé]crite?s?|format[eé]e?s?|escrit[oa]s?|formatead[oa]s?|scritt[oaie]|formattat[oaie])$/iu;
/** More than digits: how it is written is what can be seen of it. */
const SPELT = /\d[.,:/'’ -]\d/u;

/** "written like 31.12.2025", "z. B. 1.234,50": how something is to look, and no value that rows have. */
function formsIn(mentions: readonly Mention[]): Mention[] {
  const now = [...mentions];
  for (const [at, mention] of mentions.entries()) {
    if (mention.number === undefined && mention.period === undefined) continue;
    const from = likeBefore(mentions, at);
    if (from === undefined) continue;
    for (let i = from; i <= at; i++) now[i] = example(mentions[i] as Mention);
  }
  return now;
}

/** Where the words begin that make what stands here an example. */
function likeBefore(mentions: readonly Mention[], at: number): number | undefined {
  const isSpelt = SPELT.test(mentions[at]?.text ?? '');
  for (let from = at - 1; from >= Math.max(0, at - 4); from--) {
    const said = mentions.slice(from, at).map(({ text }) => fold(text));
    if (!mentions.slice(from, at).every(isPlain)) return undefined;
    const words = said.join(' ').trim();
    const isWritten = WRITTEN.test(mentions[from - 1]?.text ?? '');
    if (LIKE.test(words) || (AS.test(words) && (isSpelt || isWritten))) return isWritten ? from - 1 : from;
  }
  return undefined;
}

const isPlain = ({ columns, cells, files, number, period, meanings }: Mention): boolean =>
  columns.length + cells.length + files.length === 0 &&
  number === undefined &&
  period === undefined &&
  ![...meanings].some((one) => one.startsWith('cmp:g') || one.startsWith('cmp:l') || one.startsWith('agg:'));

/** The marks of "e.g." end no sentence. */
const example = ({ start, end, text }: Mention): Mention => ({
  ...{ start, end, text, columns: [], cells: [], files: [] },
  meanings: EXAMPLE,
  small: false,
});

const THE =
  /^(?:the|these|those|all|my|our|die|den|diese|diesen|alle|meine|les|ces|nos|mes|los|las|estos|estas|i|gli|le|questi|queste)$/iu;
const SPANS = ['cmp:gt', 'cmp:gte', 'over'] as const;

/** "over the three tests", "über die zwei Jahre": how many of them there are, and nothing to be more than. */
function countsIn(mentions: readonly Mention[]): Mention[] {
  const now = [...mentions];
  for (const [at, mention] of mentions.entries()) {
    const [the, count, noun] = mentions.slice(at + 1, at + 4);
    if (!SPANS.some((one) => mention.meanings.has(one)) || !THE.test(the?.text ?? '')) continue;
    if (count?.number === undefined || count.period !== undefined || noun === undefined) continue;
    const isAmount = noun.mark !== undefined || noun.small || noun.meanings.has('percent');
    if (isAmount || (unitNamed(noun.text) !== undefined && !isTime(noun))) continue;
    now[at] = { ...mention, meanings: new Set(), small: true };
  }
  return now;
}

const isTime = ({ meanings }: Mention): boolean => [...meanings].some((one) => one.startsWith('unit:'));

/** "put the three months together": the files that are put together, counted. */
function countedFilesIn(mentions: readonly Mention[], alike: number): Mention[] {
  const now = [...mentions];
  const asked = mentions.findIndex(({ meanings }) => meanings.has('append') || meanings.has('join'));
  for (const at of mentions.keys()) {
    const [count, noun] = mentions.slice(at, at + 2);
    const near = mentions.slice(Math.min(at, asked) + 1, Math.max(at, asked));
    if (asked < 0 || alike < 2 || count?.number !== alike || near.length > 5 || near.some(({ mark }) => mark))
      continue;
    if (noun === undefined || !THE.test(mentions[at - 1]?.text ?? '') || !(noun.small || isTime(noun)))
      continue;
    for (const i of [at, at + 1]) {
      const { start, end, text } = mentions[i] as Mention;
      now[i] = { start, end, text, meanings: new Set(), columns: [], cells: [], files: [], small: true };
    }
  }
  return now;
}

const BY = /^(?:by|nach|par|por|per|in order of)$/iu;
const WHAT =
  /^(?:what|how (?:much|many)|much|many|was|dem|wie ?viele?|wieviele?|ce que?|combien|lo que|cu[aá]nto|quello che|quanto)$/iu;

/** "by what they paid us": an amount that things are ranked or told by, and no group – not of who has paid, either. */
function amountsIn(mentions: readonly Mention[]): Mention[] {
  const now = [...mentions];
  for (const [at, { text }] of mentions.entries()) {
    if (!BY.test(text) || ![1, 2].some((ahead) => WHAT.test(mentions[at + ahead]?.text ?? ''))) continue;
    const named = mentions.findIndex(
      (one, i) => i > at && (one.mark !== undefined || (!one.small && !WHAT.test(one.text))),
    );
    const said = mentions[named];
    if (said === undefined || said.mark !== undefined || named > at + 5) continue;
    now[at] = { ...(mentions[at] as Mention), meanings: ONLY_BY, small: true };
    const columns = said.columns.filter(({ column }) => column.kind === 'number');
    now[named] = { ...said, columns, cells: [] };
  }
  return now;
}
const ONLY_BY: ReadonlySet<string> = new Set(['by']);

const LONG =
  /^(?:how (?:long|old)|wie (?:lange|alt)|depuis combien(?: de temps)?|cu[aá]nto tiempo|da quanto(?: tempo)?|age|seniority|tenure|alter|dienstzeit)$/iu;
const SPAN_UNITS = ['unit:year', 'unit:month', 'unit:week', 'unit:day'] as const;
const ON = /^(?:on|as of|at|by|until|till|to|am|zum|per|bis|bis zum|au|le|el|al|a|fino al|il)$/iu;

/** "how many full years had each been here on 31 December": the day up to which it is counted, and not one that rows are of. */
function pointsIn(mentions: readonly Mention[]): Mention[] {
  if (!asksHowLong(mentions)) return [...mentions];
  return mentions.map((mention, at) => {
    const isDay = mention.period !== undefined && mention.period.from === mention.period.to;
    const isOn = [at - 1, at - 2].some((i) => ON.test(mentions[i]?.text ?? ''));
    return isDay && isOn ? { ...mention, isPoint: true } : mention;
  });
}

function asksHowLong(mentions: readonly Mention[]): boolean {
  const [first = '', second = ''] = [mentions[0]?.text, mentions[1]?.text];
  if (LONG.test(`${first} ${second}`)) return true;
  return mentions.some(({ text, meanings }, at) => {
    if (LONG.test(text) || LONG.test(`${text} ${mentions[at + 1]?.text ?? ''}`)) return true;
    if (!meanings.has('agg:count') && !meanings.has('agg:sum')) return false;
    // "how many full years": nothing but a word of how whole they are between.
    const unit = mentions.slice(at + 1, at + 3).find((one) => isSpan(one));
    return unit !== undefined && mentions.indexOf(unit) <= at + 2;
  });
}

/** A unit of time that is no column of numbers and no group. */
const isSpan = ({ meanings, columns }: Mention): boolean =>
  SPAN_UNITS.some((one) => meanings.has(one)) &&
  columns.every(({ column, fit }) => column.kind !== 'number' || fit < 0.8);

const IS =
  /^(?:is|are|was|were|be|been|isn['’]?t|aren['’]?t|ist|sind|war|waren|est|sont|[eé]tait|es|son|est[aá]n?|era|[eè]|sono)(?: (?:not|nicht|pas|no|non))?$/iu;
/** What something is short of, or has run out of. */
const LACKS =
  /(?:^| )(?:out of|low on|short of|short on|running low on|running out of|nicht (?:mehr )?auf|en rupture de|sin|fuera de|a corto di)$/iu;
const AT = /^(?:in|on|at|auf|im|en|a)$/iu;

/**
 * "if anything is out of stock" of stock.tsv, "bookings that are paid" of paid.csv: what rows are said to be is no mention of
 * the file that is called so. Taken for it, the very word that decides would count as used.
 */
function statesIn(mentions: readonly Mention[]): Mention[] {
  const now = [...mentions];
  const tables = new Set(mentions.flatMap(({ files }) => files.filter((file) => file.tables.length > 0)));
  for (const [at, mention] of mentions.entries()) {
    const { files, text } = mention;
    if (files.length === 0 || files.some(({ name }) => name.toLowerCase() === text.toLowerCase())) continue;
    const before = mentions.slice(Math.max(0, at - 3), at);
    const said = before.map((one) => (one.mark === undefined ? one.text : '|'));
    const isState =
      IS.test(said.at(-1) ?? '') ||
      (AT.test(said.at(-1) ?? '') && IS.test(said.at(-2) ?? '') && tables.size < 2);
    const lack = LACKS.exec(said.join(' '))?.[0].trim().split(' ').length ?? 0;
    if (lack === 0 && !isState) continue;
    for (let i = at - lack; i < at; i++)
      now[i] = { ...(mentions[i] as Mention), meanings: STATE, small: false };
    now[at] = { ...mention, files: [], small: false };
  }
  return now;
}

const STATE: ReadonlySet<string> = new Set(['state']);

const LAST = /^(?:last|zuletzt|en dernier|por [uú]ltimo|per ultim[oaie])$/iu;
const END = /^(?:end|bottom|ende|unten|ganz unten|fin|final|fine|fondo)$/iu;
const ROWS = /^(?:ones?|rows?|the|die|den|zeilen)$/iu;
const ASKS =
  /^(?:who|what|which|when|where|how|did|was|were|wer|was|welche[rnms]?|wann|wo|wie|qui|quoi|quand|qu[ée]|qui[ée]n|cu[aá]ndo|chi|che|quando)$/iu;

/**
 * "not the urgent ones first", "urgent last": which rows are on top is not said by it, and no row is left out. What is said so
 * stays one piece, and open: taken apart it would be a filter and a limit.
 */
function turnedOrdersIn(mentions: readonly Mention[]): Mention[] {
  const now = [...mentions];
  for (let at = now.length - 1; at > 0; at--) {
    const from = turnedFrom(now, at);
    if (from === undefined) continue;
    const all = now.slice(from, at + 1);
    const [{ start = 0 } = {}, { end = 0 } = {}] = [all[0], all.at(-1)];
    const text = all.map((one) => one.text).join(' ');
    now.splice(from, all.length, {
      ...{ start, end, text, meanings: new Set(), columns: [], cells: [], files: [], small: false },
    });
    at = from;
  }
  return now;
}

/** Where an order begins that ends here and is of what is not on top. */
function turnedFrom(mentions: readonly Mention[], at: number): number | undefined {
  const said = mentions[at];
  const next = mentions[at + 1];
  const isEnd =
    next === undefined ||
    next.mark !== undefined ||
    ['and', 'next', 'sort'].some((one) => next.meanings.has(one));
  if (said === undefined || !isEnd) return undefined;
  const isAtop = said.meanings.has('atop');
  const isLast = LAST.test(said.text) || END.test(said.text);
  if (!isAtop && (!isLast || next?.text === '?' || mentions.some(({ text }) => ASKS.test(text))))
    return undefined;
  let from = at;
  let isTurned = isLast;
  let hasValue = false;
  for (let i = at - 1; i >= 0; i--) {
    const one = mentions[i];
    if (one === undefined || one.mark !== undefined) break;
    const isNot = TURNS.some((meaning) => one.meanings.has(meaning));
    const isValue = one.cells.length > 0 && !one.small;
    if (isNot) isTurned = true;
    if (isValue) hasValue = true;
    if (isNot || isValue) from = i;
    else if (!one.small && !ROWS.test(one.text) && !one.meanings.has('and')) break;
  }
  return isTurned && hasValue ? from : undefined;
}

const TURNS = ['not', 'nopartner', 'cmp:ne', 'except'] as const;
