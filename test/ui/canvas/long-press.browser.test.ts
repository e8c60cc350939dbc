/** What a finger that stays is taken for, and what is left of it when it is gone. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whileHeld } from '../../../src/ui/canvas/long-press.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const put = (more: PointerEventInit = {}) => {
  const held = vi.fn();
  whileHeld(
    new PointerEvent('pointerdown', { pointerType: 'touch', isPrimary: true, pointerId: 7, ...more }),
    held,
  );
  return held;
};
/** @returns whether what the finger would press is held back */
const leave = (type: 'touchend' | 'touchcancel'): boolean =>
  !document.body.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
const hear = (type: string, init: PointerEventInit = {}) =>
  document.body.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 7, ...init }));

test('a finger that stays is held once, and presses nothing as it leaves', () => {
  const held = put();
  vi.runAllTimers();
  expect(held).toHaveBeenCalledOnce();
  expect(leave('touchend')).toBe(true);
  expect(leave('touchend')).toBe(false);
});

test('one that the system takes off leaves nothing behind: the next press is a press', () => {
  put();
  vi.runAllTimers();
  leave('touchcancel');
  expect(leave('touchend')).toBe(false);
});

test.each([
  ['moves', () => hear('pointermove', { clientX: 20 })],
  ['leaves', () => hear('pointerup')],
  ['is joined by another', () => hear('pointerdown', { pointerId: 8 })],
  ['was told of by the browser', () => hear('contextmenu')],
])('one that %s is not held', (_, then) => {
  const held = put();
  then();
  vi.runAllTimers();
  expect(held).not.toHaveBeenCalled();
  expect(leave('touchend')).toBe(false);
});

test('a little movement is none; a mouse is no finger', () => {
  const [held, mouse] = [put(), put({ pointerType: 'mouse' })];
  hear('pointermove', { clientX: 5 });
  vi.runAllTimers();
  expect([held.mock.calls.length, mouse.mock.calls.length]).toEqual([1, 0]);
  leave('touchend');
});
