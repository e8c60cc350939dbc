/** Columns, values, units and files along the plan, and conditions that say nothing: each with a fix that mends it. */

import { describe, expect, test } from 'vitest';
import { checkPlan } from '../../src/check/check.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import type { ColumnProfile, FileProfile } from '../../src/tools/file-profile.ts';
import { errorsOf, planOf, warningsOf } from './plan-of.ts';

const builtIns = catalogueOf(builtInTools);
const column = (name: string, more: Partial<ColumnProfile> = {}): ColumnProfile => ({
  name,
  type: 'text',
  examples: [],
  filled: 3,
  distinct: 3,
  ...more,
});
const file = (
  name: string,
  columns: readonly ColumnProfile[],
  kind: FileProfile['kind'] = 'csv',
): FileProfile => ({
  name,
  kind,
  size: 100,
  tables: [{ place: '', rows: 3, whole: true, columns }],
});
const sales = file('sales.csv', [
  column('region', { values: ['North', 'South'] }),
  column('amount', { type: 'number', number: { decimal: ',', thousands: '.', unit: '€' } }),
  column('date', { type: 'date', date: 'dmy' }),
]);
const shops = file('shops.csv', [column('region'), column('amount', { type: 'number' }), column('chief')]);

const judge = (calls: readonly object[], profiles: readonly FileProfile[] = [sales, shops]) => {
  const plan = planOf({ calls, output: '†state' });
  return { plan, ...checkPlan(plan, builtIns, { builtIns, profiles }) };
};
const read = { _id: 'read', _tool: 'readCsv', file: 'sales.csv', _outputPath: '†state.rows' };
const readShops = { ...read, _id: 'shops', file: 'shops.csv', _outputPath: '†state.shops' };
const of = (_tool: string, params: object) => ({
  _id: 'a',
  _tool,
  rows: '†state.rows',
  _outputPath: '†state.made',
  ...params,
});
const filter = (params: object) => of('filterRows', params);
const then = (_tool: string, params: object) => ({
  ...of(_tool, params),
  _id: 'b',
  rows: '†state.made',
  _outputPath: '†state.end',
});
/** What else is said of these plans is another test's. */
const said = (calls: readonly object[], profiles?: readonly FileProfile[]) =>
  warningsOf(judge(calls, profiles).problems).filter((one) => !/^(never-read|no-data-edge)/.test(one));

const wrong: [string, string, readonly object[]][] = [
  ['unknown-column(a)', 'a column that is nearly another', [read, of('sortRows', { column: 'amuont' })]],
  [
    'unknown-column(a)',
    'in a bracket',
    [read, filter({ conditions: [{ column: 'regoin', value: 'North' }] })],
  ],
  [
    'unknown-column(a)',
    'a key of several',
    [read, of('groupRows', { by: ['region', { column: 'dat', part: 'month' }] })],
  ],
  [
    'unknown-column(b)',
    'after grouping, by its new name',
    [
      read,
      of('groupRows', { by: 'region', column: 'amount', as: 'total' }),
      then('sortRows', { column: 'totl' }),
    ],
  ],
  [
    'unknown-column(b)',
    'after a part of a date was added',
    [read, of('addDatePart', { column: 'date', part: 'month' }), then('groupRows', { by: 'monht' })],
  ],
  ['never-true(a)', 'a value that no cell has', [read, filter({ column: 'region', value: 'Nroth' })]],
  [
    'never-true(a)',
    'ends the wrong way round',
    [read, filter({ column: 'amount', operator: 'between', value: [9, 1] })],
  ],
  ['never-true(a)', 'one of none', [read, filter({ column: 'region', operator: 'oneOf', value: [] })]],
  [
    'never-true(a)',
    'two values at once',
    [
      read,
      filter({
        conditions: [
          { column: 'region', value: 'North' },
          { column: 'region', value: 'South' },
        ],
      }),
    ],
  ],
  [
    'never-true(a)',
    'more than the more and less than the less',
    [
      read,
      filter({
        conditions: [
          { column: 'amount', operator: 'greaterThan', value: 9 },
          { column: 'amount', operator: 'lessThan', value: 2 },
        ],
      }),
    ],
  ],
  [
    'unit-mismatch(a)',
    'another currency',
    [read, filter({ column: 'amount', operator: 'atLeast', value: '100 $' })],
  ],
  [
    'list-for-one(a)',
    'a list for one value',
    [read, filter({ column: 'region', value: ['North', 'South'] })],
  ],
  [
    'self-comparison(a)',
    'a column with itself',
    [read, filter({ column: 'amount', operator: 'lessThan', valueColumn: 'amount' })],
  ],
  [
    'missing-file(read)',
    'a file nobody gave',
    [{ ...read, file: 'sale.csv' }, of('sortRows', { column: 'amount' })],
  ],
];

describe.each(wrong)('%s: %s', (expected, _, calls) => {
  test('is said, and its fix mends it', () => {
    const { plan, problems } = judge(calls);
    expect(said(calls)).toEqual([expected]);
    const problem = problems.find((one) => expected.startsWith(one.code));
    const fixed = applyEdits(plan, problem?.fixes[0]?.edits ?? []);
    expect(fixed.ok && said(fixed.value.plan.calls)).toEqual([]);
  });
});

