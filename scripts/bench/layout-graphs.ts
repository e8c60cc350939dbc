/** The families of graphs the layout is measured on. It knows nothing of any layout. */
import type { LayoutEdge, LayoutNode } from '../../src/layout/layout.ts';

export interface BenchGraph {
  readonly family: string;
  readonly nodes: readonly LayoutNode[];
  readonly edges: readonly LayoutEdge[];
}

/** A seeded generator (mulberry32), so that every run and every layout sees the same graphs. */
export function randomSource(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const cards = (count: number, random: () => number): LayoutNode[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `c${i}`,
    width: 248,
    height: 90 + Math.floor(random() * 210),
  }));

const edge = (from: number, to: number): LayoutEdge => ({ from: `c${from}`, to: `c${to}` });

/** Every call reads the results of two earlier ones, any two. */
export function randomPlan(count: number, seed = 1): BenchGraph {
  const random = randomSource(seed);
  const edges: LayoutEdge[] = [];
  for (let i = 1; i < count; i++) {
    edges.push(edge(Math.floor(random() * i), i));
    edges.push(edge(Math.floor(random() * i), i));
  }
  return { family: 'random', nodes: cards(count, random), edges };
}

/** Every call reads two of the twelve calls before it: what a long generated plan looks like. */
export function recentPlan(count: number, seed = 2): BenchGraph {
  const random = randomSource(seed);
  const edges: LayoutEdge[] = [];
  for (let i = 1; i < count; i++) {
    for (let k = 0; k < 2; k++) edges.push(edge(Math.max(0, i - 1 - Math.floor(random() * 12)), i));
  }
  return { family: 'recent', nodes: cards(count, random), edges };
}

/** A chain of stages, each of which fans out to a few calls and joins again. */
export function fanPlan(count: number, seed = 3): BenchGraph {
  const random = randomSource(seed);
  const edges: LayoutEdge[] = [];
  let join = 0;
  let next = 1;
  while (next < count) {
    const wide = 2 + Math.floor(random() * 6);
    const first = next;
    const arms: number[] = [];
    for (let k = 0; k < wide && next < count; k++) {
      edges.push(edge(join, next));
      let arm = next++;
      if (random() < 0.4 && next < count) {
        edges.push(edge(arm, next));
        arm = next++;
      }
      arms.push(arm);
    }
    if (next >= count) break;
    for (const arm of arms) edges.push(edge(arm, next));
    if (random() < 0.3) edges.push(edge(Math.max(0, first - 1 - Math.floor(random() * 10)), next));
    join = next++;
  }
  return { family: 'fan', nodes: cards(count, random), edges };
}

/** A tree: every call reads one earlier call. */
export function treePlan(count: number, seed = 4): BenchGraph {
  const random = randomSource(seed);
  const edges = Array.from({ length: count - 1 }, (_, i) =>
    edge(Math.floor(i * (0.2 + 0.8 * random())), i + 1),
  );
  return { family: 'tree', nodes: cards(count, random), edges };
}

/** A workflow in stages: a call reads one to three of the stage before it, at times one further back. */
export function stagedPlan(count: number, seed = 5): BenchGraph {
  const random = randomSource(seed);
  const wide = Math.max(2, Math.round(Math.sqrt(count) / 1.5));
  const edges: LayoutEdge[] = [];
  for (let i = wide; i < count; i++) {
    const stage = Math.floor(i / wide);
    const reads = 1 + Math.floor(random() * 3);
    for (let k = 0; k < reads; k++) {
      const back = random() < 0.1 ? 1 + Math.floor(random() * Math.min(stage, 4)) : 1;
      const near = (i % wide) + Math.round((random() - 0.5) * 6);
      edges.push(edge((stage - back) * wide + Math.min(wide - 1, Math.max(0, near)), i));
    }
  }
  return { family: 'staged', nodes: cards(count, random), edges };
}

/** Many small plans on one canvas: branch, two arms, join through either, a report at the end. */
export function branchPlan(count: number, seed = 6): BenchGraph {
  const random = randomSource(seed);
  const edges: LayoutEdge[] = [];
  for (let at = 0; at + 6 < count; at += 7) {
    for (const [from, to] of [
      [0, 1],
      [1, 2],
      [1, 3],
      [2, 4],
      [3, 4],
      [0, 4],
      [4, 5],
      [0, 6],
      [5, 6],
    ] as const) {
      edges.push(edge(at + from, at + to));
    }
    if (at > 0 && random() < 0.8) edges.push(edge(at - 1, at));
    else if (at > 7) edges.push(edge(at - 8, at));
  }
  return { family: 'branch', nodes: cards(count, random), edges };
}

export const families = [randomPlan, recentPlan, fanPlan, treePlan, stagedPlan, branchPlan] as const;
