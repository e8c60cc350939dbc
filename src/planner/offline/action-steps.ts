/** From what is done to rows to the tool that does it: its parameters, and the columns there are then. Knows no goal. */

import type { JsonObject } from '../../lib/json.ts';
import { filterParameters, groupParameters, keys } from './call-parameters.ts';
import { figureName, keyName } from './figure-names.ts';
import type { KnownColumn } from './known-tables.ts';
import { newColumn } from './new-column.ts';
import type { Action } from './request.ts';

interface Step {
  readonly tool: string;
  readonly parameters: JsonObject;
  /** Columns afterwards. */
  readonly columns: readonly KnownColumn[];
}

export function stepOf(action: Action, columns: readonly KnownColumn[]): Step {
  const step = (tool: string, parameters: JsonObject, after: readonly KnownColumn[] = columns): Step => ({
    tool,
    parameters,
    columns: after,
  });
  switch (action.do) {
    case 'filter':
      return step('filterRows', filterParameters(action.conditions, action.match));
    case 'derive':
      return step('addColumn', { name: action.name, expression: action.formula }, [
        ...columns,
        newColumn(action.name, action.numeric),
      ]);
    case 'expand':
      return step('expandRows', { column: action.column });
    case 'dedupe':
      return step('removeDuplicates', action.columns.length === 0 ? {} : { columns: [...action.columns] });
    case 'group':
      return step('groupRows', groupParameters(action), groupedColumns(action, columns));
    case 'pivot':
      return step('pivotRows', {
        by: keys(action.by),
        across: action.across.column,
        ...(action.across.part === undefined ? {} : { part: action.across.part }),
        ...(action.figure.column === undefined ? {} : { column: action.figure.column }),
        aggregate: action.figure.aggregate,
      });
    case 'figure':
      return step(
        'addFigure',
        {
          figure: action.figure,
          ...(action.column === undefined ? {} : { column: action.column }),
          ...(action.per === undefined ? {} : { per: [...action.per] }),
          ...(action.orderBy === undefined ? {} : { orderBy: action.orderBy }),
        },
        [...columns, newColumn(action.figure, true)],
      );
    case 'sort':
      return step('sortRows', sortParameters(action));
    case 'select':
      return step(
        'selectColumns',
        { columns: [...action.columns] },
        columns.filter(({ name }) => action.columns.includes(name)),
      );
  }
}

const groupedColumns = (
  { by, figures }: Extract<Action, { do: 'group' }>,
  columns: readonly KnownColumn[],
): KnownColumn[] => [
  ...by.map((key): KnownColumn => {
    const known = columns.find(({ name }) => name === key.column) ?? newColumn(key.column, false);
    const name = keyName(key);
    const kind = key.part === undefined ? known.kind : 'text';
    return { ...known, name, words: [name.toLowerCase()], unique: by.length === 1, kind };
  }),
  ...figures.map((figure) => newColumn(figureName(figure), true)),
];

function sortParameters({
  column,
  down,
  first,
  thenBy,
  limit,
  per,
}: Extract<Action, { do: 'sort' }>): JsonObject {
  const way = (isDown: boolean): JsonObject => (isDown ? { direction: 'descending' } : {});
  return {
    column,
    ...way(down),
    ...(first === undefined ? {} : { first: [...first] }),
    ...(thenBy === undefined
      ? {}
      : { thenBy: thenBy.map((one) => ({ column: one.column, ...way(one.down) })) }),
    ...(limit === undefined ? {} : { limit }),
    ...(per === undefined ? {} : { per: [...per] }),
  };
}
