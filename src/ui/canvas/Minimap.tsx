/** A large plan in small, with a frame around what is in view; a press goes there. For the pointer alone: keys have arrows. */

import { useStoreApi } from '@xyflow/react';
import { type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { fittedInto } from '../../canvas/camera.ts';
import type { CanvasController } from '../../canvas/controller.ts';
import { visibleArea } from '../../canvas/plane.ts';
import { useShown } from './canvas-context.ts';
import styles from './minimap.module.css';
import { coloursOf, paintOverview } from './paint-overview.ts';

const SIZE = { width: 176, height: 112 };
const MARGIN = 8;

export default function Minimap({ controller }: { controller: CanvasController }) {
  const picture = useShown(controller, (shows) => shows.picture);
  const surface = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const store = useStoreApi();
  const { bounds } = picture.index;
  const view = useMemo(() => bounds && fittedInto(bounds, SIZE, MARGIN), [bounds]);

  useEffect(() => {
    const canvas = surface.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context || !view) return;
    const scale = Math.min(2, globalThis.devicePixelRatio || 1);
    canvas.width = SIZE.width * scale;
    canvas.height = SIZE.height * scale;
    let turn = 0;
    paintOverview(context, picture, view, SIZE, coloursOf(canvas), (slice) => {
      turn = requestAnimationFrame(slice);
    });
    return () => cancelAnimationFrame(turn);
  }, [picture, view]);

  // Outside React: the frame follows the viewport at every frame of a pan.
  useEffect(() => {
    if (!view) return;
    const follow = () => {
      const { transform, width, height } = store.getState();
      const [x, y, zoom] = transform;
      const area = visibleArea({ x, y, zoom }, { width, height });
      const box = frame.current;
      if (!box) return;
      box.style.transform = `translate(${area.x * view.zoom + view.x}px, ${area.y * view.zoom + view.y}px)`;
      box.style.width = `${area.width * view.zoom}px`;
      box.style.height = `${area.height * view.zoom}px`;
    };
    follow();
    return store.subscribe((now, before) => {
      if (now.transform !== before.transform || now.width !== before.width || now.height !== before.height) {
        follow();
      }
    });
  }, [store, view]);

  const go = (event: PointerEvent<HTMLDivElement>) => {
    if (!view || event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - box.left - view.x) / view.zoom;
    const y = (event.clientY - box.top - view.y) / view.zoom;
    const { transform, setCenter } = store.getState();
    void setCenter(x, y, { zoom: transform[2] });
  };

  return (
    <div
      className={styles.map}
      aria-hidden="true"
      style={SIZE}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={go}
    >
      <canvas ref={surface} style={SIZE} />
      <div ref={frame} className={styles.frame} />
    </div>
  );
}
