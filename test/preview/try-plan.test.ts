/** A candidate tried on the heads of files: what runs, what does not and why, and what is ended. */

import { describe, expect, it } from 'vitest';
import type { Call } from '../../src/plan/document.ts';
import { FORMAT, type Plan, VERSION } from '../../src/plan/document.ts';
import type { PreviewParts } from '../../src/preview/preview-plan.ts';
import { makeTryPlan } from '../../src/preview/try-plan.ts';

const planOf = (calls: readonly Call[], more: Partial<Plan> = {}): Plan => ({
  format: FORMAT,
  version: VERSION,
  id: 'p',
  calls,
  ...more,
});
const filesOf = (files: Readonly<Record<string, string>>): Map<string, Blob> =>
  new Map(Object.entries(files).map(([name, text]) => [name, new Blob([text])]));
const trying = (files: Readonly<Record<string, string>>, parts: Partial<PreviewParts> = {}) =>
  makeTryPlan({ now: Date.now, ...parts }, { files: filesOf(files) });

const READ: Call = { _id: 'read', _tool: 'readCsv', file: 'sales.csv', _outputPath: '†state.rows' };
const COUNT: Call = {
  _id: 'sum',
  _tool: 'groupRows',
  rows: '†state.rows',
  by: 'region',
  column: 'amount',
  _outputPath: '†state.sums',
};
const SALES = 'region,amount\nNorth,120\nSouth,80\nNorth,5\n';

describe('a candidate', () => {
  it('is run on the files it reads', async () => {
    const entered: string[] = [];
    const tryPlan = trying({ 'sales.csv': SALES }, { onEnter: (id) => entered.push(id) });
    const plan = planOf([READ, COUNT], { output: '†state.sums' });
    const { calls, output } = await tryPlan(plan);
    expect(output).toEqual([
      { region: 'North', sum: 125 },
      { region: 'South', sum: 80 },
    ]);
    expect(calls.get('sum')).toMatchObject({ status: 'completed', ofHead: false });
    await tryPlan(plan);
    expect(entered).toEqual(['read', 'sum']);
  });
});