test('a value against itself is said of decisions and of tables', () => {
  const ways = { _outputPath: '†state.yes || †state.no' };
  const decide = { _id: 'a', _tool: 'decide', value: '†state.rows', compareTo: '†state.rows', ...ways };
  expect(said([read, decide])).toContain('self-comparison(a)');
  const compare = {
    _id: 'a',
    _tool: 'compareTables',
    first: '†state.rows',
    second: '†state.rows',
    on: 'region',
  };
  expect(said([read, { ...compare, _outputPath: '†state.made' }])).toContain('self-comparison(a)');
  const join = { ...compare, _tool: 'joinRows', left: '†state.rows', right: '†state.rows', on: 'region' };
  expect(said([read, { ...join, _outputPath: '†state.made' }])).toContain('self-comparison(a)');
});

test('a file that a call reads and nobody gave is said, also where none was given at all', () => {
  expect(said([read], [])).toEqual(['missing-file(read)']);
  expect(said([read, readShops], [sales])).toContain('missing-file(shops)');
});

test('a file of another kind is read by the tool that fits it', () => {
  const data = file('data.json', [column('x')], 'json');
  const calls = [{ ...read, file: 'data.json' }];
  const { plan, problems } = judge(calls, [data]);
  const problem = problems.find(({ code }) => code === 'wrong-file-kind');
  expect(problem?.message).toContain('Read it by "readJson"');
  const fixed = applyEdits(plan, problem?.fixes[0]?.edits ?? []);
  expect(fixed.ok && fixed.value.plan.calls[0]?._tool).toBe('readJson');
});

describe('nothing is said', () => {
  const right: [string, readonly object[]][] = [
    ['of another case of a name', [read, of('sortRows', { column: ' AMOUNT ' })]],
    ['of a name known only in the run', [read, of('sortRows', { column: '†input.column' })]],
    [
      'of any of two values',
      [
        read,
        filter({
          match: 'any',
          conditions: [
            { column: 'region', value: 'North' },
            { column: 'region', value: 'South' },
          ],
        }),
      ],
    ],
    [
      'of a month and its year',
      [
        read,
        filter({
          conditions: [
            { column: 'date', value: '2026' },
            { column: 'date', value: '2026-03' },
          ],
        }),
      ],
    ],
    ['of the column’s own unit', [read, filter({ column: 'amount', operator: 'atLeast', value: '1.000 €' })]],
    [
      'of what a join adds, and how it is called',
      [
        read,
        readShops,
        {
          ...of('joinRows', { left: '†state.rows', right: '†state.shops', on: 'region', label: 'shop' }),
          rows: undefined,
        },
        then('selectColumns', { columns: ['chief', 'amount (shop)'] }),
      ],
    ],
    [
      'of several figures',
      [
        read,
        of('groupRows', {
          by: [{ column: 'date', part: 'quarter' }],
          figures: [{ aggregate: 'sum', column: 'amount' }],
        }),
        then('sortRows', { column: 'sum of amount', thenBy: [{ column: 'quarter' }] }),
      ],
    ],
    [
      'of a file that the plan saves',
      [
        { _id: 's', _tool: 'saveFile', name: 'x.csv', content: 'a', _outputPath: '†state.s' },
        { ...read, file: 'x.csv' },
      ],
    ],
  ];
  test.each(right)('%s', (_, calls) => {
    expect(said(calls)).toEqual([]);
  });

  test('where no file is known', () => {
    const plan = planOf({ calls: [read, of('sortRows', { column: 'amuont' })], output: '†state' });
    expect(warningsOf(checkPlan(plan, builtIns, { builtIns }).problems)).not.toContain('missing-file(read)');
  });

  test('of a tool of the plan’s own that has a built-in’s name', () => {
    const own = { name: 'sortRows', effect: 'none' as const };
    const plan = planOf({ calls: [read, of('sortRows', { column: 'amuont' })], output: '†state' });
    const { problems } = checkPlan(plan, catalogueOf(builtInTools, [own]), { builtIns, profiles: [sales] });
    expect(problems.map(({ code }) => code)).not.toContain('unknown-column');
  });
});

test('a column renamed by an edit is missed further on', () => {
  const group = of('groupRows', { by: 'region', column: 'amount', as: 'total' });
  const sort = then('sortRows', { column: 'total' });
  const { plan, state, problems } = judge([read, group, sort]);
  expect(warningsOf(problems)).not.toContain('unknown-column(b)');
  const edited = applyEdits(plan, [{ kind: 'set-in-call', id: 'a', path: ['as'], value: 'sums' }]);
  if (!edited.ok) throw new Error(edited.error);
  const again = checkPlan(edited.value.plan, builtIns, { builtIns, profiles: [sales], previous: state });
  expect(warningsOf(again.problems)).toContain('unknown-column(b)');
});

test('a step that chooses names its ways: with fewer than two there is nothing to choose between', () => {
  const errors = (more: object) => errorsOf(judge([{ ...choose, ...more }]).problems);
  const choose = { _id: 'a', _tool: 'chooseByModel', question: 'Is it urgent?' };
  expect(errors({})).toContain('missing-branch(a)');
  expect(errors({ _outputPath: '†state.yes' })).toContain('missing-branch(a)');
  expect(errors({ _outputPath: '†state.yes || †state.no' })).not.toContain('missing-branch(a)');
  expect(errors({ _outputPath: '†state.yes ||' })).not.toContain('missing-branch(a)');
});
