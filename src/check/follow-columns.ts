/**
 * A call's columns under other names: a figure that was called by its column is called by the new one, and all that reads the
 * renamed columns below reads them on. Edits alone; runs nothing.
 */

import { itemAt } from '../lib/columns.ts';
import { isObject, type Json } from '../lib/json.ts';
import { applyEdits } from '../plan/apply-edit.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Edit, JsonPath } from '../plan/edit.ts';
import { allBehind, readersByCall } from '../plan/readers.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import { figureNamed } from '../tools/figure-name.ts';
import type { FileProfile } from '../tools/file-profile.ts';
import { columnsOfPlan } from './columns-along.ts';
import { columnsRead, READS_COLUMNS } from './columns-read.ts';
import { isBuiltIn } from './file-readers.ts';
import { type Columns, columnNamed, literal } from './table-columns.ts';

/** What a plan is read with. */
export interface ColumnsOf {
  readonly contracts: Catalogue;
  readonly builtIns: Catalogue;
  readonly profiles: readonly FileProfile[];
}

/** Parameters that name what a call makes, or what it makes it of. A change of any other, a file, makes another table. */
const NAMING: ReadonlySet<string> = new Set(['as', 'column', 'aggregate', 'figures', 'names', 'renames']);
/** Another key makes other rows: what says a value of it, or looks for it in a second table, can't mean the new one. */
const KEY = 'by';
/** What only shows or orders a column says nothing of its values. */
const SHOWS: ReadonlySet<string> = new Set(['makeChart', 'sortRows', 'selectColumns']);
const onlyShows = ({ _tool, first }: Call): boolean => SHOWS.has(_tool) && first === undefined;

/** Whether a change of that parameter can name a column anew. */
export const mayName = (parameter: string): boolean => NAMING.has(parameter) || parameter === KEY;

/**
 * @param before as the plan was when the change began: while a name is typed, each letter is a change of that one
 * @param now with the change of the call
 * @param field the parameter that is changed
 */
export function followingColumns(
  before: Plan,
  now: Plan,
  id: string,
  known: ColumnsOf,
  field?: string,
): readonly Edit[] {
  const [was, is] = [callOf(before, id), callOf(now, id)];
  if (was === undefined || is === undefined || !isSameList(before, now)) return [];
  const changed = changedKeys(was, is);
  const edits: Edit[] = isBuiltIn(is._tool, known.contracts, known.builtIns)
    ? figuresNamed(was, is, field)
    : [];
  let plan = withEdits(now, edits);
  const old = columnsOfPlan(before, known.contracts, known.builtIns, known.profiles);
  const isRenaming = changed.every((key) => mayName(key) && !isReference(is[key]));
  const hasOtherKey = changed.includes(KEY);
  const behind = allBehind(readersByCall(old.graph), id);
  const columnsNow = () => columnsOfPlan(plan, known.contracts, known.builtIns, known.profiles);
  let next = columnsNow();
  for (const index of old.graph.order) {
    const reader = itemAt(old.graph.calls, index).call;
    if (!behind.has(reader._id) || !READS_COLUMNS.has(reader._tool)) continue;
    if (!isBuiltIn(reader._tool, known.contracts, known.builtIns)) continue;
    const own: Edit[] = [];
    let title = reader.title as Json | undefined;
    for (const { name, path, tables } of columnsRead(reader._tool, reader)) {
      const to =
        isRenaming && (!hasOtherKey || onlyShows(reader))
          ? newName(
              name,
              tables.map((table) => [old.at(index, [table]), next.at(index, [table])]),
            )
          : name;
      const stands = valueAt(callOf(plan, reader._id), path);
      if (stands !== to) own.push({ kind: 'set-in-call', id: reader._id, path, value: to });
      title = titled(title, name, to);
    }
    if (title !== callOf(plan, reader._id)?.title)
      own.push({ kind: 'set-in-call', id: reader._id, path: ['title'], value: title });
    if (own.length === 0) continue;
    edits.push(...own);
    plan = withEdits(plan, own);
    next = columnsNow();
  }
  return edits;
}

