/** The arrow that is being pulled: from its own beginning, also where its head is pulled off the place where it ended. */

import type { ConnectionLineComponentProps } from '@xyflow/react';
import { arrowhead, curve } from '../../canvas/bezier.ts';
import { CARD_WIDTH, portPlaces } from '../../canvas/card.ts';
import { isBackwards } from '../../canvas/intents.ts';
import type { Snapshots } from '../../canvas/snapshots.ts';
import { itemAt } from '../../lib/columns.ts';
import { useCanvasContext, useShown } from './canvas-context.ts';
import styles from './pull.module.css';

export function PullLine({ fromX, fromY, toX, toY }: ConnectionLineComponentProps) {
  const { controller } = useCanvasContext();
  const pull = useShown(controller, (shows) => shows.pull);
  const tail = useShown(controller, (shows) => shows.pull?.tail);
  // Taken back with Escape: React Flow learns of it at the release only.
  if (!pull) return null;
  const start = tail ? portAt(controller.shows, tail) : { x: fromX, y: fromY };
  const isBack = isBackwards(pull.from);
  const ends = isBack
    ? { sourceX: toX, sourceY: toY, targetX: start.x, targetY: start.y }
    : { sourceX: start.x, sourceY: start.y, targetX: toX, targetY: toY };
  return (
    <g className={styles.pulled}>
      <path d={curve(ends)} className={styles.line} />
      <path d={arrowhead(ends)} className={styles.head} />
    </g>
  );
}

function portAt({ scene, places }: Snapshots, tail: { readonly call: string; readonly port: string }) {
  const call = scene.indexOf.get(tail.call) ?? 0;
  const { x, y } = itemAt(places, call);
  const place = portPlaces(scene.cardOf(call)).find(({ port }) => port === tail.port);
  return { x: x + CARD_WIDTH, y: y + (place?.y ?? 0) };
}
