/** The paths that steps read, each with everyone who may write it (L-14). Knows nothing of a run. */

import { intAt, itemAt, numberAt } from '../lib/columns.ts';
import type { Ref } from '../plan/expression.ts';
import { type Graph, isApproval, type Write } from '../plan/graph.ts';
import { type PathIndex, pathIndex } from '../plan/path-table.ts';
import { eachOnce, type Rows, transposed } from '../plan/rows.ts';
import type { Step } from './steps.ts';
import { rootOf } from './write-log.ts';

/** A path somebody reads, in the eyes of one instance. Those that calls write are mostly the graph's own reads. */
export interface ReadPath {
  readonly ref: Ref;
  /** `call` is the index of the step that writes. */
  readonly writes: readonly Write[];
  /** In whose eyes, in a run over instances (L-50). */
  readonly instance?: string | null;
  /** The gate's name, for a path under `†state.approvals` (L-33). */
  readonly gate?: string;
}

/** Where a connected writer's path lies, seen from the reader's: one is a prefix of the other (L-14). */
export function whereOf(write: Write, read: ReadPath): 'above' | 'here' | 'below' {
  const further = write.ref.path.length - read.ref.path.length;
  return further < 0 ? 'above' : further === 0 ? 'here' : 'below';
}

export interface ReadPaths {
  /** By number. */
  readonly paths: readonly ReadPath[];
  /** By step the path of each reference in its places, in order. */
  readonly refs: Rows;
  /** By step the paths it reads, each once. */
  readonly reads: Rows;
  /** By path the steps that read it, each once. */
  readonly readers: Rows;
  /**
   * By path the step that alone writes there, at exactly its path, and writes nothing else: what it returned is the
   * path's value. -1 where the value has to be put together.
   */
  readonly soleWriter: Int32Array;
  /** The same for a path that perhaps no step reads. */
  soleWriterAt(ref: Ref): number;
  /** A path that perhaps no step reads, as the steps of one instance would. */
  readAt(ref: Ref, instance: string | null): ReadPath;
  /** Gates and run variables: that all else has a value does not tell that a reader of these may start. */
  readonly uncounted: ReadonlySet<number>;
  /** By gate the paths that are read of it; by the empty name those of all gates. */
  readonly gates: ReadonlyMap<string, readonly number[]>;
}

/** What nobody writes. */
const NOBODY: readonly Write[] = [];

/** Of a plan that runs as it is drawn, one step a call: its graph has numbered who writes what whom reads. */
export function drawnPaths(graph: Graph, steps: readonly Step[]): ReadPaths {
  const { calls, reads, numbered, onlyWriter, wiring } = graph;
  const { starts, items } = wiring.reads;
  const others = unwrittenPaths(reads.length);
  const numbers = new Int32Array(items.length);
  for (let call = 0; call < calls.length; call++) {
    const end = intAt(starts, call + 1);
    let at = intAt(starts, call);
    while (at < end && intAt(items, at) >= 0) at++;
    const written = at === end;
    at = intAt(starts, call);
    if (written) for (; at < end; at++) numbers[at] = numbered.find(intAt(items, at), '*');
    else
      for (const { refs } of itemAt(calls, call).places)
        for (const ref of refs) {
          numbers[at] =
            intAt(items, at) >= 0 ? numbered.find(intAt(items, at), '*') : others.numberOf(ref, null);
          at++;
        }
  }
  const soleWriter = new Int32Array(reads.length + others.paths.length).fill(-1);
  const targets = wiring.writes.starts;
  const asSole = (writer: number): number =>
    writer < 0 ||
    intAt(targets, writer + 1) - intAt(targets, writer) > 1 ||
    itemAt(steps, writer).accumulating
      ? -1
      : writer;
  for (let path = 0; path < reads.length; path++) soleWriter[path] = asSole(intAt(onlyWriter, path));
  const soleWriterAt = (ref: Ref) => asSole(graph.onlyWriterAt(ref));
  const readAt = readerOf(() => writerIndex(steps));
  const refs = { starts, items: numbers };
  const { uncounted } = others;
  const gates = gatesOf(others.paths, reads.length);
  const found = { refs, soleWriter, soleWriterAt, readAt, uncounted, gates };
  // Where calls write all that is read, the graph has told already who reads what.
  return others.paths.length === 0
    ? { ...found, paths: reads, reads: numbered.sequence, readers: numbered.readers }
    : withReaders({ ...found, paths: [...reads, ...others.paths] });
}

function withReaders(found: Omit<ReadPaths, 'reads' | 'readers'>): ReadPaths {
  const { refs, paths } = found;
  const reads = eachOnce(refs, paths.length);
  return { ...found, reads, readers: transposed(reads, paths.length) };
}

/**
 * Over instances a path has other writers for each of them (L-50), which the drawing does not tell apart.
 * @param hasInitial whether an initial value, the plan's or one instance's own, may be read with what is written there
 */
