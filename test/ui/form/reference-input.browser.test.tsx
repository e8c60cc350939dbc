import '../../../src/ui/theme/tokens.css';
import '../../../src/ui/theme/base.css';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Json } from '../../../src/lib/json.ts';
import type { Field } from '../../../src/ui/form/fields.ts';
import { type KnownForForm, ValueField } from '../../../src/ui/form/ValueField.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const TEXT: Field = { name: 'rows', label: 'Rows', required: true, as: { kind: 'text', long: false } };
const PATHS = ['†input.file', '†state.orders', '†state.orders.rows'];

let root: Root | undefined;
let host: HTMLElement;
let value: Json | undefined;
/** From elsewhere: an undo. */
let give: (next: Json | undefined) => void;

function open(field: Field, first: Json | undefined, known?: KnownForForm): void {
  value = first;
  host = document.createElement('div');
  document.body.append(host);
  const Held = () => {
    const [held, setHeld] = useState(first);
    give = setHeld;
    const change = (next: Json | undefined) => {
      value = next;
      setHeld(next);
    };
    return <ValueField field={field} value={held} onChange={change} paths={PATHS} known={known} />;
  };
  root = createRoot(host);
  act(() => root!.render(<Held />));
}

afterEach(() => {
  act(() => root?.unmount());
  host.remove();
});

const press = (keys: string) => act(() => userEvent.keyboard(keys));
const toggle = () => act(async () => host.querySelector<HTMLElement>('button[aria-pressed]')!.click());
const options = () => [...host.querySelectorAll('[role="option"]')].map((option) => option.textContent);

test('the dagger turns a value into a reference, and back into what it was', async () => {
  open(TEXT, 'sales.csv');
  await toggle();
  expect(value).toBe('†state.orders.rows');
  await toggle();
  expect(value).toBe('sales.csv');
});

test('a reference can be typed where a value stands, to its end, and taken away again without the keyboard going elsewhere', async () => {
  open({ ...TEXT, as: { kind: 'json' } }, undefined);
  host.querySelector('textarea')!.focus();
  await press('†state.orders');
  expect(value).toBe('†state.orders');
  await press('{Escape}');
  await press('{Backspace}'.repeat(13));
  await press('sales');
  expect(value).toBe('sales');
});

test('what is undone elsewhere takes the keyboard from nowhere', async () => {
  open({ ...TEXT, as: { kind: 'json' } }, '†state.orders');
  host.querySelector('input')!.focus();
  await press(' || †state.a');
  (document.activeElement as HTMLElement).blur();
  act(() => give('sales'));
  expect(host.querySelector('textarea')).not.toBeNull();
  expect(document.activeElement).toBe(document.body);
});

test('a reference is completed as it is typed, by keyboard alone', async () => {
  open(TEXT, '†input.file');
  host.querySelector('input')!.focus();
  await press(' || †ord');
  expect(options()).toEqual(['†state.orders', '†state.orders.rows']);
  await press('{ArrowDown}{Enter}');
  expect(value).toBe('†input.file || †state.orders.rows');
  expect(options()).toEqual([]);
});

test('Escape closes the offers and keeps the text', async () => {
  open(TEXT, '†input.file');
  host.querySelector('input')!.focus();
  await press(' || †ord{Escape}');
  expect(options()).toEqual([]);
  expect(value).toBe('†input.file || †ord');
});

test('a few short values are radio buttons, the default marked', async () => {
  open(
    {
      name: 'types',
      label: 'Types',
      required: false,
      fallback: 'auto',
      as: { kind: 'choice', options: ['auto', 'text'] },
    },
    undefined,
  );
  const radios = [...host.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
  expect(radios.map((radio) => radio.checked)).toEqual([false, false]);
  await act(async () => radios[1]!.click());
  expect(value).toBe('text');
});

test('the columns there are stand to choose from, and any other can be typed', async () => {
  const column: Field = {
    name: 'column',
    label: 'Column',
    required: true,
    as: { kind: 'text', long: false, of: 'columns' },
  };
  open(column, 'amount', {
    data: {
      columns: () => ['region', 'amount', 'date'].map((name) => ({ name })),
      cells: () => ({ offers: [] }),
    },
  });
  const input = host.querySelector('input')!;
  input.focus();
  await press('{ArrowDown}');
  expect(options()).toEqual(['region', 'amount', 'date']);
  await press('{ArrowDown}{Enter}');
  expect(value).toBe('date');
  await press('{Control>}a{/Control}reg');
  expect(options()).toEqual(['region']);
  await press('{Escape}');
  expect(value).toBe('reg');
});
