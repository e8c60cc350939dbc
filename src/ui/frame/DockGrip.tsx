/** The edge that sets the dock's height: dragged, or moved by the arrow keys. */

import type { PointerEvent } from 'react';
import { clampDock, DOCK_MAX, DOCK_MIN } from '../../stores/session.ts';
import { useServices, useSession } from '../services.ts';
import styles from './Dock.module.css';

const KEY_STEP = 24;

export function DockGrip() {
  const { session } = useServices();
  const height = useSession((state) => state.dockHeight);
  const set = (next: number) => session.actions.set({ dockHeight: clampDock(next) });

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const grip = event.currentTarget;
    const from = event.clientY;
    grip.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => set(height + from - moved.clientY);
    grip.addEventListener('pointermove', move);
    grip.addEventListener('lostpointercapture', () => grip.removeEventListener('pointermove', move), {
      once: true,
    });
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a window splitter is a focusable separator; <hr> takes no focus.
    <div
      role="separator"
      tabIndex={0}
      aria-label="Height of the panels"
      aria-orientation="horizontal"
      aria-valuenow={height}
      aria-valuemin={DOCK_MIN}
      aria-valuemax={DOCK_MAX}
      className={styles.grip}
      onPointerDown={drag}
      onKeyDown={(event) => {
        if (event.key === 'ArrowUp') set(height + KEY_STEP);
        else if (event.key === 'ArrowDown') set(height - KEY_STEP);
        else return;
        event.preventDefault();
      }}
    />
  );
}
