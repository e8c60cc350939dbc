/** A picture of a chart leaves the page: it stands on paper in either theme, says what it shows, and cuts no name. */

import { expect, test } from 'vitest';
import '../../../src/ui/theme/tokens.css';
import type { ChartSpec } from '../../../src/ui/run/result-parts.ts';
import { drawnSvg } from '../../../src/ui/values/chart-picture.ts';

const chart: ChartSpec = {
  ...{ kind: 'chart', mark: 'bar', x: 'book', y: 'fines', title: 'Fines by book' },
  data: Array.from({ length: 9 }, (_, at) => ({ book: `Middlemarch, volume ${at + 1}`, fines: at })),
};

test('it is light in the dark theme, has its title and whole names', { timeout: 60_000 }, async () => {
  const root = document.documentElement;
  root.dataset.theme = 'light';
  const light = await drawnSvg(chart);
  root.dataset.theme = 'dark';
  const dark = await drawnSvg(chart);
  delete root.dataset.theme;
  expect(dark).toBe(light);
  expect(light).not.toContain('var(');
  expect(light).toContain('Fines by book');
  expect(light).toContain('Middlemarch, volume 9');
});
