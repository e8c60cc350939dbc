/** An input that is renamed stays open: whoever gives it a name goes on to its type. */

import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { InputsPart } from '../../../src/ui/plan/InputsPart.tsx';
import { ServicesProvider } from '../../../src/ui/services.ts';
import { onTheTable } from '../actions/on-the-table.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test('what was open of an input stays open when it is renamed', async () => {
  const { services } = onTheTable();
  const schema = { type: 'object', properties: { limit: { type: 'number' }, other: { type: 'string' } } };
  services.document.actions.edit([{ kind: 'set-field', field: 'input', value: { schema } }], {
    label: 'Ask',
  });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <ServicesProvider value={services}>
        <InputsPart />
      </ServicesProvider>,
    ),
  );
  await act(() => userEvent.click(place.querySelector('[data-input="limit"] summary') as HTMLElement));
  const name = place.querySelector('[data-input="limit"] details input') as HTMLInputElement;
  await act(() => userEvent.fill(name, 'most'));
  await act(() => userEvent.keyboard('{Enter}'));
  expect(place.querySelector('[data-input="limit"]')).toBeNull();
  expect(place.querySelector<HTMLDetailsElement>('[data-input="most"] details')?.open).toBe(true);
  expect(place.querySelector<HTMLDetailsElement>('[data-input="other"] details')?.open).toBe(false);
  act(() => root.unmount());
  place.remove();
});
