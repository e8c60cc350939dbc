/** Another file in the place of one: the plan stays as it is, and one call behind the read names the columns where they differ. */

import { describe, expect, test } from 'vitest';
import { checkPlan } from '../../src/check/check.ts';
import { filesRead } from '../../src/check/files-read.ts';
import {
  type ColumnMapping,
  type FilePlace,
  offeredColumns,
  swapFile,
  tableAlone,
  wantedColumns,
} from '../../src/check/swap-file.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import type { ColumnProfile, FileProfile } from '../../src/tools/file-profile.ts';
import { planOf, warningsOf } from './plan-of.ts';

const builtIns = catalogueOf(builtInTools);
const file = (
  name: string,
  tables: Readonly<Record<string, readonly string[]>>,
  kind: FileProfile['kind'] = 'csv',
): FileProfile => ({
  ...{ name, kind, size: 100 },
  tables: Object.entries(tables).map(([place, columns]) => ({
    ...{ place, rows: 3, whole: true },
    columns: columns.map(
      (column): ColumnProfile => ({ name: column, type: 'text', examples: [], filled: 3, distinct: 3 }),
    ),
  })),
});

const may = file('may.csv', { '': ['region', 'amount', 'note'] });
const june = file('june.csv', { '': ['Gebiet', 'amount', 'vat'] });

const read = {
  ...{ _id: 'orders', _tool: 'readCsv', _description: 'Read may.csv', file: 'may.csv' },
  _outputPath: '†state.orders',
};
const some = {
  ...{ _id: 'some', _tool: 'filterRows', rows: '†state.orders', column: 'region', value: 'North' },
  _outputPath: '†state.some',
};
const gross = {
  ...{ _id: 'gross', _tool: 'addColumn', rows: '†state.some', name: 'gross', expression: 'amount * 1.2' },
  _outputPath: '†state.gross',
};
const plan = (): Plan =>
  planOf({ calls: [read, some, gross], output: '†state.gross', layout: { orders: { x: 1, y: 2 } } });

const place = (of: Plan = plan(), name = 'may.csv'): FilePlace => ({
  ...{ plan: of, contracts: catalogueOf(builtInTools, of.tools), builtIns, name },
  calls: of.calls.filter((call) => call.file === name).map(({ _id }) => _id),
});

const RENAMED: ColumnMapping = new Map([
  ['region', 'Gebiet'],
  ['amount', 'amount'],
]);

function swapped(at: FilePlace, old: FileProfile | undefined, now: FileProfile, mapping: ColumnMapping) {
  const named = filesRead(at.plan, at.contracts, builtIns, old ? [old] : []);
  const wanted = wantedColumns(at, old, named.find(({ name }) => name === at.name)?.columns ?? []);
  const edits = swapFile(at, { old, file: now, as: now.name, wanted, mapping });
  if (!edits.ok) throw new Error(edits.error);
  const done = applyEdits(at.plan, edits.value);
  if (!done.ok) throw new Error(done.error);
  return { wanted, plan: done.value.plan, back: done.value.inverse };
}
const call = ({ calls }: Plan, id: string) => calls.find(({ _id }) => _id === id) as Call;

describe('what the plan wants of a file', () => {
  test('is all its columns; those that a call, a formula or the result names are read', () => {
    expect(wantedColumns(place(), may, []).map(({ name, isRead }) => [name, isRead])).toEqual([
      ['region', true],
      ['amount', true],
      ['note', false],
    ]);
  });

  test('is, of a file that is not here, what the plan names', () => {
    const { calls, columns } = filesRead(plan(), builtIns, builtIns, [])[0]!;
    expect({ calls, columns }).toEqual({ calls: ['orders'], columns: ['region'] });
  });

  test('is named once by what it is called in the file, whatever a call makes of it', () => {
    const renamed = planOf({
      calls: [
        read,
        {
          _id: 'named',
          _tool: 'selectColumns',
          rows: '†state.orders',
          columns: ['Gebiet'],
          rename: { Gebiet: 'region' },
          _outputPath: '†state.named',
        },
        { ...some, rows: '†state.named' },
        {
          _id: 'sums',
          _tool: 'groupRows',
          rows: '†state.some',
          by: 'region',
          as: 'total',
          _outputPath: '†state.sums',
        },
        { _id: 'best', _tool: 'sortRows', rows: '†state.sums', column: 'total', _outputPath: '†state.best' },
      ],
    });
    expect(filesRead(renamed, builtIns, builtIns, [])[0]?.columns).toEqual(['Gebiet']);
  });

  test('is not said where two files that are not here stand side by side', () => {
    const both = planOf({
      calls: [
        read,
        { ...read, _id: 'shops', file: 'shops.csv', _outputPath: '†state.shops' },
        {
          _id: 'all',
          _tool: 'joinRows',
          left: '†state.orders',
          right: '†state.shops',
          on: 'shop',
          _outputPath: '†state.all',
        },
        { _id: 'best', _tool: 'sortRows', rows: '†state.all', column: 'city', _outputPath: '†state.best' },
      ],
    });
    expect(filesRead(both, builtIns, builtIns, []).map(({ columns }) => columns)).toEqual([
      ['shop'],
      ['shop'],
    ]);
  });

  test('leaves out what the plan saves itself', () => {
    const own = planOf({ calls: [{ _id: 'save', _tool: 'saveFile', name: 'may.csv', content: 'a' }, read] });
    expect(filesRead(own, builtIns, builtIns, [])).toEqual([]);
  });
});

