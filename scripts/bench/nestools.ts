/** The shared set: goals over tools of others, their gold calls, and the tools a planner is offered with them. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolContract } from '../../src/plan/contract-shape.ts';
import type { Call } from '../../src/plan/document.ts';
import { offlinePlanner } from '../../src/planner/offline/offline-planner.ts';
import { wireCalls } from '../../src/planner/wire.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { F1 } from './f1.ts';
import type { Figure } from './figure.ts';
import { randomSource } from './layout-graphs.ts';

/** Found from where the bench is called: a bench that is built lies elsewhere. */
const DATA = join(process.cwd(), '../shared/data/nestools-odd-200.jsonl');

interface Sample {
  readonly goal: string;
  readonly tools: readonly ToolContract[];
  readonly calls: readonly (Omit<Call, '_id'> & { readonly _tool: string; readonly _outputPath: string })[];
}

/** None where `../shared/data` is absent. */
export function samples(): Sample[] {
  if (!existsSync(DATA)) return [];
  return readFileSync(DATA, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Sample);
}

/** Tools of the shared set, each name once: distractors. */
export const foreignTools = (): ToolContract[] => [
  ...new Map(samples().flatMap(({ tools }) => tools.map((tool) => [tool.name, tool] as const))).values(),
];

/** Those that are needed and others' up to `count`, in a seeded order. */
export function offered(
  needed: readonly ToolContract[],
  others: readonly ToolContract[],
  count: number,
  seed: number,
): ToolContract[] {
  const next = randomSource(seed);
  const names = new Set(needed.map(({ name }) => name));
  const shuffled = (list: readonly ToolContract[]): ToolContract[] =>
    list
      .map((tool) => [next(), tool] as const)
      .sort(([a], [b]) => a - b)
      .map(([, tool]) => tool);
  const distractors = shuffled(others.filter(({ name }) => !names.has(name)));
  return shuffled([...needed, ...distractors.slice(0, Math.max(0, count - needed.length))]);
}

/** Each call by its tool and which of that tool's it is: an edge has to join the right two calls, not the right tools. */
function edgesOf(calls: readonly Call[]): string[] {
  const seen = new Map<string, number>();
  const named = calls.map((call) => {
    const nth = (seen.get(call._tool) ?? 0) + 1;
    seen.set(call._tool, nth);
    return { call, name: `${call._tool}#${nth}`, path: call._outputPath ?? `†state.${call._id}` };
  });
  return named.flatMap(({ call, name }) => {
    const read = [...JSON.stringify(parameters(call)).matchAll(/†state\.[\w$-]+/gu)].map((match) => match[0]);
    return named.filter(({ path }) => read.includes(path)).map((writer) => `${writer.name} > ${name}`);
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

const goldOf = (sample: Sample): Call[] =>
  sample.calls.map((call, at): Call => ({ ...call, _id: `c${at}` }) as Call);

const plan = offlinePlanner({ now: () => Date.parse('2026-11-21T12:00:00Z') });

async function planned(goal: string, tools: readonly ToolContract[]): Promise<Call[]> {
  const calls: Call[] = [];
  const events = plan({
    goal,
    catalogue: catalogueOf(tools),
    files: [],
    history: [],
    lastError: null,
    maxCalls: 15,
    signal: new AbortController().signal,
  });
  for await (const event of events) if (event.kind === 'call') calls.push(event.call);
  return calls;
}

const OFFERED = [
  { count: 10, atLeast: 75 },
  { count: 20, atLeast: 70 },
  { count: 40, atLeast: 65 },
] as const;

/** Node F1 among distractors, and wiring with the gold calls given. */
export async function nestoolsFigures(): Promise<Figure[]> {
  const all = samples();
  if (all.length === 0) return [];
  const others = foreignTools();
  const figures: Figure[] = [];
  for (const { count, atLeast } of OFFERED) {
    const nodes = new F1();
    const edges = new F1();
    for (const [at, sample] of all.entries()) {
      const gold = goldOf(sample);
      const made = await planned(sample.goal, offered(sample.tools, others, count, at + 1));
      nodes.add(
        made.map((call) => call._tool),
        gold.map((call) => call._tool),
      );
      edges.add(edgesOf(made), edgesOf(gold));
    }
    figures.push({
      name: `planner/node-f1-${count}`,
      value: nodes.value,
      unit: '%',
      goal: `>= ${atLeast}`,
      held: nodes.value >= atLeast,
      how: `F1 of the tools called of ${count} offered, those needed and others'; of references between the right calls ${edges.value}; ${all.length} samples of NesTools with odd ids`,
    });
  }
  return [...figures, ...wiringFigures()];
}

/** How well references between given calls are found; none where the set is absent. */
export function wiringFigures(): Figure[] {
  const all = samples();
  if (all.length === 0) return [];
  const wiring = new F1();
  for (const sample of all) {
    const gold = goldOf(sample);
    wiring.add(edgesOf(wireCalls(unwired(gold), sample.tools)), edgesOf(gold));
  }
  const figure: Figure = {
    name: 'planner/wire-edge-f1',
    value: wiring.value,
    unit: '%',
    goal: '>= 98',
    held: wiring.value >= 98,
    how: `F1 of references between the right calls, the gold calls being given; ${all.length} samples`,
  };
  return [figure];
}
