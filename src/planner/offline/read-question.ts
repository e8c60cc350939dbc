/** What the condition of a decision compares: a figure, a count of rows, two figures, a text. Knows no way out. */

import type { Json } from '../../lib/json.ts';
import type { Made } from './compile.ts';
import { figureName } from './figure-names.ts';
import type { KnownColumn } from './known-tables.ts';
import { measuring } from './measuring.ts';
import type { Mention } from './mention.ts';
import { readRows } from './read-rows.ts';
import { columnsOfSource, sourcesFor } from './read-source.ts';
import type { Reading } from './reading.ts';
import type { Action, Condition, Source, TableJob } from './request.ts';
import type { View } from './view.ts';
import { comparisonWords, conditionsWords, LINES } from './wording.ts';

/** Rows that a condition is about, for what a way does with them. */
export interface RowsFound {
  readonly made: Made;
  readonly source: Source;
}

export interface Asked {
  readonly value: string;
  readonly operator: string;
  readonly compareTo?: Json;
  readonly said: string;
  /** Rows that a way may mean by "them"; counted, they are what is decided about. */
  readonly rows?: RowsFound;
  readonly isCount?: true;
  /** What the rows have in common that are asked about, where it is whether there are any. */
  readonly common?: string;
}

/** What is compared with what; undefined where that can't be told. */
export function questionOf(reading: Reading, condition: readonly Mention[]): Asked | undefined {
  return (
    textQuestion(reading, condition) ??
    reading.orUndone(() => twoFiles(reading, condition)) ??
    reading.orUndone(() => ofRows(reading, condition))
  );
}

function ofRows(reading: Reading, condition: readonly Mention[]): Asked | undefined {
  const { compiler, said } = reading;
  const source = sourcesFor(condition, reading, said.files) ?? sourcesFor(said.mentions, reading, said.files);
  if (source === undefined) return undefined;
  const view = reading.view(condition, columnsOfSource(source));
  for (const [at, mention] of condition.entries())
    if (mention.files.length > 0 && reading.namesAFile(mention)) view.use(at);
  const two = twoFigures(reading, view, source);
  if (two !== undefined) return two;
  if (comparisonAt(view) !== undefined && isOfTwo(view)) return undefined;
  const compared = comparedNumber(view);
  // "if it is over 4": the figure that was asked about before.
  const isAgain = condition.every(
    ({ columns, cells, small }) => small || columns.length + cells.length === 0,
  );
  if (compared !== undefined && reading.figure !== undefined && isAgain && compared.of !== 'rows') {
    view.use(compared.from, compared.to);
    return asked(reading, reading.figure.value, reading.figure.said, compared);
  }
  const quantity = quantityIn(view);
  if (compared?.of === 'cells' && quantity === undefined && isUnnamed(view, compared))
    return totalAsked(reading, view, source, compared);
  if (compared?.of === 'figure' || compared?.of === 'rows') view.use(compared.from, compared.to);
  const read = readRows(view);
  reading.doubts.push(...view.doubts);
  if (compared?.of === 'figure') {
    const job: TableJob = { kind: 'rows', source, actions: read.actions, end: read.end };
    if (read.end.kind !== 'number') return undefined;
    const { reference } = compiler.job(job);
    reading.figure = { value: reference, said: read.end.column };
    const made = asked(reading, reference, read.end.column, compared);
    const actions = read.actions.filter(({ do: what }) => what === 'filter');
    if (actions.length === 0) return made;
    const rows = { made: compiler.job({ kind: 'rows', source, actions, end: { kind: 'rows' } }), source };
    return { ...made, rows };
  }
  const rows = rowsAsked(read.actions, quantity === 'every');
  const isWhole = rows.length === 0 && source.kind !== 'join' && compared?.of !== 'rows';
  if (isWhole) return undefined;
  const made = compiler.job({ kind: 'rows', source, actions: rows, end: { kind: 'rows' } });
  const [operator, compareTo] =
    compared?.of === 'rows'
      ? [compared.operator, compared.number]
      : quantity === 'every' || quantity === 'none'
        ? ['equals', 0]
        : ['greaterThan', 0];
  const [only] = rows;
  const isThere = compared?.of !== 'rows' && operator === 'greaterThan' && rows.length === 1;
  const common = isThere && only?.do === 'filter' ? conditionsWords(only, compiler.tongue) : undefined;
  return {
    ...asked(reading, countOf(reading, made), LINES.rows(compiler.tongue), { operator, number: compareTo }),
    ...(common === undefined ? {} : { common, said: LINES.thereAre(common, compiler.tongue) }),
    rows: { made, source },
    isCount: true,
  };
}

