/** Lists of five thousand: what is in the page stays little, and every row is reached by wheel, keys and screen reader. */

import '../../../src/ui/theme/tokens.css';
import '../../../src/ui/theme/base.css';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Json } from '../../../src/lib/json.ts';
import { ValueField } from '../../../src/ui/form/ValueField.tsx';
import { LongList } from '../../../src/ui/parts/LongList.tsx';
import { ScenarioPanel } from '../../../src/ui/simulation/ScenarioPanel.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const MANY = 5_000;
/** Elements, whatever the row: what would be in the page with all of them is ten times that and more. */
const FEW = 1_500;

let place: HTMLElement;
let root: Root;

beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  place.style.cssText = 'width: 700px; height: 400px; overflow: auto';
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
});

const show = (what: ReactNode) => act(() => root.render(what));
const elements = () => place.querySelectorAll('*').length;
/** Scrolls, and waits until what comes into sight is in the page. */
const scrollTo = (top: number) =>
  act(async () => {
    place.scrollTop = top;
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
  });
const button = (at: number) =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === `Row ${at}`);
const inSight = () => {
  const { top, bottom } = place.getBoundingClientRect();
  return [...place.querySelectorAll('button')]
    .filter((one) => one.getBoundingClientRect().bottom > top && one.getBoundingClientRect().top < bottom)
    .map(({ textContent }) => textContent);
};

/** No two heights alike next to each other, and none as guessed. */
const rows = (count = MANY) => (
  <LongList
    as="ul"
    count={count}
    rowHeight={20}
    row={(at, where) => (
      <li key={at} {...where}>
        <button type="button" style={{ height: 24 + (at % 5) * 7 }}>
          Row {at}
        </button>
      </li>
    )}
  />
);

test('of five thousand rows few are in the page, and each says its place among all', () => {
  show(rows());
  expect(elements()).toBeLessThan(FEW / 5);
  const first = place.querySelector('li:not([aria-hidden])');
  expect(first?.getAttribute('aria-posinset')).toBe('1');
  expect(first?.getAttribute('aria-setsize')).toBe(String(MANY));
});

test('wherever it is scrolled to, rows are in sight, up to the very last', async () => {
  show(rows());
  for (const share of [0.25, 0.5, 0.1, 0.9]) {
    await scrollTo(place.scrollHeight * share);
    expect(inSight().length).toBeGreaterThan(5);
    expect(elements()).toBeLessThan(FEW / 5);
  }
  // What was guessed is measured on the way: the end is where it is in the end.
  for (let turn = 0; turn < 4; turn++) await scrollTo(place.scrollHeight);
  expect(inSight().at(-1)).toBe(`Row ${MANY - 1}`);
  await scrollTo(0);
  expect(inSight()[0]).toBe('Row 0');
});

test('Tab goes from row to row, past what was in the page at first, and back', async () => {
  show(rows());
  act(() => button(0)!.focus());
  for (let at = 1; at <= 60; at++) {
    await act(() => userEvent.tab());
    expect(document.activeElement?.textContent).toBe(`Row ${at}`);
  }
  for (let at = 59; at >= 40; at--) {
    await act(() => userEvent.tab({ shift: true }));
    expect(document.activeElement?.textContent).toBe(`Row ${at}`);
  }
});

test('what has the focus stays in the page while something else is looked at, and Tab goes on from there', async () => {
  show(rows());
  act(() => button(3)!.focus());
  await scrollTo(place.scrollHeight / 2);
  expect(document.activeElement?.textContent).toBe('Row 3');
  expect(elements()).toBeLessThan(FEW / 5);
  await act(() => userEvent.tab());
  expect(document.activeElement?.textContent).toBe('Row 4');
});

test('a list that becomes short has all its rows, and one that becomes long again few', async () => {
  show(rows());
  await scrollTo(place.scrollHeight / 2);
  show(rows(12));
  expect(place.querySelectorAll('li').length).toBe(12);
  show(rows());
  await scrollTo(0);
  expect(inSight()[0]).toBe('Row 0');
  expect(elements()).toBeLessThan(FEW / 5);
});

test('a value of five thousand rows is edited without all its fields in the page', async () => {
  let value: Json = Array.from({ length: MANY }, (_, at) => ({ name: `Name ${at}`, age: at }));
  const item = { type: 'object', properties: { name: { type: 'string' }, age: { type: 'number' } } } as const;
  const draw = () =>
    show(
      <ValueField
        field={{ name: 'rows', label: 'Rows', required: true, as: { kind: 'list', item } }}
        value={value}
        onChange={(next) => {
          value = next ?? [];
          draw();
        }}
      />,
    );
  const start = performance.now();
  draw();
  expect(performance.now() - start).toBeLessThan(2_000);
  expect(elements()).toBeLessThan(FEW);
  for (let turn = 0; turn < 4; turn++) await scrollTo(place.scrollHeight);
  expect(elements()).toBeLessThan(FEW);
  const last = [...place.querySelectorAll('textarea')].at(-1)!;
  expect(last.value).toBe(`Name ${MANY - 1}`);
  await act(() => userEvent.fill(last, 'Another'));
  expect(value).toHaveLength(MANY);
  expect((value as Json[]).at(-1)).toEqual({ name: 'Another', age: MANY - 1 });
  expect(document.activeElement).toBe(last);
});

test('choices in columns keep their columns wherever they are scrolled to', async () => {
  const decisions = Array.from({ length: MANY }, (_, at) => ({
    kind: 'failure' as const,
    name: `call${at}`,
    options: [{ label: 'succeeds' }, { label: 'fails' }],
  }));
  show(
    <ScenarioPanel
      decisions={decisions as never}
      picks={[]}
      name={(call) => call}
      onChoose={() => undefined}
    />,
  );
  const lefts = () =>
    new Map(
      [...place.querySelectorAll('label')].map((one) => [
        one.textContent?.match(/call\d+/)?.[0],
        one.getBoundingClientRect().left,
      ]),
    );
  expect(elements()).toBeLessThan(FEW);
  await scrollTo(2_000);
  const before = lefts();
  await scrollTo(2_900);
  const shared = [...lefts()].filter(([name]) => before.has(name));
  expect(shared.length).toBeGreaterThan(0);
  for (const [name, left] of shared) expect(left).toBe(before.get(name));
  expect(elements()).toBeLessThan(FEW);
});
