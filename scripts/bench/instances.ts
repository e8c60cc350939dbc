/** What a plan over the rows of a list costs a call, against the same calls in one plan (L-55). */

import type { Call, Plan } from '../../src/plan/document.ts';
import { instancesFrom } from '../../src/run/instances.ts';
import { runPlan } from './engine-run.ts';
import type { Figure } from './figure.ts';
import { inTurn, rounded } from './median.ts';

const ROWS = 10_000;
const CALLS = 5;
const ROUNDS = 5;
const POLICY = { maxConcurrent: 100 } as const;

const noOp = async (): Promise<number> => 1;

/** A chain of calls, the first of which reads the row. @param of what each is called by, and writes under */
const chain = (of: string, row: string): Call[] =>
  Array.from({ length: CALLS }, (_, at) => ({
    _id: `c${at}${of}`,
    _tool: 'work',
    v: at === 0 ? row : `†state.v${at - 1}${of}`,
    _outputPath: `†state.v${at}${of}`,
  }));

const planOf = (calls: Call[]): Plan => ({
  ...{ format: 'obelus/plan', version: 1, id: 'bench', calls, policy: POLICY },
  tools: [{ name: 'work', activity: 'work', effect: 'none', parameters: {} }],
});

export async function instanceFigures(): Promise<Figure[]> {
  const rows = Array.from({ length: ROWS }, (_, at) => ({ n: at }));
  const instances = instancesFrom(rows);
  const template = planOf(chain('', '†input.n'));
  const flat = planOf(rows.flatMap((_, at) => chain(`_${at}`, `†input.r${at}`)));
  const input = Object.fromEntries(rows.map(({ n }) => [`r${n}`, n]));
  const [over, one, first] = (await inTurn(
    ROUNDS,
    () => runPlan({ ...template }, noOp, undefined, { instances }),
    () => runPlan({ ...flat }, noOp, undefined, { input }),
    // The gate is said yes to before anything asks: what is measured is what waiting behind it costs.
    () => runPlan({ ...template }, noOp, undefined, { instances, canary: 10 }),
  )) as [number, number, number];
  const each = (ms: number): string => `${rounded((ms * 1000) / (ROWS * CALLS), 2)} µs`;
  return [
    figure('instances/10k-vs-one-plan', over / one, each(over), each(one)),
    figure('instances/10k-canary-vs-one-plan', first / one, each(first), each(one)),
  ];
}

const figure = (name: string, ratio: number, over: string, one: string): Figure => ({
  name,
  value: rounded(ratio),
  unit: 'x',
  goal: '<= 1.3',
  held: ratio <= 1.3,
  how: `median of ${ROUNDS}, same run; ${ROWS} instances of ${CALLS} calls cost ${over} a call, the same ${ROWS * CALLS} calls in one plan ${one}; from the plan to the last event`,
});
