/** The palette as it stands on the screen: every action of the table is in it, with its shortcut, or with why not. */

import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { ACTIONS } from '../../../src/ui/actions/actions.ts';
import { isMac, printKeys } from '../../../src/ui/frame/keys.ts';
import Palette from '../../../src/ui/palette/Palette.tsx';
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
