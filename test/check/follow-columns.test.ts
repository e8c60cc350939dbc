/** A column under another name: what is called by it is called anew, and all who read it below read it on. */

import { expect, test } from 'vitest';
import { type ColumnsOf, followingColumns, mendedAlong } from '../../src/check/follow-columns.ts';
import type { Json } from '../../src/lib/json.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import type { Edit } from '../../src/plan/edit.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import type { ColumnProfile, FileProfile } from '../../src/tools/file-profile.ts';
import { planOf } from './plan-of.ts';

const builtIns = catalogueOf(builtInTools);
const known: ColumnsOf = { contracts: builtIns, builtIns, profiles: [] };

const of = (_id: string, _tool: string, rows: string, params: object) => ({
  ...{ _id, _tool, rows: `†state.${rows}`, ...params },
  _outputPath: `†state.${_id}`,
});
const PLAN = planOf({
  calls: [
    { _id: 'read', _tool: 'readCsv', file: 'a.csv', _outputPath: '†state.read' },
    of('group', 'groupRows', 'read', { by: 'shop', aggregate: 'sum', column: 'Pieces', as: 'total Pieces' }),
    of('most', 'filterRows', 'group', {
      conditions: [
        { column: 'total Pieces', operator: 'greaterThan', value: 3 },
        { column: 'shop', value: 'A' },
      ],
    }),
    of('sort', 'sortRows', 'most', { column: 'total Pieces', thenBy: [{ column: 'shop' }] }),
    of('other', 'sortRows', 'read', { column: 'total Pieces' }),
  ],
  output: '†state.sort',
});

const applied = (plan: Plan, edits: readonly Edit[]): Plan => {
  const made = applyEdits(plan, edits);
  if (!made.ok) throw new Error(made.error);
  return made.value.plan;
};
/** Each letter is a change of the one that was begun. */
function typed(name: string, values: readonly (Json | undefined)[], before = PLAN, id = 'group'): Plan {
  let plan = before;
  for (const value of values) {
    plan = applied(plan, [{ kind: 'set-in-call', id, path: [name], value }]);
    plan = applied(plan, followingColumns(before, plan, id, known, name));
  }
  return plan;
}
const call = (plan: Plan, id: string): Call => plan.calls.find(({ _id }) => _id === id)!;
const columnsOf = (plan: Plan) => [
  (call(plan, 'most').conditions as { column: string }[])[0]!.column,
  call(plan, 'sort').column,
];

test('what mends a wrong column takes along what was called after it', () => {
  const wrong = typed('column', ['Price', 'Prices']);
  expect(columnsOf(wrong)).toEqual(['total Prices', 'total Prices']);
  const mend: Edit[] = [{ kind: 'set-in-call', id: 'group', path: ['column'], value: 'Price' }];
  const plan = applied(wrong, mendedAlong(wrong, mend, known));
  expect(call(plan, 'group').as).toBe('total Price');
  expect(columnsOf(plan)).toEqual(['total Price', 'total Price']);
  // What mends no name stays what it is.
  const off: Edit[] = [{ kind: 'set-in-call', id: 'group', path: ['_off'], value: true }];
  expect(mendedAlong(wrong, off, known)).toEqual(off);
});

test('a figure that was called by its column is called by the new one, and its readers go along', () => {
  const plan = typed('column', ['Piece', '', 'P', 'Price']);
  expect(call(plan, 'group').as).toBe('total Price');
  expect(columnsOf(plan)).toEqual(['total Price', 'total Price']);
  expect(call(plan, 'other')).toEqual(call(PLAN, 'other'));
});

test('what is drawn is titled by the column that is drawn, and by the old one again where that comes back', () => {
  const drawn = of('chart', 'makeChart', 'group', {
    x: 'shop',
    y: 'total Pieces',
    title: 'Total Pieces by shop',
  });
  const before = { ...PLAN, calls: [...PLAN.calls, drawn as Call] };
  expect(call(typed('column', ['Price'], before), 'chart')).toMatchObject({
    y: 'total Price',
    title: 'Total Price by shop',
  });
  expect(call(typed('column', ['Price', 'Pieces'], before), 'chart')).toEqual(drawn);
});

test('another figure has another name: an average is no total', () => {
  const plan = typed('aggregate', ['mean']);
  expect(call(plan, 'group').as).toBe('average Pieces');
  expect(columnsOf(plan)).toEqual(['average Pieces', 'average Pieces']);
});

