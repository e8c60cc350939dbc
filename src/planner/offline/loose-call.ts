/** A call of a plan as it is read to be changed: its parameters, and what a group of rows is made by. */

import type { Json, JsonObject } from '../../lib/json.ts';
import { keyName } from './figure-names.ts';
import type { Key } from './request.ts';

/** A call whose parameters may be set and taken away. */
export type Loose = Record<string, Json | undefined>;

/** The keys of a group, as a list. */
export const keysIn = (group: Loose): Json[] =>
  Array.isArray(group.by)
    ? group.by
    : group.part === undefined
      ? [group.by ?? '']
      : [{ column: group.by ?? '', part: group.part }];

/** What the columns of keys are called. */
export const namesOfKeys = (keys: readonly Json[]): string[] =>
  keys.map((key) => keyName(typeof key === 'string' ? { column: key } : (key as unknown as Key)));

export interface GroupFigure {
  readonly aggregate: string;
  readonly column?: string;
  readonly as: string;
}

/** The figures of a group, each with the name its column has. */
export function figuresIn(group: Loose): GroupFigure[] {
  const given = Array.isArray(group.figures) ? (group.figures as JsonObject[]) : undefined;
  const figures = given ?? [group as JsonObject];
  return figures.map(({ aggregate, column, as }) => {
    const kind = String(aggregate ?? (column === undefined ? 'count' : 'sum'));
    const usual = given === undefined || column === undefined ? kind : `${kind} of ${String(column)}`;
    return {
      aggregate: kind,
      ...(column === undefined ? {} : { column: String(column) }),
      as: String(as ?? usual),
    };
  });
}
