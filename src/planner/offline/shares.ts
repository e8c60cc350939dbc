/** "what percentage of the loans are late": of all rows, or of each group, how many hold. Knows no mention. */

import type { Json } from '../../lib/json.ts';
import { figureName } from './figure-names.ts';
import { isIntensive, type KnownColumn } from './known-tables.ts';
import { inFormula } from './new-column.ts';
import type { Shared } from './read-shares.ts';
import type { Action, Condition, End, Figure, Key } from './request.ts';
import type { Tongue } from './wording.ts';

/** What is reckoned for a row that holds: a hundred, so that the average is in percent, or what is measured of it. */
const PERCENT = 'percent';

/** The column whose average is the share of the rows that hold; undefined where no formula says the conditions. */
export function holding(conditions: readonly Condition[]): Extract<Action, { do: 'derive' }> | undefined {
  const test = testOf(conditions, 'all');
  if (test === undefined) return undefined;
  return { do: 'derive', name: PERCENT, formula: `${test} ? 100 : 0`, numeric: true };
}

/** One for a row that holds and nought for any other; undefined where no formula says the conditions. */
export function countOf(conditions: readonly Condition[]): string | undefined {
  const test = testOf(conditions, 'all');
  return test === undefined ? undefined : `${test} ? 1 : 0`;
}

/** The one text for a row that holds and the other for any other. */
export function labelOf(conditions: readonly Condition[], held: string, other: string): string | undefined {
  const test = testOf(conditions, 'all');
  return test === undefined ? undefined : `${test} ? ${JSON.stringify(held)} : ${JSON.stringify(other)}`;
}

/** What the share is called once it is reckoned. */
export const SHARE: Figure = { aggregate: 'mean', column: PERCENT };

/** What a column holds in the rows that hold, and something else in the others; undefined where no formula says the conditions. */
export function cellWhere(
  conditions: readonly Condition[],
  column: string,
  other: string,
): string | undefined {
  const test = testOf(conditions, 'all');
  return test === undefined ? undefined : `${test} ? ${inFormula(column)} : ${other}`;
}

/** The column of what is measured in the rows that hold, and nothing in the others. */
function heldOf(
  conditions: readonly Condition[],
  column: string,
): Extract<Action, { do: 'derive' }> | undefined {
  const formula = cellWhere(conditions, column, '0');
  return formula === undefined
    ? undefined
    : { do: 'derive', name: `${column} of those`, formula, numeric: true };
}

const SIGNS: Readonly<Record<string, string>> = {
  equals: '==',
  notEquals: '!=',
  greaterThan: '>',
  atLeast: '>=',
  lessThan: '<',
  atMost: '<=',
  before: '<',
  after: '>',
  onOrBefore: '<=',
  onOrAfter: '>=',
};

function testOf(conditions: readonly Condition[], match: 'all' | 'any'): string | undefined {
  const tests = conditions.map(one);
  if (tests.length === 0 || tests.some((test) => test === undefined)) return undefined;
  return `(${tests.join(match === 'all' ? ' and ' : ' or ')})`;
}

function one({
  column,
  operator = 'equals',
  value,
  valueColumn,
  conditions,
  match,
  not,
}: Condition): string | undefined {
  if (conditions !== undefined) {
    const inner = testOf(conditions, match ?? 'all');
    return inner === undefined ? undefined : not === true ? `not ${inner}` : inner;
  }
  if (column === undefined || not === true) return undefined;
  const name = inFormula(column);
  if (valueColumn !== undefined) {
    const sign = SIGNS[operator];
    return sign === undefined ? undefined : `ifEmpty(${name} ${sign} ${inFormula(valueColumn)}, 0)`;
  }
  if (operator === 'oneOf' || operator === 'notOneOf') {
    if (!Array.isArray(value)) return undefined;
    const [sign, joint] = operator === 'oneOf' ? ['==', 'or'] : ['!=', 'and'];
    return `ifEmpty(${value.map((cell) => `${name} ${sign} ${written(cell)}`).join(` ${joint} `)}, 0)`;
  }
  if (operator === 'between' && Array.isArray(value))
    return `ifEmpty(${name} >= ${written(value[0] ?? '')} and ${name} <= ${written(value[1] ?? '')}, 0)`;
  if (operator === 'isEmpty') return `isEmpty(${name})`;
  if (operator === 'isNotEmpty') return `not isEmpty(${name})`;
  if (operator === 'contains' && typeof value === 'string')
    return `ifEmpty(contains(${name}, ${written(value)}), 0)`;
  const sign = SIGNS[operator];
  return sign === undefined || value === undefined || typeof value === 'object'
    ? undefined
    : // What is empty does not hold.
      `ifEmpty(${name} ${sign} ${written(value)}, 0)`;
}

