/**
 * The whole of a large plan as one picture: shown while so many cards are in view that none of them can be read, and
 * around those there are while the view is zoomed.
 */

import { useStoreApi } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import type { CanvasController } from '../../canvas/controller.ts';
import type { Viewport } from '../../canvas/plane.ts';
import type { Picture } from '../../canvas/snapshots.ts';
import styles from './canvas.module.css';
import { useShown } from './canvas-context.ts';
import { coloursOf, paintOverview } from './paint-overview.ts';

/** The picture reaches this far beyond the screen, in shares of it, so that a pan does not run out of it at once. */
const MARGIN = 0.5;
/** Painted again when the viewport has been still for so long, in milliseconds. */
const STILL_MS = 90;

export default function Overview({ controller }: { controller: CanvasController }) {
  const picture = useShown(controller, (shows) => shows.picture);
  const surface = useRef<HTMLCanvasElement>(null);
  const store = useStoreApi();
  useEffect(() => {
    const canvas = surface.current;
    return canvas ? keepPainted(canvas, store, picture, controller) : undefined;
  }, [store, picture, controller]);
  return (
    <canvas
      ref={surface}
      className={styles.overview}
      role="img"
      aria-label={`Overview of ${picture.nodeIds.length} calls. Zoom in to see their cards.`}
    />
  );
}

type FlowStore = ReturnType<typeof useStoreApi>;

/**
 * While the viewport moves, the picture is moved and scaled as it is: panning 10,000 cards costs one transform. Zoomed
 * out beyond its edges it is painted anew, without arrows: they come when the view rests.
 */
function keepPainted(
  canvas: HTMLCanvasElement,
  store: FlowStore,
  picture: Picture,
  { shows, subscribe }: CanvasController,
): () => void {
  const context = canvas.getContext('2d', { alpha: true });
  if (!context) return () => {};
  let painted: Viewport = { x: 0, y: 0, zoom: 1 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  let turn = 0;

  const paint = (withArrows: boolean): void => {
    const { transform, width, height } = store.getState();
    const [x, y, zoom] = transform;
    painted = { x, y, zoom };
    turn += 1;
    const mine = turn;
    const size = { width: width * (1 + 2 * MARGIN), height: height * (1 + 2 * MARGIN) };
    const scale = Math.min(2, globalThis.devicePixelRatio || 1);
    canvas.width = Math.round(size.width * scale);
    canvas.height = Math.round(size.height * scale);
    canvas.style.width = `${size.width}px`;
    canvas.style.height = `${size.height}px`;
    const shifted = { x: x + width * MARGIN, y: y + height * MARGIN, zoom };
    const next = (slice: () => void): void => {
      if (!withArrows) return;
      frame = requestAnimationFrame(() => {
        if (mine === turn) slice();
      });
    };
    paintOverview(context, picture, shifted, size, coloursOf(canvas), next);
    move();
  };

  const move = (): void => {
    const { transform, width, height } = store.getState();
    const [x, y, zoom] = transform;
    const scale = zoom / painted.zoom;
    const left = x - (painted.x + width * MARGIN) * scale;
    const top = y - (painted.y + height * MARGIN) * scale;
    canvas.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
  };

  const paintAtRest = (): void => {
    if (!shows.session.isHeld) paint(true);
  };

  let wasHeld = shows.session.isHeld;
  paint(!wasHeld);
  const stopHolding = subscribe(() => {
    if (wasHeld && shows.isOverview) paintAtRest();
    wasHeld = shows.session.isHeld;
  });
  const stop = store.subscribe((now, before) => {
    const sized = now.width !== before.width || now.height !== before.height;
    if (now.transform === before.transform && !sized) return;
    turn += 1;
    if (now.transform[2] * (1 + 2 * MARGIN) < painted.zoom) paint(false);
    else move();
    clearTimeout(timer);
    timer = setTimeout(paintAtRest, STILL_MS);
  });
  return () => {
    stop();
    stopHolding();
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}