const asked = (
  { compiler }: Reading,
  value: string,
  said: string,
  { operator, number }: { operator: string; number: number },
): Asked => ({
  value,
  operator,
  compareTo: number,
  said: comparisonWords(said, operator, number, compiler.tongue),
});

/** The rows a condition is about: those that meet it, or, of "all", those that do not. */
function rowsAsked(actions: readonly Action[], isEvery: boolean): Action[] {
  const filters = actions.filter(({ do: what }) => what === 'filter');
  if (filters.length > 0) return isEvery ? negated(filters) : filters;
  return actions.filter(({ do: what }) => what !== 'select' && what !== 'sort');
}

/** "if we raised more than 20000": of the one figure that a table has, the total is meant. */
function totalAsked(reading: Reading, view: View, source: Source, compared: Compared): Asked | undefined {
  const measure = view.defaultNumber();
  if (measure === undefined || measure.name.startsWith('†')) return undefined;
  view.use(compared.from, compared.to);
  const column = figureName({ aggregate: 'sum', column: measure.name });
  const read = readRows(view);
  const actions: Action[] = [
    ...read.actions.filter(({ do: what }) => what === 'filter'),
    { do: 'group', by: [], figures: [{ aggregate: 'sum', column: measure.name }] },
  ];
  const made = reading.compiler.job({ kind: 'rows', source, actions, end: { kind: 'number', column } });
  return asked(reading, made.reference, column, compared);
}

/** Whether no column of numbers stands beside the number. */
const isUnnamed = (view: View, { from, to }: Compared): boolean =>
  view.mentions.every((_, at) => at < from - 4 || at > to + 2 || view.column(at, 'number') === undefined);

/** Two cells of one column: set against each other, no row is both. */
const isOfTwo = (view: View): boolean => {
  const columns = view.mentions.flatMap((_, at) =>
    view.isWish(at) ? [] : (view.cells(at)[0]?.column ?? []),
  );
  return new Set(columns).size < columns.length;
};

const ONE = /^(?:an?|one|eine?[mnrs]?|une?|unos?|unas?)$/iu;

/** Whether any, all or none of the rows is spoken of: said at the beginning. Uses up the word. */
function quantityIn(view: View): 'any' | 'every' | 'none' | undefined {
  const places = [...view.mentions.keys()].filter((at) => view.mentions[at]?.mark === undefined).slice(0, 3);
  for (const at of places) {
    if (view.has(at, 'none')) {
      view.use(at);
      return 'none';
    }
    if (view.has(at, 'every', 'each')) {
      view.use(at);
      return 'every';
    }
    if (view.has(at, 'any', 'exists')) {
      view.use(at);
      return 'any';
    }
    // "if a month is over 1000": one of them, and not all together.
    if (ONE.test(view.mentions[at]?.text ?? '') && view.column(at + 1, 'label') !== undefined) {
      view.use(at, at + 2);
      return 'any';
    }
    if (view.mentions[at]?.small !== true) break;
  }
  // "if we earn less than 1000 in a month": of each of them, wherever it is said.
  const within = view.mentions.findIndex(
    ({ text }, at) =>
      IN.test(text) &&
      (ONE.test(view.mentions[at + 1]?.text ?? '') || view.has(at + 1, 'any')) &&
      view.column(at + 2, 'label') !== undefined,
  );
  if (within < 0) return undefined;
  view.use(within, within + 3);
  return 'any';
}

const IN = /^(?:in|within|during|innerhalb|während|dans|pendant|en|durante)$/iu;

const countOf = ({ compiler }: Reading, made: Made): string =>
  compiler.call('queryJson', { data: made.reference, expression: '$count($)' }, LINES.count(compiler.tongue));

function textQuestion(reading: Reading, condition: readonly Mention[]): Asked | undefined {
  const texts = reading.said.files.filter(({ kind }) => kind === 'text');
  const file = texts.find((one) => condition.some(({ files }) => files.includes(one))) ?? texts[0];
  const at = condition.findIndex(({ meanings }) => meanings.has('cmp:contains'));
  const view = reading.view(condition, []);
  const words = at < 0 ? undefined : view.wordsOr(at + 1);
  if (file === undefined || words === undefined) return undefined;
  view.use(at, words.to);
  const isNot = condition.slice(0, at).findIndex(({ meanings }) => meanings.has('not'));
  if (isNot >= 0) view.use(isNot);
  for (const mention of condition) if (mention.files.includes(file)) reading.used.add(mention);
  const { reference } = reading.compiler.text({ kind: 'text', file, does: '', settings: {} });
  const operator = isNot >= 0 ? 'notContains' : 'contains';
  return {
    value: reference,
    operator,
    compareTo: words.value,
    said: comparisonWords(file.name, operator, words.value, reading.compiler.tongue),
  };
}

