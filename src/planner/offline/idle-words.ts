/** Words that nothing used and nothing lacks: what the rows are called, a verb between a thing and its condition, what it is all for. Knows no tool. */

import { callsRows, isIdentifier } from './known-tables.ts';
import { fold } from './lexicon/forms.ts';
import { thingsOf } from './lexicon/nouns.ts';
import { statesOf } from './lexicon/states.ts';
import { unitNamed } from './lexicon/units.ts';
import { isMeasure } from './measuring.ts';
import { isUnknown, type Mention, type Said } from './mention.ts';
import { areAllRows, beginsName, MONEY } from './read-columns.ts';
import { sameWord } from './same-word.ts';

const RANKED = ['newest', 'oldest', 'most', 'least'] as const;
const COUNTED = ['agg:count', 'most', 'least', 'top', 'newest', 'oldest', 'many'] as const;

/**
 * "products between 20 and 60", "how many bookings", "the 3 largest expenses": a word for the rows, by the column that
 * has a name of its own for each; or, where there is one table and no other word for it, what is counted or ranked.
 * @param planned the calls as JSON text
 */
export function namesRows(mention: Mention, { mentions, files }: Said, planned: string): boolean {
  const [best] = mention.columns;
  const isCounted = mentions
    .slice(0, mentions.indexOf(mention))
    .some(({ meanings }) => meanings.has('agg:count'));
  if (isCounted && beginsName(mention) && planned.includes('"aggregate":"count"')) return true;
  if (areAllRows(mentions, mentions.indexOf(mention)) && planned.includes(JSON.stringify(best?.file.name)))
    return true;
  if (best !== undefined && mention.meanings.size + mention.cells.length === 0) {
    const { column, file } = best;
    const isOwn = callsRows(column) && best.fit >= 0.5 && (column.kind === 'text' || isIdentifier(column));
    // "names of …" asks for them, and what stands in a file that nobody reads is no word for these rows.
    const isRead = planned.includes(JSON.stringify(file.name));
    // Where columns are picked out, "the ten quickest finishers with their times" wants to see who they are.
    const isSeen = !planned.includes('"selectColumns"') || planned.includes(JSON.stringify(column.name));
    return isOwn && !isName(mention) && isRead && isSeen;
  }
  if (isUnknown(mention) && isOwnVerb(mention, files)) return true;
  if (isOfItsFile(mention, files, planned)) return true;
  const tables = files.flatMap((file) => file.tables);
  // "how many families did we feed": of neither anything is known.
  const [did, who, verb] = mentions.slice(mentions.indexOf(mention) + 1);
  if (DID.test(did?.text ?? '') && WE.test(who?.text ?? '') && verb !== undefined && isUnknown(verb))
    return false;
  const word = fold(mention.text);
  // "Höhenmeter": what ends in a unit is measured.
  if (tables.length !== 1 || !isUnknown(mention) || isMeasure(word) || UNIT_END.test(word)) return false;
  const here = mentions.indexOf(mention);
  const [many, ranked] = mentions.slice(Math.max(0, here - 2), here);
  // "the ten latest sightings" of what is called otherwise before.
  if (many?.number !== undefined && RANKED.some((one) => ranked?.meanings.has(one))) return true;
  if (mentions.some((one) => one !== mention && one.files.length > 0)) return false;
  if (isAlone(mention, mentions)) return false;
  if (headsClause(mention, mentions) && /"_tool":"(?:filterRows|addColumn)"/u.test(planned)) return true;
  // "le logement le moins cher": in Romance languages the ranking stands behind.
  const next = mentions[mentions.indexOf(mention) + 1];
  if (
    next !== undefined &&
    ['most', 'least'].some((one) => next.meanings.has(one) && /\s/u.test(next.text)) &&
    !/^the\b/iu.test(next.text)
  )
    return true;
  // "save those visits": they were told before.
  if (THOSE.test(mentions[mentions.indexOf(mention) - 1]?.text ?? '')) return true;
  for (let at = mentions.indexOf(mention) - 1; at >= 0; at--) {
    const before = mentions[at];
    if (before === undefined || before.mark !== undefined) return false;
    // "with the worst energy class": what is ranked by, and no word for the rows.
    if (COUNTED.some((one) => before.meanings.has(one)))
      return (
        before.meanings.has('agg:count') ||
        ![1, 2].some((back) => HAVING.test(mentions[at - back]?.text ?? ''))
      );
    if (!before.small && before.number === undefined) return false;
  }
  return false;
}

