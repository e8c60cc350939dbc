/** What the condition of a decision compares: a figure, a count of rows, two figures, a text. Knows no way out. */

import type { Json } from '../../lib/json.ts';
import type { Made } from './compile.ts';
import { figureName } from './figure-names.ts';
import type { Mention } from './mention.ts';
import { readRows } from './read-rows.ts';
import { columnsOfSource, sourcesFor } from './read-source.ts';
import type { Reading } from './reading.ts';
import type { Action, Condition, Source, TableJob } from './request.ts';
import type { View } from './view.ts';
import { LINES } from './wording.ts';

const EVERY = /^(?:every|each|all|jede[rsn]?|alle|chaque|cada|ogni)$/iu;

/** What a condition compares: a figure with a number, how many rows there are, two figures, a text with words. */
export function questionOf(
  reading: Reading,
  condition: Mention[],
):
  | {
      value: string;
      operator: string;
      compareTo?: Json;
      said: string;
      rows?: { made: Made; source: Source };
    }
  | undefined {
  const text = textQuestion(reading, condition);
  if (text !== undefined) return text;
  // Whether all rows meet something is another question than whether any does.
  if (condition.slice(0, 2).some(({ meanings, text: word }) => meanings.has('each') || EVERY.test(word)))
    return undefined;
  const source =
    sourcesFor(condition, reading.said.files, reading.used) ??
    sourcesFor(reading.said.mentions, reading.said.files, reading.used);
  if (source === undefined) return undefined;
  const view = reading.view(condition, columnsOfSource(source));
  for (const [at, mention] of condition.entries())
    if (mention.files.length > 0 && reading.namesAFile(mention)) view.use(at);
  const two = twoFigures(reading, view, source);
  if (two !== undefined) return two;
  const compared = comparedNumber(view);
  // "if it is over 4": the figure that was asked about before.
  if (
    compared !== undefined &&
    reading.figure !== undefined &&
    condition.every(({ columns, cells, small }) => small || columns.length + cells.length === 0)
  ) {
    view.use(compared.from, compared.to);
    return { ...reading.figure, operator: compared.operator, compareTo: compared.number };
  }
  const every = condition.findIndex(({ text: word }) =>
    /^(?:every|all|each|alle|jede|jeder|jedes|tous|todos|tutti)$/iu.test(word),
  );
  if (compared !== undefined && (compared.counts || compared.figure)) view.use(compared.from, compared.to);
  const read = readRows(view);
  reading.doubts.push(...view.doubts);
  const base: TableJob = { kind: 'rows', source, actions: read.actions, end: read.end };
  if (compared?.figure && read.end.kind === 'number') {
    const made = reading.compiler.job(base);
    reading.figure = { value: made.reference, said: read.end.column };
    return {
      value: made.reference,
      operator: compared.operator,
      compareTo: compared.number,
      said: `${read.end.column} ${compared.operator} ${compared.number}`,
    };
  }
  const filters = read.actions.filter(({ do: what }) => what === 'filter');
  const actions = every >= 0 && filters.length === 1 ? negated(filters) : filters;
  if (actions.length === 0 && compared === undefined) return undefined;
  const made = reading.compiler.job({ kind: 'rows', source, actions, end: { kind: 'rows' } });
  const count = countOf(reading, made);
  const none = condition.some(({ meanings }) => meanings.has('none'));
  const [operator, compareTo] = compared?.counts
    ? [compared.operator, compared.number]
    : every >= 0 || none
      ? ['equals', 0]
      : ['greaterThan', 0];
  return {
    value: count,
    operator,
    compareTo,
    said: `${count.replace(/^†state\./u, '')} ${operator} ${compareTo}`,
    rows: { made, source },
  };
}

function countOf(reading: Reading, made: Made): string {
  return reading.compiler.call(
    'queryJson',
    { data: made.reference, expression: '$count($)' },
    LINES.count(reading.compiler.tongue),
  );
}

function textQuestion(
  reading: Reading,
  condition: readonly Mention[],
): { value: string; operator: string; compareTo: Json; said: string } | undefined {
  const [file] = reading.said.files.filter(({ kind }) => kind === 'text');
  const at = condition.findIndex(({ meanings }) => meanings.has('cmp:contains'));
  const view = reading.view(condition, []);
  const words = at < 0 ? undefined : view.wordsOr(at + 1);
  if (file === undefined || words === undefined) return undefined;
  view.use(at, words.to);
  for (const mention of condition) if (mention.files.includes(file)) reading.used.add(mention);
  const { reference } = reading.compiler.text({ kind: 'text', file, does: '', settings: {} });
  return {
    value: reference,
    operator: 'contains',
    compareTo: words.value,
    said: `${file.name} contains ${words.value}`,
  };
}

