/** The order that rows are put in: "sorted by price", "newest first". Knows no tool. */

import { figureName, keyName } from './figure-names.ts';
import type { KnownColumn } from './known-tables.ts';
import { inputPath } from './reference.ts';
import type { Action } from './request.ts';
import type { Wish } from './wish.ts';

export function orderIn(
  wish: Wish,
): { at: number; column?: KnownColumn; down: boolean; way: boolean } | undefined {
  const view = wish.view;
  const at = view.find('sort');
  const way = view.mentions.findIndex(
    (_, i) =>
      !view.isUsed(i) &&
      (view.has(i, 'asc', 'desc', 'newestfirst', 'oldestfirst') ||
        (view.has(i, 'most', 'least', 'newest', 'oldest', 'top') &&
          /^(?:first|zuerst)$/iu.test(view.mentions[i + 1]?.text ?? ''))),
  );
  if (at < 0 && way < 0) return undefined;
  const downward =
    way >= 0 &&
    (view.has(way, 'desc', 'newestfirst') ||
      (view.has(way, 'most', 'newest', 'top') && !view.has(way, 'asc')));
  let column: KnownColumn | undefined;
  if (at >= 0) {
    view.use(at);
    for (let i = at + 1; i < Math.min(view.mentions.length, at + 5); i++) {
      column = view.column(i);
      if (column !== undefined) {
        view.use(i);
        break;
      }
      if (view.has(i, 'per')) view.use(i);
      else if (view.mentions[i]?.small !== true) break;
    }
  }
  if (way >= 0) {
    view.use(way);
    if (/^(?:first|zuerst)$/iu.test(view.mentions[way + 1]?.text ?? '')) view.use(way + 1);
    if (
      column === undefined &&
      view.has(way, 'newestfirst', 'oldestfirst', 'newest', 'oldest') &&
      !view.has(way, 'most', 'least')
    )
      column = view.columns.find(({ kind }) => kind === 'date');
  }
  const down = way >= 0 ? downward : view.has(at, 'desc');
  return { at: Math.max(at, way), down, way: way >= 0, ...(column === undefined ? {} : { column }) };
}

export function orderAction(
  wish: Wish,
  order: { column?: KnownColumn; down: boolean; way: boolean },
  actions: readonly Action[],
): Action {
  const group = actions.findLast((action) => action.do === 'group');
  if (group?.do === 'group') {
    const key = group.by.find((one) => one.column === order.column?.name);
    const figure = group.figures.find((one) => one.column === order.column?.name) ?? group.figures[0];
    const column = key !== undefined ? keyName(key) : figure === undefined ? 'count' : figureName(figure);
    return { do: 'sort', column, down: order.down };
  }
  // Nobody said by what: the person is asked.
  const column =
    order.column?.name ?? (order.way ? wish.view.defaultNumber()?.name : undefined) ?? inputPath('column');
  return { do: 'sort', column, down: order.down };
}
