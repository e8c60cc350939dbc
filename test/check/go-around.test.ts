/** A call that is switched off is gone around: what read it reads what it would have read, where that is of the same kind. */

import { expect, test } from 'vitest';
import { checkPlan } from '../../src/check/check.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import type { FileProfile } from '../../src/tools/file-profile.ts';
import { planOf } from './plan-of.ts';

const builtIns = catalogueOf(builtInTools);
const sales: FileProfile = {
  ...{ name: 'sales.csv', kind: 'csv', size: 100 },
  tables: [
    {
      ...{ place: '', rows: 3, whole: true },
      columns: ['region', 'amount'].map((name) => ({
        ...{ name, type: 'text', examples: [], filled: 3, distinct: 3 },
      })),
    },
  ],
};
const read = { _id: 'read', _tool: 'readCsv', file: 'sales.csv', _outputPath: '†state.rows' };
const filter = {
  ...{ _id: 'keep', _tool: 'filterRows', rows: '†state.rows', column: 'region' },
  ...{ operator: 'equals', value: 'North', _off: true, _outputPath: '†state.kept' },
};
const sort = {
  ...{ _id: 'sort', _tool: 'sortRows', rows: '†state.kept', column: 'amount' },
  _outputPath: '†state.sorted',
};

/** The fixes of what is switched off, each with what the plan is with it. */
function ways(calls: readonly object[], output: unknown) {
  const plan = planOf({ calls, output: output as never });
  const { problems } = checkPlan(plan, builtIns, { builtIns, profiles: [sales] });
  const fixes = problems.filter(({ code }) => code === 'never-runs').flatMap((one) => one.fixes);
  return fixes.map(({ title, edits }) => {
    const done = applyEdits(plan, edits);
    if (!done.ok) throw new Error(done.error);
    return { title, plan: done.value.plan };
  });
}

test('readers and the result read what it read, and what it writes stays its own', () => {
  const [way, ...others] = ways([read, filter, sort], { kept: '†state.kept', sorted: '†state.sorted' });
  expect(way?.title).toBe('Go around it: read †state.rows instead');
  expect(way?.plan.calls.map(({ rows, _outputPath }) => [rows, _outputPath])).toEqual([
    [undefined, '†state.rows'],
    ['†state.rows', '†state.kept'],
    ['†state.rows', '†state.sorted'],
  ]);
  expect(way?.plan.output).toEqual({ kept: '†state.rows', sorted: '†state.sorted' });
  // The result says the same of it, and mends the same.
  expect(others.map(({ title }) => title)).toEqual([way?.title]);
  expect(ways(way!.plan.calls, way!.plan.output)).toEqual([]);
});

test('two in a row are gone around at once', () => {
  const second = { ...filter, _id: 'again', rows: '†state.kept', _outputPath: '†state.kept2' };
  const [way] = ways([read, filter, second, { ...sort, rows: '†state.kept2' }], '†state.sorted');
  expect(way?.plan.calls.at(-1)?.rows).toBe('†state.rows');
});

test('not around a call that makes columns, a text of rows, or a file: its readers would find none of it', () => {
  const group = {
    ...{ _id: 'sum', _tool: 'groupRows', rows: '†state.rows', by: 'region', _off: true },
    ...{ calculate: 'sum', of: 'amount', _outputPath: '†state.kept' },
  };
  expect(ways([read, group, sort], '†state.sorted')).toEqual([]);
  const off = { ...read, _off: true, _outputPath: '†state.kept' };
  expect(ways([off, sort], '†state.sorted')).toEqual([]);
});
