/** Calls that write one path in no order that the plan decides (L-27). */

import { intAt, itemAt, numberAt, valueAt } from '../../lib/columns.ts';
import { printRef, type Segment } from '../../plan/expression.ts';
import type { Graph, Write } from '../../plan/graph.ts';
import { instanceScopeOf } from '../../plan/instance-scope.ts';
import { isOff } from '../../plan/open-step.ts';
import type { PathTable } from '../../plan/path-table.ts';
import { exclusiveIn } from '../exclusive.ts';
import { behindAll } from '../ordered.ts';
import type { Problem } from '../problem.ts';
import { error, fix, type PlanFacts, type PlanRule } from '../rule.ts';

/** Conflicts that are told one by one; past it a plan needs another shape, not a longer list. */
const MOST = 500;
/** Pairs that are looked at one by one, where writers of a path are not all in one order. */
const MOST_PAIRS = 4_000_000;
const FIRST_PAIRS = 1_000;

export const writeConflicts: PlanRule = (facts, problems) => {
  const { graph, initial, kept } = facts;
  /** It is done already (L-42), or switched off (L-37). */
  const conflictsWithNobody = ({ call: index }: Write) => {
    const { call } = itemAt(graph.calls, index);
    return isOff(call) || (kept.size > 0 && kept.has(call._id));
  };
  const told = new Set<string>();
  let exclusive: ReturnType<typeof exclusiveIn> | 'not asked' = 'not asked';
  let pairs: [Write, Write][] = [];
  let passed = 0;
  let enough = FIRST_PAIRS;
  /** False where there is no more to say. */
  const tell = (): boolean => {
    for (const [a, b] of withoutOrdered(graph, pairs)) {
      if (exclusive === 'not asked') exclusive = exclusiveIn(graph, initial);
      if (!exclusive) return tooMany(problems);
      if (exclusive(a.call, b.call)) continue;
      const [first, second] = a.call < b.call ? [a, b] : [b, a];
      const key = `${first.call} ${second.call}`;
      if (!told.has(key)) problems.push(conflict(facts, first, second));
      told.add(key);
      if (told.size >= MOST) return false;
    }
    pairs = [];
    // The first few tell that most plans are wrong; a plan that is right should not be gone through a thousand times.
    enough *= 8;
    return passed < MOST_PAIRS || tooMany(problems);
  };
  for (const overlap of undecided(graph, overlapsOf(graph))) {
    const goOn = visitPairs(graph, overlap, (a, b) => {
      passed++;
      if (!conflictsWithNobody(a) && !conflictsWithNobody(b)) pairs.push([a, b]);
      return pairs.length < enough || tell();
    });
    if (!goOn) return;
  }
  tell();
};

/**
 * The overlaps whose writers are not all in one order. Who sets stands between what comes before it and what comes
 * after it, so it is enough to ask of neighbours: of 16,000 writers of one path every pair would be 10^8.
 */
function undecided(graph: Graph, overlaps: readonly Overlap[]): Overlap[] {
  const { rank } = graph;
  const columns: number[] = [];
  const calls: number[] = [];
  const from: number[] = [];
  const to: number[] = [];
  /** By question the overlap. */
  const about: number[] = [];

  overlaps.forEach((overlap, number) => {
    const { setting, accumulating, settingBelow, accumulatingBelow } = overlap;
    const sequenceOf = (writes: readonly Write[]): Sequence => {
      const start = columns.length;
      for (const { call } of writes) columns.push(call);
      return { start, calls: writes.map(({ call }) => call) };
    };
    const ownSets = sequenceOf(setting);
    const own = sequenceOf(accumulating);
    const belowSets = sequenceOf(settingBelow);
    const below = sequenceOf(accumulatingBelow);
    const ask = (call: number, first: number, end: number): void => {
      if (first >= end) return;
      calls.push(call);
      from.push(first);
      to.push(end);
      about.push(number);
    };
    /** All of `others` since the last that sets here come before the call. */
    const askSince = (call: number, { start, calls: others }: Sequence): void => {
      const sets = countBefore(ownSets.calls, call, rank);
      const since = sets === 0 ? 0 : countBefore(others, numberAt(ownSets.calls, sets - 1), rank);
      ask(call, start + since, start + countBefore(others, call, rank));
    };
    const askLastSet = (call: number): void => {
      const sets = countBefore(ownSets.calls, call, rank);
      if (sets > 0) ask(call, ownSets.start + sets - 1, ownSets.start + sets);
    };
    for (const set of ownSets.calls) {
      askLastSet(set);
      for (const others of [own, belowSets, below]) askSince(set, others);
    }
    for (const others of [own, belowSets, below]) for (const call of others.calls) askLastSet(call);
    for (const call of own.calls) askSince(call, belowSets);
    for (const call of belowSets.calls) askSince(call, own);
  });

  const answers = behindAll(graph, { columns, calls, from, to });
  const open = new Set<number>();
  for (let q = 0; q < answers.length; q++) if (answers[q] === 0) open.add(numberAt(about, q));
  return overlaps.filter((_, number) => open.has(number));
}

