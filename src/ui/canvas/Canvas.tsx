/** The canvas: a plan as cards and arrows. It draws what it is given and says what the person did; it keeps no plan. */

import '@xyflow/react/dist/base.css';
import { ReactFlowProvider } from '@xyflow/react';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import type { CanvasController } from '../../canvas/controller.ts';
import type { Given } from '../../canvas/given.ts';
import type { Size } from '../../canvas/plane.ts';
import { CanvasSurface } from './CanvasSurface.tsx';
import type { StatusOf, SubscribeToStatus } from './call-live.ts';
import styles from './canvas.module.css';

export interface CanvasProps extends Given {
  readonly statusOf?: StatusOf;
  readonly subscribe?: SubscribeToStatus;
  /** Whether calls stand as they do now because a person went to another moment: nothing left them just now. */
  readonly isLeap?: () => boolean;
  /** Hears of the canvas's controller, and null once that is off the screen. */
  readonly onController?: (controller: CanvasController | null) => void;
}

/**
 * Another plan is another canvas: its places and its viewport begin anew. Drawn again only where its props change: a
 * run that is played back changes its cards sixty times a second, and each card hears of its own.
 */
export const Canvas = memo(function Canvas(props: CanvasProps) {
  const frame = useRef<HTMLElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  // Known before the first paint, so that the plan opens where it stays instead of jumping there.
  useLayoutEffect(() => {
    const box = frame.current?.getBoundingClientRect();
    if (box) setSize({ width: Math.max(1, box.width), height: Math.max(1, box.height) });
  }, []);
  return (
    <section ref={frame} className={styles.canvas} aria-label="Canvas" data-canvas-mode={props.mode}>
      {size && (
        <ReactFlowProvider key={props.plan.id} initialWidth={size.width} initialHeight={size.height}>
          <CanvasSurface given={props} size={size} />
        </ReactFlowProvider>
      )}
    </section>
  );
});
