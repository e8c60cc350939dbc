/** The chart as data: what `makeChart` returns, a report carries and the page draws. Knows no drawing library. */

import { hasOwn, isObject, type Json, type JsonObject } from '../lib/json.ts';
import { MARKS, type Mark } from '../tools/choices.ts';
import type { Row } from './parameters.ts';

export type Chart = JsonObject & {
  readonly kind: 'chart';
  readonly mark: Mark;
  /** Columns of `data`. */
  readonly x: string;
  readonly y: string;
  readonly color?: string;
  readonly title?: string;
  readonly data: Row[];
};

/** Whether a value that came from anywhere is a chart. It says nothing about what is in the rows. */
export function isChart(value: Json | undefined): value is Chart {
  return (
    isObject(value) &&
    hasOwn(value, 'kind') &&
    value.kind === 'chart' &&
    MARKS.some((mark) => mark === value.mark) &&
    typeof value.x === 'string' &&
    typeof value.y === 'string' &&
    Array.isArray(value.data) &&
    value.data.every(isObject)
  );
}