test('a name that a person gave stays, and one in another language follows its column', () => {
  const named = (as: string) =>
    applied(PLAN, [{ kind: 'set-in-call', id: 'group', path: ['as'], value: as }]);
  expect(call(typed('column', ['Price'], named('How much')), 'group').as).toBe('How much');
  expect(call(typed('column', ['Price'], named('Masterpieces')), 'group').as).toBe('Masterpieces');
  expect(call(typed('column', ['Price'], named('Summe (Pieces)')), 'group').as).toBe('Summe (Price)');
});

test('a new name is read below, letter by letter, even over a name that is there already', () => {
  const plan = typed('as', ['s', 'sh', 'sho', 'shop', 'shops']);
  expect(columnsOf(plan)).toEqual(['shops', 'shops']);
  expect(call(plan, 'sort').thenBy).toEqual([{ column: 'shop' }]);
  expect(columnsOf(typed('as', ['x', 'total Pieces']))).toEqual(['total Pieces', 'total Pieces']);
  expect(columnsOf(typed('as', [undefined]))).toEqual(['sum', 'sum']);
});

test('another key is drawn and sorted by; what says a value of it, or orders by one, is not taken to mean the new one', () => {
  const more = [
    of('bars', 'makeChart', 'sort', { x: 'shop', y: 'total Pieces', title: 'Total Pieces by shop' }),
    of('some', 'sortRows', 'group', { column: 'shop', first: ['A'] }),
    of('both', 'joinRows', 'group', { left: '†state.group', right: '†state.read', on: 'shop' }),
  ];
  const before = { ...PLAN, calls: [...PLAN.calls, ...(more as Call[])] };
  const plan = typed('by', ['region'], before);
  expect(call(plan, 'sort')).toMatchObject({ column: 'total Pieces', thenBy: [{ column: 'region' }] });
  expect(call(plan, 'bars')).toMatchObject({ x: 'region', title: 'Total Pieces by region' });
  for (const id of ['most', 'some', 'both']) expect(call(plan, id)).toEqual(call(before, id));
  // A list of one is a key, too; two keys in the place of one are another table.
  expect(call(typed('by', [['region']], before), 'bars').x).toBe('region');
  expect(call(typed('by', [['region', 'shop']], before), 'bars').x).toBe('shop');
  expect(call(typed('by', ['region', 'shop'], before), 'bars')).toEqual(more[0]);
});

test('one undo leads back from the name and all who read it', () => {
  const change: Edit = { kind: 'set-in-call', id: 'group', path: ['as'], value: 'Sold' };
  const made = applyEdits(PLAN, [change, ...followingColumns(PLAN, applied(PLAN, [change]), 'group', known)]);
  if (!made.ok) throw new Error(made.error);
  expect(columnsOf(made.value.plan)).toEqual(['Sold', 'Sold']);
  expect(applied(made.value.plan, made.value.inverse)).toEqual(PLAN);
});

test('another file names nothing anew: its columns are others, wherever they stand', () => {
  const profile = (name: string, ...columns: string[]): FileProfile => {
    const each = columns.map(
      (column): ColumnProfile => ({
        ...{ name: column, type: 'text', examples: [], filled: 3, distinct: 3 },
      }),
    );
    return { name, kind: 'csv', size: 100, tables: [{ place: '', rows: 3, whole: true, columns: each }] };
  };
  const files = {
    ...known,
    profiles: [profile('jan.csv', 'date', 'amount'), profile('feb.csv', 'date', 'total')],
  };
  const before = planOf({
    calls: [
      { _id: 'read', _tool: 'readCsv', file: 'jan.csv', _outputPath: '†state.read' },
      of('group', 'groupRows', 'read', { by: 'date', aggregate: 'sum', column: 'amount', as: 'sum' }),
    ],
  });
  const now = applied(before, [{ kind: 'set-in-call', id: 'read', path: ['file'], value: 'feb.csv' }]);
  expect(followingColumns(before, now, 'read', files)).toEqual([]);
});

test('a figure that goes while another comes names none of the others anew', () => {
  const two = planOf({
    calls: [
      { _id: 'read', _tool: 'readCsv', file: 'a.csv', _outputPath: '†state.read' },
      of('group', 'groupRows', 'read', {
        by: 'shop',
        figures: [
          { aggregate: 'sum', column: 'price', as: 'sales' },
          { aggregate: 'sum', column: 'cost', as: 'cost' },
        ],
      }),
      of('sort', 'sortRows', 'group', { column: 'sales' }),
    ],
  });
  const figures = [
    { aggregate: 'sum', column: 'cost', as: 'cost' },
    { aggregate: 'max', column: 'cost', as: 'most' },
  ];
  const now = applied(two, [{ kind: 'set-in-call', id: 'group', path: ['figures'], value: figures }]);
  expect(followingColumns(two, now, 'group', known)).toEqual([]);
});
