/** "customers who have not ordered since June", of rows that are orders: those none of whose rows are of that time, and no rows that are not. Knows no word. */

import { callsRows, type KnownColumn } from './known-tables.ts';
import type { Action, Condition, End, Source } from './request.ts';

interface Asked {
  readonly source: Source;
  readonly actions: readonly Action[];
  readonly end: End;
}

/**
 * The same asked of whoever the rows are about; undefined where each row is one of them, or anything else is asked.
 * Who had a row before June and one after it would be told as if they had none.
 */
export function neverIn(asked: Asked, columns: readonly KnownColumn[]): Asked | undefined {
  const { source, actions, end } = asked;
  if (source.kind !== 'table') return undefined;
  const [filter, ...more] = actions.filter((action) => action.do === 'filter');
  const [shown, ...others] = actions.filter((action) => action !== filter);
  const counted =
    shown?.do === 'group' && shown.by.length === 0 && shown.figures.length === 1 ? shown : undefined;
  const name =
    end.kind === 'list'
      ? end.column
      : shown?.do === 'select' && shown.columns.length === 1 && end.kind === 'rows'
        ? shown.columns[0]
        : counted?.figures[0]?.aggregate === 'distinct'
          ? counted.figures[0].column
          : undefined;
  if (filter?.do !== 'filter' || filter.match === 'any' || more.length > 0 || others.length > 0)
    return undefined;
  const label = columns.find((column) => column.name === name);
  if (label === undefined || label.kind !== 'text' || callsRows(label)) return undefined;
  const isNever = ({ column, not }: Condition) =>
    not === true && columns.some((one) => one.name === column && one.kind === 'date');
  const partners = filter.conditions.filter(isNever).map(({ not: _, ...condition }) => condition);
  const kept = filter.conditions.filter((condition) => !isNever(condition));
  if (partners.length === 0) return undefined;
  return {
    source: {
      ...{
        kind: 'join',
        how: 'onlyLeft',
        left: source,
        right: source.of,
        on: label.name,
        rightOn: label.name,
      },
      partners,
    },
    actions: [
      ...(kept.length === 0 ? [] : [{ ...filter, conditions: kept }]),
      ...(counted === undefined ? [] : [counted]),
    ],
    end: counted === undefined ? { kind: 'list', column: label.name } : end,
  };
}