/** "…, only members": which rows are meant, where nothing behind it says so. */
function isAlone(mention: Mention, mentions: readonly Mention[]): boolean {
  const at = mentions.indexOf(mention);
  const next = mentions[at + 1];
  return mentions[at - 1]?.meanings.has('only') === true && (next === undefined || next.mark !== undefined);
}

/** "list sightings of Harbour", "all readings over 20": what is shown or marked, with what tells which behind it. */
function headsClause(mention: Mention, mentions: readonly Mention[]): boolean {
  const at = mentions.indexOf(mention);
  const { text } = mention;
  const lead = mentions
    .slice(0, at)
    .findLast(({ small, mark, meanings }) => !small || mark !== undefined || meanings.size > 0);
  return (
    /(?:s|en|er|i|e)$/u.test(text) &&
    (lead === undefined ||
      ['show', 'only', 'mark', 'every', 'which'].some((one) => lead.meanings.has(one))) &&
    TELLS_WHICH.test(mentions[at + 1]?.text ?? '')
  );
}
const TELLS_WHICH =
  /^(?:with|of|from|in|at|by|that|which|who|where|over|under|above|below|between|after|before|since|mit|von|vom|aus|bei|die|über|unter|nach|vor|seit|zwischen|avec|de|des|du|qui|con|del|que|di|della|che)(?: |$)/iu;

/** Whether each row is worked on by itself: nothing is grouped, and none is picked out. */
const isRowWise = (planned: string): boolean =>
  planned.includes('"_tool":"addColumn"') && !/"_tool":"groupRows"|"limit":|"_forEach"/u.test(planned);

/** "for every fill-up", "per delivery" of a new column: a word for the rows that nobody knows, and the "each" before it. */
export function isEachRow(mention: Mention, { mentions, files }: Said, planned: string): boolean {
  const tables = files.flatMap((file) => file.tables);
  if (tables.length !== 1 || !isRowWise(planned)) return false;
  const at = mentions.indexOf(mention);
  const isEach = (one: Mention | undefined) =>
    one !== undefined && ['each', 'every', 'per'].some((meaning) => one.meanings.has(meaning));
  const isNoun = (one: Mention | undefined) =>
    one !== undefined &&
    isUnknown(one) &&
    !isMeasure(fold(one.text)) &&
    statesOf(fold(one.text)).length === 0;
  if (isEach(mention)) return isNoun(mentions[at + 1]);
  return isNoun(mention) && isEach(mentions[at - 1]);
}

const HAVING = /^(?:with|having|whose|mit|deren|dessen|avec|con)$/iu;
const DID = /^(?:did|do|does|have|has|haben|hat)$/iu;
const WE = /^(?:we|i|they|you|he|she|it|people|wir|ich|sie|er|es|man)$/iu;
const UNIT_END =
  /.(?:meter|metres?|meters|stunden|minuten|tage|wochen|euro|kilo|gramm|liter|punkte|prozent|grad)$/u;
