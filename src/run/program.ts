/**
 * A plan made ready to run: one step for each call and instance, every reference resolved to the path it waits on.
 * Built once a revision; what happens to it is `state.ts`'s matter.
 */

import { intAt, itemAt, realAt } from '../lib/columns.ts';
import { isObject } from '../lib/json.ts';
import type { NumberByText } from '../lib/text-numbers.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Expr, Ref } from '../plan/expression.ts';
import { buildGraph, type Graph } from '../plan/graph.ts';
import { planOrder } from '../plan/plan-order.ts';
import { type Rows, rowOf, transposed } from '../plan/rows.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { CANARY, type CanarySteps, canarySteps } from './canary.ts';
import { type CommitQueues, commitQueues } from './commit-queues.ts';
import { drawnPaths, instancePaths, type ReadPaths } from './read-paths.ts';
import type { RunSetting } from './state.ts';
import { type Step, type StepOptions, stepsOf } from './steps.ts';

export const KIND = {
  /** It is on and has no fallback, no gate, no scope: what it waits for can simply be counted. */
  simple: 1,
  /** A policy of `effects` asks a person before it (L-72). */
  effect: 2,
  /** Nothing waits for it (L-29). */
  forgotten: 4,
} as const;

export interface Program extends ReadPaths {
  readonly plan: Plan;
  readonly steps: readonly Step[];
  readonly index: NumberByText;
  /** By step the paths it may write, each once for each of its targets that is connected. */
  readonly pathsOf: Rows;
  /**
   * By step the sum of what holds of it in `KIND`. Who is heard of ten thousand times asks this column: a look at the call
   * itself is a wait for memory.
   */
  readonly kinds: Uint8Array;
  /** Position in plan order by step. */
  readonly rank: Int32Array;
  /** Smaller starts first: list order, or the longest remaining path where durations are known (L-32). */
  readonly startRank: Int32Array;
  /** Who waits for whom before an accumulating write is committed (L-22). */
  readonly commits: CommitQueues;
  /** Whom the gate of a canary is about; null where there is none (L-55). */
  readonly canary: CanarySteps | null;
}

interface ProgramOptions extends StepOptions {
  /** Expected milliseconds of a call, where known (L-32). */
  readonly durationOf?: (call: Call) => number | undefined;
  /** Steps kept from an earlier revision: they come before all new ones (L-42). */
  readonly isKept?: (id: string) => boolean;
}

/** Compiles a plan that passed the checks. Calls in cycles would never start; the checks refuse them. */
export function compileProgram(plan: Plan, catalogue: Catalogue, options: ProgramOptions): Program {
  const graph = buildGraph(plan);
  const steps = stepsOf(graph, catalogue, options);
  const asDrawn = runsAsDrawn(graph, options);
  const found = asDrawn ? drawnPaths(graph, steps) : instancePaths(steps, initialIn(plan, options));
  const { readers } = found;
  const writers = writersOf(found);
  const pathsOf = transposed(writers, steps.length);
  const { isKept } = options;
  const { rank } =
    asDrawn && !isKept
      ? graph
      : planOrder(steps.length, readers, writers, (step) =>
          isKept?.(itemAt(steps, step).id) ? step : step + steps.length,
        );
  return {
    plan,
    steps,
    index: asDrawn ? graph.index : new Map(steps.map((step) => [step.id, step.index])),
    ...found,
    pathsOf,
    kinds: kindsOf(steps, found),
    rank,
    startRank: startOrder(steps, readers, pathsOf, rank, options.durationOf),
    commits: commitQueues(steps, rank),
    canary: canarySteps(steps, options),
  };
}

/** Whether a path may hold an initial value beside what is written there: an instance reads both, one over the other (L-50). */
function initialIn({ state, data }: Plan, { instances = [] }: ProgramOptions): (ref: Ref) => boolean {
  const hasOwnState = instances.some((one) => one.state !== undefined);
  return ({ kind, path }) => {
    if (kind === 'state' && hasOwnState) return true;
    const initial = kind === 'state' ? state?.initial : data?.[kind]?.initial;
    const [top] = path;
    return isObject(initial) && (top === undefined || Object.hasOwn(initial, String(top)));
  };
}

