/** The tools that something may use by itself: chosen by title with the keyboard, in an agent's form and in a plan's mandate. */

import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Json } from '../../../src/lib/json.ts';
import { agentTool } from '../../../src/tools/agent.ts';
import { fieldsOf } from '../../../src/ui/form/fields.ts';
import { ValueField } from '../../../src/ui/form/ValueField.tsx';
import { GoesOnPart } from '../../../src/ui/plan/GoesOnPart.tsx';
import { ServicesProvider } from '../../../src/ui/services.ts';
import { onTheTable } from '../actions/on-the-table.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let leave = () => {};
afterEach(() => leave());

async function shown(part: React.ReactNode, { services } = onTheTable()): Promise<HTMLElement> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  leave = () => {
    act(() => root.unmount());
    place.remove();
  };
  await act(async () => root.render(<ServicesProvider value={services}>{part}</ServicesProvider>));
  return place;
}

const typed = (place: HTMLElement): HTMLInputElement => {
  const field = [...place.querySelectorAll<HTMLInputElement>('input[role=combobox]')].find(
    ({ placeholder }) => placeholder === 'Add a tool…',
  );
  if (!field) throw new Error('There is no field for tools.');
  return field;
};
const chosen = (place: HTMLElement) => [...place.querySelectorAll('li bdi')].map((one) => one.textContent);
const press = (keys: string) => act(() => userEvent.keyboard(keys));

test('are offered by title as they are typed, taken with Enter, and taken away; what nobody knows says so', async () => {
  const [, field] = fieldsOf(agentTool.parameters);
  if (field?.name !== 'tools') throw new Error('It is the second field.');
  let last: Json | undefined;
  function Form() {
    const [value, setValue] = useState<Json | undefined>(['Nobody has it']);
    last = value;
    return <ValueField field={field!} value={value} onChange={setValue} paths={['†state.x']} />;
  }
  const place = await shown(<Form />);
  // What it may use is signed by name: there is no reference to choose.
  expect(place.querySelector('[aria-label^="Use a reference"]')).toBeNull();
  expect(place.querySelector('li')?.textContent).toBe('Nobody has itnot known');
  await act(async () => typed(place).focus());
  await press('refund');
  expect([...place.querySelectorAll('[role=option]')].map((one) => one.textContent)).toEqual([
    "Issue refund Can't be undone",
  ]);
  await press('{Enter}');
  expect(last).toEqual(['Nobody has it', 'issueRefund']);
  expect(document.activeElement).toBe(typed(place));
  expect(typed(place).value).toBe('');
  // What is on the list is offered no more, and what was only typed is no tool.
  await press('refund');
  expect(place.querySelectorAll('[role=option]')).toHaveLength(0);
  await act(async () => typed(place).blur());
  expect(typed(place).value).toBe('');
  expect(last).toEqual(['Nobody has it', 'issueRefund']);
  await act(() => userEvent.click(place.querySelector('[aria-label="Take Nobody has it away"]')!));
  expect(chosen(place)).toEqual(['Issue refund']);
  expect(document.activeElement).toBe(typed(place));
});

test('of a plan that goes on are the same list, with what the checks say of it and what mends it', async () => {
  const table = onTheTable();
  const { document: plan } = table.services;
  const mandate = { tools: ['Issue refund'], effects: ['none'], hosts: [] };
  plan.actions.edit(
    [
      { kind: 'set-field', field: 'strategy', value: 'iterative' },
      { kind: 'set-field', field: 'mandate', value: mandate },
    ],
    { label: 'Let it go on' },
  );
  const place = await shown(<GoesOnPart />, table);
  expect(place.textContent).toContain('Did you mean "issueRefund"?');
  const mend = [...place.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Use "issueRefund"',
  );
  await act(() => userEvent.click(mend!));
  expect(plan.getState().plan.mandate?.tools).toEqual(['issueRefund']);
  expect(place.textContent).not.toContain('not known');
});
