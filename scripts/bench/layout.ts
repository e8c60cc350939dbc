/** Measures the layout: its time, and its crossings against elkjs's `layered` on the same graphs. */
import Elk, { type ElkNode } from 'elkjs/lib/elk.bundled.js';
import type { Point } from '../../src/layout/layout.ts';
import { layoutGraph } from '../../src/layout/layout.ts';
import { countCrossings, drawEdges } from '../../test/layout/drawn-edges.ts';
import type { Figure } from './figure.ts';
import { type BenchGraph, families } from './layout-graphs.ts';

const rounds = 9;
const comparedSizes = [
  { count: 15, seeds: 4 },
  { count: 50, seeds: 3 },
  { count: 200, seeds: 2 },
  { count: 1_000, seeds: 1 },
] as const;

/** The slowest family at this size: the median of its rounds, the first of which find cold code. */
function slowest(count: number): { ms: number; family: string } {
  const medians = families.map((family) => {
    const graph = family(count);
    const times = Array.from({ length: rounds }, () => {
      const start = performance.now();
      layoutGraph(graph.nodes, graph.edges);
      return performance.now() - start;
    });
    return { ms: times.sort((a, b) => a - b)[rounds >> 1]!, family: graph.family };
  });
  return medians.reduce((worst, next) => (next.ms > worst.ms ? next : worst));
}

function time(name: string, count: number, goal: number): Figure {
  const { ms, family } = slowest(count);
  return {
    name,
    value: Math.round(ms * 10) / 10,
    unit: 'ms',
    goal: `<= ${goal}`,
    held: ms <= goal,
    how: `${count} calls, slowest of ${families.length} families (${family}), median of ${rounds}`,
  };
}

/** The lines elk draws, each edge with its own bends; polylines, since its orthogonal routing adds crossings. */
async function elkLines(graph: BenchGraph): Promise<readonly (readonly Point[])[]> {
  const laidOut: ElkNode = await new Elk().layout({
    id: 'graph',
    layoutOptions: { 'elk.algorithm': 'layered', 'elk.direction': 'RIGHT', 'elk.edgeRouting': 'POLYLINE' },
    children: graph.nodes.map((node) => ({ ...node })),
    edges: graph.edges.map(({ from, to }, i) => ({ id: `e${i}`, sources: [from], targets: [to] })),
  });
  return (laidOut.edges ?? []).flatMap((edge) =>
    (edge.sections ?? []).map((section) => [
      section.startPoint,
      ...(section.bendPoints ?? []),
      section.endPoint,
    ]),
  );
}

function withoutRepeats(graph: BenchGraph): BenchGraph {
  const byEnds = new Map(graph.edges.map((edge) => [`${edge.from} ${edge.to}`, edge]));
  return { ...graph, edges: [...byEnds.values()] };
}

/** Ours to theirs; where theirs has none, one more for every crossing of ours. */
const ratioOf = (ours: number, theirs: number): number => (theirs === 0 ? 1 + ours : ours / theirs);

async function crossings(): Promise<Figure> {
  const worst = { ratio: 0, graph: '' };
  let ours = 0;
  let theirs = 0;
  let graphs = 0;
  for (const { count, seeds } of comparedSizes) {
    for (const family of families) {
      for (let seed = 1; seed <= seeds; seed++) {
        const graph = withoutRepeats(family(count, seed));
        const mine = countCrossings(
          drawEdges(graph.nodes, graph.edges, layoutGraph(graph.nodes, graph.edges)),
        );
        const elks = countCrossings(await elkLines(graph));
        ours += mine;
        theirs += elks;
        graphs++;
        const ratio = ratioOf(mine, elks);
        if (ratio > worst.ratio) Object.assign(worst, { ratio, graph: `${graph.family} ${count} #${seed}` });
      }
    }
  }
  return {
    name: 'layout/crossings-vs-elk',
    value: Math.round(worst.ratio * 1000) / 1000,
    unit: 'x',
    goal: '<= 1',
    held: worst.ratio <= 1,
    how: `worst of ${graphs} graphs of 15 to 1,000 calls (${worst.graph}); all together ${ours} to ${theirs}, counted in both drawings as segments that cross`,
  };
}

/** All figures of the layout, in one run. */
export async function layoutFigures(): Promise<Figure[]> {
  return [time('layout/1k-ms', 1_000, 60), time('layout/5k-ms', 5_000, 400), await crossings()];
}
