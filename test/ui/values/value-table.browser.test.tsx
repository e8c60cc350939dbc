/** A table of any size: all of it is reached by wheel, thumb and keys, and is said as a grid. */

import '../../../src/ui/theme/tokens.css';
import '../../../src/ui/theme/base.css';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Json } from '../../../src/lib/json.ts';
import { createSessionStore } from '../../../src/stores/session.ts';
import { type Services, ServicesProvider } from '../../../src/ui/services.ts';
import { JsonTree } from '../../../src/ui/values/JsonTree.tsx';
import { type RowSource, rowsElsewhere, rowsHere } from '../../../src/ui/values/row-source.ts';
import { ValueTable } from '../../../src/ui/values/ValueTable.tsx';
import { breathing, LookedAt, type RowsAsk } from '../../../src/values/looked-at.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** What is waited for comes when it comes. */
const PATIENCE = { timeout: 20_000 };
const MILLION = 1_000_000;
const amountOf = (id: number): number => (id * 7_919) % 1_000;
const NAMES = ['Ada', 'Bo', 'Cy', 'Dee'];
const someRows = (count: number): Json[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    name: NAMES[id % NAMES.length] ?? '',
    amount: amountOf(id),
    note: id % 5 === 0 ? null : `note ${id}`,
  }));

let place: HTMLElement;
let root: Root;
const session = createSessionStore({ read: () => null, write: () => undefined });
const services = { session } as unknown as Services;

beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  place.style.cssText = 'display: flex; flex-direction: column; width: 900px; height: 500px';
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
});

const settled = () =>
  act(async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
  });
async function show(source: RowSource): Promise<HTMLElement> {
  act(() =>
    root.render(
      <ServicesProvider value={services}>
        <ValueTable source={source} label="Orders" />
      </ServicesProvider>,
    ),
  );
  await settled();
  return find('[role="grid"]');
}
function find(selector: string): HTMLElement {
  const found = place.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
}
/** Cells of the rows that are there, from above. */
const shown = (): string[][] =>
  [...place.querySelectorAll('[role="row"]:not(:has([role="columnheader"]))')].map((row) =>
    [...row.querySelectorAll('[role="gridcell"]')].map(({ textContent }) => textContent ?? ''),
  );
const meant = () => {
  const id = find('[role="grid"]').getAttribute('aria-activedescendant');
  return (id === null ? null : document.getElementById(id))?.textContent;
};
async function press(keys: string): Promise<void> {
  await act(() => userEvent.keyboard(keys));
  await settled();
}
/** Until the count above the table says so. */
const counted = (words: string) =>
  expect
    .poll(async () => {
      await settled();
      return find('output').textContent;
    }, PATIENCE)
    .toBe(words);

test('what a column holds is told beside it: its column stays in sight, and nothing of its filter is cut', async () => {
  // Narrower than that the pane stands below.
  await page.viewport(1000, 700);
  place.style.width = '560px';
  const wide = Array.from({ length: 40 }, (_, id) =>
    Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`column ${at + 1}`, id * at])),
  );
  const grid = await show(await rowsHere(wide));
  grid.focus();
  await press('{End}');
  await press('{Alt>}{ArrowDown}{/Alt}');
  const pane = find('[aria-label="Column column 8"]').getBoundingClientRect();
  const head = [...place.querySelectorAll('[role="columnheader"]')].find(
    ({ textContent }) => textContent === 'column 8',
  );
  expect(head?.getBoundingClientRect().right).toBeLessThanOrEqual(pane.left);
  const how = find('select[aria-label^="Keep rows where"]') as HTMLSelectElement;
  // As wide as its longest choice wants to be.
  const given = how.getBoundingClientRect().width;
  how.style.flex = 'none';
  expect(given).toBeGreaterThanOrEqual(how.getBoundingClientRect().width);
});

test('on a phone what is done with the rows is one line, and columns that go on fade at the edge', async () => {
  await page.viewport(390, 844);
  place.style.width = '340px';
  const grid = await show(await rowsHere(someRows(40)));
  const search = find('input[type="search"]');
  const topOf = (one: Element) => one.getBoundingClientRect().top;
  const copies = [...place.querySelectorAll('button')].filter(({ textContent }) =>
    /^Copy/.test(textContent ?? ''),
  );
  expect(copies).toHaveLength(3);
  for (const one of copies) expect(Math.abs(topOf(one) - topOf(search))).toBeLessThan(12);
  expect(getComputedStyle(grid).maskImage).toContain('gradient');
  await act(async () => grid.scrollTo({ left: grid.scrollWidth }));
  await settled();
  expect(getComputedStyle(grid).maskImage).toBe('none');
});

