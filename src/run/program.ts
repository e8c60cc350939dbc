/**
 * A plan made ready to run: one step for each call and instance, every reference resolved to the path it waits on.
 * Built once a revision; what happens to it is `state.ts`'s matter.
 */

import type { Effect, ToolContract } from '../plan/contract-shape.ts';
import { type Call, OUTPUT_METHODS, type OutputMethod, type Plan } from '../plan/document.ts';
import type { Expr, Ref } from '../plan/expression.ts';
import { buildGraph, isApproval } from '../plan/graph.ts';
import type { ParsedCall, Place } from '../plan/parsed-call.ts';
import { pathIndex } from '../plan/path-index.ts';
import { planOrder, rowsOf } from '../plan/plan-order.ts';
import { type Catalogue, strictestEffect } from '../tools/catalogue.ts';
import type { InstanceInput } from './events.ts';
import { isAccumulating } from './output-method.ts';

/** An expression whose references are numbers into `Program.paths`. */
export type Compiled =
  | { readonly type: 'ref'; readonly path: number }
  | { readonly type: 'or' | 'and'; readonly operands: readonly Compiled[] };

export interface CompiledPlace {
  readonly place: Place;
  readonly expr: Compiled;
}

/** One target of a step. */
export interface Target {
  readonly step: number;
  /** The step's id and method: the write log outlives the revision that the number belongs to. */
  readonly id: string;
  readonly method: OutputMethod;
  readonly alternative: number;
  /** Root in the value store: `state`, or `LABEL/state` for an instance's own. */
  readonly root: string;
  readonly ref: Ref;
}

/** One call in one instance. */
export interface Step {
  readonly index: number;
  /** The call's id, or `id@LABEL`. */
  readonly id: string;
  readonly call: Call;
  /** The label; null for a call that runs once for all, or where there are no instances. */
  readonly instance: string | null;
  readonly contract: ToolContract | undefined;
  readonly effect: Effect;
  readonly idempotent: boolean;
  /** No activity: a model produces the result (§1). */
  readonly latent: boolean;
  /** An explicit call without an output path: nothing waits for it (L-29). */
  readonly fireAndForget: boolean;
  readonly places: readonly CompiledPlace[];
  /** No fallback, no gate, no scope: what it waits for can simply be counted. */
  readonly simple: boolean;
  readonly targets: readonly Target[];
  /** The alternatives of its output path; none for a fire-and-forget call or a note. */
  readonly alternatives: readonly (readonly Ref[])[];
  readonly method: OutputMethod;
  readonly accumulating: boolean;
  /** The alternative a throw goes to (L-24); -1 where there is none. */
  readonly errorAlternative: number;
  /** Distinct paths it reads, as numbers into `Program.paths`. */
  readonly reads: readonly number[];
}

/** Where a connected writer's path lies, seen from the reader's. */
export interface Writer {
  readonly target: Target;
  readonly where: 'above' | 'here' | 'below';
}

/** A path somebody reads, in the eyes of one instance. */
export interface ReadPath {
  readonly ref: Ref;
  readonly instance: string | null;
  /** Roots in the value store, the reader's own first (L-50). Empty for input, run and secrets. */
  readonly roots: readonly string[];
  readonly readers: readonly number[];
  readonly writers: readonly Writer[];
  /** The gate's name, for a path under `†state.approvals` (L-33). */
  readonly gate: string | null;
}

/** Writers of overlapping paths in plan order, where one of them accumulates: they commit in that order (L-22). */
export interface CommitQueue {
  readonly steps: readonly number[];
}

export interface Program {
  readonly plan: Plan;
  readonly steps: readonly Step[];
  readonly index: ReadonlyMap<string, number>;
  readonly paths: readonly ReadPath[];
  /** Position in plan order by step. */
  readonly rank: Int32Array;
  /** Smaller starts first: list order, or the longest remaining path where durations are known (L-32). */
  readonly startRank: Float64Array;
  readonly queues: readonly CommitQueue[];
  /** The queues each step stands in. */
  readonly queuesOf: ReadonlyMap<number, readonly number[]>;
  /** Paths that each step may write, by step. */
  readonly pathsOf: readonly (readonly number[])[];
}

export interface ProgramOptions {
  readonly instances?: readonly InstanceInput[];
  /** Whether code is registered under an activity's name; a tool without any is latent. */
  readonly hasActivity: (name: string) => boolean;
  /** The contract of the code under an activity's name: what a plan says of it can only be stricter. */
  readonly contractBehind?: (name: string) => ToolContract | undefined;
  /** Expected milliseconds of a call, where known (L-32). */
  readonly durationOf?: (call: Call) => number | undefined;
  /** Steps kept from an earlier revision: they come before all new ones (L-42). */
  readonly isKept?: (id: string) => boolean;
}

