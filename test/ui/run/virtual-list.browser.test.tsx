/** A list that follows jumps with what it follows: the same elements say other words, and the focus is never moved on. */

import '../../../src/ui/theme/tokens.css';
import '../../../src/ui/theme/base.css';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { VirtualList } from '../../../src/ui/run/VirtualList.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let place: HTMLElement;
let root: Root;
beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  place.style.cssText = 'width: 600px; height: 240px';
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
});

const show = (count: number) =>
  act(async () => {
    root.render(
      <VirtualList
        count={count}
        rowHeight={24}
        label="Lines"
        follow
        row={(at) => <button type="button">Line {at}</button>}
      />,
    );
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
const buttons = () => [...place.querySelectorAll('button')];
const words = () => buttons().map(({ textContent }) => Number(textContent?.replace('Line ', '')));

test('jumping from end to end, the lines in the page are those of the place, in no new elements', async () => {
  await show(5_000);
  const before = new Set(buttons());
  expect(Math.max(...words())).toBe(4_999);
  await show(2_000);
  expect(Math.max(...words())).toBe(1_999);
  expect(new Set(words()).size).toBe(words().length);
  expect(buttons().every((one) => before.has(one))).toBe(true);
});

test('a line that has gone out of sight takes the focus with it: no other line has it', async () => {
  await show(5_000);
  const own = buttons().find(({ textContent }) => textContent === 'Line 4995')!;
  act(() => own.focus());
  await show(5_001);
  expect(document.activeElement?.textContent).toBe('Line 4995');
  await show(2_000);
  expect(place.contains(document.activeElement)).toBe(false);
});
