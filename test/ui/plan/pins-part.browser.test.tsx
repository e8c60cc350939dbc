/** What is pinned stands beside the plan: changed there as a table, and let go. */

import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PinsPart } from '../../../src/ui/plan/PinsPart.tsx';
import { ServicesProvider } from '../../../src/ui/services.ts';
import { onTheTable } from '../actions/on-the-table.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test('a pinned table is typed in and let go, and a cell stays of the kind of its column', async () => {
  const { services } = onTheTable();
  const { plan } = services.document.getState();
  const { session } = services;
  const call = plan.calls[0]?._id ?? '';
  const pins = () => session.getState().pinned[plan.id];
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <ServicesProvider value={services}>
        <PinsPart />
      </ServicesProvider>,
    ),
  );
  expect(place.textContent).toContain('In a run, State and the inspector pin');
  await act(async () =>
    session.actions.pin(plan, {
      [call]: [
        { by: 'Ada', sum: 1 },
        { by: 'Bo', sum: 2 },
      ],
    }),
  );
  expect(place.textContent).toContain('1 result stands in the place of its call');
  expect(place.querySelector('input')).toBeNull();
  await act(() => userEvent.click(place.querySelector('summary') as HTMLElement));
  const cell = [...place.querySelectorAll('input')].find(
    (one) => one.getAttribute('aria-label') === 'sum, row 2',
  ) as HTMLInputElement;
  await act(() => userEvent.fill(cell, '30'));
  expect(pins()).toEqual({
    [call]: [
      { by: 'Ada', sum: 1 },
      { by: 'Bo', sum: 30 },
    ],
  });
  await act(() => userEvent.click(place.querySelector('[aria-label="Leave row 1 out"]') as HTMLElement));
  expect(pins()).toEqual({ [call]: [{ by: 'Bo', sum: 30 }] });
  const unpin = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Unpin');
  await act(() => userEvent.click(unpin as HTMLElement));
  expect(pins()).toEqual({});
  act(() => root.unmount());
  place.remove();
});
