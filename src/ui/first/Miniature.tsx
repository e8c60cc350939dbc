/** The thumbnail of a plan's graph on an example's card. */

import { useMemo } from 'react';
import { itemAt, numberAt, valueAt } from '../../lib/columns.ts';
import type { Plan } from '../../plan/document.ts';
import styles from './Miniature.module.css';

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

const WIDTH = 196;
const HEIGHT = 64;
const BOX = { width: 22, height: 11 };

export function Miniature({ plan }: { plan: Plan }) {
  const graph = useMemo(() => miniatureOf(plan), [plan]);
  const stepX = graph.layers > 1 ? Math.min(44, (WIDTH - BOX.width) / (graph.layers - 1)) : 0;
  const stepY = Math.min(20, HEIGHT / graph.rows);
  const left = (WIDTH - stepX * (graph.layers - 1) - BOX.width) / 2;
  const top = (HEIGHT - stepY * graph.rows) / 2;
  const at = (index: number) => {
    const box = itemAt(graph.boxes, index);
    return { x: left + box.x * stepX, y: top + box.y * stepY + (stepY - BOX.height) / 2 };
  };
  return (
    <svg className={styles.graph} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {graph.edges.map(([from, to]) => {
        const [a, b] = [at(from), at(to)];
        const [x1, y1] = [a.x + BOX.width, a.y + BOX.height / 2];
        const [x2, y2] = [b.x, b.y + BOX.height / 2];
        const bend = (x2 - x1) / 2;
        return (
          <path
            key={`${from}-${to}`}
            d={`M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`}
            data-path={(from % 8) + 1}
          />
        );
      })}
      {graph.boxes.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the graph is drawn once, as a whole.
        <rect key={index} {...at(index)} {...BOX} rx={3} />
      ))}
    </svg>
  );
}
