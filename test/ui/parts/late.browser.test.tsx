/** A part of the page that comes late, or not at all. */

import { Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ErrorBoundary } from '../../../src/ui/parts/ErrorBoundary.tsx';
import { late } from '../../../src/ui/parts/late.tsx';

const Part = ({ name }: { name: string }) => <p>This is {name}</p>;
let place: HTMLElement;
let root: Root;

beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  place.remove();
});

test('a part that can’t be fetched says so in its place, the rest stays, and it is asked for again', async () => {
  const load = vi
    .fn<() => Promise<{ default: typeof Part }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue({ default: Part });
  const Late = late(load);
  root.render(
    <Suspense fallback={null}>
      <p>The rest</p>
      <Late name="the part" />
    </Suspense>,
  );
  await expect.element(page.getByRole('alert')).toHaveTextContent('could not be loaded');
  await expect.element(page.getByText('The rest')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('This is the part')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

test('one with no place of its own hands the sentence on, and is asked for again when it is next drawn', async () => {
  const load = vi
    .fn<() => Promise<{ default: typeof Part }>>()
    .mockRejectedValueOnce(new TypeError('Failed'))
    .mockResolvedValue({ default: Part });
  const Late = late(load);
  const told = vi.fn();
  const draw = (key: string) =>
    root.render(
      <Suspense fallback={null}>
        <Late key={key} name="a dialog" onNotLoaded={told} />
      </Suspense>,
    );
  draw('first');
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith(expect.stringContaining('reload the page')));
  expect(place.textContent).toBe('');
  draw('second');
  await expect.element(page.getByText('This is a dialog')).toBeVisible();
});

test('fetched ahead, it stands there at once', async () => {
  const Late = late(async () => ({ default: Part }));
  await Late.ahead();
  const fallback = vi.fn(() => null);
  const Fallback = () => fallback();
  root.render(
    <Suspense fallback={<Fallback />}>
      <Late name="the canvas" />
    </Suspense>,
  );
  await expect.element(page.getByText('This is the canvas')).toBeVisible();
  expect(fallback).not.toHaveBeenCalled();
});

test('a defect of the part itself is not taken for one of the network', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {});
  const Late = late(async () => ({
    default: (): never => {
      throw new Error('a defect');
    },
  }));
  const leave = vi.fn();
  root.render(
    <ErrorBoundary onLeave={leave}>
      <Suspense fallback={null}>
        <Late />
      </Suspense>
    </ErrorBoundary>,
  );
  await expect.element(page.getByRole('alert')).toHaveTextContent('a defect');
  await page.getByRole('button', { name: 'Go to the start' }).click();
  expect(leave).toHaveBeenCalledOnce();
  silent.mockRestore();
});
