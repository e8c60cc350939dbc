/** "urgent first", said of a plan there is: its rows as they are, those of some values on top. */

import type { Json } from '../../lib/json.ts';
import { type Change, put } from './change.ts';
import { NoChange } from './no-change.ts';
import { type Atop, atopIn } from './read-atop.ts';

/**
 * Before anything else reads the values: none of the other rows is to be left out.
 * @throws NoChange where the rows that the plan gives have no such column
 */
export function changeAtop(change: Change): void {
  const { view, edit } = change;
  const end = edit.end();
  if (end === undefined) return;
  const all = view.columns;
  view.columns = edit.columnsAfter(end);
  const atop = atopIn(view);
  view.columns = all;
  if (atop === undefined) {
    const gone = atopIn(view);
    if (gone !== undefined) throw new NoChange(goneWords(gone));
    return;
  }
  const { at, column, values, thenBy } = atop;
  // "then by date" of totals without one would part them into groups.
  if (thenBy.length === 0 && [at + 1, at + 2].some((i) => view.has(i, 'next'))) throw new NoChange(NO_ORDER);
  // What a limit keeps is told by the order before it.
  const before = end._tool === 'sortRows' && end.limit === undefined ? end : undefined;
  const others: readonly Json[] =
    thenBy.length > 0
      ? thenBy.map((one) => ({ column: one.column.name, ...(one.down ? { direction: 'descending' } : {}) }))
      : before === undefined
        ? []
        : ordersOf(before).filter((one) => one.column !== column.name);
  const parameters = {
    column: column.name,
    first: [...values],
    ...(others.length > 0 ? { thenBy: [...others] } : {}),
  };
  if (before !== undefined) edit.set(before, { direction: undefined, thenBy: undefined, ...parameters });
  else
    put(change, end, 'sortRows', parameters, { do: 'sort', column: column.name, down: false, first: values });
}

const goneWords = ({ column, values }: Atop): string =>
  `The rows that the plan gives have no column “${column.name}” any more, by which those of ${values.map((one) => `“${one}”`).join(' and ')} could come first. Group by it, too, or say it of a step before.`;

const NO_ORDER =
  'The rows that the plan gives have no such column by which the others could be put in order. Say it by one that they have.';

/** What a sort puts in order by, the first of it first. */
function ordersOf({ column, direction, first, thenBy }: Record<string, Json | undefined>) {
  const own = { column: String(column), ...(direction === undefined ? {} : { direction }) };
  const more = Array.isArray(thenBy) ? (thenBy as unknown as readonly (typeof own)[]) : [];
  // Values on top put the others in no order.
  return first === undefined ? [own, ...more] : more;
}
