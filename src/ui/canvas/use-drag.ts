/** A drag: the cards follow the pointer on the canvas alone, and the plan hears of it once, at the end. */

import type { NodeChange } from '@xyflow/react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { type Gesture, pinned, place } from './from-flow.ts';
import type { Scene } from './scene.ts';
import type { CallNode, XY } from './to-flow.ts';

export interface Drag {
  /** Places by call index with the dragged ones where the pointer has them. */
  readonly places: readonly XY[];
  readonly control: DragControl;
}

/** The same object from the first pixel of a drag to the last. */
export interface DragControl {
  readonly onChanges: (changes: readonly NodeChange<CallNode>[]) => void;
  readonly onStop: () => void;
  /** Puts the cards back; true when there was a drag to cancel. */
  readonly cancel: () => boolean;
}

export function useDrag(
  scene: Scene,
  places: readonly XY[],
  layout: Readonly<Record<string, unknown>> | undefined,
  onGesture: (gesture: Gesture) => void,
): Drag {
  const [moved, setMoved] = useState<ReadonlyMap<string, XY> | null>(null);
  const latest = useRef<Map<string, XY> | null>(null);
  const cancelled = useRef(false);

  const onChanges = useCallback((changes: readonly NodeChange<CallNode>[]) => {
    if (cancelled.current) return;
    const next = new Map(latest.current ?? []);
    for (const change of changes) {
      if (change.type === 'position' && change.dragging && change.position)
        next.set(change.id, change.position);
    }
    if (next.size === 0) return;
    latest.current = next;
    setMoved(next);
  }, []);

  const onStop = useCallback(() => {
    const drag = latest.current;
    latest.current = null;
    cancelled.current = false;
    setMoved(null);
    if (!drag) return;
    const title = drag.size === 1 ? `Move ${[...drag.keys()][0]}` : `Move ${drag.size} calls`;
    onGesture(place(new Map([...pinned(scene, places, layout), ...drag]), title));
  }, [scene, places, layout, onGesture]);

  const cancel = useCallback(() => {
    if (!latest.current) return false;
    latest.current = null;
    cancelled.current = true;
    setMoved(null);
    return true;
  }, []);

  const current = useMemo(() => {
    if (!moved) return places;
    const next = places.slice();
    for (const [id, at] of moved) {
      const index = scene.indexOf.get(id);
      if (index !== undefined) next[index] = at;
    }
    return next;
  }, [places, moved, scene]);
  const control = useMemo(() => ({ onChanges, onStop, cancel }), [onChanges, onStop, cancel]);
  return { places: current, control };
}