/** "how many were ordered" of orders.json: the verb of what the rows are called. */
const isOwnVerb = ({ text }: Mention, files: Said['files']): boolean => {
  const stem = stemOf(fold(text));
  // "low on inventory" says more than what the rows are called.
  if (!/(?:ed|ing)$/iu.test(text) || statesOf(fold(text)).length > 0) return false;
  return stem.length > 3 && files.some(({ words }) => words.some((word) => stemOf(word) === stem));
};
/** "both donation files", "the donations of 2023 and 2024": a word of the names of files that are read, and of no column. */
const isOfItsFile = (mention: Mention, files: Said['files'], planned: string): boolean => {
  const { text, columns, cells, meanings, number, period } = mention;
  if (cells.length + meanings.size > 0 || number !== undefined || period !== undefined) return false;
  const word = fold(text);
  // "those that are paid" of paid.csv: which of them is meant.
  if (files.length < 2 || statesOf(word).length > 0) return false;
  const isNamed = ({ words, name }: Said['files'][number]) =>
    planned.includes(JSON.stringify(name)) &&
    words.some((one) => /\p{L}{3}/u.test(one) && sameWord(one, word));
  return columns.every(({ fit }) => fit < 0.8) && files.some(isNamed);
};
const stemOf = (word: string): string => word.replace(/(?:ings?|ed|ers?|es|s|e)$/u, '');

const THOSE = /^(?:those|these|diese[nrs]?|jene[nr]?|ces|es[oa]s|est[oa]s|quest[ei])$/iu;

const NAME = thingsOf('name');
const isName = (mention: Mention): boolean =>
  [...thingsOf(fold(mention.taken ?? mention.text))].some((thing) => NAME.has(thing));

/** Whether it only goes along with what was understood. @param fine what was */
export const goesAlong = (
  mention: Mention,
  mentions: readonly Mention[],
  fine: ReadonlySet<Mention>,
): boolean =>
  isUnitOf(mention, mentions, fine) ||
  leadsTime(mention, mentions, fine) ||
  leadsCell(mention, mentions, fine) ||
  isOwed(mention, mentions, fine) ||
  isHowMuch(mention, mentions, fine) ||
  isDayOf(mention, mentions, fine) ||
  isSavedText(mention, mentions) ||
  (isUnknown(mention) &&
    (links(mention, mentions, fine) ||
      closes(mention, mentions, fine) ||
      leads(mention, mentions, fine) ||
      isPurpose(mention, mentions) ||
      isForWhom(mention, mentions) ||
      heads(mention, mentions, fine)));

/** "at least 25 years", "under 1200 pounds": the unit of a number that came to stand. */
function isUnitOf(mention: Mention, mentions: readonly Mention[], fine: ReadonlySet<Mention>): boolean {
  if (mention.cells.length > 0 || unitNamed(mention.text) === undefined) return false;
  const before = mentions[mentions.indexOf(mention) - 1];
  return before?.number !== undefined && before.period === undefined && fine.has(before);
}

/** "in the years 2019 and 2020", "im Monat März": what kind of time it is that is named behind it. */
function leadsTime(mention: Mention, mentions: readonly Mention[], fine: ReadonlySet<Mention>): boolean {
  const isTime = [...mention.meanings].some((one) => one.startsWith('unit:'));
  if (!isTime || mention.cells.length > 0) return false;
  const next = nextSaid(mention, mentions);
  return next?.period !== undefined && fine.has(next);
}

const nextSaid = (mention: Mention, mentions: readonly Mention[]): Mention | undefined => {
  const at = mentions.indexOf(mention);
  return mentions.find(({ small }, i) => i > at && !small);
};

/** "that came through the agency": before a cell it is no time and no limit, only how the two belong together. */
function leadsCell(mention: Mention, mentions: readonly Mention[], fine: ReadonlySet<Mention>): boolean {
  const all = [...mention.meanings];
  if (all.length === 0 || !all.every((one) => PLACES_TOO.has(one)) || mention.columns.length > 0)
    return false;
  const next = nextSaid(mention, mentions);
  return next !== undefined && next.cells.length > 0 && fine.has(next);
}
const PLACES_TOO: ReadonlySet<string> = new Set(['cmp:since', 'cmp:until', 'cmp:after', 'cmp:before', 'by']);

/** "between 30 and 40 years old", "over 2 metres tall": the adjective says again what is measured. */
function isHowMuch(mention: Mention, mentions: readonly Mention[], fine: ReadonlySet<Mention>): boolean {
  if (!MEASURED.test(mention.text) || mention.cells.length > 0) return false;
  const at = mentions.indexOf(mention);
  const [number, unit] = [mentions[at - 2], mentions[at - 1]];
  return (
    unit !== undefined &&
    unitNamed(unit.text) !== undefined &&
    number?.number !== undefined &&
    fine.has(number)
  );
}
const MEASURED = /^(?:old|tall|long|high|wide|deep|thick|heavy|alt|lang|hoch|breit|tief|schwer|dick)$/iu;

