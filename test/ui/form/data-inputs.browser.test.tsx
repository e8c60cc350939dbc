/** Fields that know the data: what there is stands to choose from, by mouse and by keyboard, and nothing typed is dropped. */

import '../../../src/ui/theme/tokens.css';
import '../../../src/ui/theme/base.css';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Json, JsonObject } from '../../../src/lib/json.ts';
import { lookInto } from '../../../src/run/look-into.ts';
import { builtInTools } from '../../../src/tools/built-in.ts';
import type { FieldProblem } from '../../../src/ui/form/FieldProblems.tsx';
import { fieldsOf } from '../../../src/ui/form/fields.ts';
import { cellOffers, type KnownData } from '../../../src/ui/form/known-data.ts';
import { type KnownForForm, ValueField } from '../../../src/ui/form/ValueField.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const ROWS = Array.from({ length: 10_000 }, (_, at) => ({
  region: at % 3 === 0 ? 'North' : 'South',
  id: `c${at}`,
  amount: at,
}));
const data: KnownData = {
  columns: () => [
    { name: 'region', type: 'text' },
    { name: 'id', type: 'text' },
    { name: 'amount', type: 'number' },
  ],
  cells: async (column, typed) => cellOffers(lookInto(ROWS, { path: [], column, typed })!.counts!, false),
  files: (parameter) =>
    parameter === 'file' ? [{ value: 'sales.csv', text: 'sales.csv', about: '3 rows' }] : undefined,
};

let root: Root;
let host: HTMLElement;
let value: Json | undefined;

async function open(
  tool: string,
  name: string,
  call: JsonObject,
  more: object = {},
  known: KnownForForm = { data },
) {
  const contract = builtInTools.find((one) => one.name === tool)!;
  const field = fieldsOf(contract.parameters).find((one) => one.name === name)!;
  value = call[name];
  host = document.createElement('div');
  document.body.append(host);
  const Held = () => {
    const [held, setHeld] = useState(value);
    const change = (next: Json | undefined) => {
      value = next;
      setHeld(next);
    };
    return (
      <ValueField
        field={field}
        value={held}
        onChange={change}
        paths={[]}
        known={known}
        beside={call}
        {...more}
      />
    );
  };
  root = createRoot(host);
  await act(async () => root.render(<Held />));
}

afterEach(() => {
  act(() => root.unmount());
  host.remove();
});

const press = (keys: string) => act(async () => userEvent.keyboard(keys));
const options = () =>
  [...host.querySelectorAll('[role="option"]')].map((option) =>
    option.textContent?.trim().replace(/\s+/g, ' '),
  );
const field = () => host.querySelector<HTMLInputElement>('input[role="combobox"]')!;
const click = (what: Element | null) => act(async () => (what as HTMLElement).click());

test('the values of the column beside it are offered with how often each occurs, and one is taken by keyboard', async () => {
  await open('filterRows', 'value', { column: 'region' });
  field().focus();
  await press('{ArrowDown}');
  await vi.waitFor(() => expect(options()).toEqual(['South 6666', 'North 3334'].map(grouped)));
  expect(field().getAttribute('aria-expanded')).toBe('true');
  await press('{ArrowDown}{Enter}');
  expect(value).toBe('North');
  expect(host.textContent).toContain('Taken as text.');
});
const grouped = (text: string) => text.replace(/\d+/, (digits) => Number(digits).toLocaleString('en'));

test('of ten thousand values fifty are listed, which is said, and typing finds the others', async () => {
  await open('filterRows', 'value', { column: 'id' });
  await click(field());
  await vi.waitFor(() => expect(options()).toHaveLength(50));
  field().focus();
  expect(host.querySelector('[role="status"]')?.textContent).toBe(
    '50 of 10,000 values. Type to find others.',
  );
  await press('c9876');
  await vi.waitFor(() => expect(options()).toEqual(['c9876 1']));
  await click(host.querySelector('[role="option"]'));
  expect(value).toBe('c9876');
});

test('the column decides what is typed, it stands beside the field, and can be changed', async () => {
  await open('filterRows', 'value', { column: 'amount' });
  field().focus();
  await press('12.50');
  expect(value).toBe(12.5);
  expect(field().value).toBe('12.50');
  const as = host.querySelector('select')!;
  expect(as.value).toBe('number');
  await act(async () => userEvent.selectOptions(as, 'text'));
  expect(value).toBe('12.50');
});

test('a text in a column of numbers stays what was typed, and it is said', async () => {
  await open('filterRows', 'value', { column: 'amount' });
  field().focus();
  await press('about twelve');
  expect(value).toBe('about twelve');
  expect(host.textContent).toContain('Taken as text: the column has numbers');
});

