/** The points of a chart where they are drawn: which of them is meant by a place or by a key. Knows no screen. */

import type { Json } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import type { ChartSpec } from './result-parts.ts';

/** A row where it is drawn, in the drawing's own pixels. */
export interface ChartPoint {
  readonly row: number;
  readonly x: number;
  readonly y: number;
}

/** By series its points from left to right. What has no place in the drawing is none of them. */
export type ChartSeries = readonly (readonly ChartPoint[])[];

/** @param placeOf where a row is drawn; not finite where it is not */
export function seriesOf(
  { data, color }: ChartSpec,
  placeOf: (row: number) => Omit<ChartPoint, 'row'>,
): ChartSeries {
  const found = new Map<Json | undefined, ChartPoint[]>();
  for (const [row, values] of data.entries()) {
    const point = { row, ...placeOf(row) };
    if (!Number.isFinite(point.x) || !Number.isFinite(point.y)) continue;
    const name = color === undefined ? undefined : values[color];
    const own = found.get(name);
    if (own) own.push(point);
    else found.set(name, [point]);
  }
  for (const points of found.values()) points.sort((a, b) => a.x - b.x);
  return [...found.values()];
}

const nearestIn = (points: readonly ChartPoint[], x: number): ChartPoint | undefined =>
  least(points, (point) => Math.abs(point.x - x));

/**
 * The point that is meant by a place: of each series the nearest in x, and of those the nearest in y. A line is two pixels
 * wide, so what is meant is seldom what lies there.
 * @param rows of the series alone that has one of these, where it is known
 */
export function nearest(
  series: ChartSeries,
  { x, y }: Omit<ChartPoint, 'row'>,
  rows?: ReadonlySet<number>,
): ChartPoint | undefined {
  const meant = rows ? series.filter((points) => points.some(({ row }) => rows.has(row))) : series;
  const found = meant.flatMap((points) => nearestIn(points, x) ?? []);
  return least(found, (point) => Math.abs(point.y - y));
}

const KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];

/** Where a key leads from a point: along its series, or to the next one; undefined where the key means nothing here. */
export function pointByKey(
  series: ChartSeries,
  key: string,
  from: ChartPoint | undefined,
): ChartPoint | undefined {
  if (!KEYS.includes(key)) return undefined;
  const at = Math.max(
    series.findIndex((points) => points.some(({ row }) => row === from?.row)),
    0,
  );
  const points = series[at] ?? [];
  if (key === 'End') return points.at(-1);
  if (key === 'Home' || !from) return points[0];
  const by = key === 'ArrowRight' || key === 'ArrowUp' ? 1 : -1;
  const isBeside = (key === 'ArrowUp' || key === 'ArrowDown') && series.length > 1;
  if (isBeside) return nearestIn(series[within(series, at - by)] ?? [], from.x);
  return points[within(points, points.findIndex(({ row }) => row === from.row) + by)];
}

const within = ({ length }: readonly unknown[], at: number): number => Math.min(Math.max(at, 0), length - 1);

/** What a row says in the chart, in a line. */
export function pointInWords({ data, x, y, color }: ChartSpec, row: number): string {
  const values = data[row] ?? {};
  const word = (key: string) =>
    visible(typeof values[key] === 'string' ? values[key] : JSON.stringify(values[key] ?? null));
  return `${color === undefined || color === x ? '' : `${word(color)}, `}${word(x)}: ${word(y)}`;
}

function least<T>(of: readonly T[], by: (one: T) => number): T | undefined {
  let found: T | undefined;
  let is = Number.POSITIVE_INFINITY;
  for (const one of of) {
    const far = by(one);
    if (far >= is) continue;
    found = one;
    is = far;
  }
  return found;
}
