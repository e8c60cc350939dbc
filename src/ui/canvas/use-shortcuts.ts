/** The canvas's keys. They work on the active card, which is the selected one, or the first when none is. */

import { type KeyboardEvent, useCallback } from 'react';
import type { CanvasProps } from './canvas-props.ts';
import { type Direction, firstCall, neighbour } from './neighbours.ts';
import type { Scene } from './scene.ts';
import type { XY } from './to-flow.ts';
import type { Actions } from './use-actions.ts';
import type { Camera } from './use-camera.ts';
import type { DragControl } from './use-drag.ts';

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowRight: 'right',
  ArrowLeft: 'left',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

const ZOOM_STEP = 1.25;

interface ShortcutInputs {
  readonly props: CanvasProps;
  readonly scene: Scene;
  readonly places: readonly XY[];
  readonly active: string | undefined;
  readonly actions: Actions;
  readonly drag: DragControl;
  readonly camera: Camera;
  /** Opens a call's menu; false where its card is not on the screen. */
  readonly openMenu: (call: string) => boolean;
}

export function useShortcuts(inputs: ShortcutInputs): (event: KeyboardEvent) => void {
  const { props, scene, places, active, actions, drag, camera, openMenu } = inputs;
  const { selection, onSelect, onOpenInspector } = props;
  return useCallback(
    (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      const call = active === undefined ? undefined : scene.indexOf.get(active);
      const command = event.ctrlKey || event.metaKey;

      const move = (to: Direction): void => {
        const unset = selection.length === 0 || call === undefined;
        const next = unset ? firstCall(places) : neighbour(scene, places, call, to);
        if (next === null) return;
        const id = scene.cards[next]!.call._id;
        onSelect(event.shiftKey ? [...selection.filter((other) => other !== id), id] : [id]);
        camera.goTo(next);
      };

      /** False for a key that means nothing here. */
      const press = (): boolean => {
        const direction = ARROWS[event.key];
        if (command) {
          if (event.key !== 'a' || event.shiftKey) return false;
          actions.selectAll();
          return true;
        }
        // Also where there is nowhere to go: the page must not scroll instead.
        if (direction) {
          move(direction);
          return true;
        }
        switch (event.key) {
          case 'Enter':
            if (active === undefined || isButton(event.target)) return false;
            if (selection.length === 0) onSelect([active]);
            onOpenInspector(active);
            return true;
          case 'Delete':
          case 'Backspace':
            actions.remove();
            return true;
          case 'c':
            if (call !== undefined) actions.beginConnecting(call);
            return call !== undefined;
          case 'd':
            actions.duplicate();
            return true;
          // The browser opens its menu by these keys where there is no card; Safari and macOS know them not at all.
          case 'ContextMenu':
            return active !== undefined && openMenu(active);
          case 'F10':
            return event.shiftKey && active !== undefined && openMenu(active);
          case '+':
          case '=':
            camera.zoomBy(ZOOM_STEP);
            return true;
          case '-':
            camera.zoomBy(1 / ZOOM_STEP);
            return true;
          case '0':
            camera.fitAll();
            return true;
          case '1':
            camera.zoomTo(1);
            return true;
          case 'Escape':
            actions.say('');
            if (!drag.cancel()) onSelect([]);
            return true;
          default:
            return false;
        }
      };

      if (!event.altKey && press()) event.preventDefault();
    },
    [scene, places, active, selection, onSelect, onOpenInspector, actions, drag, camera, openMenu],
  );
}

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable="true"]') !== null;

const isButton = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('button') !== null;
