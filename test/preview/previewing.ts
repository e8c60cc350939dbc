/** Plans and files for the tests of previews. */

import { type Call, FORMAT, type Plan, VERSION } from '../../src/plan/document.ts';

export const planOf = (calls: readonly Call[], more: Partial<Plan> = {}): Plan => ({
  ...{ format: FORMAT, version: VERSION, id: 'p', calls },
  ...more,
});

export const filesOf = (files: Readonly<Record<string, BlobPart>>): Map<string, Blob> =>
  new Map(Object.entries(files).map(([name, part]) => [name, new Blob([part])]));

/** A call of a tool that writes `†state.<id>`. */
export const call = (_id: string, _tool: string, params: Record<string, Call[string]> = {}): Call => ({
  ...{ _id, _tool, _outputPath: `†state.${_id}` },
  ...params,
});

export const SALES = 'region,amount\nNorth,120\nSouth,80\nNorth,5\n';
export const READ = call('rows', 'readCsv', { file: 'sales.csv' });
export const SUM = call('sums', 'groupRows', { rows: '†state.rows', by: 'region', column: 'amount' });

/** A table of so many rows; of 40 characters each. */
export const manyRows = (count: number): string =>
  `id,region,amount,note\n${Array.from({ length: count }, (_, at) => `${at},R${at % 7},${at % 100},"a, ""quoted"" note\nof two lines"\n`).join('')}`;
