/** A row is followed by what the calls come to, and no test here names more of a tool than a person would. */

import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/lib/json.ts';
import type { Call } from '../../src/plan/document.ts';
import { followRow, originsOf } from '../../src/preview/follow-row.ts';
import { createPreviewEngine } from '../../src/preview/preview-plan.ts';
import { call, filesOf, planOf } from './previewing.ts';

const ORDERS = 'id,region,amount\n1,North,120\n2,South,80\n3,North,5\n4,East,80\n4,East,80\n5,West,60\n';
const REGIONS = 'region,manager\nNorth,Ada\nSouth,Bo\nEast,Cy\n';
const READ = call('orders', 'readCsv', { file: 'orders.csv' });
const LARGE = call('large', 'filterRows', {
  ...{ rows: '†state.orders', column: 'amount', operator: 'greaterThan', value: 50 },
});
const MANAGED = call('managed', 'joinRows', { left: '†state.large', right: '†state.regions', on: 'region' });
const REGION = call('regions', 'readCsv', { file: 'regions.csv' });
const SUMS = call('sums', 'groupRows', { rows: '†state.managed', by: 'region', column: 'amount' });
const TOP = call('top', 'sortRows', {
  ...{ rows: '†state.sums', column: 'sum', direction: 'descending', limit: 2 },
});
const ALL = [READ, LARGE, REGION, MANAGED, SUMS, TOP];

const engine = createPreviewEngine({ now: () => 0, wholeFiles: true });
const asked = (calls: readonly Call[], of: string | null, row: Json) => ({
  plan: planOf(calls),
  files: filesOf({ 'orders.csv': ORDERS, 'regions.csv': REGIONS }),
  allowed: true,
  call: of,
  row,
});
async function way(calls: readonly Call[], of: string, row: Json) {
  const found = await followRow(engine, asked(calls, of, row));
  return found.told
    ? found.steps.map(({ call: id, is, rows }) => `${id}: ${is} ${rows ?? ''}`.trim())
    : found.why;
}

describe('a row that is followed', () => {
  it('is gone at the first call that keeps it out, and is looked for no further', async () => {
    expect(await way(ALL, 'orders', { id: 3, region: 'North', amount: 5 })).toEqual(['large: gone']);
    expect(await way(ALL, 'orders', { id: 5, region: 'West', amount: 60 })).toEqual([
      'large: stands 1',
      'managed: gone',
    ]);
  });

  it('is one of the rows of a group, and is gone where the group is cut off', async () => {
    const steps = await way(ALL, 'orders', { id: 1, region: 'North', amount: 120 });
    expect(steps.slice(0, 2)).toEqual(['large: stands 1', 'managed: stands 1']);
    expect(await way(ALL, 'orders', { id: 2, region: 'South', amount: 80 })).toEqual([
      'large: stands 1',
      'managed: stands 1',
      'sums: stands 1',
      'top: gone',
    ]);
    // Of its group there is another: what would be another without it is the group's figure.
    expect(await way(ALL, 'orders', { id: 4, region: 'East', amount: 80 })).toEqual([
      'large: stands 1',
      'managed: stands 1',
      'sums: counted 1',
      'top: counted 1',
    ]);
  });

  it('stands in as many rows as it becomes', async () => {
    const first = await way(ALL, 'regions', { region: 'East', manager: 'Cy' });
    expect(first[0]).toBe('managed: stands 2');
  });

  it('of which there are two stands after one of them is left out', async () => {
    const once = call('once', 'removeDuplicates', { rows: '†state.orders' });
    expect(await way([READ, once], 'orders', { id: 4, region: 'East', amount: 80 })).toEqual([
      'once: alike 1',
    ]);
    expect(await way([READ, once], 'orders', { id: 2, region: 'South', amount: 80 })).toEqual([
      'once: stands 1',
    ]);
  });

  it('that is not there says so, and of what does not run it is not known', async () => {
    expect(await way(ALL, 'orders', { id: 9 })).toMatch(/not among/);
    const save = call('save', 'saveFile', { name: 'x.csv', content: '†state.orders' });
    expect(await way([READ, save], 'orders', { id: 2, region: 'South', amount: 80 })).toEqual([
      'save: unknown',
    ]);
  });
});

describe('where a row comes from', () => {
  const back = async (of: string | null, row: Json, calls = ALL) => {
    const found = await originsOf(engine, asked(calls, of, row));
    return found.told
      ? found.steps.map(({ call: id, rows, of: all }) => `${id}: ${rows} of ${all}`)
      : found.why;
  };

  it('is told by the rows with which alone it comes out the same', async () => {
    const sums = await engine.run(asked(ALL, 'sums', null));
    const value = sums.calls.get('sums');
    const rows = value?.status === 'completed' ? (value.value as { region: string }[]) : [];
    const east = rows.find(({ region }) => region === 'East') as unknown as Json;
    expect(await back('sums', east)).toEqual([
      'orders: 2 of 6',
      'large: 2 of 5',
      'regions: 1 of 3',
      'managed: 2 of 4',
    ]);
    // Of the plan's result, whichever call it is of.
    expect(await back(null, east)).toHaveLength(5);
  });

  it('is not told where it rests on other rows too, or shares no cell with any', async () => {
    const share = call('share', 'addFigure', {
      ...{ rows: '†state.orders', figure: 'percent', column: 'amount', as: 'share' },
    });
    const shares = await engine.run(asked([READ, share], 'share', null));
    const value = shares.calls.get('share');
    const first = value?.status === 'completed' ? (value.value as Json[])[0] : undefined;
    expect(await back('share', first ?? null, [READ, share])).toMatch(/rests on other rows too/);
    // Followed on, it is one of those rows all the same.
    expect(await way([READ, share], 'orders', { id: 2, region: 'South', amount: 80 })).toEqual([
      'share: stands 1',
    ]);
    expect(await back('orders', { id: 1, region: 'North', amount: 120 })).toMatch(/itself read/);
  });
});