/** Where one thing is said to be more or less than another: no number is named. */
function comparisonAt({ mentions, has }: View): { at: number; less: boolean } | undefined {
  if (mentions.some(({ number, period }) => number !== undefined && period === undefined)) return undefined;
  const at = mentions.findIndex((_, i) =>
    has(i, 'cmp:gt', 'cmp:lt', 'cmp:gte', 'cmp:lte', 'than:more', 'than:less'),
  );
  return at < 0 ? undefined : { at, less: has(at, 'cmp:lt', 'cmp:lte', 'than:less') };
}

/** "the total revenue of q2 is higher than that of q1": the same figure of two tables. */
function twoFiles(reading: Reading, condition: readonly Mention[]): Asked | undefined {
  const { compiler, said } = reading;
  const named = condition.filter(({ files }) => files.length === 1 && files[0]?.tables.length === 1);
  const [left, right] = named;
  const [one, two] = [left?.files[0], right?.files[0]];
  if (one === undefined || two === undefined || one === two) return undefined;
  const place = comparisonAt(reading.view(condition, []));
  if (place === undefined || condition.indexOf(right as Mention) < place.at) return undefined;
  const source = (file: typeof one): Source => ({ kind: 'table', of: { file, table: 0 } });
  const rest = condition.filter((mention, at) => !named.includes(mention) && at !== place.at);
  for (const mention of [...named, condition[place.at]]) reading.use(mention);
  const view = reading.view(rest, columnsOfSource(source(one)));
  const read = readRows(view);
  const end = read.end.kind === 'number' ? read : counted(read.actions);
  const figure = (file: typeof one) =>
    compiler.job({ kind: 'rows', source: source(file), actions: end.actions, end: end.end }).reference;
  if (said.files.every(({ name }) => name !== one.name)) return undefined;
  return compares(reading, [one.name, figure(one)], [two.name, figure(two)], place.less);
}

const counted = (actions: readonly Action[]): Pick<TableJob, 'actions' | 'end'> => ({
  actions: [
    ...actions.filter(({ do: what }) => what === 'filter'),
    { do: 'group', by: [], figures: [{ aggregate: 'count' }] },
  ],
  end: { kind: 'number', column: 'count' },
});

const compares = (
  { compiler }: Reading,
  [one, value]: readonly [string, string],
  [two, compareTo]: readonly [string, string],
  less: boolean,
): Asked => {
  const operator = less ? 'lessThan' : 'greaterThan';
  return { value, operator, compareTo, said: comparisonWords(one, operator, two, compiler.tongue) };
};

/** "the North sold more than the South": the same figure for two cells of one column, or of two columns. */
function twoFigures(reading: Reading, view: View, source: Source): Asked | undefined {
  const place = comparisonAt(view);
  if (place === undefined) return undefined;
  const cells = view.mentions.flatMap((_, at) =>
    view.isWish(at)
      ? []
      : view
          .cells(at)
          .slice(0, 1)
          .map((cell) => ({ ...cell, at })),
  );
  const [a, b] = cells;
  const aggregate = view.mentions.some((_, at) => view.has(at, 'agg:mean'))
    ? 'mean'
    : view.mentions.some((_, at) => view.has(at, 'agg:median'))
      ? 'median'
      : 'sum';
  const figure = (column: string | undefined, filters: readonly Condition[]): string => {
    const one = column === undefined ? { aggregate: 'count' } : { aggregate, column };
    const actions: Action[] = [
      ...(filters.length === 0 ? [] : [{ do: 'filter', conditions: filters, match: 'all' } as const]),
      { do: 'group', by: [], figures: [one] },
    ];
    return reading.compiler.job({
      kind: 'rows',
      source,
      actions,
      end: { kind: 'number', column: figureName(one) },
    }).reference;
  };
  const measured = view.mentions.flatMap((_, at) => view.column(at, 'number') ?? []);
  if (a === undefined || b === undefined || a.column !== b.column || a.value === b.value) {
    const [one, two] = measured;
    const isFigure = view.mentions.some((_, at) => view.has(at, 'agg:sum', 'agg:mean', 'agg:median'));
    if (one === undefined || two === undefined || one === two || cells.length > 0 || !isFigure)
      return undefined;
    view.use(0, view.mentions.length);
    return compares(reading, [one.name, figure(one.name, [])], [two.name, figure(two.name, [])], place.less);
  }
  const isTotal = view.mentions.some((_, at) => view.has(at, 'agg:sum', 'agg:mean', 'agg:median'));
  const measure = measured[0] ?? meantBy(view);
  const isCount = measure === undefined && !isTotal && place.at < a.at;
  const column = isCount ? undefined : (measure ?? defaultOf(view, isTotal));
  if (column?.name.startsWith('†')) return undefined;
  view.use(0, view.mentions.length);
  const of = (value: string) => figure(column?.name, [{ column: a.column, operator: 'equals', value }]);
  return compares(reading, [a.value, of(a.value)], [b.value, of(b.value)], place.less);
}

