/** Where a call's menu is open, and what opens it: a press on its card, or the keyboard's own key for menus. */

import { type MouseEvent, type RefObject, useCallback, useMemo, useState } from 'react';
import type { CanvasProps } from './canvas-props.ts';
import type { Scene } from './scene.ts';

export interface OpenMenu {
  readonly call: string;
  readonly open: boolean;
  readonly at: { readonly x: number; readonly y: number };
}

export interface CallMenuControl {
  /** What is open, or was last; null before the first. */
  readonly menu: OpenMenu | null;
  readonly close: () => void;
  readonly onContextMenu: (event: MouseEvent) => void;
  /** Opens the menu of a call at its card; false where its card is not on the screen. */
  readonly openAt: (call: string) => boolean;
  /** Gives the keyboard to the card that the menu was for. */
  readonly backToCard: () => void;
}

const CARD = '.react-flow__node';

export function useCallMenu(
  { selection, onSelect }: Pick<CanvasProps, 'selection' | 'onSelect'>,
  scene: Scene,
  root: RefObject<HTMLElement | null>,
): CallMenuControl {
  const [menu, setMenu] = useState<OpenMenu | null>(null);

  /** What is done with a call of several that are selected is done with all of them. */
  const show = useCallback(
    (call: string, at: OpenMenu['at']) => {
      if (!selection.includes(call)) onSelect([call]);
      setMenu({ call, open: true, at });
    },
    [selection, onSelect],
  );
  const cardOf = useCallback(
    (call: string) => root.current?.querySelector<HTMLElement>(`${CARD}[data-id="${CSS.escape(call)}"]`),
    [root],
  );

  return useMemo(
    () => ({
      menu,
      close: () => setMenu((before) => before && { ...before, open: false }),
      onContextMenu: (event) => {
        const card = event.target instanceof Element ? event.target.closest<HTMLElement>(CARD) : null;
        const call = card?.dataset.id;
        // Elsewhere the browser's own menu is the right one.
        if (call === undefined || !scene.indexOf.has(call)) return;
        event.preventDefault();
        show(call, { x: event.clientX, y: event.clientY });
      },
      openAt: (call) => {
        const box = cardOf(call)?.getBoundingClientRect();
        if (box) show(call, { x: box.left + 12, y: box.top + Math.min(36, box.height) });
        return box !== undefined;
      },
      backToCard: () => menu && (cardOf(menu.call) ?? root.current)?.focus({ preventScroll: true }),
    }),
    [menu, scene, show, cardOf, root],
  );
}
