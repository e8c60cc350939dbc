/** Which columns a call of a built-in table tool names, where, and of which table. Knows no plan. */

import { isObject } from '../lib/json.ts';
import type { JsonPath } from '../plan/edit.ts';
import { literal } from './table-columns.ts';

interface ColumnRead {
  readonly name: string;
  /** Inside the call. */
  readonly path: JsonPath;
  /** Parameters that hold the tables it must be in. */
  readonly tables: readonly string[];
}

type Params = Readonly<Record<string, unknown>>;

const ROWS = ['rows'] as const;
/** Which table the names of a parameter are of, by tool; the table tools with one table need no line. */
const TABLES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  joinRows: { on: ['left', 'right'], rightOn: ['right'] },
  compareTables: { on: ['first', 'second'], columns: ['first', 'second'] },
  statistics: { column: ['values'] },
};
/** Parameters that name columns there are, not new ones. */
const NAMING = [
  'column',
  'columns',
  'by',
  'per',
  'orderBy',
  'valueColumn',
  'across',
  'x',
  'y',
  'color',
  'on',
  'rightOn',
];
/** Parameters whose items name columns. */
const HOLDING = ['conditions', 'figures', 'thenBy'];

/** Tools whose columns are looked at. */
export const READS_COLUMNS: ReadonlySet<string> = new Set([
  'filterRows',
  'sortRows',
  'groupRows',
  'selectColumns',
  'removeDuplicates',
  'listColumn',
  'addDatePart',
  'addFigure',
  'pivotRows',
  'unpivotRows',
  'expandRows',
  'splitRows',
  'makeChart',
  ...Object.keys(TABLES),
]);

export function columnsRead(tool: string, params: Params): ColumnRead[] {
  const found: ColumnRead[] = [];
  const add = (value: unknown, path: JsonPath, tables: readonly string[]): void => {
    const name = literal(value);
    if (name !== undefined) found.push({ name, path, tables });
  };
  const walk = (part: Params, path: JsonPath): void => {
    for (const key of NAMING) {
      const tables = tablesOf(tool, key, params);
      const value = part[key];
      if (tables === undefined || value === undefined) continue;
      if (!Array.isArray(value)) add(value, [...path, key], tables);
      else
        for (const [at, item] of value.entries()) {
          if (isObject(item)) walk(item, [...path, key, at]);
          else add(item, [...path, key, at], tables);
        }
    }
    for (const key of HOLDING) {
      const items = part[key];
      if (!Array.isArray(items)) continue;
      for (const [at, item] of items.entries()) if (isObject(item)) walk(item, [...path, key, at]);
    }
  };
  walk(params, []);
  return found;
}

/** Whether the parameter names columns there are, and not a new one. */
export const namesColumns = (key: string): boolean => NAMING.includes(key);

/** The parameters that hold the tables of which the parameter `key` names columns; undefined where it names none. */
export function tablesOf(tool: string, key: string, params: Params): readonly string[] | undefined {
  const own = TABLES[tool];
  if (own === undefined) return ROWS;
  // Keys of other names in the second table are looked for there.
  if (tool === 'joinRows' && key === 'on' && params.rightOn !== undefined) return ['left'];
  return own[key];
}

// The conditions that a call of `filterRows` names, brackets opened, each with its place. Knows no plan.

export interface NamedCondition {
  readonly column: string;
  readonly operator: string;
  readonly value: unknown;
  readonly valueColumn: unknown;
  /** What holds `column` and `value`, inside the call. */
  readonly path: JsonPath;
  /** Whether it must hold for every row that is kept: no "any", no "not" around it. */
  readonly isNeeded: boolean;
}

type Part = Readonly<Record<string, unknown>>;

export function conditionsOf(call: Part): NamedCondition[] {
  const found: NamedCondition[] = [];
  const walk = (part: Part, path: JsonPath, needed: boolean): void => {
    const isNeeded = needed && part.not !== true;
    const column = literal(part.column);
    // A condition that is known only in the run is none that can be judged.
    if (column !== undefined && literal(part.operator ?? '') !== undefined) {
      const { operator, value, valueColumn } = part;
      found.push({ column, operator: String(operator ?? 'equals'), value, valueColumn, path, isNeeded });
    }
    if (!Array.isArray(part.conditions)) return;
    const inside = isNeeded && part.match !== 'any';
    for (const [at, item] of part.conditions.entries())
      if (typeof item === 'object' && item !== null) walk(item as Part, [...path, 'conditions', at], inside);
  };
  walk(call, [], call.match !== 'any');
  return found;
}
