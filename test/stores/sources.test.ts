import { expect, test } from 'vitest';
import type { Plan } from '../../src/plan/document.ts';
import { fieldsInSchema, schemaWord } from '../../src/stores/schema-fields.ts';
import { sourcesOf } from '../../src/stores/sources.ts';

const plan = (calls: Plan['calls']): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'plan_sources',
  calls,
});
const PLAN = plan([
  { _id: 'get', _tool: 'httpGet', url: 'https://x.test/', _outputPath: '†state.page' },
  { _id: 'a', _tool: 'filterRows', rows: '†state.page', _outputPath: '†state.yes || †state.no' },
  { _id: 'more', _tool: 'note', text: 'x', _outputPath: '†state.log', _outputMethod: 'append' },
  { _id: 'each', _tool: 'note', text: 'x', _outputPath: '†state.notes', _forEach: '†state.yes' },
]);

test('a reference leads to who writes it, and to where below the value it reads', () => {
  expect(sourcesOf(PLAN, '†state.page.body.rows.0')).toEqual([{ call: 'get', path: ['body', 'rows', 0] }]);
  expect(sourcesOf(PLAN, '†state.no')).toEqual([{ call: 'a', path: [] }]);
});

test('several references, literals, and parts without a place of their own lead nowhere', () => {
  for (const value of ['†state.yes || †state.no', 'North', 7, undefined, '†state.log', '†state.notes', '†('])
    expect(sourcesOf(PLAN, value)).toEqual([]);
});

test('a schema says what stands below a place, through references of its own, and of a list its first item', () => {
  const schema = {
    type: 'object',
    properties: { lines: { type: 'array', items: { $ref: '#/$defs/line' } }, total: { type: 'integer' } },
    $defs: {
      line: { type: 'object', properties: { sku: { type: 'string' }, 'in stock': { type: 'boolean' } } },
    },
  };
  expect(fieldsInSchema([{ schema, path: [] }])).toEqual([
    { key: 'lines', type: 'list' },
    { key: 'total', type: 'number' },
  ]);
  expect(fieldsInSchema([{ schema, path: ['lines'] }])).toEqual([{ key: 0, type: 'fields' }]);
  expect(fieldsInSchema([{ schema, path: ['lines', 4] }])).toEqual([
    { key: 'sku', type: 'text' },
    { key: 'in stock', type: 'yes or no' },
  ]);
  expect(
    fieldsInSchema([
      { schema, path: ['nowhere'] },
      { schema: undefined, path: [] },
    ]),
  ).toEqual([]);
  expect(
    schemaWord([
      { schema: true, path: [] },
      { schema, path: ['total'] },
    ]),
  ).toBe('number');
});