const written = (value: Json): string =>
  typeof value === 'number' ? String(value) : JSON.stringify(String(value));

/** What a share may be of, besides rows. */
interface Of {
  readonly keys: readonly Key[];
  readonly figures: readonly Figure[];
  readonly free: string | undefined;
  readonly given: { readonly columns: readonly KnownColumn[]; readonly late: () => readonly string[] };
}

/** The share of those that hold in all rows or in each group, or in what is measured; undefined where none is asked for. */
export function sharedIn(
  { of, held, isSaid }: Shared,
  { keys, figures, free, given }: Of,
): { actions: Action[]; end: End } | undefined {
  const measure = figures.find(({ aggregate }) => aggregate === 'sum')?.column ?? free;
  if (held.length === 0) return undefined;
  // "the share of each channel in the revenue of confirmed bookings" tells the channels apart.
  if (keys.length > 0 && !isSaid && (figures.length > 0 || measure !== undefined)) return undefined;
  const late = measure ?? (keys.length === 0 ? given.late()[0] : undefined);
  const column = given.columns.find(({ name }) => name === late);
  const whole = column === undefined || isIntensive(column) ? undefined : column;
  const part = whole === undefined ? holding(held) : heldOf(held, whole.name);
  if (part === undefined) return undefined;
  const before: Action[] = of.length === 0 ? [part] : [{ do: 'filter', conditions: of, match: 'all' }, part];
  if (whole === undefined)
    return {
      actions: [...before, { do: 'group', by: keys, figures: [SHARE] }],
      end: keys.length === 0 ? { kind: 'number', column: figureName(SHARE) } : { kind: 'rows' },
    };
  const both = [part.name, whole.name].map((name): Figure => ({ aggregate: 'sum', column: name }));
  const [above, below] = both.map((figure) => inFormula(figureName(figure)));
  const name = figureName(SHARE);
  return {
    actions: [
      ...before,
      { do: 'group', by: keys, figures: both },
      { do: 'derive', name, formula: `${above} / ${below} * 100`, numeric: true },
      ...(keys.length === 0 ? [{ do: 'select', columns: [name] } as const] : []),
    ],
    end: { kind: 'rows' },
  };
}

/** What the person has to say where each is the whole, and no column is said to be. */
export const wholeOf = (words: string, tongue: Tongue): string =>
  tongue === 'de'
    ? `„${words}“: sag, welche Spalte durch welche geteilt wird`
    : `"${words}": say which column is divided by which`;

/** What the person has to say where a figure is asked for beside the first rows of each. */
export const ofThose = (figure: string, tongue: Tongue): string =>
  tongue === 'de'
    ? `${figure}: sag, ob es von diesen Zeilen allein oder von allen gelten soll`
    : `${figure}: say whether it is of those rows alone, or of all`;

/** Marks and temperatures are added up by nobody, and have no shares. */
export const sharedMarks = (column: string, tongue: Tongue): string =>
  tongue === 'de'
    ? `Anteil von „${column}“: sag, welche Zeilen zählen`
    : `share of "${column}": say which rows count`;
