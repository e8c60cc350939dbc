/** Groups rows by keys and computes figures for each group. */

import { isObject, type JsonObject, setOwn } from '../lib/json.ts';
import { AGGREGATES, type Aggregate } from '../tools/choices.ts';
import type { Computation } from './activity.ts';
import { aggregate, figureOf, needsNumbers } from './aggregate.ts';
import { dateOrderParam } from './column-reading.ts';
import { findColumn } from './columns.ts';
import { cellsFor, groupsOf, keyRow, keysParam, mustDiffer } from './grouping.ts';
import { badArguments, choiceParam, listParam, optionalText, type Row, rowsParam } from './parameters.ts';
import { takeTurns } from './turns.ts';

interface Figure {
  readonly kind: Aggregate;
  readonly column: string | undefined;
  readonly as: string;
}

export const groupRows: Computation = async (params, context) => {
  const rows = rowsParam(params, 'rows');
  const keys = keysParam(params, 'by', rows);
  const figures = figuresParam(params, rows);
  mustDiffer([...keys, ...figures].map(({ as }) => as));
  const order = dateOrderParam(params);
  const turns = takeTurns(context.signal);
  const groups = await groupsOf(rows, keys, order, turns);
  const result = groups.map((group) => keyRow(keys, group));
  for (const { kind, column, as } of figures) {
    const cellsOf = cellsFor(rows, column, kind, order);
    const read = groups.map(cellsOf);
    const total =
      kind === 'share' || kind === 'percent'
        ? (aggregate(
            'sum',
            read.flatMap((cells) => cells.read as number[]),
          ) ?? 0)
        : 0;
    for (const [at, cells] of read.entries()) {
      setOwn(result[at] ?? {}, as, figureOf(kind, cells, total));
      if (turns.due()) await turns.give();
    }
  }
  return result;
};

function figuresParam(params: JsonObject, rows: readonly Row[]): Figure[] {
  const several = params.figures ?? null;
  if (several === null) return [figureParam(params, rows, false)];
  return listParam(params, 'figures', 100).map((item, at) => {
    if (!isObject(item))
      throw badArguments(`Figure ${at + 1} must be an object with an "aggregate" and a "column".`);
    return figureParam(item as JsonObject, rows, true);
  });
}

/** `isOne` of several: its name says its column. */
function figureParam(params: JsonObject, rows: readonly Row[], isOne: boolean): Figure {
  const given = optionalText(params, 'column', 1000);
  const column = given === undefined ? undefined : findColumn(rows, given, 'column');
  const kind = choiceParam(params, 'aggregate', AGGREGATES, column === undefined ? 'count' : 'sum');
  const counts = kind === 'count' || kind === 'share' || kind === 'percent';
  if (!counts && column === undefined) {
    const what = needsNumbers(kind) ? kind : `${kind} value`;
    throw badArguments(`To compute the ${what} of each group, say of which column (parameter "column").`);
  }
  const name = isOne && column !== undefined ? `${kind} of ${column}` : kind;
  return { kind, column, as: optionalText(params, 'as', 1000) ?? name };
}
