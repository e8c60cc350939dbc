/** From a chart to its rows: the bar that is pressed, or the point that is nearest, tells which of them it is. */

import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import type { Json } from '../../../src/lib/json.ts';
import type { ChartSpec } from '../../../src/ui/run/result-parts.ts';
import { type Services, ServicesProvider } from '../../../src/ui/services.ts';
import { ValueView } from '../../../src/ui/values/ValueView.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const data = [
  { region: 'Isles', total: 9 },
  { region: 'West', total: 7 },
];
const chart = (mark: ChartSpec['mark']): Json =>
  ({ kind: 'chart', mark, x: 'region', y: 'total', data }) as Json;
const services = { session: { actions: {} } } as unknown as Services;

async function shown(value: Json, onRow?: (row: Json) => void): Promise<HTMLElement> {
  const place = document.body.appendChild(document.createElement('div'));
  await act(async () =>
    createRoot(place).render(
      <ServicesProvider value={services}>
        <ValueView value={value} label="Sums" onRow={onRow} />
      </ServicesProvider>,
    ),
  );
  await vi.waitFor(() => expect(place.querySelector('figure svg')).not.toBeNull(), { timeout: 20_000 });
  return place;
}

test('a bar tells its row, and the rows stand beside the chart', { timeout: 60_000 }, async () => {
  const heard: Json[] = [];
  const place = await shown(chart('bar'), (row) => heard.push(row));
  const bars = place.querySelectorAll('figure rect');
  expect(bars).toHaveLength(2);
  bars[1]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  // The ticks and lines of its scales are numbered as well, and are nobody's row.
  const others = place.querySelectorAll('figure svg, figure svg :is(text, line, path)');
  expect(others.length).toBeGreaterThan(5);
  for (const other of others) other.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(heard).toEqual([data[1]]);
  expect(place.textContent).toContain('Press a bar to see which rows it comes from.');
  await vi.waitFor(() => expect(place.querySelector('[role="grid"]')).not.toBeNull(), { timeout: 20_000 });
  place.remove();
});

test('a result of several parts shows each by itself, and a bar of a chart in it tells its row', {
  timeout: 60_000,
}, async () => {
  const heard: Json[] = [];
  const place = await shown({ sums: chart('bar'), rest: [{ region: 'East', note: 'none' }] }, (row) =>
    heard.push(row),
  );
  expect([...place.querySelectorAll('section > h3')].map((one) => one.textContent)).toEqual(['sums', 'rest']);
  place.querySelector('figure rect')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(heard).toEqual([data[0]]);
  await vi.waitFor(() => expect(place.textContent).toContain('East'), { timeout: 20_000 });
  const tree = [...place.querySelectorAll('button')].find((one) => one.textContent === 'Tree');
  await act(async () => tree?.click());
  expect(place.querySelector('figure')).toBeNull();
  place.remove();
});

/** Where of the drawing, in its own pixels, a pointer presses. */
function press(place: HTMLElement, x: number, y: number): void {
  const svg = place.querySelector('figure svg') as SVGSVGElement;
  const box = svg.getBoundingClientRect();
  const at = { clientX: box.left + (x / 680) * box.width, clientY: box.top + (y / 320) * box.height };
  svg.dispatchEvent(new MouseEvent('click', { bubbles: true, ...at }));
}

test.each(['line', 'area'] as const)(
  'near a point of a %s is enough to lead to its row, and keys go from point to point',
  {
    timeout: 60_000,
  },
  async (mark) => {
    const heard: Json[] = [];
    const place = await shown(chart(mark), (row) => heard.push(row));
    press(place, 80, 200);
    press(place, 640, 250);
    expect(heard).toEqual(data);
    expect(place.textContent).toContain(`Press near a point of the ${mark} to see which rows it comes from.`);
    const slider = place.querySelector('[role="slider"]') as HTMLElement;
    const key = (name: string) =>
      act(async () => {
        slider.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
      });
    await key('Enter');
    expect(heard).toHaveLength(2);
    await key('ArrowRight');
    expect(slider.getAttribute('aria-valuetext')).toBe('Isles: 9');
    await key('ArrowRight');
    await key('Enter');
    expect(slider.getAttribute('aria-valuetext')).toBe('West: 7');
    expect(heard.slice(2)).toEqual([data[1]]);
    place.remove();
  },
);

test('of areas that stand on one another the one that is pressed is meant', { timeout: 60_000 }, async () => {
  const rows = ['a', 'b'].flatMap((kind) => [1, 2].map((day) => ({ day, kind, total: 10 })));
  const heard: Json[] = [];
  const value = { kind: 'chart', mark: 'area', x: 'day', y: 'total', color: 'kind', data: rows } as Json;
  const place = await shown(value, (row) => heard.push(row));
  const shapes = place.querySelectorAll('figure > div svg [aria-label="area"] path');
  expect(shapes).toHaveLength(2);
  const { right } = (shapes[1] as Element).getBoundingClientRect();
  for (const shape of shapes) shape.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: right }));
  expect(heard).toEqual([rows[1], rows[3]]);
  place.remove();
});

test('without anybody to hear, a chart promises nothing and takes no keyboard', {
  timeout: 60_000,
}, async () => {
  for (const mark of ['bar', 'line'] as const) {
    const place = await shown(chart(mark));
    expect(place.textContent).not.toContain('Press ');
    expect(place.querySelector('figure [tabindex]')).toBeNull();
    place.remove();
  }
});

test.each(['bar', 'line', 'dot', 'area'] as const)(
  'a %s chart coloured by cells that are addresses or colours draws none of them',
  { timeout: 60_000 },
  async (mark) => {
    const cells = ['url(https://evil.example/#a)', 'red'];
    for (const cell of cells) {
      // All alike: a text that is no column of its own is what a drawing takes for a colour.
      const rows = data.map((row) => ({ ...row, kind: cell, [cell]: cell }));
      for (const color of ['kind', cell]) {
        const place = await shown({ ...(chart(mark) as object), color, data: rows } as Json);
        const drawn = [...place.querySelectorAll('figure svg, figure svg *')].flatMap((one) =>
          [...one.attributes].filter(({ name }) => name !== 'aria-label').map(({ value }) => value),
        );
        expect(drawn.length).toBeGreaterThan(20);
        expect(drawn.filter((value) => value.includes('url(') || value === 'red')).toEqual([]);
        place.remove();
      }
    }
  },
);
