import { expect, it } from 'vitest';
import { coloursFor, namesBelow } from '../../../src/ui/run/Chart.tsx';

it('gives each series a colour of its own, however many there are', () => {
  for (const many of [2, 8, 9, 10, 40]) expect(new Set(coloursFor(many)).size).toBeGreaterThanOrEqual(many);
});

it('names the bars as far as there is room: whole, cut, or every so many', () => {
  const shown = (names: readonly unknown[], width: number) => {
    const { ticks, tickFormat } = namesBelow(names, width);
    return ticks.map(tickFormat);
  };
  expect(shown(['North', 'South'], 300)).toEqual(['North', 'South']);
  expect(shown(['Number of orders', 'Sum'], 220)).toEqual(['Number of…', 'Sum']);
  const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}`);
  expect(shown(months, 680)).toEqual(months);
  expect(shown(months, 260)).toEqual(['2026-01', '2026-05', '2026-09']);
  expect(shown([2024, 2025, null], 260)).toEqual(['2024', '2025', '']);
  expect(shown([], 260)).toEqual([]);
});
