/** Columns inside the cells of others are found, named as the tool names them, and taken out by calls in front of their reader. */

import { expect, test } from 'vitest';
import { expandRows } from '../../src/activities/table-shape.ts';
import { innerColumns, takenApart } from '../../src/check/take-apart.ts';
import type { Json, JsonObject } from '../../src/lib/json.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import { lookInto } from '../../src/run/look-into.ts';
import { planOf } from './plan-of.ts';

const CONTEXT = { signal: new AbortController().signal } as never;
const ORDERS: Json = [
  {
    id: 1,
    tags: ['new', 'big'],
    address: { city: 'Bonn' },
    items: [{ id: 7, quantity: 12, maker: { name: 'Ada' } }],
  },
  { id: 2, tags: [], address: null, items: [] },
];
const columns = () => lookInto(ORDERS, { path: [] })!.fields;
const said = () =>
  innerColumns(columns()).map(({ through, field, name }) =>
    [...through.map(({ column }) => column), field ?? '*', name].join(' '),
  );

test('fields of objects and of items are found as deep as they stand, each by the name that it comes to', () => {
  expect(said()).toEqual([
    'tags * tags',
    'address city city',
    'items id items id',
    'items quantity quantity',
    'items maker name name',
  ]);
});

test('nothing is told of cells that were not looked into', () => {
  expect(innerColumns([{ name: 'items', type: 'list' }])).toEqual([]);
});

const plan = planOf({
  calls: [
    { _id: 'read', _tool: 'readJson', file: 'orders.json', _outputPath: '†state.orders' },
    { _id: 'few', _tool: 'filterRows', rows: '†state.orders', _outputPath: '†state.few' },
    { _id: 'all', _tool: 'sortRows', rows: '†state.orders', column: 'id', _outputPath: '†state.all' },
  ],
  output: '†state.few',
});

async function rowsFor(name: string): Promise<readonly JsonObject[]> {
  const inner = innerColumns(columns()).find((one) => one.name === name)!;
  const made = applyEdits(plan, takenApart(plan, plan.calls[1]!, 'rows', inner.through));
  if (!made.ok) throw new Error(made.error);
  let rows = ORDERS;
  for (const call of made.value.plan.calls)
    if (call._tool === 'expandRows')
      rows = (await expandRows({ ...(call as unknown as JsonObject), rows }, CONTEXT)) as Json;
  return rows as JsonObject[];
}

test('every column so named is one of the table that its reader is given', async () => {
  for (const { name } of innerColumns(columns()))
    expect(
      (await rowsFor(name)).some((row) => Object.hasOwn(row, name)),
      name,
    ).toBe(true);
});

test('a row without the object stays, a row without items has none to name', async () => {
  expect(await rowsFor('city')).toHaveLength(2);
  expect(await rowsFor('quantity')).toHaveLength(1);
});

test('only the call that names the column reads the rows anew, and one step leads back', () => {
  const inner = innerColumns(columns()).find(({ name }) => name === 'name')!;
  const made = applyEdits(plan, takenApart(plan, plan.calls[1]!, 'rows', inner.through));
  if (!made.ok) throw new Error(made.error);
  expect(made.value.plan.calls.map(({ _id, rows }) => [_id, rows])).toEqual([
    ['read', undefined],
    ['expandRows', '†state.orders'],
    ['expandRows_2', '†state.expandRows'],
    ['few', '†state.expandRows_2'],
    ['all', '†state.orders'],
  ]);
  const back = applyEdits(made.value.plan, made.value.inverse);
  expect(back.ok && back.value.plan.calls).toEqual(plan.calls);
});
