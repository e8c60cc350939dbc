/** What the engine costs a call: against the floor, against p-graph, against its own size, and against the clock. */

import { type DependencyList, PGraph } from 'p-graph';
import { runCounters } from './counter-scheduler.ts';
import { runPlan } from './engine-run.ts';
import type { Figure } from './figure.ts';
import { inTurn, median, rounded } from './median.ts';
import { planOf, type RandomGraph, randomGraph } from './random-plan.ts';
import { resultCheckFigures } from './result-check.ts';

/** Enough of them that the median is of code that the engine below us has settled on. */
const ROUNDS = 81;
/** The same for all who run a graph here. */
const CONCURRENT = 100;

const noOp = async (): Promise<number> => 1;

function runPGraph({ reads }: RandomGraph): Promise<void> {
  const nodes = new Map(reads.map((_, call) => [String(call), { run: noOp }]));
  const dependencies: DependencyList = reads.flatMap((own, call) =>
    own.map((read): [string, string] => [String(read), String(call)]),
  );
  return new PGraph(nodes, dependencies).run({ concurrency: CONCURRENT });
}

async function perCall(): Promise<Figure[]> {
  const graph = randomGraph(10_000);
  const plan = planOf(graph, CONCURRENT);
  const [engine, floor, peer] = (await inTurn(
    ROUNDS,
    // Another object each time: a run of the same revision finds it compiled.
    () => runPlan({ ...plan }, noOp),
    () => runCounters(graph, CONCURRENT, noOp),
    () => runPGraph(graph),
  )) as [number, number, number];
  const each = (ms: number) => `${rounded(ms / 10, 2)} µs`;
  const toFloor = engine / floor;
  const toPeer = peer / engine;
  return [
    {
      name: 'scheduler/10k-vs-floor',
      value: rounded(toFloor),
      unit: 'x',
      goal: '<= 10',
      held: toFloor <= 10,
      how: `median of ${ROUNDS}, same run; a call costs ${each(engine)}, with counters alone ${each(floor)}; from the checked plan, whose graph is drawn, to the last event: compiling it is included, as is building the counters`,
    },
    {
      name: 'scheduler/10k-vs-p-graph',
      value: rounded(toPeer),
      unit: 'x',
      goal: '>= 5',
      held: toPeer >= 5,
      how: `median of ${ROUNDS}, same run; a call costs p-graph ${each(peer)}, us ${each(engine)}; building its graph is included, as is compiling our plan`,
    },
  ];
}

async function bySize(): Promise<Figure> {
  const small = planOf(randomGraph(1_000), CONCURRENT);
  const large = planOf(randomGraph(100_000), CONCURRENT);
  // A thousand calls are over in no time: many runs make one round.
  const [smallMs, largeMs] = (await inTurn(
    5,
    async () => {
      for (let i = 0; i < 20; i++) await runPlan({ ...small }, noOp);
    },
    () => runPlan({ ...large }, noOp),
  )) as [number, number];
  const ratio = largeMs / 100 / (smallMs / 20);
  return {
    name: 'scheduler/100k-vs-1k',
    value: rounded(ratio),
    unit: 'x',
    goal: '<= 5',
    held: ratio <= 5,
    how: `median of 5, same run; a call costs ${rounded(largeMs / 100)} µs of 100,000 and ${rounded(smallMs / 20)} µs of 1,000`,
  };
}

const WORK_MS = 25;

/** Real timers: what the run takes beyond the longest chain of what its calls really took. */
async function makespan(): Promise<Figure> {
  const graph = randomGraph(200);
  const plan = planOf(graph, graph.reads.length);
  const ratios: number[] = [];
  for (let round = 0; round < 5; round++) {
    const took = new Map<string, number>();
    const start = performance.now();
    await runPlan(plan, async ({ id }) => {
      const entered = performance.now();
      // Every call another duration, so that they end one by one.
      await new Promise((resolve) => setTimeout(resolve, WORK_MS + ((Number(id.slice(1)) * 7) % 50)));
      took.set(id, performance.now() - entered);
      return 1;
    });
    const elapsed = performance.now() - start;
    ratios.push(elapsed / longestPath(graph, took));
  }
  const value = median(ratios);
  return {
    name: 'scheduler/makespan-vs-critical-path',
    value: rounded(value, 4),
    unit: 'x',
    goal: '<= 1.02',
    held: value <= 1.02,
    how: 'median of 5; 200 calls of 25 to 75 ms on real timers, against the longest path of what each took',
  };
}

function longestPath({ reads }: RandomGraph, took: ReadonlyMap<string, number>): number {
  const ends: number[] = [];
  reads.forEach((own, call) => {
    ends[call] = Math.max(0, ...own.map((read) => ends[read]!)) + took.get(`c${call}`)!;
  });
  return Math.max(...ends);
}

export async function schedulerFigures(): Promise<Figure[]> {
  return [...(await perCall()), await bySize(), await makespan(), ...(await resultCheckFigures())];
}
