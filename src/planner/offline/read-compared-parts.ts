/** "2026 compared with 2025", "suites vs doubles": one table's rows of two times, or of two cells, set against each other. Knows no tool. */

import { figureName } from './figure-names.ts';
import type { KnownColumn } from './known-tables.ts';
import type { Mention } from './mention.ts';
import { freeNumbers } from './read-figures.ts';
import { readRows } from './read-rows.ts';
import type { Reading } from './reading.ts';
import { copyOf } from './readings/place.ts';
import type { Condition, Figure, Source, TableJob } from './request.ts';
import type { View } from './view.ts';
import { Wish } from './wish.ts';

export interface ComparedParts {
  /** Of times the earlier one first, of cells the one that is said first, or what that one is held against. */
  readonly first: TableJob;
  readonly second: TableJob;
  /** What both are told apart by; empty where each comes to one figure. */
  readonly on: readonly string[];
  readonly names: readonly [string, string];
  /** "how much more": what lies between the two is what is asked for. */
  readonly asksDifference: boolean;
}

const THAN = /^(?:than|als|que|di|del|rispetto|gegen[uü]ber|vs\.?|versus)$/iu;

const isThan = ({ text }: Mention): boolean => THAN.test(text);

/** One of the two: which rows are its own, and what it is called. */
interface Part {
  readonly at: number;
  readonly condition: Condition;
  readonly name: string;
}

/** The two and what is asked of each; undefined where nothing sets them against each other. */
export function comparedParts(
  reading: Reading,
  mentions: readonly Mention[],
  source: Source,
  columns: readonly KnownColumn[],
): ComparedParts | undefined {
  const view = reading.view(mentions, columns);
  const isMore = MORE.test(mentions.map(({ text }) => text).join(' '));
  const cells = twoCells(view);
  // "how much more had Web than Phone" is what Web had less what Phone had.
  const isLess = isMore && cells !== undefined && mentions.slice(cells[0].at, cells[1].at).some(isThan);
  const two = twoTimes(view) ?? (isLess ? ([cells[1], cells[0]] as const) : cells);
  if (two === undefined || !isSet(view, two)) return undefined;
  const [first, second] = two;
  const asksDifference = view.find('difference', 'change') >= 0 || isMore;
  for (const [at, { meanings, text }] of mentions.entries())
    if (SETS.some((one) => meanings.has(one)) || THAN.test(text.split(' ').at(-1) ?? '') || isByHowMuch(text))
      view.use(at);
  for (const { at, condition } of two) {
    view.use(at);
    // "channel Web": the column says which cell it is.
    if (view.column(at - 1)?.name === condition.column) view.use(at - 1);
  }
  // What was said of the figure itself is read as ever, with the two away; the copy uses none of it up.
  const named = namedFigure(copyOf(view));
  const read = readRows(view);
  const group = read.actions.find((action) => action.do === 'group');
  const keys = group?.do === 'group' ? group.by : [];
  if (keys.some(({ part, column }) => part !== undefined || column === first.condition.column))
    return undefined;
  const figures: readonly Figure[] =
    group?.do === 'group' && group.figures.length > 0 && !asksPerson(group.figures) ? group.figures : named;
  const [figure] = figures;
  if (figure === undefined) return undefined;
  for (const at of mentions.keys()) if (view.column(at, 'number')?.name === figure.column) view.use(at);
  const before = read.actions.filter(({ do: what }) => what === 'filter' || what === 'derive');
  const job = ({ condition }: Part): TableJob => ({
    kind: 'rows',
    source,
    actions: [
      { do: 'filter', conditions: [condition], match: 'all' },
      ...before,
      { do: 'group', by: keys, figures },
    ],
    end: keys.length > 0 ? { kind: 'rows' } : { kind: 'number', column: figureName(figure) },
  });
  return {
    first: job(first),
    second: job(second),
    on: keys.map(({ column }) => column),
    names: [first.name, second.name],
    asksDifference,
  };
}

/** Whether a word sets the two against each other, and neither is only told beside the other. */
function isSet(view: View, [one, other]: readonly [Part, Part]): boolean {
  if (view.find(...SETS) >= 0) return true;
  const [from, to] = one.at < other.at ? [one.at, other.at] : [other.at, one.at];
  if (view.mentions.slice(from, to).some(isThan)) return true;
  // "higher in 2025 than 2024" in one word: a year alone, and no number of something.
  const behind = view.mentions[to + 1];
  const isAlone = behind === undefined || behind.mark !== undefined;
  return (
    isAlone &&
    view.mentions[to]?.period !== undefined &&
    THAN.test(view.mentions[to - 1]?.text.split(' ').at(-1) ?? '')
  );
}