/** "the North sold more than the South": the same figure for two cells of one column. */
function twoFigures(
  reading: Reading,
  view: View,
  source: Source,
): { value: string; operator: string; compareTo: string; said: string } | undefined {
  const cells = view.mentions.flatMap((_, at) =>
    view.isWish(at)
      ? []
      : view
          .cells(at)
          .slice(0, 1)
          .map((cell) => ({ ...cell, at })),
  );
  const [a, b] = cells;
  if (a === undefined || b === undefined || a.column !== b.column || a.value === b.value) return undefined;
  const more = view.mentions.findIndex(
    ({ meanings, text }) =>
      meanings.has('cmp:gt') || meanings.has('cmp:lt') || /^(?:more|less|fewer|mehr|weniger)$/iu.test(text),
  );
  if (more < 0 || view.mentions.some(({ number }) => number !== undefined)) return undefined;
  const less = view.has(more, 'cmp:lt') || /less|fewer|weniger/iu.test(view.mentions[more]?.text ?? '');
  const total = view.mentions.findIndex((_, at) => view.has(at, 'agg:sum', 'agg:mean'));
  const measure =
    view.mentions.map((_, at) => view.column(at, 'number')).find((column) => column !== undefined) ??
    (total >= 0 || !view.mentions.some(({ files }) => files.length > 0) ? view.defaultNumber() : undefined);
  const counts = total < 0 && (more < a.at || measure === undefined);
  view.use(0, view.mentions.length);
  const figure = (value: string): string => {
    const actions: Action[] = [
      { do: 'filter', conditions: [{ column: a.column, operator: 'equals', value }], match: 'all' },
      {
        do: 'group',
        by: [],
        figures: [
          counts || measure === undefined
            ? { aggregate: 'count' }
            : {
                aggregate: total >= 0 && view.mentions[total]?.meanings.has('agg:mean') ? 'mean' : 'sum',
                column: measure.name,
              },
        ],
      },
    ];
    const column =
      counts || measure === undefined
        ? 'count'
        : figureName({
            aggregate: total >= 0 && view.mentions[total]?.meanings.has('agg:mean') ? 'mean' : 'sum',
            column: measure.name,
          });
    return reading.compiler.job({ kind: 'rows', source, actions, end: { kind: 'number', column } }).reference;
  };
  return {
    value: figure(a.value),
    operator: less ? 'lessThan' : 'greaterThan',
    compareTo: figure(b.value),
    said: `${a.value} ${less ? '<' : '>'} ${b.value}`,
  };
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

/** "over 30000" beside a figure, "more than 20 orders". */
function comparedNumber(
  view: View,
):
  | { operator: string; number: number; from: number; to: number; counts: boolean; figure: boolean }
  | undefined {
  const OPERATORS: readonly (readonly [string, string])[] = [
    ['cmp:gte', 'atLeast'],
    ['cmp:lte', 'atMost'],
    ['cmp:gt', 'greaterThan'],
    ['cmp:lt', 'lessThan'],
    ['cmp:eq', 'equals'],
  ];
  for (let at = view.mentions.length - 1; at >= 0; at--) {
    const operator = OPERATORS.find(([meaning]) => view.has(at, meaning))?.[1];
    const value = operator === undefined ? undefined : view.nextValue(at + 1, 2);
    const number = view.mentions[value ?? -1]?.number;
    if (operator === undefined || value === undefined || number === undefined) continue;
    const figure = view.mentions.some(
      (_, i) => i < at && view.has(i, 'agg:sum', 'agg:mean', 'agg:median', 'agg:count', 'agg:max', 'agg:min'),
    );
    const before = view.previousSaid(at - 1);
    const own = before !== undefined && view.column(before, 'number') !== undefined;
    const counts = !figure && !own;
    const to = counts && (view.mentions[value + 1]?.files.length ?? 0) > 0 ? value + 2 : value + 1;
    return { operator, number, from: at, to, counts, figure };
  }
  return undefined;
}