/** Compiles a plan that passed the checks. Calls in cycles would never start; the checks refuse them. */
export function compileProgram(plan: Plan, catalogue: Catalogue, options: ProgramOptions): Program {
  const steps = stepsOf(plan, catalogue, options);
  const paths: MutablePath[] = [];
  const writersOf = pathIndex<Target>();
  for (const step of steps)
    for (const target of step.targets) writersOf.add(target.root, target.ref.path, target);

  const numbers = new Map<string, number>();
  const numberOf = (ref: Ref, instance: string | null): number => {
    const key = pathKey(ref, instance);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const roots = rootsOf(ref, instance);
    const gate = isApproval(ref) ? gateOf(ref) : null;
    const writers: Writer[] = [];
    if (gate === null) {
      for (const root of roots)
        writersOf.connected(root, ref.path, (target, where) => writers.push({ target, where }));
    }
    const number = paths.length;
    paths.push({ ref, instance, roots, readers: [], writers, gate });
    numbers.set(key, number);
    return number;
  };

  for (const step of steps) {
    const reads: number[] = [];
    let simple = true;
    const compile = (expr: Expr): Compiled => {
      if (expr.type !== 'ref') {
        if (expr.type === 'or') simple = false;
        return { type: expr.type, operands: expr.operands.map(compile) };
      }
      const path = numberOf(expr, step.instance);
      const { readers, gate } = paths[path]!;
      if (gate !== null || expr.kind === 'run') simple = false;
      if (readers[readers.length - 1] !== step.index) {
        readers.push(step.index);
        reads.push(path);
      }
      return { type: 'ref', path };
    };
    const places = step.parsed.places.map((place) => {
      if (place.role === 'scope') simple = false;
      return { place, expr: compile(place.expr) };
    });
    step.places = places;
    step.reads = reads;
    step.simple = simple;
  }

  const pathsOf: number[][] = steps.map(() => []);
  paths.forEach((path, number) => {
    for (const { target } of path.writers) pathsOf[target.step]!.push(number);
  });
  const { rank } = planOrder(
    steps.length,
    rowsOf(
      paths,
      (path) => path.readers,
      (reader) => reader,
    ),
    rowsOf(
      paths,
      (path) => path.writers,
      (writer) => writer.target.step,
    ),
    (step) => (options.isKept?.(steps[step]!.id) ? step : step + steps.length),
  );
  const { queues, queuesOf } = commitQueues(steps, writersOf, rank);
  const index = new Map(steps.map((step) => [step.id, step.index]));
  const startRank = startOrder(steps, paths, pathsOf, rank, options.durationOf);
  return { plan, steps, index, paths, rank, startRank, queues, queuesOf, pathsOf };
}

interface MutablePath extends ReadPath {
  readonly readers: number[];
}

/** A step whose references are still to be resolved: that needs every step's targets first. */
type RawStep = { -readonly [K in keyof Step]: Step[K] } & { readonly parsed: ParsedCall };

function stepsOf(plan: Plan, catalogue: Catalogue, options: ProgramOptions): RawStep[] {
  const steps: RawStep[] = [];
  for (const parsed of buildGraph(plan).calls) {
    const { call } = parsed;
    const contract = catalogue.get(call._tool);
    const activity = call._activity ?? contract?.activity;
    // An empty `_activity` asks for the model even where there is code.
    const latent =
      activity === '' ||
      (activity === undefined && call._delegate === undefined && !options.hasActivity(call._tool));
    const behind = latent ? undefined : options.contractBehind?.(activity ?? call._tool);
    const method = OUTPUT_METHODS.find((name) => name === call._outputMethod) ?? 'set';
    const alternatives = parsed.targets?.alternatives ?? [];
    for (const instance of instancesOf(call, options.instances ?? [])) {
      const index = steps.length;
      const own = (kind: string) => (instance === null ? kind : `${instance}/${kind}`);
      const id = stepId(call, instance);
      steps.push({
        index,
        id,
        call,
        parsed,
        instance,
        contract,
        effect: latent ? 'none' : strictestEffect(contract, behind),
        idempotent: contract?.idempotent === true && behind?.idempotent !== false,
        latent,
        fireAndForget: !latent && call._outputPath === undefined,
        places: [],
        simple: true,
        reads: [],
        targets: alternatives.flatMap((refs, alternative) =>
          refs.map((ref) => ({ step: index, id, method, alternative, root: own(ref.kind), ref })),
        ),
        alternatives,
        method,
        accumulating: isAccumulating(method),
        errorAlternative: errorAlternativeOf(alternatives, contract),
      });
    }
  }
  return steps;
}

/** The labels a call runs for; null stands for once for all, or for a run without instances (L-50). */
export function instancesOf(call: Call, instances: readonly InstanceInput[]): readonly (string | null)[] {
  if (instances.length === 0 || call._instance === null) return [null];
  const only = call._instance ?? '*';
  return only === '*' ? instances.map(({ label }) => label) : [only];
}

export const stepId = (call: Call, instance: string | null): string =>
  instance === null ? call._id : `${call._id}@${instance}`;

