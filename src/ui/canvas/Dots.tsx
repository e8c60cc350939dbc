/** The dots behind the plan. */

import { useStoreApi } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import styles from './canvas.module.css';

/** Between two dots: on the plane at its own size, and pixels of the screen at least. The layer is one wider and higher. */
const GAP = 24;
const LEAST = 18;

/** One layer that a pan only moves, by whole pixels, so that nothing is painted or mixed. */
export function Dots() {
  const layer = useRef<HTMLDivElement>(null);
  const store = useStoreApi();
  // Outside React: a pan changes it at every frame.
  useEffect(() => {
    const follow = (): void => {
      const [x, y, zoom] = store.getState().transform;
      // Where dots would come too near to each other, every second one is left out: they tell of the scale.
      const gap = GAP * zoom * 2 ** Math.max(0, Math.ceil(Math.log2(LEAST / (GAP * zoom))));
      const style = layer.current?.style;
      if (!style) return;
      style.backgroundSize = `${gap}px ${gap}px`;
      style.transform = `translate(${before(x, gap)}px, ${before(y, gap)}px)`;
    };
    follow();
    return store.subscribe((now, last) => {
      if (now.transform !== last.transform) follow();
    });
  }, [store]);
  return <div ref={layer} className={styles.dots} />;
}

/** Where the first dot stands at or before the edge, in whole pixels. */
const before = (at: number, gap: number): number => Math.floor((((at % gap) + gap) % gap) - gap);
