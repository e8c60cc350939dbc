/** The paths that steps read, each with everyone who may write it (L-14). Knows nothing of a run. */

import type { Ref } from '../plan/expression.ts';
import { findRead } from '../plan/find-read.ts';
import { type Graph, isApproval, type Read } from '../plan/graph.ts';
import { type PathIndex, pathIndex } from '../plan/path-index.ts';
import type { Step, Target } from './steps.ts';

/** A path somebody reads, in the eyes of one instance. */
export interface ReadPath {
  readonly ref: Ref;
  readonly instance: string | null;
  /** Roots in the value store, the reader's own first (L-50). Empty for input, run and secrets. */
  readonly roots: readonly string[];
  readonly writers: readonly Target[];
  /** The gate's name, for a path under `†state.approvals` (L-33). */
  readonly gate: string | null;
}

/** Where a connected writer's path lies, seen from the reader's: one is a prefix of the other (L-14). */
export function whereOf(target: Target, read: ReadPath): 'above' | 'here' | 'below' {
  const further = target.ref.path.length - read.ref.path.length;
  return further < 0 ? 'above' : further === 0 ? 'here' : 'below';
}

export interface ReadPaths {
  /** By number, in the order in which steps come to read them. */
  readonly paths: readonly ReadPath[];
  numberOf(ref: Ref, step: Step): number;
}

/** What nobody writes has no readers' list to be found by. */
const NOBODY: readonly Target[] = [];

/** Of a plan that runs as it is drawn, one step a call: its graph knows already who writes what whom reads. */
export function drawnPaths(graph: Graph, steps: readonly Step[]): ReadPaths {
  const paths: ReadPath[] = [];
  const numbers = readNumbers(steps.length);
  const numberOfUnwritten = unwrittenNumbers(paths);
  return {
    paths,
    numberOf(ref, step) {
      const read = findRead(graph.readsOf[step.index]!, ref);
      if (!read) return numberOfUnwritten(ref, null);
      const known = numbers.get(read);
      if (known !== -1) return known;
      const writers = new Array<Target>(read.writes.length);
      for (let i = 0; i < writers.length; i++) {
        const { call, alternative, ref: written } = read.writes[i]!;
        const { targets } = steps[call]!;
        writers[i] =
          targets.length === 1
            ? targets[0]!
            : targets.find((one) => one.ref === written && one.alternative === alternative)!;
      }
      const number = paths.length;
      paths.push({ ref, instance: null, roots: rootsOf(ref, null), writers, gate: null });
      numbers.set(read, number);
      return number;
    },
  };
}

/** Numbers of reads, found through their first writer: most calls are read in one way, and need no table. */
function readNumbers(calls: number) {
  const byWriter = new Int32Array(calls).fill(-1);
  const reads: (Read | undefined)[] = [];
  const others = new Map<Read, number>();
  return {
    /** -1 where it has none yet. */
    get(read: Read): number {
      const number = read.writes.length === 0 ? -1 : byWriter[read.writes[0]!.call]!;
      return number !== -1 && reads[number] === read ? number : (others.get(read) ?? -1);
    },
    set(read: Read, number: number): void {
      const writer = read.writes.length === 0 ? -1 : read.writes[0]!.call;
      if (writer === -1 || byWriter[writer] !== -1) others.set(read, number);
      else {
        byWriter[writer] = number;
        reads[number] = read;
      }
    },
  };
}

/** Over instances a path has other writers for each of them (L-50), which the drawing does not tell apart. */
export function instancePaths(writersOf: PathIndex<Target>): ReadPaths {
  const paths: ReadPath[] = [];
  const numbers = new Map<string, number>();
  const numberOfUnwritten = unwrittenNumbers(paths);
  return {
    paths,
    numberOf(ref, { instance }) {
      const roots = rootsOf(ref, instance);
      if (roots.length === 0 || isApproval(ref)) return numberOfUnwritten(ref, instance);
      const key = pathKey(ref, instance);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      const writers: Target[] = [];
      for (const root of roots) writersOf.connected(root, ref.path, (target) => writers.push(target));
      const number = paths.length;
      paths.push({ ref, instance, roots, writers, gate: null });
      numbers.set(key, number);
      return number;
    },
  };
}

export function writerIndex(steps: readonly Step[]): PathIndex<Target> {
  const writersOf = pathIndex<Target>();
  for (const step of steps)
    for (const target of step.targets) writersOf.add(target.root, target.ref.path, target);
  return writersOf;
}

/** Inputs, run variables, secrets and gates: no call writes them. */
function unwrittenNumbers(paths: ReadPath[]): (ref: Ref, instance: string | null) => number {
  const numbers = new Map<string, number>();
  return (ref, instance) => {
    const key = pathKey(ref, instance);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const gate = isApproval(ref) ? gateOf(ref) : null;
    const number = paths.length;
    paths.push({ ref, instance, roots: rootsOf(ref, instance), writers: NOBODY, gate });
    numbers.set(key, number);
    return number;
  };
}

/** The gate of `†state.approvals.<name>…`; the empty name is all of them. */
const gateOf = (ref: Ref): string => (ref.path.length > 1 ? String(ref.path[1]) : '');

const NO_ROOTS: readonly string[] = [];
const STATE_ALONE: readonly string[] = ['state'];

/** Roots in the value store for a reader or a writer of one instance, its own first (L-50). */
export function rootsOf(ref: Ref, instance: string | null): readonly string[] {
  if (ref.kind === 'input' || ref.kind === 'run' || ref.kind === 'secret') return NO_ROOTS;
  if (instance === null || isApproval(ref)) return ref.kind === 'state' ? STATE_ALONE : [ref.kind];
  return [`${instance}/${ref.kind}`, ref.kind];
}

function pathKey(ref: Ref, instance: string | null): string {
  let key = instance === null ? ref.kind : `${instance}/${ref.kind}`;
  for (const segment of ref.path) key += `\0${segment}`;
  return key;
}
