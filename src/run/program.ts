/**
 * A plan made ready to run: one step for each call and instance, every reference resolved to the path it waits on.
 * Built once a revision; what happens to it is `state.ts`'s matter.
 */

import type { Call, Plan } from '../plan/document.ts';
import type { Expr } from '../plan/expression.ts';
import { buildGraph, type Graph } from '../plan/graph.ts';
import { planOrder } from '../plan/plan-order.ts';
import { type Rows, rowsOf, transposed } from '../plan/rows.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import { type CommitQueue, commitQueues } from './commit-queues.ts';
import { drawnPaths, instancePaths, type ReadPath, type ReadPaths, writerIndex } from './read-paths.ts';
import { type Compiled, type OpenStep, type Step, type StepOptions, stepsOf } from './steps.ts';

export interface Program {
  readonly plan: Plan;
  readonly steps: readonly Step[];
  readonly index: ReadonlyMap<string, number>;
  readonly paths: readonly ReadPath[];
  /** By step the paths it reads, each once. */
  readonly reads: Rows;
  /** By path the steps that read it, each once. */
  readonly readers: Rows;
  /** By step the paths it may write. */
  readonly pathsOf: Rows;
  /** Position in plan order by step. */
  readonly rank: Int32Array;
  /** Smaller starts first: list order, or the longest remaining path where durations are known (L-32). */
  readonly startRank: Int32Array;
  readonly queues: readonly CommitQueue[];
  /** The queues each step stands in. */
  readonly queuesOf: ReadonlyMap<number, readonly number[]>;
}

export interface ProgramOptions extends StepOptions {
  /** Expected milliseconds of a call, where known (L-32). */
  readonly durationOf?: (call: Call) => number | undefined;
  /** Steps kept from an earlier revision: they come before all new ones (L-42). */
  readonly isKept?: (id: string) => boolean;
}

/** One row of `reads`, `readers` or `pathsOf`. */
export const rowOf = ({ starts, items }: Rows, row: number): Int32Array =>
  items.subarray(starts[row]!, starts[row + 1]!);

/** Compiles a plan that passed the checks. Calls in cycles would never start; the checks refuse them. */
export function compileProgram(plan: Plan, catalogue: Catalogue, options: ProgramOptions): Program {
  const graph = buildGraph(plan);
  const steps = stepsOf(graph.calls, catalogue, options);
  const asDrawn = runsAsDrawn(graph, options);
  const found = asDrawn ? drawnPaths(graph, steps) : instancePaths(writerIndex(steps));
  const reads = resolve(steps, found);
  const { paths } = found;
  const readers = transposed(reads, paths.length);
  const writers = rowsOf(
    paths,
    (path) => path.writers,
    (target) => target.step,
  );
  const pathsOf = transposed(writers, steps.length);
  const { isKept } = options;
  const { rank } =
    asDrawn && !isKept
      ? graph
      : planOrder(steps.length, readers, writers, (step) =>
          isKept?.(steps[step]!.id) ? step : step + steps.length,
        );
  const index = asDrawn ? graph.index : new Map(steps.map((step) => [step.id, step.index]));
  const startRank = startOrder(steps, readers, pathsOf, rank, options.durationOf);
  return {
    plan,
    steps,
    index,
    paths,
    reads,
    readers,
    pathsOf,
    rank,
    startRank,
    ...commitQueues(steps, rank),
  };
}

/** Whether each call is one step that sees all others. */
const runsAsDrawn = ({ calls }: Graph, { instances = [] }: ProgramOptions): boolean =>
  instances.length === 0 && calls.every(({ call }) => call._instance === undefined);

/** Resolves what stands in each step's places. Returns by step the paths it reads, each once. */
function resolve(steps: readonly OpenStep[], { paths, numberOf }: ReadPaths): Rows {
  const starts = new Int32Array(steps.length + 1);
  const items: number[] = [];
  /** By path: its references need one object together. */
  const refs: Compiled[] = [];
  const lastReader: number[] = [];

  function compile(expr: Expr, step: OpenStep): Compiled {
    if (expr.type !== 'ref') {
      if (expr.type === 'or') step.simple = false;
      return { type: expr.type, operands: expr.operands.map((operand) => compile(operand, step)) };
    }
    const path = numberOf(expr, step);
    if (path === refs.length) {
      refs.push({ type: 'ref', path });
      lastReader.push(-1);
    }
    if (expr.kind === 'run' || paths[path]!.gate !== null) step.simple = false;
    if (lastReader[path] !== step.index) {
      lastReader[path] = step.index;
      items.push(path);
    }
    return refs[path]!;
  }

  for (const step of steps) {
    const { places } = step;
    if (places.length > 0) {
      const exprs = new Array<Compiled>(places.length);
      for (let i = 0; i < places.length; i++) {
        if (places[i]!.role === 'scope') step.simple = false;
        exprs[i] = compile(places[i]!.expr, step);
      }
      step.exprs = exprs;
    }
    starts[step.index + 1] = items.length;
  }
  return { starts, items: Int32Array.from(items) };
}

function startOrder(
  steps: readonly Step[],
  readers: Rows,
  pathsOf: Rows,
  rank: Int32Array,
  durationOf: ProgramOptions['durationOf'],
): Int32Array {
  const order = new Int32Array(steps.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  const durations = durationOf && steps.map((step) => durationOf(step.call));
  if (!durations?.some((ms) => ms !== undefined)) return order;
  const remaining = new Float64Array(steps.length);
  const latestFirst = steps.map((_, i) => i).sort((a, b) => rank[b]! - rank[a]!);
  for (const step of latestFirst) {
    let longest = 0;
    for (const path of rowOf(pathsOf, step)) {
      for (const reader of rowOf(readers, path)) longest = Math.max(longest, remaining[reader]!);
    }
    remaining[step] = longest + (durations[step] ?? 0);
  }
  const byRemaining = [...order].sort((a, b) => remaining[b]! - remaining[a]! || a - b);
  byRemaining.forEach((step, position) => {
    order[step] = position;
  });
  return order;
}
