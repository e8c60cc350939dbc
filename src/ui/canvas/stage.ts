/** The surface under the controller: React Flow's viewport, and the page's focus and clipboard. */

import { useStoreApi } from '@xyflow/react';
import { type RefObject, useEffect } from 'react';
import { between } from '../../canvas/camera.ts';
import type { CanvasController, Stage } from '../../canvas/controller.ts';
import type { Viewport, XY } from '../../canvas/plane.ts';
import { CARD } from './events.ts';

/** Milliseconds; 0 where the system asks for less motion. */
const motion = (): number => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 160);

const FRAME_MS = 16;

/** Frames to wait for a card that comes into view while the view still moves. */
const FRAMES_AT_MOST = 40;

/** Milliseconds without a step after which the view has come to rest. */
const STILL_MS = 120;

type FlowStore = ReturnType<typeof useStoreApi>;

function viewportOf(store: FlowStore): Viewport {
  const [x, y, zoom] = store.getState().transform;
  return { x, y, zoom };
}

/** From pixels of the window to the plane. */
export function onPlane(store: FlowStore, { x, y }: XY): XY {
  const { left, top } = store.getState().domNode?.getBoundingClientRect() ?? { left: 0, top: 0 };
  const view = viewportOf(store);
  return { x: (x - left - view.x) / view.zoom, y: (y - top - view.y) / view.zoom };
}

/** Puts the controller on the screen for as long as the component is there. */
export function useStage(controller: CanvasController, root: RefObject<HTMLElement | null>): void {
  const store = useStoreApi();
  useEffect(() => {
    const stand = (left?: number): void => {
      const { width, height } = store.getState();
      controller.stand(viewportOf(store), { width, height }, left);
    };
    // Asked only where the surface is another: the page is laid out then, and a pan asks for no layout.
    const begins = () => root.current?.getBoundingClientRect().left;
    stand(begins());
    let resting: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe((now, before) => {
      const isSized = now.width !== before.width || now.height !== before.height;
      const hasMoved = now.transform !== before.transform;
      if (isSized) stand(begins());
      else if (hasMoved) stand();
      const surface = root.current;
      if (!hasMoved || !surface) return;
      if (surface.dataset.moving === undefined) surface.dataset.moving = '';
      clearTimeout(resting);
      resting = setTimeout(() => {
        delete surface.dataset.moving;
        controller.rest();
      }, STILL_MS);
    });
    const leave = controller.attach({
      ...focusAndClipboard(root),
      move: (to) => glide(store, to),
    });
    return () => {
      leave();
      stop();
      clearTimeout(resting);
    };
  }, [controller, root, store]);
}

/** Brings the view there step by step. Whoever else moves it meanwhile has it. */
function glide(store: FlowStore, to: Viewport): void {
  const from = viewportOf(store);
  // The first step is one of them.
  const began = performance.now() - FRAME_MS;
  const lasts = motion();
  let last = store.getState().transform;
  const step = (): void => {
    if (store.getState().transform !== last) return;
    const share = lasts === 0 ? 1 : Math.min(1, (performance.now() - began) / lasts);
    void store.getState().panZoom?.setViewport(between(from, to, eased(share)));
    last = store.getState().transform;
    if (share < 1) requestAnimationFrame(step);
  };
  step();
}

/** Fast at first: what the view goes to, such as a card that has just come, is on the screen with its first steps. */
const eased = (share: number): number => 1 - (1 - share) ** 3;

function focusAndClipboard(root: RefObject<HTMLElement | null>): Omit<Stage, 'move'> {
  let turn = 0;
  const cardOf = (id: string) =>
    root.current?.querySelector<HTMLElement>(`${CARD}[data-id="${CSS.escape(id)}"]`);
  const focusCard = (id: string, frames: number): void => {
    cancelAnimationFrame(turn);
    const card = cardOf(id);
    if (card) card.focus({ preventScroll: true });
    else if (frames > 0) turn = requestAnimationFrame(() => focusCard(id, frames - 1));
  };
  return {
    focusCard: (id) => focusCard(id, FRAMES_AT_MOST),
    focusCanvas: () => {
      const card = root.current?.querySelector<HTMLElement>(`${CARD}[tabindex="0"]`);
      (card ?? root.current)?.focus({ preventScroll: true });
    },
    boxOf: (id) => cardOf(id)?.getBoundingClientRect(),
    copy: (text) =>
      navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      ),
  };
}
