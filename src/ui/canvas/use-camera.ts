/** Moves the viewport: to fit, to a call, along with a plan that streams in. It never moves a card. */

import { useReactFlow, useStoreApi } from '@xyflow/react';
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import type { CanvasProps } from './canvas-props.ts';
import { around, centred, clampZoom, fitted, following, opening, REVIEW_BOTTOM } from './fit-view.ts';
import { visibleArea } from './flow-window.ts';
import { cardRect } from './geometry.ts';
import { firstCall } from './neighbours.ts';
import type { Scene } from './scene.ts';
import type { SpatialIndex } from './spatial-index.ts';
import type { XY } from './to-flow.ts';

export interface Camera {
  readonly fitAll: () => void;
  readonly zoomBy: (factor: number) => void;
  readonly zoomTo: (zoom: number) => void;
  /** Brings a call into view where it is not, and puts the keyboard's focus on its card. */
  readonly goTo: (index: number) => void;
  /** The middle of what is in view, in the plane's coordinates. */
  readonly middle: () => XY;
  /** Puts the keyboard's focus on the card that Tab reaches, or on the canvas where there is none. */
  readonly focusCanvas: () => void;
  /** The person moved the view: from now on it follows nothing. */
  readonly release: () => void;
}

/** Milliseconds; 0 where the system asks for less motion. */
const motion = (): number => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 160);

/** Frames to wait for a card that comes into view while the view still moves. */
const FRAMES_AT_MOST = 40;

export function useCamera(
  { streaming, selection, diff }: Pick<CanvasProps, 'streaming' | 'selection' | 'diff'>,
  scene: Scene,
  places: readonly XY[],
  index: SpatialIndex,
  root: RefObject<HTMLElement | null>,
): Camera {
  const { setViewport, getViewport } = useReactFlow();
  const store = useStoreApi();
  const released = useRef(false);

  const fitAll = useCallback(() => {
    const { width, height } = store.getState();
    if (index.bounds) void setViewport(fitted(index.bounds, { width, height }), { duration: motion() });
  }, [store, index, setViewport]);

  const zoomTo = useCallback(
    (wanted: number) => {
      const { width, height } = store.getState();
      const { x, y, zoom } = getViewport();
      const next = clampZoom(wanted);
      const about = (length: number, at: number) => length / 2 - ((length / 2 - at) / zoom) * next;
      void setViewport({ x: about(width, x), y: about(height, y), zoom: next }, { duration: motion() });
    },
    [store, getViewport, setViewport],
  );

  const show = useCallback(
    (call: number) => {
      const { width, height } = store.getState();
      const { x, y, zoom } = getViewport();
      const card = cardRect(places[call]!, scene.cards[call]!.height);
      const area = visibleArea({ x, y, zoom }, width, height);
      const inside =
        card.x >= area.x &&
        card.y >= area.y &&
        card.x + card.width <= area.x + area.width &&
        card.y + Math.min(card.height, 80) <= area.y + area.height;
      if (!inside) void setViewport(centred(card, zoom, { width, height }), { duration: motion() });
    },
    [store, getViewport, setViewport, places, scene],
  );

  const goTo = useCallback(
    (call: number) => {
      show(call);
      const id = CSS.escape(scene.nodeIds[call]!);
      const focus = (frames: number): void => {
        const card = root.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"]`);
        if (card) card.focus({ preventScroll: true });
        else if (frames > 0) requestAnimationFrame(() => focus(frames - 1));
      };
      requestAnimationFrame(() => focus(FRAMES_AT_MOST));
    },
    [show, scene, root],
  );

  // A selection made elsewhere (a problem, the palette) is brought into view; one made here is in view already.
  const only = selection.length === 1 ? selection[0] : undefined;
  const shownFor = useRef<string | undefined>(only);
  useEffect(() => {
    const call = only === undefined ? undefined : scene.indexOf.get(only);
    if (only !== shownFor.current && call !== undefined) show(call);
    shownFor.current = only;
  }, [only, scene, show]);

  // What a draft changes is what the person is asked about: it is shown above the question.
  const reviewed = useRef(false);
  useEffect(() => {
    const isNew = diff !== undefined && !reviewed.current;
    reviewed.current = diff !== undefined;
    if (!isNew) return;
    const ids = [...diff.added, ...diff.revised.map(({ _id }) => _id), ...diff.removed.map(({ _id }) => _id)];
    const rects = ids.flatMap((id) => {
      const call = scene.indexOf.get(id);
      return call === undefined ? [] : [cardRect(places[call]!, scene.cards[call]!.height)];
    });
    const area = around(rects);
    const { width, height } = store.getState();
    if (area) void setViewport(fitted(area, { width, height }, REVIEW_BOTTOM), { duration: motion() });
  }, [diff, scene, places, store, setViewport]);

  const { bounds } = index;
  const wasEmpty = useRef(bounds === null);
  const wasStreaming = useRef(streaming === true);
  useEffect(() => {
    const ends = wasStreaming.current && !streaming;
    if (bounds && !released.current) {
      const { width, height } = store.getState();
      const rect = (call: number) => cardRect(places[call]!, scene.cards[call]!.height);
      const first = firstCall(places);
      // Too large a plan to be read as a whole is followed to its newest card, and shown from its beginning at the end.
      if (streaming) {
        void setViewport(following(bounds, rect(places.length - 1), { width, height }), {
          duration: motion(),
        });
      } else if ((wasEmpty.current || ends) && first !== null) {
        void setViewport(opening(bounds, rect(first), { width, height }), { duration: motion() });
      }
    }
    if (!streaming) released.current = false;
    wasEmpty.current = bounds === null;
    wasStreaming.current = streaming === true;
  }, [streaming, bounds, places, scene, store, setViewport]);

  return useMemo(
    () => ({
      fitAll,
      zoomTo,
      zoomBy: (factor) => zoomTo(getViewport().zoom * factor),
      goTo,
      middle: () => {
        const { width, height } = store.getState();
        const { x, y, zoom } = getViewport();
        return { x: (width / 2 - x) / zoom, y: (height / 2 - y) / zoom };
      },
      focusCanvas: () => {
        const card = root.current?.querySelector<HTMLElement>('.react-flow__node[tabindex="0"]');
        (card ?? root.current)?.focus({ preventScroll: true });
      },
      release: () => {
        released.current = true;
      },
    }),
    [fitAll, zoomTo, getViewport, goTo, store, root],
  );
}
