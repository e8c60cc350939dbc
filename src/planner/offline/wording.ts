/** What a call does, told from its parameters alone, in English or German. Knows no goal. */

import type { Json } from '../../lib/json.ts';
import type { KnownColumn } from './known-tables.ts';
import type { Action, Condition, Figure, Key } from './request.ts';

export type Tongue = 'en' | 'de';

const AND: Record<Tongue, string> = { en: 'and', de: 'und' };
const OR: Record<Tongue, string> = { en: 'or', de: 'oder' };

/** What a comparison is called between a column and its value. */
const IS: Record<Tongue, Readonly<Record<string, string>>> = {
  en: {
    equals: 'is',
    notEquals: 'is not',
    greaterThan: 'is over',
    atLeast: 'is at least',
    lessThan: 'is under',
    atMost: 'is at most',
    between: 'is between',
    oneOf: 'is one of',
    notOneOf: 'is none of',
    contains: 'contains',
    notContains: 'does not contain',
    startsWith: 'begins with',
    endsWith: 'ends with',
    isEmpty: 'is empty',
    isNotEmpty: 'is not empty',
    before: 'is before',
    after: 'is after',
    onOrBefore: 'is at the latest',
    onOrAfter: 'is at the earliest',
  },
  de: {
    equals: 'ist',
    notEquals: 'ist nicht',
    greaterThan: 'ist über',
    atLeast: 'ist mindestens',
    lessThan: 'ist unter',
    atMost: 'ist höchstens',
    between: 'liegt zwischen',
    oneOf: 'ist eines von',
    notOneOf: 'ist keines von',
    contains: 'enthält',
    notContains: 'enthält nicht',
    startsWith: 'beginnt mit',
    endsWith: 'endet mit',
    isEmpty: 'ist leer',
    isNotEmpty: 'ist nicht leer',
    before: 'ist vor',
    after: 'ist nach',
    onOrBefore: 'ist spätestens',
    onOrAfter: 'ist frühestens',
  },
};
const COMPUTED: Record<Tongue, Readonly<Record<string, string>>> = {
  en: {
    sum: 'total',
    mean: 'average',
    median: 'median',
    min: 'smallest',
    max: 'largest',
    count: 'count',
    distinct: 'number of different',
    percent: 'percentage of',
    share: 'share of',
  },
  de: {
    sum: 'Summe',
    mean: 'Durchschnitt',
    median: 'Median',
    min: 'kleinster Wert',
    max: 'größter Wert',
    count: 'Anzahl',
    distinct: 'Anzahl verschiedener',
    percent: 'Prozentanteil',
    share: 'Anteil',
  },
};
const PARTS: Readonly<Record<string, string>> = {
  day: 'Tag',
  week: 'Woche',
  month: 'Monat',
  quarter: 'Quartal',
  year: 'Jahr',
  weekday: 'Wochentag',
  hour: 'Stunde',
};

const shown = (value: Json | undefined, tongue: Tongue): string =>
  Array.isArray(value)
    ? list(
        value.map((one) => shown(one, tongue)),
        AND[tongue],
      )
    : typeof value === 'string'
      ? value
      : JSON.stringify(value ?? null);

