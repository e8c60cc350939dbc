/**
 * Columns that stand inside the cells of another – fields of objects, items of lists – and the calls that take them out, put right
 * in front of the one that is to name such a column. Edits alone; runs nothing.
 */

import type { Json } from '../lib/json.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Edit } from '../plan/edit.ts';
import { freeId } from '../plan/free-id.ts';

/** A column as far as its cells are known. */
export interface OpenedColumn<Type = string> {
  readonly name: string;
  readonly type?: Type | undefined;
  /** Of lists and objects: what their items, or they themselves, hold, none where that is plain values; absent where it is not known. */
  readonly inside?: readonly OpenedColumn<Type>[] | undefined;
}

/** A column whose cells are taken apart on the way. */
export interface Opened {
  readonly column: string;
  /** Each item becomes a row; else the fields of one object become columns. */
  readonly isList: boolean;
}

export interface InnerColumn<Type = string> {
  readonly through: readonly [Opened, ...Opened[]];
  /** As it stands inside; undefined where the items of the last list are plain values. */
  readonly field: string | undefined;
  /** As the table calls it once those are taken apart. */
  readonly name: string;
  readonly type?: Type | undefined;
}

/** The tool that takes a column's cells apart: lists into rows, objects into columns. */
export const OPENING_TOOL = 'expandRows';

/** All columns that stand inside others, the nearest first. */
export function innerColumns<Type>(columns: readonly OpenedColumn<Type>[]): readonly InnerColumn<Type>[] {
  const found: InnerColumn<Type>[] = [];
  let level = columns.map((column) => ({
    column,
    name: column.name,
    table: columns,
    through: [] as Opened[],
  }));
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { column, name, table, through } of level) {
      const isList = column.type === 'list';
      if (!isList && column.type !== 'fields') continue;
      const [first, ...more] = [...through, { column: name, isList }];
      if (first === undefined) continue;
      const path: InnerColumn['through'] = [first, ...more];
      const { inside } = column;
      if (inside === undefined) continue;
      if (inside.length === 0) {
        if (isList) found.push({ through: path, field: undefined, name });
        continue;
      }
      const kept = table.filter((one) => one.name !== name);
      // As the tool names it where the row has a column of that name itself.
      const named = inside.map((one) => ({
        ...one,
        name: kept.some((other) => other.name === one.name) ? `${name} ${one.name}` : one.name,
      }));
      for (const [at, one] of named.entries()) {
        const field = inside[at]?.name;
        if (one.type !== 'list' && one.type !== 'fields')
          found.push({ through: path, field, name: one.name, type: one.type });
        next.push({ column: one, name: one.name, table: [...kept, ...named], through: [...path] });
      }
    }
    level = next;
  }
  return found;
}

/** @param parameter holds the call's table, which it reads from one place */
export function takenApart(
  plan: Plan,
  call: Call,
  parameter: string,
  through: readonly Opened[],
): readonly Edit[] {
  const texts = JSON.stringify(plan);
  const ids = new Set(plan.calls.map(({ _id }) => _id));
  const at = plan.calls.findIndex(({ _id }) => _id === call._id);
  const edits: Edit[] = [];
  let rows = call[parameter] as Json;
  for (const [step, { column, isList }] of through.entries()) {
    // It names the path too. A longer name that begins so is taken for it: another one does no harm.
    const id = freeId(OPENING_TOOL, (one) => ids.has(one) || texts.includes(`†state.${one}`));
    ids.add(id);
    const opening: Call = {
      _id: id,
      _tool: OPENING_TOOL,
      rows,
      column,
      // A row whose object is missing is a row all the same.
      ...(isList ? {} : { keepEmpty: true }),
      _outputPath: `†state.${id}`,
      ...(call._instance === undefined ? {} : { _instance: call._instance }),
    };
    edits.push({ kind: 'add-call', call: opening, at: at + step });
    rows = `†state.${id}`;
  }
  return [...edits, { kind: 'set-in-call', id: call._id, path: [parameter], value: rows }];
}