export function instancePaths(steps: readonly Step[], hasInitial: (ref: Ref) => boolean): ReadPaths {
  const others = unwrittenPaths(0);
  const groups = groupsOf(steps);
  const { written, soles, signed, starts } = groups
    ? byTemplate(steps, groups, others, hasInitial)
    : stepByStep(steps, others);
  const items = new Int32Array(signed.length);
  for (let at = 0; at < items.length; at++)
    items[at] = numberAt(signed, at) >= 0 ? numberAt(signed, at) : written.length - 1 - numberAt(signed, at);
  const uncounted = new Set([...others.uncounted].map((number) => written.length + number));
  const paths = [...written, ...others.paths];
  const refs = { starts, items };
  const soleWriter = new Int32Array(paths.length).fill(-1);
  soleWriter.set(soles);
  const soleWriterAt = () => -1;
  const readAt = readerOf(() => writerIndex(steps));
  const gates = gatesOf(others.paths, written.length);
  return withReaders({ paths, refs, soleWriter, soleWriterAt, readAt, uncounted, gates });
}

/** The references of all steps, as paths. */
interface Numbered {
  /** Paths that calls may write. */
  readonly written: ReadPath[];
  /** By such a path who alone writes it; the end may be left out. */
  readonly soles: number[];
  /** From 0 those of `written`; below it, from -1 downwards, the others. */
  readonly signed: number[];
  readonly starts: Int32Array;
}

/** Where calls are there for some of the instances alone. */
function stepByStep(steps: readonly Step[], others: Unwritten): Numbered {
  const writersOf = writerIndex(steps);
  const readAt = readerOf(() => writersOf);
  const written: ReadPath[] = [];
  const numbers = new Map<string, number>();
  const starts = new Int32Array(steps.length + 1);
  const signed: number[] = [];

  function numberOf(ref: Ref, { instance }: Step): number {
    if (isUnwritten(ref)) return -1 - others.numberOf(ref, instance);
    const key = pathKey(ref, instance);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    written.push(readAt(ref, instance));
    numbers.set(key, written.length - 1);
    return written.length - 1;
  }

  for (const step of steps) {
    for (const { refs } of step.places) for (const ref of refs) signed.push(numberOf(ref, step));
    starts[step.index + 1] = signed.length;
  }
  return { written, soles: [], signed, starts };
}

/** The steps of one call, side by side. */
interface Group {
  readonly first: number;
  readonly count: number;
  /** One for each instance; else one for all. */
  readonly own: boolean;
}

/** Null where some call is not there for all instances: then these are not wired alike. */
function groupsOf(steps: readonly Step[]): readonly Group[] | null {
  const groups: Group[] = [];
  let labels: readonly (string | null)[] | null = null;
  for (let first = 0; first < steps.length; ) {
    const { call, instance } = itemAt(steps, first);
    let end = first + 1;
    while (end < steps.length && itemAt(steps, end).call === call) end++;
    if (instance !== null) {
      const own = steps.slice(first, end).map((step) => step.instance);
      labels ??= own;
      if (labels.length !== own.length || own.some((label, at) => label !== labels?.[at])) return null;
    }
    groups.push({ first, count: end - first, own: instance !== null });
    first = end;
  }
  return groups;
}

interface TemplateWrite extends Group {
  readonly alternative: number;
  readonly ref: Ref;
}

/** A path as all instances read it, with the number that it has for each. */
interface Template {
  readonly ref: Ref;
  /** Null for what no call writes. */
  readonly writes: readonly TemplateWrite[] | null;
  readonly isSole: boolean;
  /** By instance; absent where nobody has read it yet. */
  readonly numbers: (number | undefined)[];
}

/** All instances are wired alike, so that what a path is connected with is looked for once, and not once in each. */
function byTemplate(
  steps: readonly Step[],
  groups: readonly Group[],
  others: Unwritten,
  hasInitial: (ref: Ref) => boolean,
): Numbered {
  const writersOf = pathIndex<TemplateWrite>();
  for (const group of groups)
    itemAt(steps, group.first).alternatives.forEach((targets, alternative) => {
      for (const ref of targets)
        writersOf.add(rootOf(ref, group.own ? '' : null), ref.path, { ...group, alternative, ref });
    });
  const written: ReadPath[] = [];
  const soles: number[] = [];
  const starts = new Int32Array(steps.length + 1);
  const signed: number[] = [];
  const templates = new Map<string, Template>();

  function templateOf(ref: Ref, own: boolean): Template {
    const key = pathKey(ref, own ? '' : null);
    let template = templates.get(key);
    if (template) return template;
    const writes: TemplateWrite[] = [];
    if (!isUnwritten(ref))
      for (const root of rootsOf(ref, own ? '' : null))
        writersOf.connected(root, ref.path, (write) => writes.push(write));
    const [only, ...more] = writes;
    const isSole = only !== undefined && more.length === 0 && writesOnly(only, ref) && !hasInitial(ref);
    template = { ref, writes: isUnwritten(ref) ? null : writes, isSole, numbers: [] };
    templates.set(key, template);
    return template;
  }
  const writesOnly = ({ first, ref: target }: TemplateWrite, ref: Ref): boolean => {
    const { alternatives, accumulating } = itemAt(steps, first);
    const isOne = alternatives.length === 1 && alternatives[0]?.length === 1;
    return isOne && !accumulating && target.path.length === ref.path.length;
  };
  function numberIn({ ref, writes, isSole, numbers }: Template, at: number, instance: string | null): number {
    let number = numbers[at];
    if (number !== undefined) return number;
    if (writes === null)
      number = -1 - (isApproval(ref) ? others.numberOf(ref, instance) : others.fresh(ref, instance));
    else {
      const own = writes.map(({ first, own, alternative, ref }) => ({
        ...{ call: own ? first + at : first, alternative, ref },
      }));
      number = written.length;
      written.push({ ref, writes: own, instance });
      soles.push(isSole ? (own[0]?.call ?? -1) : -1);
    }
    numbers[at] = number;
    return number;
  }

  for (const { first, count, own } of groups) {
    const read = itemAt(steps, first).places.flatMap(({ refs }) => refs.map((ref) => templateOf(ref, own)));
    for (let at = 0; at < count; at++) {
      const { instance, isHeld, places, index } = itemAt(steps, first + at);
      for (const template of read) signed.push(numberIn(template, at, instance));
      // What is held has one place more, at its end.
      for (const ref of isHeld ? (places.at(-1)?.refs ?? []) : [])
        signed.push(-1 - others.numberOf(ref, null));
      starts[index + 1] = signed.length;
    }
  }
  return { written, soles, signed, starts };
}

