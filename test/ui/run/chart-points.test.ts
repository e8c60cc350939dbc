import { expect, it } from 'vitest';
import { nearest, pointByKey, pointInWords, seriesOf } from '../../../src/ui/run/chart-points.ts';
import type { ChartSpec } from '../../../src/ui/run/result-parts.ts';

const chart: ChartSpec = {
  ...{ kind: 'chart', mark: 'line', x: 'day', y: 'sum', color: 'shop' },
  data: [
    { day: 3, sum: 1, shop: 'A' },
    { day: 1, sum: 5, shop: 'A' },
    { day: 2, sum: null, shop: 'A' },
    { day: 1, sum: 9, shop: 'B' },
    { day: 3, sum: 8, shop: 'B' },
  ],
};
const series = seriesOf(chart, (row) => ({
  x: Number(chart.data[row]?.day) * 100,
  y: chart.data[row]?.sum === null ? Number.NaN : 100 - Number(chart.data[row]?.sum) * 10,
}));
const row = (point?: { readonly row: number }) => point?.row;

it('has the points of each series from left to right, without what is not drawn', () => {
  expect(series.map((points) => points.map(row))).toEqual([
    [1, 0],
    [3, 4],
  ]);
});

it('means the nearest in x within a series, and of the series the nearest in y', () => {
  expect(row(nearest(series, { x: 190, y: 60 }))).toBe(1);
  expect(row(nearest(series, { x: 210, y: 15 }))).toBe(4);
  expect(row(nearest(series, { x: 190, y: 100 }, new Set([4])))).toBe(3);
  expect(nearest([], { x: 0, y: 0 })).toBeUndefined();
});

it('goes along a series and to the next one by keys, and no further than its ends', () => {
  const walk = (...keys: string[]) => {
    let at: ReturnType<typeof pointByKey>;
    for (const key of keys) at = pointByKey(series, key, at) ?? at;
    return row(at);
  };
  expect(walk('ArrowRight')).toBe(1);
  expect(walk('End', 'ArrowRight')).toBe(0);
  expect(walk('Home', 'End', 'ArrowRight')).toBe(0);
  expect(walk('Home', 'ArrowRight', 'ArrowDown')).toBe(4);
  expect(walk('Home', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowLeft')).toBe(1);
  expect(pointByKey(series, 'x', undefined)).toBeUndefined();
});

it('says a point in a line, and nothing of a stranger stays unseen in it', () => {
  expect(pointInWords(chart, 3)).toBe('B, 1: 9');
  expect(pointInWords({ ...chart, color: 'day', data: [{ day: 'a\u202eb', sum: 2 }] }, 0)).not.toContain(
    '\u202e',
  );
});
