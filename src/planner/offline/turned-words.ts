/** What a word says by those beside it: "each person", "from largest to smallest", "cancellation rate". Knows no grammar of rows. */

import { asidesIn } from './asides.ts';
import { noughtIn } from './below-nought.ts';
import { oftenIn } from './how-often.ts';
import type { KnownFile } from './known-tables.ts';
import { isPerson, type KnownColumn } from './known-tables.ts';
import { leavingIn } from './left-out-words.ts';
import { fold } from './lexicon/forms.ts';
import { thingsOf } from './lexicon/nouns.ts';
import type { Lookup } from './lookup.ts';
import type { Mention } from './mention.ts';
import { refsOf } from './mention.ts';
import { sayingIn } from './plain-words.ts';
import { withSharedWords } from './shared-words.ts';
import { otherFileIn } from './spoken-files.ts';
import { unboundIn } from './unbound.ts';

/** The mentions, each as it is meant beside the others. @param today ISO */
export function inContext(mentions: readonly Mention[], look: Lookup, today: string): Mention[] {
  const spoken = otherFileIn(oftenIn(mentions), look.files);
  const whole = withSharedWords(sayingIn(noughtIn(leavingIn(spoken))), refsOf(look.files));
  const said = asidesIn(examplesIn(bracketedIn(whole)), today);
  const named = peopleIn(ratesIn(said, look), look.files);
  return unboundIn(exceptedIn(overTimeIn(rangesIn(spentIn(doneIn(acrossIn(named)))))), look.files);
}

const NONE: ReadonlySet<string> = new Set();
const only = (meaning: string): ReadonlySet<string> => new Set([meaning]);

/** Anybody, in five languages. */
const PERSON =
  /^(?:persons?|people|person(?:en)?|personnes?|personas?|persone|someone|somebody|everyone|everybody|individuals?|leute|gens|gente|mensch(?:en)?)$/iu;

const RATE = /^(?:rates?|quoten?|quotas?|taux|tasas?|tass[io])$/iu;

/** "cancellation rate": the share of what is cancelled, where some cell says so; any other rate is a column's name. */
const ratesIn = (mentions: readonly Mention[], look: Lookup): Mention[] =>
  mentions.map((mention, at): Mention => {
    const [before, after] = [mentions[at - 1], mentions[at + 1]];
    if (isRate(mention, before, look))
      return { ...mention, meanings: only('share'), columns: [], small: false };
    if (!isRate(after, mention, look)) return mention;
    return { ...mention, cells: look.rooted(mention), columns: [], meanings: NONE };
  });

const isRate = (one: Mention | undefined, of: Mention | undefined, look: Lookup): boolean =>
  one !== undefined &&
  of !== undefined &&
  RATE.test(one.text) &&
  one.columns.every(({ column, fit }) => fit < 0.95 && !column.words.includes(fold(one.text))) &&
  look.rooted(of).length > 0;

/** "each person", "per person": the one column of people; where there is none, a word that nobody understood. */
function peopleIn(mentions: readonly Mention[], files: readonly KnownFile[]): Mention[] {
  return mentions.map((mention, at) => {
    if (
      !PERSON.test(mention.text) ||
      mention.columns.length + mention.cells.length + mention.files.length > 0
    )
      return mention;
    const before = mentions[at - 1];
    if (before === undefined || !['each', 'per', 'every'].some((one) => before.meanings.has(one)))
      return mention;
    const people = refsOf(files).filter(({ column }) => isOfPeople(column));
    const [who, ...others] = people;
    const columns = who === undefined || others.length > 0 ? [] : [{ ...who, fit: 0.9 }];
    return { ...mention, columns, small: false, meanings: NONE };
  });
}

const FULL_NAME = /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]*)+$/u;

/** Whether most of its cells are a first and a last name. */
export const haveFullNames = ({ cells }: KnownColumn): boolean =>
  cells.filter((cell) => FULL_NAME.test(cell)).length > cells.length / 2;

/** Called so, or most of its cells are a first and a last name. */
const isOfPeople = (column: KnownColumn): boolean => {
  if (column.kind !== 'text') return false;
  if (isPerson(column)) return true;
  return ASSIGNED.test(column.words.join(' ')) && haveFullNames(column);
};
/** "Assigned To", "Booked by", "Name": what a person stands in. */
const ASSIGNED = /(?:^| )(?:name|to|by|von|an|par|por|da|who|wer|qui)$/u;

const TO = /^(?:to|a|à|al|alla|alle|au|aux|bis|zum|zur|nach|down|up)$/iu;

/** "from the largest to the smallest", "de la plus grande à la plus petite": an order, and neither of them a rank. */
function rangesIn(mentions: readonly Mention[]): Mention[] {
  const now = [...mentions];
  for (const [at, mention] of mentions.entries()) {
    const [high, low] = [['most'], ['least']].map(([one = '']) => mention.meanings.has(one));
    if (high === low) continue;
    const end = mentions.findIndex(
      (one, i) =>
        i > at &&
        i <= at + 4 &&
        one.meanings.has(high ? 'least' : 'most') &&
        !one.meanings.has(high ? 'most' : 'least'),
    );
    const between = mentions.slice(at + 1, end);
    if (end < 0 || !between.some(({ text }) => TO.test(text)) || between.some(({ small }) => !small))
      continue;
    now[at] = { ...mention, meanings: only(high ? 'desc' : 'asc') };
    now[end] = { ...(mentions[end] as Mention), meanings: NONE, columns: [], cells: [], small: true };
  }
  return now;
}