const list = (parts: readonly string[], joint: string): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${joint} ${parts.at(-1)}`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function condition(one: Condition, tongue: Tongue): string {
  if (one.conditions !== undefined) {
    const inner = list(
      one.conditions.map((part) => within(part, one.conditions ?? [], tongue)),
      (one.match === 'any' ? OR : AND)[tongue],
    );
    return one.not === true ? (tongue === 'de' ? `nicht (${inner})` : `not (${inner})`) : inner;
  }
  const figure = one.than === undefined ? undefined : (COMPUTED[tongue][one.than] ?? one.than);
  const than = figure && (tongue === 'de' ? `${figure} aller Zeilen` : `the ${figure} of all rows`);
  const value = than ?? one.valueColumn ?? (one.value === undefined ? '' : shown(one.value, tongue));
  const text = `${one.column} ${IS[tongue][one.operator ?? 'equals'] ?? one.operator}${value === '' ? '' : ` ${value}`}`;
  return one.not === true ? (tongue === 'de' ? `nicht: ${text}` : `not: ${text}`) : text;
}

const key = ({ column, part }: Key, tongue: Tongue): string =>
  part === undefined
    ? column
    : tongue === 'de'
      ? `${PARTS[part] ?? part} (${column})`
      : `${part} of ${column}`;

/** "Payee and month of Date". */
export const keyWords = (keys: readonly Key[], tongue: Tongue): string =>
  list(
    keys.map((one) => key(one, tongue)),
    AND[tongue],
  );

/** What the rows that a filter keeps have in common. */
export const conditionsWords = (
  { conditions, match }: Extract<Action, { do: 'filter' }>,
  tongue: Tongue,
): string =>
  list(
    conditions.map((one) => within(one, conditions, tongue)),
    (match === 'any' ? OR : AND)[tongue],
  );

/** "Status is not cancelled and (Minutes is over 20 or Doctor is Costa)": without brackets it would say the other thing, too. */
function within(one: Condition, beside: readonly Condition[], tongue: Tongue): string {
  const text = condition(one, tongue);
  return one.conditions !== undefined && one.not !== true && beside.length > 1 ? `(${text})` : text;
}

/** One line for a card: "Keep rows where status is open", "Total amount per region". */
export const wordsFor = (
  action: Action,
  tongue: Tongue,
  /** Of the rows it is done to, where they are known. */
  columns: readonly KnownColumn[] = [],
): string =>
  lineFor(action, tongue, columns)
    .replace(/Nach †input\.\w+/gu, 'Nach der gewählten Spalte')
    .replace(/†input\.\w+/gu, tongue === 'de' ? 'die gewählte Spalte' : 'the chosen column');

const LARGEST = { en: 'largest first', de: 'größte zuerst' } as const;
const NEWEST = { en: 'newest first', de: 'neueste zuerst' } as const;

function lineFor(action: Action, tongue: Tongue, columns: readonly KnownColumn[]): string {
  const de = tongue === 'de';
  switch (action.do) {
    case 'filter': {
      const said = conditionsWords(action, tongue);
      return de ? `Zeilen behalten, in denen gilt: ${said}` : `Keep rows where ${said}`;
    }
    case 'derive':
      return de
        ? `Spalte ${action.name} = ${action.formula} hinzufügen`
        : `Add the column ${action.name} = ${action.formula}`;
    case 'expand':
      return de ? `Eine Zeile je Element von ${action.column}` : `A row for each of the ${action.column}`;
    case 'dedupe': {
      const by =
        action.columns.length === 0
          ? ''
          : de
            ? ` nach ${list(action.columns, 'und')}`
            : ` by ${list(action.columns, 'and')}`;
      return de ? `Doppelte Zeilen${by} entfernen` : `Remove duplicate rows${by}`;
    }
    case 'group':
    case 'pivot': {
      const figures = action.do === 'group' ? action.figures : [action.figure];
      const what = list(
        figures.map((figure) => figureWords(figure, tongue)),
        AND[tongue],
      );
      const by = [...action.by, ...(action.do === 'pivot' ? [action.across] : [])];
      return capital(by.length === 0 ? what : `${what} ${de ? 'je' : 'per'} ${keyWords(by, tongue)}`);
    }
    case 'figure': {
      const name = FIGURES[tongue][action.figure] ?? action.figure;
      return de
        ? `${name} (${action.column ?? ''}) neben jede Zeile setzen`
        : `Set the ${name} of ${action.column ?? 'the rows'} beside each row`;
    }
    case 'sort': {
      const isDate = columns.some(({ name, kind }) => name === action.column && kind === 'date');
      const first = action.down ? `, ${(isDate ? NEWEST : LARGEST)[tongue]}` : '';
      const top = action.first === undefined ? undefined : list(action.first, AND[tongue]);
      const order =
        top !== undefined
          ? de
            ? `Zuerst die Zeilen, in denen ${action.column} ${top} ist`
            : `Put the rows first whose ${action.column} is ${top}`
          : de
            ? `Nach ${action.column} sortieren${first}`
            : `Sort by ${action.column}${first}`;
      if (action.limit === undefined) return order;
      const each =
        action.per === undefined
          ? ''
          : de
            ? ` je ${list(action.per, 'und')}`
            : ` of each ${list(action.per, 'and')}`;
      return de ? `${order}, ${action.limit} behalten${each}` : `${order}, and keep ${action.limit}${each}`;
    }
    case 'select':
      return de ? `Nur ${list(action.columns, 'und')} zeigen` : `Show only ${list(action.columns, 'and')}`;
  }
}

/** "total amount", and "sum of total" where the column is called so itself. */
function figureWords({ aggregate, column, as }: Figure, tongue: Tongue): string {
  // A column that was made for this figure says what it is.
  if (column !== undefined && as === column) return column;
  const name = COMPUTED[tongue][aggregate] ?? aggregate;
  if (column === undefined && aggregate === 'percent')
    return tongue === 'de' ? `${name} der Zeilen` : `${name} rows`;
  if (column === undefined) return name;
  if (tongue === 'de') return `${name} (${column})`;
  return aggregate === 'sum' && /^(?:total|sum)/iu.test(column) ? `sum of ${column}` : `${name} ${column}`;
}

const FIGURES: Record<Tongue, Readonly<Record<string, string>>> = {
  en: {
    rank: 'rank',
    runningTotal: 'running total',
    percentChange: 'change in percent',
    difference: 'difference to the row before',
    percent: 'percentage',
  },
  de: {
    rank: 'Rang',
    runningTotal: 'laufende Summe',
    percentChange: 'Veränderung in Prozent',
    difference: 'Unterschied zur Zeile davor',
    percent: 'Prozentanteil',
  },
};

/** "total amount is over 5", as a decision is told. */
export const comparisonWords = (
  what: string,
  operator: string,
  to: string | number,
  tongue: Tongue,
): string => `${what} ${IS[tongue][operator] ?? operator} ${to}`;

/** Sentences of other calls. */
export const LINES = {
  lines: (tongue: Tongue) => (tongue === 'de' ? 'Eine Zeile je Stück' : 'One a line'),
  read: (name: string, tongue: Tongue) => (tongue === 'de' ? `${name} lesen` : `Read ${name}`),
  place: (place: string, name: string, tongue: Tongue) =>
    tongue === 'de' ? `Die Liste ${place} aus ${name} nehmen` : `Take the list ${place} of ${name}`,
  join: (left: string, right: string, on: string, tongue: Tongue) =>
    tongue === 'de' ? `${left} und ${right} über ${on} verbinden` : `Join ${left} and ${right} by ${on}`,
  alone: (left: string, right: string, on: string, tongue: Tongue) =>
    tongue === 'de'
      ? `Zeilen von ${left} ohne Gegenstück in ${right} (${on})`
      : `Rows of ${left} without a partner in ${right} by ${on}`,
  append: (names: readonly string[], tongue: Tongue) =>
    tongue === 'de' ? `${list(names, 'und')} aneinanderhängen` : `Append ${list(names, 'and')}`,
  count: (tongue: Tongue) => (tongue === 'de' ? 'Zeilen zählen' : 'Count the rows'),
  matches: (tongue: Tongue) => (tongue === 'de' ? 'Fundstellen zählen' : 'Count the matches'),
  list: (column: string, tongue: Tongue) =>
    tongue === 'de' ? `Verschiedene ${column} auflisten` : `List the different ${column}`,
  statistics: (column: string, tongue: Tongue) =>
    tongue === 'de' ? `Kennzahlen von ${column}` : `Statistics of ${column}`,
  chart: (mark: string, x: string, y: string, tongue: Tongue) =>
    tongue === 'de' ? `Diagramm (${mark}): ${y} je ${x}` : `Chart (${mark}) of ${y} by ${x}`,
  noPie: (tongue: Tongue) =>
    tongue === 'de'
      ? 'Ein Kreisdiagramm gibt es hier nicht: dies sind Balken.'
      : 'There is no pie chart here: these are bars.',
  change: (name: string, isPercent: boolean, tongue: Tongue) =>
    tongue === 'de'
      ? `Veränderung${isPercent ? ' in Prozent' : ''}: ${name}`
      : `Change${isPercent ? ' in percent' : ''}: ${name}`,
  unjoined: (left: string, right: string, tongue: Tongue) =>
    tongue === 'de'
      ? `${left} und ${right} verbinden: über welche Spalte der einen und welche der anderen?`
      : `Join ${left} and ${right}: by which column of the one, and which of the other?`,
  save: (name: string, tongue: Tongue) => (tongue === 'de' ? `Als ${name} speichern` : `Save as ${name}`),
  report: (title: string, tongue: Tongue) =>
    tongue === 'de' ? `Bericht „${title}“ schreiben` : `Write the report "${title}"`,
  decide: (said: string, tongue: Tongue) => (tongue === 'de' ? `Entscheiden: ${said}?` : `Decide: ${said}?`),
  holds: (said: string, holds: boolean, tongue: Tongue) =>
    tongue === 'de'
      ? `${holds ? 'Es gilt' : 'Es gilt nicht'}: ${said}.`
      : `${holds ? 'It holds' : 'It does not hold'} that ${said}.`,
  nothingSaid: (tongue: Tongue) =>
    tongue === 'de' ? 'Für diesen Fall war nichts verlangt.' : 'Nothing was asked for in that case.',
  /** What a note says where rows were looked for: that here they are, or that there are none. */
  thereThey: (said: string, are: boolean, tongue: Tongue) =>
    tongue === 'de'
      ? are
        ? `Zeilen, in denen gilt: ${said}`
        : `Es gibt keine Zeilen, in denen gilt: ${said}.`
      : are
        ? `Rows where ${said}:`
        : `There are no rows where ${said}.`,
  note: (tongue: Tongue) => (tongue === 'de' ? 'Notieren' : 'Write a note'),
  thereAre: (said: string, tongue: Tongue) =>
    tongue === 'de' ? `es gibt Zeilen, in denen gilt: ${said}` : `there are rows where ${said}`,
  rows: (tongue: Tongue) => (tongue === 'de' ? 'Zahl der Zeilen' : 'the number of rows'),
  split: (key: string, tongue: Tongue) => (tongue === 'de' ? `Aufteilen nach ${key}` : `Split by ${key}`),
  forEach: (key: string, tongue: Tongue) => (tongue === 'de' ? `Für jeden Teil (${key})` : `For each ${key}`),
  fileName: (tongue: Tongue) => (tongue === 'de' ? 'Datei benennen' : 'Name the file'),
  ownFile: (ending: string, tongue: Tongue) =>
    tongue === 'de' ? `${ending}-Datei des Teils` : `a ${ending} file of its own`,
  contains: (words: string, tongue: Tongue) =>
    tongue === 'de' ? `enthält „${words}“` : `mentions "${words}"`,
  table: (tongue: Tongue) => (tongue === 'de' ? 'Als Tabelle setzen' : 'Lay out as a table'),
} as const;