/** Whether each call is one step that sees all others. */
const runsAsDrawn = ({ wiring }: Graph, { instances = [] }: ProgramOptions): boolean =>
  instances.length === 0 && wiring.scopes.every((scope) => scope === '*');

/** By path the steps that write it. Most have a sole writer, for whom no list is looked at. */
function writersOf({ paths, soleWriter }: ReadPaths): Rows {
  const starts = new Int32Array(paths.length + 1);
  for (let path = 0; path < paths.length; path++)
    starts[path + 1] =
      intAt(starts, path) + (intAt(soleWriter, path) >= 0 ? 1 : itemAt(paths, path).writes.length);
  const items = new Int32Array(intAt(starts, paths.length));
  for (let path = 0; path < paths.length; path++) {
    let at = intAt(starts, path);
    if (intAt(soleWriter, path) >= 0) items[at] = intAt(soleWriter, path);
    else for (const { call } of itemAt(paths, path).writes) items[at++] = call;
  }
  return { starts, items };
}

function kindsOf(steps: readonly Step[], found: ReadPaths): Uint8Array {
  const kinds = new Uint8Array(steps.length);
  for (let at = 0; at < kinds.length; at++) {
    const step = itemAt(steps, at);
    const { effect } = step;
    kinds[at] =
      (isSimple(step, found) ? KIND.simple : 0) |
      (effect === 'write' || effect === 'irreversible' ? KIND.effect : 0) |
      (step.fireAndForget ? KIND.forgotten : 0);
  }
  return kinds;
}

function isSimple(step: Step, found: ReadPaths): boolean {
  if (step.off || (found.uncounted.size > 0 && readsUncounted(step, found))) return false;
  return step.plain || !step.places.some(({ role, expr }) => role === 'scope' || hasFallback(expr));
}

/** Apart: a function that makes another pays for it at every call, and most plans have no such path. */
const readsUncounted = ({ index, isHeld }: Step, { refs, uncounted, paths }: ReadPaths): boolean =>
  rowOf(refs, index).some(
    // Nobody asks for the canary's gate because a call waits for nothing else.
    (path) => uncounted.has(path) && !(isHeld && itemAt(paths, path).gate === CANARY),
  );

const hasFallback = (expr: Expr): boolean =>
  expr.type === 'or' || (expr.type === 'and' && expr.operands.some(hasFallback));

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
  const latestFirst = steps.map((_, i) => i).sort((a, b) => intAt(rank, b) - intAt(rank, a));
  for (const step of latestFirst) {
    let longest = 0;
    for (const path of rowOf(pathsOf, step)) {
      for (const reader of rowOf(readers, path)) longest = Math.max(longest, realAt(remaining, reader));
    }
    remaining[step] = longest + (durations[step] ?? 0);
  }
  const byRemaining = [...order].sort((a, b) => realAt(remaining, b) - realAt(remaining, a) || a - b);
  byRemaining.forEach((step, position) => {
    order[step] = position;
  });
  return order;
}

// Programs that several runs share: a dry run of 64 ways, a run and its resume compile a revision once.

/** What a program depends on beside its plan, where the run has no instances and nothing was done before. */
type Tools = Pick<RunSetting, 'catalogue' | 'hasActivity' | 'contractBehind' | 'ownContract' | 'durationOf'>;

interface Compiled {
  readonly catalogue: Tools['catalogue'];
  readonly hasActivity: Tools['hasActivity'];
  readonly contractBehind: Tools['contractBehind'] | undefined;
  readonly program: Program;
}

const programs = new WeakMap<Plan, Compiled>();

/** The program of a revision that starts from nothing. The same plan object and tools give the same program. */
export function programOf(plan: Plan, tools: Tools): Program {
  const { catalogue, hasActivity, contractBehind } = tools;
  const known = tools.durationOf ? undefined : programs.get(plan);
  if (
    known?.catalogue === catalogue &&
    known.hasActivity === hasActivity &&
    known.contractBehind === contractBehind
  )
    return known.program;
  const program = compileProgram(plan, catalogueOf(catalogue.list(), plan.tools), tools);
  // How long calls took in earlier runs is not the same from run to run.
  if (!tools.durationOf) programs.set(plan, { catalogue, hasActivity, contractBehind, program });
  return program;
}