/** @param first the number of the first of the paths */
function gatesOf(paths: readonly ReadPath[], first: number): Map<string, number[]> {
  const gates = new Map<string, number[]>();
  paths.forEach(({ gate }, at) => {
    if (gate === undefined) return;
    const known = gates.get(gate);
    if (known) known.push(first + at);
    else gates.set(gate, [first + at]);
  });
  return gates;
}

/** @param indexed asked for when the first path is looked for, once: most runs end without it */
function readerOf(indexed: () => PathIndex<Write>): ReadPaths['readAt'] {
  let writersOf: PathIndex<Write> | undefined;
  return (ref, instance) => {
    const writes: Write[] = [];
    writersOf ??= indexed();
    for (const root of rootsOf(ref, instance))
      writersOf.connected(root, ref.path, (write) => writes.push(write));
    return { ref, writes, instance };
  };
}

/** Every target of every step, by the root it has in the value store. */
function writerIndex(steps: readonly Step[]): PathIndex<Write> {
  const writersOf = pathIndex<Write>();
  for (const { index, instance, alternatives } of steps)
    for (let alternative = 0; alternative < alternatives.length; alternative++)
      for (const ref of itemAt(alternatives, alternative))
        writersOf.add(rootOf(ref, instance), ref.path, { call: index, alternative, ref });
  return writersOf;
}

/**
 * Numbers for inputs, run variables, secrets and gates: no call writes them.
 * @param first the number of the first of them
 */
function unwrittenPaths(first: number) {
  const paths: ReadPath[] = [];
  const uncounted = new Set<number>();
  const numbers = new Map<string, number>();
  return {
    paths,
    uncounted,
    /** A number of its own, for what is no gate and was not numbered for that instance before. */
    fresh(ref: Ref, instance: string | null): number {
      paths.push({ ref, writes: NOBODY, instance });
      if (ref.kind === 'run') uncounted.add(first + paths.length - 1);
      return first + paths.length - 1;
    },
    numberOf(ref: Ref, instance: string | null): number {
      const isGate = isApproval(ref);
      // A person says it once for all instances.
      const own = isGate ? null : instance;
      const key = pathKey(ref, own);
      let number = numbers.get(key);
      if (number === undefined) {
        number = first + paths.length;
        numbers.set(key, number);
        paths.push({ ref, writes: NOBODY, instance: own, ...(isGate ? { gate: gateOf(ref) } : {}) });
        if (isGate || ref.kind === 'run') uncounted.add(number);
      }
      return number;
    },
  };
}

type Unwritten = ReturnType<typeof unwrittenPaths>;

/** Whether no call can write there. */
const isUnwritten = (ref: Ref): boolean =>
  ref.kind === 'input' || ref.kind === 'run' || ref.kind === 'secret' || isApproval(ref);

/** The gate of `†state.approvals.<name>…`; the empty name is all of them. */
const gateOf = (ref: Ref): string => (ref.path.length > 1 ? String(ref.path[1]) : '');

const NO_ROOTS: readonly string[] = [];
const STATE_ALONE: readonly string[] = ['state'];

/** Roots in the value store for a reader of one instance, its own first (L-50). Empty for input, run and secrets. */
export function rootsOf(ref: Ref, instance: string | null): readonly string[] {
  if (ref.kind === 'input' || ref.kind === 'run' || ref.kind === 'secret') return NO_ROOTS;
  if (instance === null || isApproval(ref)) return ref.kind === 'state' ? STATE_ALONE : [ref.kind];
  return [`${instance}/${ref.kind}`, ref.kind];
}

function pathKey(ref: Ref, instance: string | null): string {
  let key = rootOf(ref, instance);
  for (const segment of ref.path) key += `\0${segment}`;
  return key;
}
