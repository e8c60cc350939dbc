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

test('what its colours mean stands in it, on as many lines as that takes', { timeout: 60_000 }, async () => {
  const names = Array.from({ length: 12 }, (_, at) => `The branch in quarter ${at + 1}`);
  const data = names.flatMap((branch) => [
    { month: '2026-01-01', fines: 1, branch },
    { month: '2026-02-01', fines: 2, branch },
  ]);
  const many: ChartSpec = { kind: 'chart', mark: 'line', x: 'month', y: 'fines', color: 'branch', data };
  for (const isTitled of [true, false]) {
    const place = document.body.appendChild(document.createElement('div'));
    place.innerHTML = await drawnSvg(many, isTitled);
    const svg = place.querySelector('svg') as SVGSVGElement;
    const box = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll('text')];
    const told = names.map((name) => texts.find(({ textContent }) => textContent === name));
    for (const one of told) {
      const { left, right, top } = (one as SVGTextElement).getBoundingClientRect();
      expect(left).toBeGreaterThanOrEqual(box.left);
      expect(right).toBeLessThanOrEqual(box.right);
      expect(top).toBeGreaterThanOrEqual(box.top);
    }
    const colours = told.map((one) => one?.previousElementSibling?.getAttribute('fill'));
    expect(new Set(colours).size).toBe(names.length);
    const lines = [...svg.querySelectorAll('path[stroke]')].map((path) => path.getAttribute('stroke'));
    for (const colour of colours) expect(lines).toContain(colour);
    place.remove();
  }
});