/** What mends a name, with all that follows it: what was called after the wrong one while it stood is called after the right one. */
export function mendedAlong(plan: Plan, edits: readonly Edit[], known: ColumnsOf): readonly Edit[] {
  const [edit, ...more] = edits;
  if (edit?.kind !== 'set-in-call' || more.length > 0) return edits;
  const field = String(edit.path[0]);
  if (!mayName(field)) return edits;
  return [...edits, ...followingColumns(plan, withEdits(plan, edits), edit.id, known, field)];
}

/**
 * As the table calls it now; the name itself where it is there still, or nobody knows. Only where that one column alone is
 * another: where two are, its place tells nothing, for one may have gone and another come.
 */
function newName(name: string, tables: readonly (readonly [Columns, Columns])[]): string {
  for (const [old, next] of tables) {
    const column = columnNamed(old ?? [], name);
    if (old === undefined || next === undefined || column === undefined || old.length !== next.length)
      continue;
    if (columnNamed(next, name) !== undefined) continue;
    if (old.filter((one, at) => one.name !== next[at]?.name).length !== 1) continue;
    return next[old.indexOf(column)]?.name ?? name;
  }
  return name;
}

/** A figure's name while it is the one it would have by itself, or says its column: by what is computed now. */
function figuresNamed(was: Call, is: Call, field: string | undefined): Edit[] {
  const edits: Edit[] = [];
  const look = (before: unknown, now: unknown, path: JsonPath): void => {
    if (!isObject(before) || !isObject(now)) return;
    if (before.column === now.column && before.aggregate === now.aggregate) {
      // Its column was another for a moment: so is the name that it had then.
      if ((field === 'column' || field === 'aggregate') && before.as !== now.as)
        edits.push({ kind: 'set-in-call', id: is._id, path: [...path, 'as'], value: before.as as Json });
      return;
    }
    const [as, to] = [literal(before.as), nameNow(before, now)];
    if (as !== undefined && to !== undefined && to !== now.as)
      edits.push({ kind: 'set-in-call', id: is._id, path: [...path, 'as'], value: to });
  };
  look(was, is, []);
  const [before, now] = [was.figures, is.figures];
  if (Array.isArray(before) && Array.isArray(now) && before.length === now.length)
    for (const [at, one] of now.entries()) look(before[at], one, ['figures', at]);
  return edits;
}

type Part = Readonly<Record<string, unknown>>;

function nameNow(was: Part, is: Part): string | undefined {
  const as = literal(was.as);
  const [column, next] = [literal(was.column), literal(is.column)];
  if (as === undefined || !next) return undefined;
  const figure = ({ aggregate, column: of }: Part): string =>
    figureNamed(literal(aggregate) ?? (of === undefined ? 'count' : 'sum'), literal(of));
  if (as === figure(was)) return figure(is);
  if (!column || column === next) return undefined;
  const at = as.indexOf(column);
  const isWord =
    !/[\p{L}\p{N}]$/u.test(as.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(as.slice(at + column.length));
  return at < 0 || !isWord ? undefined : as.slice(0, at) + next + as.slice(at + column.length);
}

/** What is drawn is titled by its column: over bars of the new one the old name would be untrue. */
function titled(title: Json | undefined, name: string, to: string): Json | undefined {
  if (name === to || typeof title !== 'string' || literal(title) === undefined) return title;
  const at = title.toLowerCase().indexOf(name.toLowerCase());
  if (at < 0) return title;
  const isCapital = title[at] !== name[0];
  const now = isCapital ? to.charAt(0).toUpperCase() + to.slice(1) : to;
  return title.slice(0, at) + now + title.slice(at + name.length);
}

const callOf = ({ calls }: Plan, id: string): Call | undefined => calls.find(({ _id }) => _id === id);

const isSameList = (before: Plan, now: Plan): boolean =>
  before.calls.length === now.calls.length && before.calls.every(({ _id }, at) => _id === now.calls[at]?._id);

const changedKeys = (was: Call, is: Call): readonly string[] =>
  [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((key) => was[key] !== is[key]);

const isReference = (value: unknown): boolean => typeof value === 'string' && literal(value) === undefined;

function withEdits(plan: Plan, edits: readonly Edit[]): Plan {
  const made = applyEdits(plan, edits);
  return made.ok ? made.value.plan : plan;
}

function valueAt(call: Call | undefined, path: JsonPath): Json | undefined {
  let value: unknown = call;
  for (const key of path) value = isObject(value) || Array.isArray(value) ? (value as Part)[key] : undefined;
  return value as Json | undefined;
}
