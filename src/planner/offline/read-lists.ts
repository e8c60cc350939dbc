/** Columns whose cells hold lists: "how many tickets per tag", "how many ingredients each recipe has". Knows no tool. */

import { isIdentifier, type KnownColumn } from './known-tables.ts';
import type { Action, End } from './request.ts';
import type { View } from './view.ts';
import type { Wish } from './wish.ts';

/** What groups by the elements of a list, or counts them, needs a row for each of them first. */
export function withLists(
  actions: readonly Action[],
  end: End,
  columns: readonly KnownColumn[],
): readonly Action[] {
  const nested = new Set(columns.flatMap(({ name, nested: isNested }) => (isNested ? [name] : [])));
  if (nested.size === 0) return actions;
  const taken = new Set<string>();
  const expanded = (names: readonly (string | undefined)[]): Action[] =>
    names.flatMap((name) => {
      if (name === undefined || !nested.has(name) || taken.has(name)) return [];
      taken.add(name);
      return [{ do: 'expand', column: name }];
    });
  const made = actions.flatMap((action): Action[] => [...expanded(columnsOf(action)), action]);
  return end.kind === 'list' ? [...made, ...expanded([end.column])] : made;
}

function columnsOf(action: Action): readonly (string | undefined)[] {
  if (action.do === 'group') return [...action.by, ...action.figures].map(({ column }) => column);
  if (action.do === 'pivot') return [...action.by, action.across].map(({ column }) => column);
  return [];
}

/** "how many ingredients does each recipe have": elements counted for each row, which goes by its name. */
export function countedLists(wish: Wish): void {
  const { view } = wish;
  const each = view.find('each', 'per');
  const rows = each < 0 ? -1 : view.mentions.findIndex((_, at) => at > each && namesRows(view, at));
  const list = view.mentions.findIndex((_, at) => at !== rows && view.column(at)?.nested === true);
  const count = view.find('agg:count');
  const label = labelOf(view.columns);
  if (list < 0 || rows < 0 || count < 0 || rows - each > 3 || label === undefined) return;
  const column = view.column(list)?.name;
  if (column === undefined) return;
  for (const at of [each, rows, list, count]) view.use(at);
  wish.keys.push({ column: label.name });
  wish.figures.push({ aggregate: 'count', column, elements: true });
}

/** The file's or list's own word: "each recipe" of recipes.json. */
const namesRows = (view: View, at: number): boolean =>
  (view.mentions[at]?.files.length ?? 0) > 0 && view.column(at)?.nested !== true;

/** What a row goes by: a name that no other has, else its number. */
const labelOf = (columns: readonly KnownColumn[]): KnownColumn | undefined =>
  columns.find(({ unique, kind, nested }) => unique && kind === 'text' && nested !== true) ??
  columns.find((column) => column.unique && isIdentifier(column));