/** "the discharge date" of a column Discharged: what kind of column it is, said again. */
function isDayOf(mention: Mention, mentions: readonly Mention[], fine: ReadonlySet<Mention>): boolean {
  if (!mention.meanings.has('unit:day') || !/^(?:date|day|datum|tag)$/iu.test(mention.text)) return false;
  const before = mentions[mentions.indexOf(mention) - 1];
  return (
    mention.columns.every(({ fit }) => fit < 0.8) &&
    before !== undefined &&
    fine.has(before) &&
    before.columns[0]?.column.kind === 'date' &&
    before.columns[0].fit >= 0.55
  );
}

/** "save the text as notes.txt", "save a text warning.txt that says how many": what kind of file it is, and that it tells. */
function isSavedText(mention: Mention, mentions: readonly Mention[]): boolean {
  const at = mentions.indexOf(mention);
  const { text } = mention;
  const near = (from: number, to: number) => mentions.slice(Math.max(0, from), to);
  const isKept = (one: Mention) => one.target !== undefined;
  if (TEXTS.test(text))
    return near(at + 1, at + 3).some(isKept) && near(at - 3, at).some(({ meanings }) => meanings.has('save'));
  return SAYING.test(text) && near(at - 2, at).some(isKept);
}
const TEXTS = /^(?:texts?|texte|testo|texto)$/iu;
const SAYING = /^(?:says?|saying|telling|tells|sagt|steht|dit|dice)$/iu;

/** "who owes us money": what is owed anyway. */
function isOwed({ text }: Mention, mentions: readonly Mention[], fine: ReadonlySet<Mention>): boolean {
  if (!MONEY.test(text)) return false;
  const owed = statesOf('owes').map(({ of }) => of);
  return mentions.some(
    (one) => fine.has(one) && statesOf(fold(one.text)).some(({ of }) => owed.includes(of)),
  );
}

/** "lasted at least an hour", "written by Lena": a participle with its condition right behind it. */
function links(mention: Mention, mentions: readonly Mention[], fine: ReadonlySet<Mention>): boolean {
  const word = fold(mention.text);
  // What is known to be a thing or a state says more than that: "discounts in Berlin", "insured at Harbor".
  if (thingsOf(word).size > 0 || statesOf(word).length > 0) return false;
  if (!/(?:ed|ing|wn|ght|old|ent|ept|elt|t|en)$/u.test(word)) return false;
  // "die vor 2019 geerntet wurden": with its condition right before it.
  const [before, behind] = [mentions[mentions.indexOf(mention) - 1], mentions[mentions.indexOf(mention) + 1]];
  if (before !== undefined && fine.has(before) && isValue(before) && AUXILIARY.test(behind?.text ?? ''))
    return true;
  let between = 0;
  for (let at = mentions.indexOf(mention) + 1; at < mentions.length; at++) {
    const after = mentions[at];
    if (after === undefined || after.mark !== undefined) return false;
    if (after.meanings.has('and') || after.meanings.has('or') || after.meanings.has('not')) return false;
    // "cancelled orders of March" says more than when.
    if (isValue(after)) return between > 0 && fine.has(after);
    const isCompared = [...after.meanings].some((one) => one.startsWith('cmp:') || one === 'between');
    if (!after.small && !isCompared) return false;
    between++;
  }
  return false;
}

const AUXILIARY = /^(?:wurden?|worden|hat|haben|hatten?|ist|sind|waren?)$/iu;

const isValue = ({ cells, number, period, meanings }: Mention): boolean =>
  cells.length > 0 ||
  number !== undefined ||
  period !== undefined ||
  [...meanings].some((one) => one.startsWith('unit:'));

