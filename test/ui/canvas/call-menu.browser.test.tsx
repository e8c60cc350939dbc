import { act } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refund } from '../../canvas/sample.ts';
import { CanvasDriver } from './canvas-driver.tsx';

beforeAll(() => page.viewport(1280, 900));

let canvas: CanvasDriver;
afterEach(() => canvas.close());

const entries = () => [...document.querySelectorAll('[role="menuitem"]')];
const titles = () => entries().map((entry) => entry.firstChild?.textContent);
const entry = (title: string) => {
  const found = entries().find((one) => one.firstChild?.textContent === title);
  if (!found) throw new Error(`The menu has no "${title}".`);
  return found;
};
/** Its code is fetched with the first menu that opens. */
const opened = () => vi.waitFor(() => expect(entries()).not.toEqual([]));
const press = async (id: string) => {
  await act(() => userEvent.click(canvas.card(id), { button: 'right' }));
  await opened();
};
const choose = (title: string) => act(() => userEvent.click(entry(title)));
const closed = () => vi.waitFor(() => expect(entries()).toEqual([]));

test('a press with the other button selects the call and opens what can be done with it in a plan', async () => {
  canvas = new CanvasDriver(refund());
  await press('decide');
  expect(canvas.selection).toEqual(['decide']);
  expect(document.querySelector('[role="menu"]')?.getAttribute('aria-label')).toBe(
    'What can be done with decide',
  );
  expect(titles()).toEqual([
    'Open in the inspector',
    'Connect to another call…',
    'Replace the tool…',
    'Rename what it writes…',
    'Switch off',
    'Comment…',
    'Colour…',
    'Put a frame around it',
    'Duplicate',
    'Copy as JSON',
    'Remove',
  ]);
  await choose('Open in the inspector');
  await vi.waitFor(() => expect(canvas.inspected).toEqual(['decide']));
});

test('of several selected calls the menu is for all of them', async () => {
  canvas = new CanvasDriver(refund(), { selection: ['refund', 'ticket'] });
  await press('ticket');
  expect(canvas.selection).toEqual(['refund', 'ticket']);
  await choose('Remove 2 calls');
  await vi.waitFor(() => expect(canvas.plan.calls.map(({ _id }) => _id)).not.toContain('refund'));
  expect(canvas.plan.calls.map(({ _id }) => _id)).not.toContain('ticket');
});

test('a duplicate has an id of its own, writes to a place of its own and is undone as one gesture', async () => {
  canvas = new CanvasDriver(refund(), { selection: ['history'] });
  await canvas.focus('history');
  await canvas.press('d');
  const copy = canvas.plan.calls.at(-1)!;
  expect(copy._id).not.toBe('history');
  expect(copy._tool).toBe(canvas.call('history')._tool);
  expect(copy._outputPath).not.toBe(canvas.call('history')._outputPath);
  expect(canvas.gestures).toEqual(['Duplicate history']);
  expect(canvas.selection).toEqual([copy._id]);
});

test('Shift+F10 opens it at the card, Escape gives the card the keyboard back, and a run’s offers stand in it (R-42)', async () => {
  const again = vi.fn();
  canvas = new CanvasDriver(refund(), {
    mode: 'run',
    selection: ['decide'],
    offersOf: (call) => [
      { title: `Run again from ${call}…`, run: again },
      { title: 'Pin this result', isEnabled: false, run: () => {} },
    ],
  });
  await canvas.focus('decide');
  await canvas.press('{Shift>}{F10}{/Shift}');
  await opened();
  expect(titles()).toEqual([
    'Open in the inspector',
    'Run again from decide…',
    'Pin this result',
    'Copy as JSON',
  ]);
  expect(entry('Pin this result').getAttribute('aria-disabled')).toBe('true');
  await canvas.press('{Escape}');
  await closed();
  await vi.waitFor(() => expect(document.activeElement).toBe(canvas.card('decide')));

  await canvas.press('{Shift>}{F10}{/Shift}');
  // By keyboard its first entry has the keyboard at once.
  await vi.waitFor(() => expect(document.activeElement).toBe(entry('Open in the inspector')));
  await canvas.press('{ArrowDown}');
  // The menu gives the keyboard on with the next frame, which is far off on a busy machine.
  await vi.waitFor(() => expect(document.activeElement).toBe(entry('Run again from decide…')));
  await canvas.press('{Enter}');
  await vi.waitFor(() => expect(again).toHaveBeenCalledOnce());
});
