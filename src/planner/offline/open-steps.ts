/** What of a goal no call meets, as it is told: open steps in the plan, and files that nobody reads. Knows no reading. */

import type { Call } from '../../plan/document.ts';
import { type KnownColumn, measuresOf } from './known-tables.ts';
import { sinksNothing } from './left-slots.ts';
import type { Mention, Said } from './mention.ts';
import { type Left, turns, VERBS } from './what-is-left.ts';

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

/** Whether a mention says what is wanted, and not only which rows. */
const asks = ({ meanings, columns, quoted, target, address }: Mention): boolean =>
  meanings.size > 0 ||
  columns.length > 0 ||
  quoted !== undefined ||
  target !== undefined ||
  address !== undefined;

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
  const isEach = mentions[at - 1]?.meanings.has('per') === true;
  if (meanings.size > 0 || (mention.files.length > 0 && !isEach)) return false;
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