/** Without a word for it: rows that are files' things are counted, else the one figure there is. */
const defaultOf = (view: View, isTotal: boolean): KnownColumn | undefined =>
  isTotal || !view.mentions.some(({ files }) => files.length > 0) ? view.defaultNumber() : undefined;

/** "more expensive", "heavier": the one column that such a word measures. */
function meantBy(view: View): KnownColumn | undefined {
  for (const { meanings } of view.mentions)
    for (const meaning of meanings) {
      const [found, ...others] = meaning.startsWith('of:') ? measuring(meaning.slice(3), view.columns) : [];
      if (found !== undefined && others.length === 0 && !found.isTurned) return found.column;
    }
  return undefined;
}

const negated = (filters: readonly Action[]): Action[] =>
  filters.map((action) =>
    action.do === 'filter'
      ? {
          do: 'filter',
          conditions: [{ conditions: action.conditions as Condition[], match: action.match, not: true }],
          match: 'all',
        }
      : action,
  );

interface Compared {
  readonly operator: string;
  readonly number: number;
  readonly from: number;
  readonly to: number;
  /** What the number is compared with: a figure of all rows, how many rows there are, or their cells. */
  readonly of: 'figure' | 'rows' | 'cells';
}

const OPERATORS: readonly (readonly [string, string])[] = [
  ['cmp:gte', 'atLeast'],
  ['cmp:lte', 'atMost'],
  ['cmp:gt', 'greaterThan'],
  ['cmp:lt', 'lessThan'],
  ['cmp:eq', 'equals'],
];

/** "over 30000" beside a figure, "more than 20 orders". */
function comparedNumber(view: View): Compared | undefined {
  for (let at = view.mentions.length - 1; at >= 0; at--) {
    const operator = OPERATORS.find(([meaning]) => view.has(at, meaning))?.[1];
    const value = operator === undefined ? undefined : view.nextValue(at + 1, 2);
    const number = view.mentions[value ?? -1]?.number;
    if (operator === undefined || value === undefined || number === undefined) continue;
    const isFigure = view.mentions.some((_, i) =>
      view.has(i, 'agg:sum', 'agg:mean', 'agg:median', 'agg:count', 'agg:max', 'agg:min'),
    );
    const of = isFigure ? 'figure' : countsRows(view, at, value) ? 'rows' : 'cells';
    const counted = of === 'rows' && (view.mentions[value + 1]?.files.length ?? 0) > 0;
    return { operator, number, from: at, to: counted ? value + 2 : value + 1, of };
  }
  return undefined;
}

/** "more than 20 open tickets", "at least 3 of them": what is counted stands behind the number; a column beside it is compared. */
function countsRows(view: View, at: number, value: number): boolean {
  const before = view.previousSaid(at - 1);
  if (before !== undefined && view.column(before, 'number') !== undefined) return false;
  const behind = view.mentions.slice(value + 1, value + 5);
  const stop = behind.findIndex(({ mark }) => mark !== undefined);
  const near = stop < 0 ? behind : behind.slice(0, stop);
  for (const [i, { small, text, meanings, columns, cells, files, period }] of near.entries()) {
    if (/^(?:of|von|davon|rows?|zeilen?|entries|records|times|things|items)$/iu.test(text) && small)
      return true;
    // "more than 800 in a month": what stands behind is where, and not what.
    if (IN.test(text)) return false;
    if (files.length > 0 || cells.length > 0) return true;
    if (period !== undefined || meanings.has('percent')) return false;
    if (columns.length > 0) return view.column(value + 1 + i, 'number') === undefined;
    if (!small && !UNITS.test(text)) return view.mentions.some((_, j) => view.has(j, 'exists'));
  }
  return false;
}

const UNITS =
  /^(?:euros?|dollars?|pounds?|degrees?|grad|percent|prozent|kilos?|kg|km|miles?|hours?|stunden|minutes?|minuten|days?|tage|years?|jahre)$/iu;
