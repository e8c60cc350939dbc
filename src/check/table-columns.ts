/** Which columns a built-in tool's table has, from those it is given and its parameters: one place for all of them. Knows no plan. */

import { isObject } from '../lib/json.ts';
import type { ColumnProfile, FileProfile, TableProfile } from '../tools/file-profile.ts';

/** What is known of a column without running anything. */
export interface KnownColumn {
  readonly name: string;
  readonly type?: ColumnProfile['type'];
  /** All different cells, where the whole file was read and they are few. */
  readonly values?: readonly string[];
  readonly unit?: string;
  /** The columns of files that it is, under whatever name; absent of one that the plan makes. */
  readonly from?: readonly ColumnOfFile[];
}

export interface ColumnOfFile {
  readonly file: string;
  readonly column: string;
}

/** All columns of a table, in order; undefined where they are not known. */
export type Columns = readonly KnownColumn[] | undefined;

type Params = Readonly<Record<string, unknown>>;
/** The columns of the table that the parameter at `path` refers to. */
type TableAt = (path: readonly (string | number)[]) => Columns;
type Maker = (params: Params, tableAt: TableAt, files: ReadonlyMap<string, FileProfile>) => Columns;

/** A text that stands for itself: a reference is known only in the run. */
export const literal = (value: unknown): string | undefined =>
  typeof value === 'string' && !value.startsWith('†') ? value : undefined;

const numbers = (name: string): KnownColumn => ({ name, type: 'number' });

/** With `column` at the end, or in the place of one of that name. */
const withColumn = (columns: Columns, column: KnownColumn | undefined): Columns => {
  if (columns === undefined || column === undefined) return undefined;
  const at = columns.findIndex(({ name }) => name === column.name);
  return at < 0 ? [...columns, column] : columns.with(at, column);
};

/** As a person means it: exactly so, else the only one that differs in case or white space. */
export function columnNamed<T extends { readonly name: string }>(
  columns: readonly T[],
  name: string,
): T | undefined {
  const plain = (text: string) => text.trim().toLowerCase();
  const exact = columns.find((column) => column.name === name);
  const close = exact ? [] : columns.filter((column) => plain(column.name) === plain(name));
  return exact ?? (close.length === 1 ? close[0] : undefined);
}

const same: Maker = (_, tableAt) => tableAt(['rows']);

function fromFile(pick: (params: Params, profile: FileProfile) => TableProfile | undefined): Maker {
  return (params, _, files) => {
    const name = literal(params.file);
    const profile = name === undefined ? undefined : files.get(name);
    const table = profile === undefined ? undefined : pick(params, profile);
    if (table === undefined || (table.more ?? 0) > 0 || table.columns.length === 0) return undefined;
    return table.columns.map(({ name: column, type, values, number }) => ({
      name: column,
      type,
      from: [{ file: profile?.name ?? '', column }],
      ...(values && table.whole ? { values } : {}),
      ...(number?.unit ? { unit: number.unit } : {}),
    }));
  };
}