describe('another file', () => {
  test('with the same columns changes the name alone, also where it is said in words', () => {
    const same = { ...may, name: 'july.csv' };
    const { plan: after, back } = swapped(
      place(),
      may,
      same,
      new Map(may.tables[0]!.columns.map(({ name }) => [name, name])),
    );
    expect(after.calls).toEqual([{ ...read, file: 'july.csv', _description: 'Read july.csv' }, some, gross]);
    expect(applyEdits(after, back)).toMatchObject({ ok: true, value: { plan: plan() } });
  });

  test('with other columns is named by one call behind the read; nothing else of the plan is touched', () => {
    const { plan: after, back } = swapped(place(), may, june, RENAMED);
    expect(after.calls.map(({ _id }) => _id)).toEqual(['orders', 'orders_columns', 'some', 'gross']);
    expect(call(after, 'orders_columns')).toMatchObject({
      ...{ _tool: 'selectColumns', rows: '†state.orders_as_read', columns: ['Gebiet', 'amount'] },
      ...{ rename: { Gebiet: 'region' }, _outputPath: '†state.orders' },
    });
    expect(after.calls.slice(2)).toEqual([some, gross]);
    expect(after.layout).toEqual(plan().layout);
    const { problems } = checkPlan(after, builtIns, { builtIns, profiles: [june] });
    expect(warningsOf(problems)).toEqual([]);
    expect(applyEdits(after, back)).toMatchObject({ ok: true, value: { plan: plan() } });
  });

  test('once more says it in the same call', () => {
    const first = swapped(place(), may, june, RENAMED).plan;
    const july = file('july.csv', { '': ['Betrag', 'Land'] });
    const at = place(first, 'june.csv');
    expect(wantedColumns(at, june, []).map(({ name }) => name)).toEqual(['region', 'amount']);
    const { plan: after } = swapped(
      at,
      june,
      july,
      new Map([
        ['region', 'Land'],
        ['amount', 'Betrag'],
      ]),
    );
    expect(after.calls).toHaveLength(4);
    expect(call(after, 'orders_columns')).toMatchObject({
      ...{ columns: ['Land', 'Betrag'], rename: { Land: 'region', Betrag: 'amount' } },
    });
    expect(call(after, 'orders')).toMatchObject({ file: 'july.csv', _outputPath: '†state.orders_as_read' });
  });

  test('that lacks a column is taken, and what names the column is marked', () => {
    const { plan: after } = swapped(place(), may, june, new Map([['amount', 'amount']]));
    expect(after.calls).toHaveLength(3);
    const { problems } = checkPlan(after, builtIns, { builtIns, profiles: [june] });
    expect(warningsOf(problems)).toEqual(['unknown-column(some)']);
  });

  test('gives all it has on where nobody knows what the file of before had', () => {
    const { plan: after } = swapped(place(), undefined, june, new Map([['region', 'Gebiet']]));
    expect(call(after, 'orders_columns')).toMatchObject({
      columns: ['Gebiet', 'amount', 'vat'],
      rename: { Gebiet: 'region' },
    });
  });

  test('of another kind is read by the reader of its kind, from the sheet that has the columns', () => {
    const book = file('book.xlsx', { Notes: ['text'], May: ['region', 'amount', 'note'] }, 'xlsx');
    const of = planOf({
      calls: [{ ...read, delimiter: ';', types: 'text' }, some, gross],
      output: '†state.gross',
    });
    expect(
      offeredColumns(place(of), book, wantedColumns(place(of), may, [])).map(({ name }) => name),
    ).toEqual(['region', 'amount', 'note']);
    const { plan: after } = swapped(place(of), may, book, new Map([['region', 'region']]));
    expect(call(after, 'orders')).toEqual({
      ...read,
      _tool: 'readXlsx',
      file: 'book.xlsx',
      sheet: 'May',
      _description: 'Read book.xlsx',
    });
  });

  test('that is no table can’t stand in the place of one', () => {
    const letter = file('letter.pdf', {}, 'pdf');
    expect(
      swapFile(place(), { old: may, file: letter, as: 'letter.pdf', wanted: [], mapping: new Map() }),
    ).toMatchObject({ ok: false });
  });

  test('is read alone for a look at it', () => {
    const { plan: after } = swapped(place(), may, june, RENAMED);
    expect(tableAlone(place(), after, 'june.csv')?.calls.map(({ _tool }) => _tool)).toEqual([
      'readCsv',
      'selectColumns',
    ]);
  });
});

describe('what is called after the file', () => {
  const save = (name: string): Call => ({
    ...{ _id: 'save', _tool: 'saveFile', _description: `Save ${name}`, name, content: '†state.gross' },
    _outputPath: '†state.saved',
  });
  const renamedIn = (name: string, more: Partial<Plan> = {}) => {
    const of: Plan = { ...plan(), calls: [read, some, gross, save(name)], ...more };
    return swapped(place(of), may, june, RENAMED).plan;
  };

  test('is called after the other one: the file that is saved, and the title that names it', () => {
    const now = renamedIn('may-result.csv', { title: 'Gross in may.csv' });
    expect(call(now, 'save')).toMatchObject({
      name: 'june-result.csv',
      _description: 'Save june-result.csv',
    });
    expect(now.title).toBe('Gross in june.csv');
  });

  test('is not what only begins alike, and not while another call reads the file of before', () => {
    expect(call(renamedIn('mayor.csv'), 'save').name).toBe('mayor.csv');
    expect(renamedIn('x.csv', { title: 'Gross in May' }).title).toBe('Gross in May');
    const both = { ...read, _id: 'again', _outputPath: '†state.again' };
    const of: Plan = { ...plan(), calls: [read, some, gross, both, save('may-result.csv')] };
    const { plan: now } = swapped({ ...place(of), calls: ['orders'] }, may, june, RENAMED);
    expect(call(now, 'save').name).toBe('may-result.csv');
  });
});