const OVER = /^(?:over|through|throughout|across|über|ueber|im lauf|au fil)$/iu;

/** "over the months", "über die Jahre": for each of them; "over the year": for each of its months. */
function overTimeIn(mentions: readonly Mention[]): Mention[] {
  const now = [...mentions];
  for (const [at, mention] of mentions.entries()) {
    const next = mentions.findIndex(({ small }, i) => i > at && !small);
    const time = mentions[next];
    if (!OVER.test(mention.text) || time === undefined || next > at + 2) continue;
    if (time.period !== undefined || ![...time.meanings].some((one) => one.startsWith('unit:'))) continue;
    now[at] = { ...mention, meanings: only('per') };
    if (/^(?:year|jahr|ann[ée]e|año|anno)$/iu.test(time.text))
      now[next] = { ...time, meanings: only('unit:month') };
  }
  return now;
}

/** "with the weeks across", "Monate als Spalten": a cross table, its columns being what was named before among the groups. */
function acrossIn(mentions: readonly Mention[]): Mention[] {
  const now = [...mentions];
  for (const [at, mention] of mentions.entries()) {
    if (!mention.meanings.has('across') || at === 0) continue;
    const named = mentions.findLastIndex(({ small, mark }, i) => i < at && (!small || mark !== undefined));
    const column = mentions[named];
    const isKey = column !== undefined && (column.columns.length > 0 || isTime(column));
    if (!isKey || at - named > 3 || mentions.slice(0, named).every(({ meanings }) => !meanings.has('per')))
      continue;
    now[at] = { ...mention, meanings: only('pivot'), small: false };
    now[named] = { ...column, meanings: NONE, columns: [], cells: [], small: true };
    for (const [i, one] of mentions.entries())
      if (i < named && one.meanings.has('table')) now[i] = { ...one, meanings: NONE, small: true };
  }
  return now;
}
const isTime = ({ meanings }: Mention): boolean => [...meanings].some((one) => one.startsWith('unit:'));

const THEY = /^(?:they|he|she|it|sie|er|es)$/iu;
const ARE = /^(?:is|are|was|were|has|have|ist|sind|war|waren|hat|haben)$/iu;

/** "list those who joined early, unless they are basses": of each of them, and no decision about all. */
function exceptedIn(mentions: readonly Mention[]): Mention[] {
  return mentions.map((mention, at) => {
    const isOfThem =
      mention.meanings.has('unless') &&
      THEY.test(mentions[at + 1]?.text ?? '') &&
      ARE.test(mentions[at + 2]?.text ?? '') &&
      mentions.slice(0, at).some(({ meanings }) => meanings.has('show') || meanings.has('which')) &&
      mentions.every(({ meanings }) => !meanings.has('otherwise'));
    return isOfThem ? { ...mention, meanings: new Set(['not', 'except']) } : mention;
  });
}

const COUNTS = /^(?:counts|figures|numbers)$/iu;
const COUNTED = /^(?:counted|gez(?:ä|ae)hlt|compt(?:é|e)e?s?|contad[oa]s?|contat[aeio])$/iu;
const DID = /^(?:did|do|does)$/iu;
const NOUNS_TOO = new Set([
  'report',
  'note',
  'mark',
  'save',
  'change',
  'chart',
  'ask',
  'show',
  'fetch',
  'reading',
  'summarise',
]);

/** "how many incidents did each site report": behind the subject of "did" stands what was done, and no wish. */
function doneIn(mentions: readonly Mention[]): Mention[] {
  return mentions.map((mention, at) => {
    const { meanings, columns, cells, small } = mention;
    // "how many birds were counted": counting is what "how many" does.
    // "the bird counts" of a column birds are what stands in it.
    const [counted] = mentions[at - 1]?.columns ?? [];
    if (COUNTS.test(mention.text) && counted?.column.kind === 'number' && counted.fit >= 0.8)
      return { ...mention, meanings: NONE, columns: [], small: true };
    if (COUNTED.test(mention.text) && mentions.slice(0, at).some((one) => one.meanings.has('agg:count')))
      return { ...mention, meanings: NONE, columns: [], small: true };
    if (small || meanings.size === 0 || columns.length + cells.length > 0) return mention;
    if (![...meanings].every((one) => NOUNS_TOO.has(one))) return mention;
    const from = mentions.slice(0, at).findLastIndex(({ mark }) => mark !== undefined) + 1;
    const did = mentions.findLastIndex(({ text }, i) => i >= from && i < at && DID.test(text));
    const before = mentions.slice(from, at);
    const isAsked = before.some(({ meanings: own }) =>
      ['agg:count', 'agg:sum', 'which'].some((one) => own.has(one)),
    );
    const subject = did < 0 ? [] : mentions.slice(did + 1, at);
    const isSubject = subject.some((one) => one.columns.length + one.cells.length + one.files.length > 0);
    return isAsked && did > from && isSubject ? { ...mention, meanings: NONE, small: true } : mention;
  });
}