/** Calls in plan order, as a range of columns. */
interface Sequence {
  readonly start: number;
  readonly calls: readonly number[];
}

/** How many of some calls in plan order come before one, itself left out. */
function countBefore(calls: readonly number[], call: number, rank: Int32Array): number {
  let low = 0;
  let high = calls.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (intAt(rank, numberAt(calls, middle)) < intAt(rank, call)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The pairs of which neither waits for the other. */
function withoutOrdered(graph: Graph, pairs: readonly [Write, Write][]): (readonly [Write, Write])[] {
  const { rank } = graph;
  const firsts = new Set<number>();
  const asked = pairs.map(([a, b]) =>
    intAt(rank, a.call) < intAt(rank, b.call) ? [a.call, b.call] : [b.call, a.call],
  );
  for (const [first] of asked) firsts.add(first!);
  const columns = [...firsts].sort((a, b) => intAt(rank, a) - intAt(rank, b));
  const columnOf = new Map(columns.map((call, column) => [call, column]));
  const from = asked.map(([first]) => valueAt(columnOf, first!));
  const answers = behindAll(graph, {
    columns,
    calls: asked.map(([, second]) => second!),
    from,
    to: from.map((column) => column + 1),
  });
  return pairs.filter((_, i) => answers[i] === 0);
}

function conflict({ graph }: PlanFacts, first: Write, second: Write): Problem {
  const [a, b] = [itemAt(graph.calls, first.call).call, itemAt(graph.calls, second.call).call];
  const [left, right] = [printRef(first.ref), printRef(second.ref)];
  const what =
    left === right
      ? `Calls "${a._id}" and "${b._id}" both write ${left}`
      : `Call "${a._id}" writes ${left} and call "${b._id}" writes ${right}, one inside the other`;
  const message = `${what}, and nothing decides which comes last. Let one read from the other, write to different paths, or let both accumulate (_outputMethod "push" or "merge").`;
  const methods = [a, b].map((call) => ({
    kind: 'set-in-call' as const,
    id: call._id,
    path: ['_outputMethod'],
    value: 'push',
  }));
  const fixes = left === right ? [fix(`Collect both in a list at ${left}`, ...methods)] : [];
  return error('write-conflict', message, { calls: [a._id, b._id], path: ['_outputPath'], fixes });
}

function tooMany(problems: Problem[]): false {
  const message =
    'Too many calls write overlapping paths to decide their order. Let each write a path of its own and one call read them all, let them accumulate (_outputMethod "push" or "merge"), or move some into a sub-plan.';
  problems.push(error('limit', message));
  return false;
}

/** Everyone who writes a path, or below it, each list in plan order. One of the first two sets, or is below one that sets. */
interface Overlap {
  /** Those that replace what was there, and so matter to everyone else. */
  readonly setting: readonly Write[];
  readonly accumulating: readonly Write[];
  readonly settingBelow: readonly Write[];
  readonly accumulatingBelow: readonly Write[];
}

type OverlapInWork = { readonly [K in keyof Overlap]: Write[] };

/** Pairs of calls whose output paths touch (L-14, L-27), without comparing every pair of a large plan. */
const isAccumulating = (method: string | undefined) => method !== undefined && method !== 'set';

/** The paths at which several calls write of which one sets, those that come first first. For plans without cycles. */
function overlapsOf(graph: Graph): Overlap[] {
  const overlaps = new Map<string, OverlapInWork>();
  const writes = nearOthers(graph);
  writes.sort((a, b) => intAt(graph.rank, a.call) - intAt(graph.rank, b.call));
  for (const { ref } of writes) {
    const key = keyOf(ref.kind, ref.path, ref.path.length);
    if (!overlaps.has(key))
      overlaps.set(key, { setting: [], accumulating: [], settingBelow: [], accumulatingBelow: [] });
  }
  for (const write of writes) {
    const { kind, path } = write.ref;
    const accumulates = isAccumulating(itemAt(graph.calls, write.call).call._outputMethod);
    const here = valueAt(overlaps, keyOf(kind, path, path.length));
    (accumulates ? here.accumulating : here.setting).push(write);
    for (let length = 1; length < path.length; length++) {
      const above = overlaps.get(keyOf(kind, path, length));
      if (above) (accumulates ? above.accumulatingBelow : above.settingBelow).push(write);
    }
  }
  return [...overlaps.values()].filter(
    ({ setting, accumulating, settingBelow, accumulatingBelow }) =>
      (setting.length > 0 &&
        setting.length + accumulating.length + settingBelow.length + accumulatingBelow.length > 1) ||
      (accumulating.length > 0 && settingBelow.length > 0),
  );
}

/** The writes below whose first segment another write is too: the only ones worth a key of their own. */
function nearOthers(graph: Graph): Write[] {
  const { paths, writes: written } = graph.wiring;
  const { items } = written;
  const first = new Int32Array(paths.size).fill(-1);
  let shared: Uint8Array | undefined;
  for (let i = 0; i < items.length; i++) {
    const top = topOf(paths, intAt(items, i));
    const other = intAt(first, top);
    if (other < 0) {
      first[top] = i;
    } else {
      shared ??= new Uint8Array(items.length);
      shared[other] = 1;
      shared[i] = 1;
    }
  }
  const near: Write[] = [];
  if (shared) for (let i = 0; i < shared.length; i++) if (shared[i] === 1) near.push(graph.write(i));
  return near;
}

/** The path of one segment that a path begins with. */
function topOf(paths: PathTable, path: number): number {
  let top = path;
  for (let at = paths.parentOf(path); at >= 0 && paths.parentOf(at) >= 0; at = paths.parentOf(at)) top = at;
  return top;
}

function keyOf(kind: string, path: readonly Segment[], length: number): string {
  let key = kind;
  // NUL cannot stand in a bare name; a quoted key that holds one is as good as never met twice.
  for (let i = 0; i < length; i++) key += `\0${path[i]}`;
  return key;
}

/** Every pair of different calls of an overlap of which one sets. Stops when `visit` says false. */
function visitPairs(
  graph: Graph,
  { setting, accumulating, settingBelow, accumulatingBelow }: Overlap,
  visit: (a: Write, b: Write) => boolean,
): boolean {
  const pair = (x: Write, y: Write) => x.call === y.call || !sameMemory(graph, x.call, y.call) || visit(x, y);
  for (let i = 0; i < setting.length; i++) {
    for (let j = i + 1; j < setting.length; j++)
      if (!pair(itemAt(setting, i), itemAt(setting, j))) return false;
    for (const others of [accumulating, settingBelow, accumulatingBelow])
      for (const other of others) if (!pair(itemAt(setting, i), other)) return false;
  }
  for (const own of accumulating) for (const below of settingBelow) if (!pair(own, below)) return false;
  return true;
}

/** Each instance has its state, and what runs once for all has its own (L-50). */
function sameMemory(graph: Graph, a: number, b: number): boolean {
  const left = instanceScopeOf(itemAt(graph.calls, a).call);
  const right = instanceScopeOf(itemAt(graph.calls, b).call);
  return left === right || (left !== null && right !== null && (left === '*' || right === '*'));
}