test('a million rows are all reached: by the keyboard, the thumb and the wheel', async () => {
  const grid = await show(await rowsHere(someRows(MILLION)));
  expect(grid.getAttribute('aria-rowcount')).toBe(String(MILLION + 1));
  expect(place.querySelectorAll('*').length).toBeLessThan(400);
  grid.focus();
  await press('{Control>}{End}{/Control}');
  expect(shown().at(-1)?.[0]).toBe(String(MILLION - 1));
  expect(meant()).toBe(`note ${MILLION - 1}`);
  await press('{Control>}{Home}{/Control}');
  expect(shown()[0]?.[0]).toBe('0');
  // The thumb to its end, and to the middle.
  await act(async () => {
    grid.scrollTop = grid.scrollHeight;
  });
  await settled();
  expect(shown().at(-1)?.[0]).toBe(String(MILLION - 1));
  await act(async () => {
    grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 2;
  });
  await settled();
  const middle = Number(shown()[0]?.[0]);
  expect(Math.abs(middle - MILLION / 2)).toBeLessThan(1_000);
  // A turn of the wheel goes on by a few rows, to scale or not.
  await act(async () => {
    grid.dispatchEvent(new WheelEvent('wheel', { deltaY: 100, cancelable: true, bubbles: true }));
  });
  await settled();
  expect(Number(shown()[0]?.[0]) - middle).toBeGreaterThan(2);
  expect(Number(shown()[0]?.[0]) - middle).toBeLessThan(6);
});

test('is walked by keys cell by cell, and sorted at its heads', async () => {
  const grid = await show(await rowsHere(someRows(200)));
  grid.focus();
  await press('{ArrowDown}{ArrowRight}');
  expect(meant()).toBe('Bo');
  await press('{Control>}{ArrowUp}{/Control}{ArrowRight}');
  expect(meant()).toBe('amount');
  await press('{Enter}');
  await expect
    .poll(() => place.querySelector('[aria-sort="ascending"]')?.textContent, PATIENCE)
    .toBe('amount');
  await settled();
  const amounts = Array.from({ length: 200 }, (_, id) => amountOf(id)).sort((a, b) => a - b);
  expect(shown().map((row) => Number(row[2]))).toEqual(amounts.slice(0, shown().length));
  await press('{Enter}');
  await settled();
  expect(find('[aria-sort="descending"]').textContent).toBe('amount');
  expect(Number(shown()[0]?.[2])).toBe(amounts.at(-1));
  // A cell is read whole, and the keyboard comes back to where it was.
  await press('{ArrowDown}{End}{Enter}');
  expect(find('section[aria-label="note, row 1"] pre').textContent).toMatch(/^note /);
  await press('{Escape}');
  expect(document.activeElement).toBe(grid);
});

test('is searched and filtered, and says how many rows are left of all', async () => {
  const grid = await show(await rowsHere(someRows(200)));
  await counted('200 rows');
  const search = find('input[type="search"]');
  await act(() => userEvent.fill(search, 'note 19'));
  await counted('9 of 200 rows');
  await act(() => userEvent.clear(search));
  await counted('200 rows');
  grid.focus();
  await press('{ArrowRight}{Alt>}{ArrowDown}{/Alt}');
  const pane = find('section[aria-label="Column name"]');
  await expect.poll(() => pane.textContent, PATIENCE).toContain('200 of 200');
  expect(pane.textContent).toContain('Different4');
  await act(async () => find('[aria-label="The commonest values"] button').click());
  await counted('50 of 200 rows');
  await act(() => userEvent.click(find('[aria-label^="Remove the filter name is"]')));
  await counted('200 rows');
});

test('rows elsewhere come as they are looked at, and no others', async () => {
  const looked = new LookedAt(someRows(100_000));
  const asked: RowsAsk[] = [];
  const source = await rowsElsewhere(async (ask) => {
    asked.push(ask);
    return breathing(looked.answer(ask), { isDue: () => false, give: async () => {} });
  });
  const grid = await show(source);
  expect(shown()[0]?.[0]).toBe('0');
  grid.focus();
  await press('{Control>}{End}{/Control}');
  expect(shown().at(-1)?.[0]).toBe('99999');
  // The row that is meant can be copied once it is there.
  await act(() => userEvent.fill(find('input[type="search"]'), 'note 54321'));
  await counted('1 of 100,000 rows');
  const copyRow = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Copy row');
  await expect.poll(() => copyRow?.disabled, PATIENCE).toBe(false);
  const rows = asked.flatMap((ask) => (ask.kind === 'rows' ? [ask.to - ask.from] : []));
  expect(rows.reduce((sum, count) => sum + count, 0)).toBeLessThan(2_000);
});

test('what would hide in a cell, or turn it around, is seen', async () => {
  await show(await rowsHere([{ name: 'a\u202Eb', other: 'שלום' }]));
  expect(shown()[0]).toEqual(['a⟨U+202E⟩b', 'שלום']);
  expect(place.querySelectorAll('[role="gridcell"][dir="auto"]')).toHaveLength(2);
});

test('JSON is a tree that arrows open, walk and close', async () => {
  const value = { name: 'Ada', orders: [{ id: 1 }, { id: 2 }] };
  act(() => root.render(<JsonTree value={value} label="Customer" />));
  const lines = () => [...place.querySelectorAll('[role="treeitem"]')].map(({ textContent }) => textContent);
  expect(lines()).toEqual(['2 fields', 'name“Ada”', 'orders2 entries']);
  find('[role="treeitem"]').focus();
  await press('{End}{ArrowRight}');
  expect(lines()).toHaveLength(5);
  expect(find('[aria-expanded="true"][aria-level="2"]').textContent).toBe('orders2 entries');
  await press('{ArrowRight}{ArrowRight}');
  expect(lines()).toHaveLength(6);
  await press('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  expect(lines()).toHaveLength(3);
  expect(document.activeElement?.textContent).toBe('orders2 entries');
});