/** "Rennen (Race)", "who it was from (supplier)": what nobody knows, and right behind it the column that it is. */
function bracketedIn(mentions: readonly Mention[]): Mention[] {
  const now = [...mentions];
  for (const at of mentions.keys()) {
    const [open, named, close] = mentions.slice(at + 1, at + 4);
    if (open?.mark !== '(' || close?.mark !== ')' || named === undefined) continue;
    if ((named.columns[0]?.fit ?? 0) < 1 || named.cells.length > 0) continue;
    const from = describedFrom(mentions, at);
    if (from === undefined) continue;
    for (let i = from; i <= at + 3; i++)
      now[i] = { ...(now[i] as Mention), meanings: NONE, columns: [], files: [], small: true };
    now[at] = { ...(now[at] as Mention), columns: named.columns, small: false };
  }
  return now;
}

/** Where the words begin that the bracket behind them explains. */
function describedFrom(mentions: readonly Mention[], at: number): number | undefined {
  const isPlain = ({ columns, cells, files, number, period, mark }: Mention) =>
    mark === undefined &&
    cells.length + files.length === 0 &&
    columns.every(({ fit }) => fit < 0.8) &&
    number === undefined &&
    period === undefined;
  const word = mentions[at];
  if (word === undefined || !isPlain(word)) return undefined;
  const isUnknown = !word.small && word.meanings.size === 0 && thingsOf(fold(word.text)).size === 0;
  if (isUnknown) return at;
  // Of a clause in a list the whole is what the column holds; what begins a goal is a wish.
  const before = mentions
    .slice(0, at)
    .findLastIndex(({ mark, meanings }) => mark !== undefined || meanings.has('and'));
  const clause = mentions.slice(before + 1, at + 1);
  const isRanked = mentions.slice(0, at).some(({ meanings }) => RANKS.some((one) => meanings.has(one)));
  const isAsked = clause.some(
    ({ text, meanings }) =>
      meanings.has('which') || ASKED.test(text) || (isRanked && meanings.has('agg:sum')),
  );
  return before > 0 && isAsked && clause.every(isPlain) ? before + 1 : undefined;
}
const RANKS = ['most', 'least', 'top', 'newest', 'oldest'] as const;
const ASKED = /^(?:who|what|which|where|when|wer|was|wo|wann|qui|où|quand|quien|quién|chi|dove|quando)$/iu;

const WHAT = /^(?:what|was|que|qué|che|cosa)$/iu;
const HAVE = /^(?:did|do|does|have|has|had|hat|haben|hatten?|avons|a|ont|ai|hemos|ha|han|abbiamo|hanno)$/iu;

/** "what did we spend on repairs": how much of it. */
function spentIn(mentions: readonly Mention[]): Mention[] {
  const at = mentions.findIndex(
    ({ text }, i) =>
      WHAT.test(text) && (HAVE.test(mentions[i + 1]?.text ?? '') || HAVE.test(mentions[i + 2]?.text ?? '')),
  );
  const verb = mentions.findIndex(
    ({ meanings, columns }, i) =>
      i > at && i <= at + 9 && meanings.has('measured') && columns.every(({ fit }) => fit < 0.8),
  );
  if (
    at < 0 ||
    verb < 0 ||
    mentions.some(({ meanings }) => [...meanings].some((one) => one.startsWith('agg:')))
  )
    return [...mentions];
  if (mentions.slice(at, verb).some(({ mark }) => mark !== undefined)) return [...mentions];
  return mentions.map((mention, i) =>
    i === at
      ? { ...mention, meanings: NONE, small: true }
      : i === verb
        ? { ...mention, meanings: new Set(['agg:sum', 'measured']), small: false }
        : mention,
  );
}

const LIKE = /^(?:like|eg|e g|such as|wie|zb|z b|comme|como|come)$/iu;

/** "…, like Ash House.csv": one of the files that each of them is, and not what all are saved under. */
function examplesIn(mentions: readonly Mention[]): Mention[] {
  const now = [...mentions];
  for (const [at, { target, files }] of mentions.entries()) {
    if (target === undefined || files.length > 0) continue;
    const like = mentions.findLastIndex(({ text }, i) => i < at && i >= at - 4 && LIKE.test(text));
    if (like < 0 || !mentions.some(({ meanings }) => meanings.has('each') || meanings.has('per'))) continue;
    for (let i = like; i < at; i++)
      now[i] = { ...(mentions[i] as Mention), meanings: NONE, columns: [], cells: [], small: true };
    const { start, end, text } = mentions[at] as Mention;
    const ending = target.slice(target.lastIndexOf('.') + 1).toLowerCase();
    now[at] = {
      start,
      end,
      text,
      columns: [],
      cells: [],
      files: [],
      meanings: only(`as:${ending}`),
      small: false,
    };
  }
  return now;
}