/** "hat am meisten Stunden gearbeitet": the verb behind what is ranked or added up. */
function closes(mention: Mention, mentions: readonly Mention[], fine: ReadonlySet<Mention>): boolean {
  const at = mentions.indexOf(mention);
  const next = mentions[at + 1];
  if ((next !== undefined && next.mark === undefined) || !/(?:t|en)$/u.test(mention.text)) return false;
  if (!mentions.slice(0, at).some(({ text }) => /^(?:hat|haben|hatte|hatten)$/iu.test(text))) return false;
  const [object, ranked] = mentions.slice(0, at).toReversed();
  return (
    object !== undefined &&
    ranked !== undefined &&
    fine.has(object) &&
    ['most', 'least', 'most_of', 'agg:sum'].some((one) => ranked.meanings.has(one))
  );
}

/** "which building needed the most kilowatt hours": the verb before a rank of what is named and measured. */
function leads(mention: Mention, mentions: readonly Mention[], fine: ReadonlySet<Mention>): boolean {
  const at = mentions.indexOf(mention);
  const rank = mentions.slice(at + 1, at + 3).find(({ small }) => !small || small === undefined);
  const measure = rank === undefined ? undefined : mentions[mentions.indexOf(rank) + 1];
  return (
    rank !== undefined &&
    measure !== undefined &&
    ['most', 'least', 'most_of'].some((one) => rank.meanings.has(one)) &&
    fine.has(measure) &&
    measure.columns.some(({ column, fit }) => column.kind === 'number' && fit >= 0.8) &&
    mentions.slice(0, at).some(({ meanings }) => meanings.has('which') || meanings.has('who'))
  );
}

/** "For the rota: …": what it is all for. */
function isPurpose(mention: Mention, mentions: readonly Mention[]): boolean {
  const colon = mentions.findIndex(({ mark }) => mark === ':');
  const at = mentions.indexOf(mention);
  return (
    at < colon &&
    FOR.test(mentions[0]?.text ?? '') &&
    mentions.slice(0, colon).every((one) => one.small || isUnknown(one))
  );
}

/** "… for my accountant": for whom it is, up to the end of what is said. */
function isForWhom(mention: Mention, mentions: readonly Mention[]): boolean {
  const at = mentions.indexOf(mention);
  const end = mentions.findIndex(({ mark }, i) => i > at && mark !== undefined);
  const whole = mentions.slice(0, end < 0 ? mentions.length : end);
  const own = whole.findLastIndex(({ text }, i) => i < at && WHOSE.test(text));
  return (
    own > 0 &&
    FOR.test(whole[own - 1]?.text ?? '') &&
    whole.slice(own).every((one) => one.small || isUnknown(one))
  );
}

const FOR = /^(?:for|für|pour|para|per)$/iu;
const WHOSE =
  /^(?:my|our|mein(?:e[nrs]?)?|unser(?:e[nrs]?)?|mon|ma|mes|notre|nos|mis?|nuestr[oa]s?|(?:il|la|i)?\s?mi[oae]|nostr[oaie])$/iu;

/** "net amount" where the column is called net, "ticket money", "e-mail address": a noun that says again what kind of column it is. */
function heads(mention: Mention, mentions: readonly Mention[], fine: ReadonlySet<Mention>): boolean {
  const before = mentions
    .slice(0, mentions.indexOf(mention))
    .findLast(({ small, mark }) => !small || mark !== undefined);
  if (before === undefined || !fine.has(before)) return false;
  const word = fold(mention.taken ?? mention.text);
  return before.columns.some(
    ({ column, fit }) =>
      fit >= 0.55 && (column.kind === 'number' ? thingsOf(word).has(AMOUNT) : isAny(word, PLACES)),
  );
}

const [AMOUNT = -1] = thingsOf('amount');
/** What a column of texts may be called besides its name. */
const PLACES: ReadonlySet<number> = new Set(
  ['name', 'address', 'number', 'title'].flatMap((noun) => [...thingsOf(noun)]),
);
const isAny = (word: string, things: ReadonlySet<number>): boolean =>
  [...thingsOf(word)].some((thing) => things.has(thing));
