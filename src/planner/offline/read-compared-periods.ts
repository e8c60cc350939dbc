/** "2026 compared with 2025", "how much more in May than in April": one table's rows of two times, set against each other. Knows no tool. */

import { figureName } from './figure-names.ts';
import type { KnownColumn } from './known-tables.ts';
import type { Mention } from './mention.ts';
import { freeNumbers } from './read-figures.ts';
import { readRows } from './read-rows.ts';
import type { Reading } from './reading.ts';
import type { Action, Figure, Source, TableJob } from './request.ts';
import type { View } from './view.ts';
import { Wish } from './wish.ts';

export interface ComparedPeriods {
  /** The earlier one and the later one. */
  readonly first: TableJob;
  readonly second: TableJob;
  /** What both are told apart by; empty where each comes to one figure. */
  readonly on: readonly string[];
  readonly names: readonly [string, string];
  /** "how much more": what lies between the two is what is asked for. */
  readonly asksDifference: boolean;
}

const THAN = /^(?:than|als|que|di|del|rispetto|gegen[uü]ber|vs\.?|versus)$/iu;

/** The two times and what is asked of each; undefined where nothing sets them against each other. */
export function comparedPeriods(
  reading: Reading,
  mentions: readonly Mention[],
  source: Source,
  columns: readonly KnownColumn[],
): ComparedPeriods | undefined {
  const view = reading.view(mentions, columns);
  const two = twoTimes(view);
  const set = two === undefined ? -1 : view.find('compare', 'difference', 'change');
  const than = two === undefined ? -1 : mentions.findIndex(({ text }) => THAN.test(text));
  if (two === undefined || (set < 0 && !(than > two[0] && than < two[1]))) return undefined;
  const date = view.dateColumn(two[0]);
  if (date === undefined || date.kind !== 'date') return undefined;
  const times = two.map((at) => ({ at, ...view.dated(mentions[at] as Mention, date) }));
  const [early, late] = times.toSorted((a, b) => a.from.localeCompare(b.from));
  if (early === undefined || late === undefined || early.to >= late.from) return undefined;
  const asksDifference =
    view.find('difference', 'change') >= 0 ||
    (than >= 0 && MORE.test(view.mentions.map(({ text }) => text).join(' ')));
  for (const [at, mention] of mentions.entries())
    if (SETS.some((one) => mention.meanings.has(one)) || at === than) view.use(at);
  for (const at of two) view.use(at);
  // What was said of the figure itself is read as ever, with the two times away.
  const named = namedFigure(reading.view(mentions, columns));
  const read = readRows(view);
  const group = read.actions.find((action) => action.do === 'group');
  const keys = group?.do === 'group' ? group.by : [];
  if (keys.some(({ part }) => part !== undefined)) return undefined;
  const figures: readonly Figure[] =
    group?.do === 'group' && group.figures.length > 0 && !asksPerson(group.figures) ? group.figures : named;
  const [figure] = figures;
  if (figure === undefined) return undefined;
  const before = read.actions.filter(({ do: what }) => what === 'filter' || what === 'derive');
  const job = ({ from, to }: { from: string; to: string }): TableJob => {
    const during: Action = {
      do: 'filter',
      conditions: [{ column: date.name, operator: 'between', value: [from, to] }],
      match: 'all',
    };
    return {
      kind: 'rows',
      source,
      actions: [during, ...before, { do: 'group', by: keys, figures }],
      end: keys.length > 0 ? { kind: 'rows' } : { kind: 'number', column: figureName(figure) },
    };
  };
  const [one, other] = [spanOf(early), spanOf(late)];
  return {
    first: job(early),
    second: job(late),
    on: keys.map(({ column }) => column),
    names: [one, other],
    asksDifference,
  };
}

const SETS = ['compare', 'difference', 'change'];
const MORE = /\b(?:more|less|fewer|mehr|weniger|plus|moins|m[aá]s|menos|pi[uù]|meno)\b/iu;

const asksPerson = (figures: readonly Figure[]): boolean =>
  figures.some(({ column }) => column?.startsWith('†'));

/** The places of the only two times that are said. */
function twoTimes(view: View): readonly [number, number] | undefined {
  const places = [...view.mentions.keys()].filter(
    (at) => !view.isUsed(at) && view.mentions[at]?.period !== undefined,
  );
  const [one, other, ...more] = places;
  return one === undefined || other === undefined || more.length > 0 ? undefined : [one, other];
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
