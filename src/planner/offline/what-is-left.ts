/** What of a goal came to stand in a plan and what did not: said in words, or as open steps. Knows no tool and no reading. */

import type { Call } from '../../plan/document.ts';
import { goesAlong, namesRows } from './idle-words.ts';
import type { Mention, Said } from './mention.ts';

interface Left {
  /** Mentions that say something and are met by a call. */
  readonly met: readonly Mention[];
  readonly unmet: readonly Mention[];
}

/** Which mentions the calls meet. @param read those that a reader took @param planned the calls as JSON text */
export function leftOf(said: Said, read: ReadonlySet<Mention>, planned: string): Left {
  const isFine = (mention: Mention) =>
    (read.has(mention) && (stands(mention, planned) || isWhose(mention, said))) ||
    // "how much was raised": met by the total that it asks for.
    (mention.meanings.has('measured') && FIGURE.test(planned)) ||
    isReadFile(mention, planned) ||
    namesRows(mention, said, planned);
  const fine = new Set(said.mentions.filter(isFine));
  const isMet = (mention: Mention) => fine.has(mention) || goesAlong(mention, said.mentions, fine);
  const saying = said.mentions.filter(counts);
  return { met: saying.filter(isMet), unmet: saying.filter((mention) => !isMet(mention)) };
}

/** "what do the customers owe in total": all of them, so that their column stands in no call. */
const isWhose = ({ columns, cells }: Mention, { mentions }: Said): boolean =>
  columns[0]?.column.kind === 'text' &&
  cells.length === 0 &&
  mentions.some(({ meanings }) => meanings.has('grand'));

/** Whether a call reads the file that it names. */
export const isReadFile = ({ files }: Mention, planned: string): boolean =>
  files.some(({ name }) => planned.includes(JSON.stringify(name)));

const FIGURE =
  /"aggregate":"(?:sum|mean|median|percent|max|min)"|"direction":|"column":"[^"]*","operator":"(?:greater|less|at|between)/u;

/** Whether what was read of a mention came to stand in a call: a number, cell or column that was read and lost is not used. */
function stands(
  { meanings, columns, cells, files, number, period, quoted }: Mention,
  planned: string,
): boolean {
  if (period !== undefined) return periodStands(period, number, planned);
  if (meanings.size + files.length > 0 || quoted !== undefined) return true;
  const has = (text: string) => planned.includes(JSON.stringify(text).slice(1, -1));
  const formula = (name: string) => name.replace(/[^\p{L}\p{N}_]/gu, '_');
  // A column that it names far less well than another came to stand there for something else.
  const least = (columns[0]?.fit ?? 0) - 0.015;
  const named = columns.some(
    ({ column, fit }) => fit >= least && (has(column.name) || has(formula(column.name))),
  );
  if (number !== undefined) return numberStands(number, planned);
  if (cells.length > 0) return named || cells.some(({ value, of }) => has(value) || has(of.column.name));
  return columns.length === 0 || named || planned.includes('†input.');
}

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
export const asks = ({ meanings, columns, quoted, target, address }: Mention): boolean =>
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
  !(meanings.size > 0 && columns.length + cells.length === 0 && [...meanings].every((one) => VERBS.has(one)));

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

/** Files that the goal names and that no step reads. */
export const unread = (said: Said, planned: string): string[] =>
  said.files
    .filter(
      ({ name }) =>
        said.mentions.some(
          ({ text, files }) =>
            files.length === 1 && files[0]?.name === name && text.toLowerCase() === name.toLowerCase(),
        ) && !planned.includes(JSON.stringify(name)),
    )
    .map(({ name }) => `No step reads ${name}.`);

/** What asks for something and was not met stands in the plan as a step of its own, so that nobody takes the rest for the whole. */
export function openSteps(said: Said, unused: readonly Mention[], isAsked: boolean): Call[] {
  // "How is Costa doing?": where nothing else asks for anything, what is not known is the wish.
  const asked = isAsked ? unused.filter((mention) => isWish(mention, said)) : unused;
  return together(said.text, asked).map(
    (words, at): Call =>
      ({
        _id: `open${at === 0 ? '' : `_${at + 1}`}`,
        _tool: 'open',
        _description: words,
        _outputPath: `†state.open${at === 0 ? '' : `_${at + 1}`}`,
      }) as Call,
  );
}

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
  if (turns(mention)) return true;
  if ([...meanings].some((one) => !VERBS.has(one) && !WEAK.has(one))) return true;
  if (cells.length > 0 || (columns[0]?.fit ?? 0) >= 0.8) return true;
  if (meanings.size > 0 || columns.length > 0 || mention.files.length > 0) return false;
  // Of rows a word of unknown sense may be what matters most; of a text it may be its style.
  if (files.some(({ tables }) => tables.length > 0)) return true;
  const at = mentions.indexOf(mention);
  const [before, after] = [mentions[at - 1], mentions[at + 1]];
  const begins = before === undefined || (before.mark !== undefined && /[.;:!?]/u.test(before.mark));
  return (
    begins || (after !== undefined && (after.files.length > 0 || after.columns.length > 0) && !after.small)
  );
}

const WEAK: ReadonlySet<string> = new Set([
  'grand',
  'many',
  'also',
  'instead',
  'join',
  'append',
  'or',
  'only',
  'percent',
  'over',
  'plus',
  'not',
  'each',
  'per',
  'compare',
  'share',
  'unwanted',
]);

/** Unused mentions beside each other are named in one piece. */
export function together(text: string, unused: readonly Mention[]): string[] {
  const pieces: { start: number; end: number }[] = [];
  for (const { start, end } of unused) {
    const last = pieces.at(-1);
    if (last !== undefined && /^[\s'’-]*$/u.test(text.slice(last.end, start))) last.end = end;
    else pieces.push({ start, end });
  }
  return [...new Set(pieces.map(({ start, end }) => text.slice(start, end)))];
}