test('several columns where the tool takes several, and one again', async () => {
  await open('removeDuplicates', 'columns', {});
  await click(
    [...host.querySelectorAll('button')].find((button) => button.textContent?.includes('Add an item'))!,
  );
  field().focus();
  await press('{ArrowDown}{Enter}');
  expect(value).toEqual(['region']);
  act(() => root.unmount());
  host.remove();
  await open('joinRows', 'on', { on: 'id' });
  await click(
    [...host.querySelectorAll('button')].find((button) => button.textContent?.includes('Another column'))!,
  );
  expect(value).toEqual(['id', '']);
  const second = host.querySelectorAll<HTMLInputElement>('input[role="combobox"]')[1]!;
  second.focus();
  await press('reg{Enter}');
  expect(value).toEqual(['id', 'region']);
  await click(host.querySelector('button[aria-label="Remove item 1"]'));
  expect(value).toBe('region');
});

test('a list of values stays a list of which each is chosen', async () => {
  await open('filterRows', 'value', { column: 'amount', operator: 'oneOf', value: ['North', 3] });
  const fields = host.querySelectorAll<HTMLInputElement>('input[role="combobox"]');
  expect([...fields].map((one) => one.value)).toEqual(['North', '3']);
  fields[1]!.focus();
  await press('{Control>}a{/Control}42');
  expect(value).toEqual(['North', 42]);
});

test('a file is chosen among those that were given, and another can be given', async () => {
  const giveFile = vi.fn((file: File, name: (name: string) => void) => name(file.name));
  await open('readCsv', 'file', { file: 'old.csv' }, {}, { data: { ...data, giveFile } });
  await click(field());
  expect(options()).toEqual(['sales.csv 3 rows']);
  await click(host.querySelector('[role="option"]'));
  expect(value).toBe('sales.csv');
  const more = new File(['a\n1'], 'more.csv');
  await act(async () => userEvent.upload(host.querySelector<HTMLInputElement>('input[type="file"]')!, more));
  expect(giveFile).toHaveBeenCalledOnce();
  expect(value).toBe('more.csv');
});

test('what is no JSON is a text: it is never dropped, and comes back as it was typed', async () => {
  await open('saveFile', 'content', {});
  host.querySelector('textarea')!.focus();
  await press('Hello there');
  expect(value).toBe('Hello there');
  expect(host.textContent).toContain('Taken as text.');
  await press('{Control>}a{/Control}12');
  expect(value).toBe(12);
});

test('what is wrong with a field stands at it, and one press mends it', async () => {
  const apply = vi.fn();
  const problems: FieldProblem[] = [
    {
      message: 'There is no column "reg".',
      isError: false,
      path: [],
      fixes: [{ title: 'Use "region"', apply }],
    },
  ];
  await open('filterRows', 'column', { column: 'reg' }, { problems });
  expect(field().getAttribute('aria-invalid')).toBe('true');
  const about = document.getElementById(field().getAttribute('aria-describedby')!);
  expect(about?.textContent).toContain('There is no column "reg".');
  await click([...host.querySelectorAll('button')].find((button) => button.textContent === 'Use "region"')!);
  expect(apply).toHaveBeenCalledOnce();
});

test('a problem inside a condition stands at the condition’s own field', async () => {
  const problems: FieldProblem[] = [
    { message: 'No column "b".', isError: false, path: [1, 'column'], fixes: [] },
  ];
  const conditions = [{ column: 'region' }, { column: 'b' }];
  await open('filterRows', 'conditions', { conditions }, { problems });
  const wrong = host.querySelectorAll('[aria-invalid="true"]');
  expect([...wrong].map((one) => (one as HTMLInputElement).value)).toEqual(['b']);
});

test('the fields of what stands at a path are offered behind its dot, with their types', async () => {
  const known: KnownForForm = {
    paths: {
      typeOf: () => 'table',
      fieldsBelow: async (path) =>
        path === '†state.orders.0'
          ? [
              { value: `${path}.region`, text: `${path}.region`, about: 'text' },
              { value: `${path}.amount`, text: `${path}.amount`, about: 'number' },
            ]
          : [],
    },
  };
  await open('countWords', 'text', { text: '†state.orders' }, { paths: ['†state.orders'] }, known);
  field().focus();
  await press('{End}.0.');
  await vi.waitFor(() =>
    expect(options()).toEqual(['†state.orders.0.region text', '†state.orders.0.amount number']),
  );
  await press('am');
  await vi.waitFor(() => expect(options()).toEqual(['†state.orders.0.amount number']));
  await press('{Enter}');
  expect(value).toBe('†state.orders.0.amount');
});
