/** The dots behind the plan. One layer that is painted once: a pan and a zoom only move and scale it. */

import { useStoreApi } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import styles from './canvas.module.css';

/** Pixels between two dots of the style sheet. */
const GAP = 24;
/** The layer is scaled by this much at least, and by less than twice of it; the style sheet makes it as much larger. */
const SMALLEST = 0.75;

export function Dots() {
  const layer = useRef<HTMLDivElement>(null);
  const store = useStoreApi();
  // Outside React: a pan changes it at every frame.
  useEffect(() => {
    const follow = (): void => {
      const { transform } = store.getState();
      if (layer.current) layer.current.style.transform = dotsAt(transform);
    };
    follow();
    return store.subscribe((now, before) => {
      if (now.transform !== before.transform) follow();
    });
  }, [store]);
  return <div ref={layer} className={styles.dots} />;
}

/** Where dots would come too near to each other, every second one is left out: they tell of the scale, not its grain. */
function dotsAt([x, y, zoom]: readonly [number, number, number]): string {
  const scale = zoom * 2 ** Math.ceil(Math.log2(SMALLEST / zoom));
  const step = GAP * scale;
  const from = (at: number): number => (((at % step) + step) % step) - step;
  return `translate(${from(x)}px, ${from(y)}px) scale(${scale})`;
}
