/** What React Flow is given of the scene at the present viewport. */

import { useStore } from '@xyflow/react';
import { useCallback, useMemo } from 'react';
import { FAR_ZOOM } from './fit-view.ts';
import {
  CARDS_AT_MOST,
  NOTHING_SHOWN,
  paddedArea,
  type Shown,
  showAll,
  showWithin,
  visibleArea,
  WHOLE_AT_MOST,
} from './flow-window.ts';
import type { Scene } from './scene.ts';
import type { SpatialIndex } from './spatial-index.ts';

/** Selected cards that are kept in the window for a drag to move them all. */
const KEPT_AT_MOST = 200;

export interface ShownNow {
  readonly shown: Shown;
  /** So many cards are in view that one picture stands for them. */
  readonly overview: boolean;
}

/** Changes when the viewport leaves its window, not with every frame. */
export function useShown(scene: Scene, index: SpatialIndex, selection: readonly string[]): ShownNow {
  const small = scene.cards.length <= WHOLE_AT_MOST;
  const key = useStore(
    useCallback(
      (store): string => {
        if (small) return 'all';
        const [x, y, zoom] = store.transform;
        const area = visibleArea({ x, y, zoom }, store.width, store.height);
        if (zoom < FAR_ZOOM && index.count(area, CARDS_AT_MOST + 1) > CARDS_AT_MOST) return 'overview';
        const padded = paddedArea(area);
        return `${padded.x} ${padded.y} ${padded.width} ${padded.height}`;
      },
      [small, index],
    ),
  );
  const shown = useMemo(() => {
    if (key === 'all') return showAll(scene);
    if (key === 'overview') return NOTHING_SHOWN;
    const [x, y, width, height] = key.split(' ').map(Number) as [number, number, number, number];
    const kept = selection.slice(0, KEPT_AT_MOST).flatMap((id) => scene.indexOf.get(id) ?? []);
    return showWithin(scene, index, { x, y, width, height }, kept);
  }, [key, scene, index, selection]);
  return { shown, overview: key === 'overview' };
}
