/** A plan's graph in a thumbnail: layers by longest path, no crossings promised. The canvas has its own layout. */

import { numberAt, valueAt } from '../../lib/columns.ts';
import type { Plan } from '../../plan/document.ts';

interface MiniatureBox {
  readonly x: number;
  readonly y: number;
}
interface MiniatureGraph {
  readonly boxes: readonly MiniatureBox[];
  readonly edges: readonly (readonly [number, number])[];
  readonly layers: number;
  /** The most boxes in one layer. */
  readonly rows: number;
}

const PATHS = /†([a-z]+(?:\.[A-Za-z_$][\w$-]*)*)/g;
const pathsIn = (text: string): string[] => [...text.matchAll(PATHS)].map((match) => match[1]!);

/** Reads references textually: good enough for a picture of a checked plan, and it needs no parser on first load. */
export function miniatureOf(plan: Plan): MiniatureGraph {
  const writers = plan.calls.map((call) => pathsIn(call._outputPath ?? ''));
  const readers = plan.calls.map(({ _outputPath: _, ...rest }) => pathsIn(JSON.stringify(rest)));
  const connected = (read: string, written: string) =>
    read === written || read.startsWith(`${written}.`) || written.startsWith(`${read}.`);
  const edges = readers.flatMap((reads, to) =>
    writers.flatMap((writes, from) =>
      from !== to && reads.some((read) => writes.some((written) => connected(read, written)))
        ? [[from, to] as const]
        : [],
    ),
  );
  const layer = plan.calls.map(() => 0);
  // As many rounds as calls settle the longest paths; a cycle just stops there.
  for (let round = 0; round < plan.calls.length; round++) {
    for (const [from, to] of edges) {
      layer[to] = Math.min(plan.calls.length - 1, Math.max(numberAt(layer, to), numberAt(layer, from) + 1));
    }
  }
  const filled = new Map<number, number>();
  const boxes = layer.map((x) => {
    const y = filled.get(x) ?? 0;
    filled.set(x, y + 1);
    return { x, y };
  });
  const rows = Math.max(1, ...filled.values());
  const centred = boxes.map(({ x, y }) => ({ x, y: y + (rows - valueAt(filled, x)) / 2 }));
  return { boxes: centred, edges, layers: Math.max(0, ...layer) + 1, rows };
}
