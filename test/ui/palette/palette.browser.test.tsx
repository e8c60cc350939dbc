/** The palette as it stands on the screen: every action of the table is in it, with its shortcut, or with why not. */

import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ACTIONS } from '../../../src/ui/actions/actions.ts';
import { isMac, printKeys } from '../../../src/ui/frame/keys.ts';
import Palette from '../../../src/ui/palette/Palette.tsx';
import { offerPlanParts } from '../../../src/ui/plan/actions.ts';
import { ServicesProvider } from '../../../src/ui/services.ts';
import { onTheTable } from '../actions/on-the-table.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test('every action is in the palette, and chosen there it is done', async () => {
  const { services, desk } = onTheTable();
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  let closed = 0;
  await act(async () =>
    root.render(
      <ServicesProvider value={services}>
        <Palette onClose={() => (closed += 1)} />
      </ServicesProvider>,
    ),
  );
  const rows = [...host.querySelectorAll<HTMLElement>('[role="option"]')];
  for (const [id, { title, keys, whyNot }] of ACTIONS) {
    if (id === 'palette') continue;
    const row = rows.find(({ dataset }) => dataset.value === title);
    const why = whyNot(services);
    expect(row?.textContent, id).toBe(`${title}${why ?? ''}${keys ? printKeys(keys, isMac()) : ''}`);
    expect(row?.getAttribute('aria-disabled'), id).toBe(String(why !== null));
  }
  const row = rows.find(({ dataset }) => dataset.value === 'Select every call');
  await act(async () => row?.click());
  expect(closed).toBe(1);
  expect(desk.selection).toHaveLength(desk.plan.calls.length);
  act(() => root.unmount());
  host.remove();
});

test.each(['going on', 'mandate', 'by itself', 'eager', 'iterative', 'autonomous', 'turns'])(
  '“%s” finds what the plan may do by itself',
  async (typed) => {
    offerPlanParts();
    const { services } = onTheTable();
    const host = document.body.appendChild(document.createElement('div'));
    const root = createRoot(host);
    await act(async () =>
      root.render(
        <ServicesProvider value={services}>
          <Palette onClose={() => {}} />
        </ServicesProvider>,
      ),
    );
    const field = host.querySelector('input') as HTMLInputElement;
    await act(() => userEvent.fill(field, typed));
    // Sections keep their order; in each, what is possible stands by how well it is called so.
    const rows = () =>
      [...host.querySelectorAll('[role="option"]:not([aria-disabled="true"])')]
        .filter((row) => row.closest('[role="presentation"]')?.textContent?.startsWith('View'))
        .map((row) => row.textContent ?? '');
    // What is found is put in order once it is drawn.
    await vi.waitFor(() => expect(rows()[0]).toMatch(/^Going on by itself/));
    act(() => root.unmount());
    host.remove();
  },
);
