/** The surface under the controller: React Flow's viewport, and the page's focus and clipboard. */

import { useStoreApi } from '@xyflow/react';
import { type RefObject, useEffect } from 'react';
import { between } from '../../canvas/camera.ts';
import type { CanvasController } from '../../canvas/controller.ts';
import type { Size, Viewport, XY } from '../../canvas/plane.ts';
import type { Stage } from '../../canvas/stage.ts';
import { CARD, EDGE } from './events.ts';

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

/** And back. */
function onPage(store: FlowStore, { x, y }: XY): XY {
  const { left, top } = store.getState().domNode?.getBoundingClientRect() ?? { left: 0, top: 0 };
  const view = viewportOf(store);
  return { x: left + view.x + x * view.zoom, y: top + view.y + y * view.zoom };
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
    // Who searches the page or has it read aloud is brought to a card by scrolling: the view goes there in its place.
    const scrolled = ({ target }: Event): void => {
      if (target !== store.getState().domNode) return;
      const { scrollLeft, scrollTop } = target as Element;
      (target as Element).scrollTo({ left: 0, top: 0, behavior: 'instant' });
      const { x, y, zoom } = viewportOf(store);
      void store.getState().panZoom?.setViewport({ x: x - scrollLeft, y: y - scrollTop, zoom });
    };
    const surface = root.current;
    surface?.addEventListener('scroll', scrolled, { capture: true });
    const leave = controller.attach({
      ...focusAndClipboard(root),
      move: (to) => glide(store, to),
      onPage: (at) => onPage(store, at),
    });
    return () => {
      leave();
      stop();
      surface?.removeEventListener('scroll', scrolled, { capture: true });
      clearTimeout(resting);
    };
  }, [controller, root, store]);
}

/** Brings the view there step by step. Whoever else moves it meanwhile has it. */
function glide(store: FlowStore, to: Viewport): void {
  const from = near(viewportOf(store), to, store.getState());
  // The first step is two of them.
  const began = performance.now() - 2 * FRAME_MS;
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

/** Of a way along the plane that is farther than a part of the surface only that part is gone step by step: the rest is a blur. */
function near(from: Viewport, to: Viewport, { width, height }: Size): Viewport {
  const far = Math.max(Math.abs(to.x - from.x) / width, Math.abs(to.y - from.y) / height);
  return to.zoom === from.zoom && far > GLIDES_OVER ? between(from, to, 1 - GLIDES_OVER / far) : from;
}
const GLIDES_OVER = 0.5;

/** Two thirds of that way at once: what the view goes to, such as a card that has just come, is on the screen with its first step. */
const eased = (share: number): number => 1 - (1 - share) ** 5;

/** The list of the calls, where it stands (`ui/outline`). */
const OUTLINE = '[data-outline]';

/**
 * Gives the keyboard to a card, or to its row where the list has had the keyboard last, or stands in the drawing's place.
 * A card or row may be on its way.
 */
function focusAndClipboard(root: RefObject<HTMLElement | null>): Omit<Stage, 'move' | 'onPage'> {
  let turn = 0;
  const list = () => {
    const outline = document.querySelector<HTMLElement>(OUTLINE);
    const isHidden = root.current?.checkVisibility({ visibilityProperty: true }) === false;
    return outline && (isHidden || outline.dataset.outline === 'active') ? outline : null;
  };
  const cardOf = (id: string) =>
    (list() ?? root.current)?.querySelector<HTMLElement>(
      `${list() ? '[data-row]' : CARD}[data-id="${CSS.escape(id)}"]`,
    );
  const whenThere = (find: () => HTMLElement | SVGElement | null | undefined, frames = FRAMES_AT_MOST) => {
    cancelAnimationFrame(turn);
    const found = find();
    if (found) found.focus({ preventScroll: true });
    else if (frames > 0) turn = requestAnimationFrame(() => whenThere(find, frames - 1));
  };
  return {
    focusCard: (id) => whenThere(() => cardOf(id)),
    focusEdge: (id) =>
      whenThere(() => root.current?.querySelector<SVGElement>(`${EDGE}[data-id="${CSS.escape(id)}"]`)),
    focusCanvas: () => {
      const shown = list() ?? root.current;
      const card = shown?.querySelector<HTMLElement>(`:is(${CARD}, [data-row])[tabindex="0"]`);
      (card ?? shown)?.focus({ preventScroll: true });
    },
    boxOf: (id) => cardOf(id)?.getBoundingClientRect(),
    copy: (text) =>
      navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      ),
    paste: () => navigator.clipboard.readText().catch(() => null),
  };
}
