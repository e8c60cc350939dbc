/** Scores of the offline planner on NesTools (odd ids): nodes, edges, and wiring with the gold calls given. */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ToolContract } from '../../src/plan/contract-shape.ts';
import type { Call } from '../../src/plan/document.ts';
import { offlinePlanner } from '../../src/planner/offline/offline-planner.ts';
import { wireCalls } from '../../src/planner/wire.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import type { Figure } from './figure.ts';

const DATA = fileURLToPath(new URL('../../../shared/data/nestools-odd-200.jsonl', import.meta.url));

interface Sample {
  readonly goal: string;
  readonly tools: readonly ToolContract[];
  readonly calls: readonly (Omit<Call, '_id'> & { readonly _tool: string; readonly _outputPath: string })[];
}

/** Matches over a set of samples: micro-averaged, as the papers do. */
class F1 {
  #hits = 0;
  #claims = 0;
  #truths = 0;

  add(claimed: readonly string[], true_: readonly string[]): void {
    const left = [...true_];
    for (const claim of claimed) {
      const at = left.indexOf(claim);
      if (at < 0) continue;
      left.splice(at, 1);
      this.#hits++;
    }
    this.#claims += claimed.length;
    this.#truths += true_.length;
  }

  /** Percent, one decimal. */
  get value(): number {
    return Math.round((2000 * this.#hits) / (this.#claims + this.#truths)) / 10;
  }
}

/** `tool > tool` for every pair of calls that a reference joins, each pair once. */
function edgesOf(calls: readonly Call[]): string[] {
  const writers = calls.map((call) => ({ tool: call._tool, path: call._outputPath ?? `†state.${call._id}` }));
  return calls.flatMap((call) => {
    const read = [...JSON.stringify(parameters(call)).matchAll(/†state\.[\w$-]+/gu)].map((match) => match[0]);
    return writers.filter(({ path }) => read.includes(path)).map(({ tool }) => `${tool} > ${call._tool}`);
  });
}

const parameters = (call: Call) =>
  Object.fromEntries(Object.entries(call).filter(([key]) => !key.startsWith('_')));

/** The gold calls without what wiring has to find. */
const unwired = (calls: readonly Call[]): Call[] =>
  calls.map(
    (call) =>
      Object.fromEntries(
        Object.entries(call).filter(
          ([key, value]) => key.startsWith('_') || !JSON.stringify(value).includes('†'),
        ),
      ) as Call,
  );

const plan = offlinePlanner({ now: () => Date.parse('2026-11-21T12:00:00Z') });

async function planned(sample: Sample): Promise<Call[]> {
  const calls: Call[] = [];
  const events = plan({
    goal: sample.goal,
    catalogue: catalogueOf(sample.tools),
    files: [],
    history: [],
    lastError: null,
    minCalls: 2,
    maxCalls: 15,
    signal: new AbortController().signal,
  });
  for await (const event of events) if (event.kind === 'call') calls.push(event.call);
  return calls;
}

/** Three figures, or none where `../shared/data` is absent. */
export async function plannerFigures(): Promise<Figure[]> {
  if (!existsSync(DATA)) return [];
  const samples = readFileSync(DATA, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Sample);
  const nodes = new F1();
  const edges = new F1();
  const wiring = new F1();
  for (const sample of samples) {
    const gold = sample.calls.map((call, at): Call => ({ ...call, _id: `c${at}` }) as Call);
    const made = await planned(sample);
    nodes.add(
      made.map((call) => call._tool),
      gold.map((call) => call._tool),
    );
    edges.add(edgesOf(made), edgesOf(gold));
    wiring.add(edgesOf(wireCalls(unwired(gold), sample.tools)), edgesOf(gold));
  }
  const how = `micro-averaged over ${samples.length} samples of NesTools with odd ids`;
  const figure = (name: string, value: number, atLeast: number, what: string): Figure => ({
    name,
    value,
    unit: '%',
    goal: `>= ${atLeast}`,
    held: value >= atLeast,
    how: `${what}, ${how}`,
  });
  return [
    figure('planner/nestools-node-f1', nodes.value, 90, 'F1 of the tools called'),
    figure('planner/nestools-edge-f1', edges.value, 70, 'F1 of pairs of tools joined by a reference'),
    figure('planner/nestools-wiring-edge-f1', wiring.value, 86, 'edge F1 of wiring the gold calls'),
  ];
}
