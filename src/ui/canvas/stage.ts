/** The surface under the controller: React Flow's viewport, and the page's focus and clipboard. */

import { useReactFlow, useStoreApi } from '@xyflow/react';
import { type RefObject, useEffect } from 'react';
import type { CanvasController, Stage } from '../../canvas/controller.ts';
import { CARD } from './events.ts';

/** Milliseconds; 0 where the system asks for less motion. */
const motion = (): number => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 160);

/** Frames to wait for a card that comes into view while the view still moves. */
const FRAMES_AT_MOST = 40;

/** Puts the controller on the screen for as long as the component is there. */
export function useStage(controller: CanvasController, root: RefObject<HTMLElement | null>): void {
  const { setViewport } = useReactFlow();
  const store = useStoreApi();
  useEffect(() => {
    const stand = (): void => {
      const { transform, width, height } = store.getState();
      const [x, y, zoom] = transform;
      controller.stand({ x, y, zoom }, { width, height });
    };
    stand();
    const stop = store.subscribe((now, before) => {
      const isSized = now.width !== before.width || now.height !== before.height;
      if (isSized || now.transform !== before.transform) stand();
    });
    const leave = controller.attach({
      ...focusAndClipboard(root),
      move: (to) => void setViewport(to, { duration: motion() }),
    });
    return () => {
      leave();
      stop();
    };
  }, [controller, root, setViewport, store]);
}

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