const ERROR_SEGMENTS: ReadonlySet<string> = new Set(['error', 'failed', 'failure']);

/** L-24: the contract's `errorBranch`, else the last alternative when its name says so; only of two or more. */
function errorAlternativeOf(
  alternatives: readonly (readonly Ref[])[],
  contract: ToolContract | undefined,
): number {
  if (alternatives.length < 2) return -1;
  if (contract?.errorBranch !== undefined) {
    const named = branchIndex(alternatives, contract.errorBranch);
    if (named !== -1) return named;
  }
  const last = alternatives[alternatives.length - 1]![0]!.path;
  return ERROR_SEGMENTS.has(String(last[last.length - 1])) ? alternatives.length - 1 : -1;
}

/**
 * The alternative a name means (L-23): an index from 0, a whole path, or the last segment of a path where no other
 * alternative ends alike. A fan-out goes by its first path. -1 where nothing fits.
 */
export function branchIndex(alternatives: readonly (readonly Ref[])[], name: string | number): number {
  if (typeof name === 'number')
    return Number.isInteger(name) && name >= 0 && name < alternatives.length ? name : -1;
  const firsts = alternatives.map((refs) => refs[0]!);
  const bare = name.startsWith('†') ? name.slice(1) : name;
  const whole = firsts.findIndex(
    (ref) => [ref.kind, ...ref.path].join('.') === bare || ref.path.join('.') === bare,
  );
  if (whole !== -1) return whole;
  const ends = firsts.flatMap((ref, i) => (String(ref.path[ref.path.length - 1]) === bare ? [i] : []));
  return ends.length === 1 ? ends[0]! : -1;
}

/** The gate of `†state.approvals.<name>…`; the empty name is all of them. */
const gateOf = (ref: Ref): string => (ref.path.length > 1 ? String(ref.path[1]) : '');

/** Roots in the value store for a reader or a writer of one instance, its own first (L-50). */
export function rootsOf(ref: Ref, instance: string | null): string[] {
  if (ref.kind === 'input' || ref.kind === 'run' || ref.kind === 'secret') return [];
  if (instance === null || isApproval(ref)) return [ref.kind];
  return [`${instance}/${ref.kind}`, ref.kind];
}

function pathKey(ref: Ref, instance: string | null): string {
  let key = instance === null ? ref.kind : `${instance}/${ref.kind}`;
  for (const segment of ref.path) key += `\0${segment}`;
  return key;
}

/** Plan order, global writes before an instance's own (L-22, L-50). Compares steps by index. */
export const byFoldOrder = (steps: readonly Step[], rank: Int32Array) => {
  const own = (step: number) => (steps[step]!.instance === null ? 0 : 1);
  return (a: number, b: number): number => own(a) - own(b) || rank[a]! - rank[b]!;
};

/** One queue for each path an accumulating step writes: all its connected writers, in plan order. */
function commitQueues(
  steps: readonly Step[],
  writersOf: ReturnType<typeof pathIndex<Target>>,
  rank: Int32Array,
): { queues: CommitQueue[]; queuesOf: Map<number, number[]> } {
  const queues: CommitQueue[] = [];
  const queuesOf = new Map<number, number[]>();
  const foldOrder = byFoldOrder(steps, rank);
  const seen = new Set<string>();
  for (const step of steps) {
    if (!step.accumulating) continue;
    for (const target of step.targets) {
      const key = `${target.root}\0${target.ref.path.join('\0')}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const members = new Set<number>();
      for (const root of rootsOf(target.ref, step.instance))
        writersOf.connected(root, target.ref.path, (other) => members.add(other.step));
      if (members.size < 2) continue;
      const number = queues.length;
      queues.push({
        steps: [...members].sort(foldOrder),
      });
      for (const member of members) {
        const own = queuesOf.get(member);
        if (own) own.push(number);
        else queuesOf.set(member, [number]);
      }
    }
  }
  return { queues, queuesOf };
}

function startOrder(
  steps: readonly Step[],
  paths: readonly ReadPath[],
  pathsOf: readonly (readonly number[])[],
  rank: Int32Array,
  durationOf: ProgramOptions['durationOf'],
): Float64Array {
  const order = Float64Array.from(steps, (_, i) => i);
  const durations = durationOf && steps.map((step) => durationOf(step.call));
  if (!durations?.some((ms) => ms !== undefined)) return order;
  const remaining = new Float64Array(steps.length);
  const latestFirst = steps.map((_, i) => i).sort((a, b) => rank[b]! - rank[a]!);
  for (const step of latestFirst) {
    let longest = 0;
    for (const path of pathsOf[step]!) {
      for (const reader of paths[path]!.readers) longest = Math.max(longest, remaining[reader]!);
    }
    remaining[step] = longest + (durations[step] ?? 0);
  }
  const byRemaining = [...order].sort((a, b) => remaining[b]! - remaining[a]! || a - b);
  byRemaining.forEach((step, position) => {
    order[step] = position;
  });
  return order;
}