const SETS = ['compare', 'difference', 'change'];
const MORE =
  /(?<!\p{L})(?:more|less|fewer|higher|lower|larger|smaller|mehr|weniger|höher|niedriger|größer|kleiner|geringer|plus|moins|m[aá]s|menos|pi[uù]|meno)(?!\p{L})/iu;

const ONLY_MORE = new RegExp(`^${MORE.source}$`, 'iu');

/** "how much higher … than …": where what is more stands before what it is held against; -1 where nothing is. */
export function moreAt(mentions: readonly Mention[]): number {
  const at = mentions.findIndex(({ text }) => ONLY_MORE.test(text));
  return mentions.slice(at + 1).some(isThan) ? at : -1;
}

/** "by how much", "higher", "between": they ask for the difference, and are no figure of their own. */
export const isByHowMuch = (text: string): boolean =>
  /^(?:(?:by )?how much(?: (?:does|do|did|is|are|was|were|has|had))?|um wie ?viel|wie ?viel|de combien|combien|cu[aá]nto|di quanto|quanto|between|zwischen|entre|tra|fra)$/iu.test(
    text,
  ) || ONLY_MORE.test(text);

const asksPerson = (figures: readonly Figure[]): boolean =>
  figures.some(({ column }) => column?.startsWith('†'));

/** The only two times that are said, the earlier first. */
function twoTimes(view: View): readonly [Part, Part] | undefined {
  const places = [...view.mentions.keys()].filter(
    (at) => !view.isUsed(at) && view.mentions[at]?.period !== undefined,
  );
  const [one, other, ...more] = places;
  if (one === undefined || other === undefined || more.length > 0) return undefined;
  const date = view.dateColumn(one);
  if (date?.kind !== 'date') return undefined;
  const [early, late] = [one, other]
    .map((at) => ({ at, ...view.dated(view.mentions[at] as Mention, date) }))
    .toSorted((a, b) => a.from.localeCompare(b.from));
  if (early === undefined || late === undefined || early.to >= late.from) return undefined;
  const part = (time: typeof early): Part => ({
    at: time.at,
    condition: { column: date.name, operator: 'between', value: [time.from, time.to] },
    name: spanOf(time),
  });
  return [part(early), part(late)];
}

/** The only two cells of one column that are said: "Web and Phone". */
function twoCells(view: View): readonly [Part, Part] | undefined {
  const found = [...view.mentions.keys()].flatMap((at): Part[] => {
    const [cell] = view.cells(at);
    return cell === undefined
      ? []
      : [{ at, condition: { column: cell.column, operator: 'equals', value: cell.value }, name: cell.value }];
  });
  const [one, other, ...more] = found;
  if (one === undefined || other === undefined || more.length > 0) return undefined;
  return one.condition.column === other.condition.column && one.name !== other.name
    ? [one, other]
    : undefined;
}

/** The column of numbers that is spoken of, else what is measured here. */
function namedFigure(view: View): readonly Figure[] {
  const [name] = freeNumbers(new Wish(view));
  const column = name ?? view.defaultNumber()?.name;
  return column === undefined || column.startsWith('†') ? [] : [{ aggregate: 'sum', column }];
}

/** A year, a quarter or a month by its name, else from when to when. */
function spanOf({ from, to }: { from: string; to: string }): string {
  const [year, month] = [from.slice(0, 4), from.slice(0, 7)];
  if (from === `${year}-01-01` && to === `${year}-12-31`) return year;
  const quarter = QUARTERS.findIndex(
    ([first, last]) => from === `${year}-${first}` && to === `${year}-${last}`,
  );
  if (quarter >= 0) return `${year}-Q${quarter + 1}`;
  if (from.slice(8) === '01' && to.slice(0, 7) === month) return month;
  return from === to ? from : `${from} – ${to}`;
}

const QUARTERS = [
  ['01-01', '03-31'],
  ['04-01', '06-30'],
  ['07-01', '09-30'],
  ['10-01', '12-31'],
] as const;
