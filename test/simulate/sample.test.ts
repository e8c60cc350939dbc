import { expect, test } from 'vitest';
import { completed, placeholder, sampleOf } from '../../src/simulate/sample.ts';
import { simulate } from '../../src/simulate/simulate.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

test('a placeholder has what its readers look for', () => {
  expect(placeholder('sort', [[0, 'total'], [1]])).toEqual([{ total: '‹sort.0.total›' }, '‹sort.1›']);
});

test('a sample gets the keys and rows that readers look for, and keeps what its schema says', () => {
  const table = sampleOf({
    type: 'array',
    items: { type: 'object', properties: { id: { type: 'integer' } } },
  });
  expect(
    completed(table, 'sort', [
      [1, 'total'],
      [1, 'id'],
    ]),
  ).toEqual([{ id: 1 }, { id: 1, total: '‹sort.1.total›' }]);
});

test('a sample that is a text is not made an object for a reader that goes into it', () => {
  expect(completed('‹text›', 'read', [['total']])).toBe('‹text›');
});

test('a reader that goes into a table finds its column in the dry run', async () => {
  const catalogue = catalogueOf(builtInTools);
  const played = await simulate(
    {
      format: 'obelus/plan',
      version: 1,
      id: 'p',
      mode: 'lazy',
      calls: [
        { _id: 'sort', _tool: 'sortRows', rows: [{ total: 1 }], column: 'total', _outputPath: '†state.rows' },
        {
          _id: 'print',
          _tool: 'template',
          template: 'x',
          values: { t: '†state.rows.0.total' },
          _outputPath: '†state.text',
        },
      ],
    },
    {},
    { setting: { catalogue, hasActivity: () => true } },
  );
  expect(played.order).toEqual(['sort', 'print']);
  expect(played.status).toBe('completed');
});
