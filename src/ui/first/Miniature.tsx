/** The thumbnail of a plan's graph on an example's card. */

import { useMemo } from 'react';
import { itemAt } from '../../lib/columns.ts';
import type { Plan } from '../../plan/document.ts';
import styles from './Miniature.module.css';
import { miniatureOf } from './miniature.ts';

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