/** The parts of `by`: each key's name in the result. */
function keysOf(params: Params, table: Columns): Columns {
  const items = Array.isArray(params.by) ? params.by : [params.by];
  const keys = items.map((item): KnownColumn | undefined => {
    const of: Params = isObject(item) ? item : { column: item, part: params.part };
    const column = literal(of.column);
    if (column === undefined) return undefined;
    const name = literal(of.as) ?? literal(of.part);
    return name === undefined ? (columnNamed(table ?? [], column) ?? { name: column }) : { name };
  });
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

const groupRows: Maker = (params, tableAt) => {
  const table = tableAt(['rows']);
  const keys = keysOf(params, table);
  const figures = Array.isArray(params.figures) ? params.figures : [params];
  return figures.reduce<Columns>((columns, figure: unknown) => {
    const { as, aggregate, column } = isObject(figure) ? figure : {};
    const kind = literal(aggregate) ?? (column === undefined ? 'count' : 'sum');
    const several = params.figures !== undefined && column !== undefined;
    const name = literal(as) ?? (several ? `${kind} of ${literal(column)}` : kind);
    const isNumber = !['min', 'max', 'first', 'last'].includes(kind);
    return withColumn(columns, isNumber ? numbers(name) : { name });
  }, keys);
};

const selectColumns: Maker = (params, tableAt) => {
  const table = tableAt(['rows']);
  if (table === undefined || !Array.isArray(params.columns)) return undefined;
  const rename = isObject(params.rename) ? params.rename : {};
  const kept = params.columns.map((item) => {
    const column = columnNamed(table, literal(item) ?? '');
    return column && { ...column, name: literal(rename[column.name]) ?? column.name };
  });
  return kept.every((column) => column !== undefined) ? kept : undefined;
};

const joinRows: Maker = (params, tableAt) => {
  const [left, right] = [tableAt(['left']), tableAt(['right'])];
  if (params.how === 'onlyLeft') return left;
  if (params.how === 'onlyRight') return right;
  const on = [params.rightOn ?? params.on].flat().map(literal);
  if (left === undefined || right === undefined || on.includes(undefined)) return undefined;
  const taken = new Set(left.map(({ name }) => name));
  const label = literal(params.label);
  const added = right
    .filter(({ name }) => !on.some((key) => columnNamed(right, key ?? '')?.name === name))
    .map((column) => {
      let name = column.name;
      if (label !== undefined && taken.has(name)) name = `${column.name} (${label})`;
      for (let n = 2; taken.has(name); n += 1) name = `${column.name} (${n})`;
      taken.add(name);
      return { ...column, name };
    });
  return [...left, ...added];
};

/** A column of one name is a column of both tables. */
function appended(columns: Columns, { name, from = [] }: KnownColumn): KnownColumn {
  const all = [...(columns?.find((one) => one.name === name)?.from ?? []), ...from];
  return all.length === 0 ? { name } : { name, from: all };
}

const appendRows: Maker = (params, tableAt) => {
  const more = Array.isArray(params.tables) ? params.tables.map((_, at) => tableAt(['tables', at])) : [];
  const own = ['first', 'second'].filter((name) => params[name] !== undefined).map((name) => tableAt([name]));
  const start: Columns = params.names === undefined ? [] : [{ name: 'source' }];
  return [...own, ...more].reduce<Columns>(
    (all, table) =>
      table?.reduce<Columns>((columns, column) => withColumn(columns, appended(columns, column)), all),
    start,
  );
};

const unpivotRows: Maker = (params, tableAt) => {
  const table = tableAt(['rows']);
  const turned = Array.isArray(params.columns) ? params.columns.map(literal) : [undefined];
  if (table === undefined || turned.includes(undefined)) return undefined;
  const names = turned.map((name) => columnNamed(table, name ?? '')?.name);
  const kept = table.filter(({ name }) => !names.includes(name));
  return [...kept, { name: literal(params.nameAs) ?? 'name' }, { name: literal(params.valueAs) ?? 'value' }];
};

/** With one more column, called by `as` or what that parameter says. */
const adding =
  (as: string, otherwise: string, isNumber: boolean): Maker =>
  (params, tableAt) => {
    const name = params[as] === undefined ? literal(params[otherwise]) : literal(params[as]);
    return withColumn(
      tableAt(['rows']),
      name === undefined ? undefined : isNumber ? numbers(name) : { name },
    );
  };

/** By the tool's name. A tool that is not here makes a table nobody knows. */
export const TABLES_MADE: ReadonlyMap<string, Maker> = new Map([
  ['readCsv', fromFile((_, { kind, tables }) => (kind === 'csv' ? tables[0] : undefined))],
  [
    'readXlsx',
    fromFile(({ sheet }, { kind, tables }) => {
      if (kind !== 'xlsx') return undefined;
      return sheet === undefined ? tables[0] : tables.find(({ place }) => place === sheet);
    }),
  ],
  [
    'readJson',
    fromFile((_, { kind, tables }) =>
      kind === 'json' ? tables.find(({ place }) => place === '') : undefined,
    ),
  ],
  ['filterRows', same],
  ['sortRows', same],
  ['removeDuplicates', same],
  ['selectColumns', selectColumns],
  ['groupRows', groupRows],
  ['addColumn', adding('name', 'name', false)],
  ['addDatePart', adding('as', 'part', false)],
  ['addFigure', adding('as', 'figure', true)],
  ['joinRows', joinRows],
  ['appendRows', appendRows],
  ['unpivotRows', unpivotRows],
]);
