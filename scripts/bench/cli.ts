/** How long one waits for the command as it is shipped, beside a Node that does nothing. */

import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtPackage } from '../package/built.ts';
import type { Figure } from './figure.ts';
import { inTurn, rounded } from './median.ts';

const GOAL = 4;
const ROUNDS = 21;

const PLAN = {
  goal: 'The totals of the orders, smallest first',
  input: { schema: { type: 'object', properties: { orders: { type: 'array' } }, required: ['orders'] } },
  calls: [
    {
      _id: 'sorted',
      _tool: 'sortRows',
      rows: '†input.orders',
      column: 'total',
      _outputPath: '†state.sorted',
    },
    {
      _id: 'totals',
      _tool: 'listColumn',
      rows: '†state.sorted',
      column: 'total',
      _outputPath: '†state.totals',
    },
  ],
  output: '†state.totals',
};

export async function cliFigures(): Promise<Figure[]> {
  const main = join(await builtPackage(), 'obelus.js');
  const folder = await mkdtemp(join(tmpdir(), 'obelus-cli-bench-'));
  try {
    const plan = join(folder, 'plan.json');
    await writeFile(plan, JSON.stringify(PLAN));
    const [nothing, command] = await inTurn(
      ROUNDS,
      () => node('-e', '0'),
      () => node(main, 'validate', plan),
    );
    const value = rounded(command! / nothing!);
    return [
      {
        name: 'cli/start-vs-node',
        value,
        unit: 'x',
        goal: `<= ${GOAL}`,
        held: value <= GOAL,
        how: `median of ${ROUNDS}, same run: the built command's "validate" of a plan of ${PLAN.calls.length} calls (${Math.round(command!)} ms) against node -e 0 (${Math.round(nothing!)} ms)`,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function node(...args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
}
