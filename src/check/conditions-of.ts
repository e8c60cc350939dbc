/** The conditions that a call of `filterRows` names, brackets opened, each with its place. Knows no plan. */

import type { JsonPath } from '../plan/edit.ts';
import { literal } from './table-columns.ts';

export interface NamedCondition {
  readonly column: string;
  readonly operator: string;
  readonly value: unknown;
  readonly valueColumn: unknown;
  /** What holds `column` and `value`, inside the call. */
  readonly path: JsonPath;
  /** Whether it must hold for every row that is kept: no "any", no "not" around it. */
  readonly isNeeded: boolean;
}

type Part = Readonly<Record<string, unknown>>;

export function conditionsOf(call: Part): NamedCondition[] {
  const found: NamedCondition[] = [];
  const walk = (part: Part, path: JsonPath, needed: boolean): void => {
    const isNeeded = needed && part.not !== true;
    const column = literal(part.column);
    // A condition that is known only in the run is none that can be judged.
    if (column !== undefined && literal(part.operator ?? '') !== undefined) {
      const { operator, value, valueColumn } = part;
      found.push({ column, operator: String(operator ?? 'equals'), value, valueColumn, path, isNeeded });
    }
    if (!Array.isArray(part.conditions)) return;
    const inside = isNeeded && part.match !== 'any';
    for (const [at, item] of part.conditions.entries())
      if (typeof item === 'object' && item !== null) walk(item as Part, [...path, 'conditions', at], inside);
  };
  walk(call, [], call.match !== 'any');
  return found;
}
