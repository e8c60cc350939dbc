/** How a component hears of what it draws: its part of the canvas, its own call's live state. */

import {
  type ComponentType,
  createContext,
  useCallback,
  useContext,
  useId,
  useSyncExternalStore,
} from 'react';
import type { CanvasController } from '../../canvas/controller.ts';
import type { End } from '../../canvas/ends.ts';
import type { Snapshots } from '../../canvas/snapshots.ts';
import type { CallLive, StatusOf, SubscribeToStatus } from './call-live.ts';

/** @see CanvasProps.Value */
export type ValueOfCall = ComponentType<{ readonly id: string; readonly labelId: string }>;

/** Draws what is in a card at an end of the plan. */
export type EndOfPlan = ComponentType<{ readonly end: End; readonly labelId: string }>;

/** What every card and arrow needs and no node carries, so that a change of it rebuilds no node. */
interface CanvasContextValue {
  readonly controller: CanvasController;
  /** Zoomed out so far that only names can be read. */
  readonly far: boolean;
  /** Element id of a card's spoken name. */
  readonly labelId: (nodeId: string) => string;
  readonly statusOf: StatusOf | undefined;
  readonly subscribe: SubscribeToStatus | undefined;
  readonly isLeap: (() => boolean) | undefined;
  /** Draws what a call comes to, where its card has room for it. */
  readonly Value: ValueOfCall | undefined;
  readonly End: EndOfPlan | undefined;
}

/** Of what is drawn beside the cards, outside React Flow. */
export interface OfController {
  readonly controller: CanvasController;
}

export const CanvasContext = createContext<CanvasContextValue | null>(null);

/** Names the element that holds a card's spoken name, in a place of its own for each drawing and list. */
export function useLabelId(): (nodeId: string) => string {
  const prefix = useId();
  return useCallback((id) => `${prefix}${id}`.replace(/\s/g, '_'), [prefix]);
}

export function useCanvasContext(): CanvasContextValue {
  const context = useContext(CanvasContext);
  if (!context) throw new Error('Broken invariant: a part of the canvas is drawn outside of it.');
  return context;
}

/** One part of what the canvas shows; the component is drawn again when that part is another value, and only then. */
export function useShown<T>(controller: CanvasController, read: (shows: Snapshots) => T): T {
  return useSyncExternalStore(controller.subscribe, () => read(controller.shows));
}

const NEVER = () => () => {};

/** One call's live state; the component draws again when that call's state changes and at no other time. */
export const useLive = (id: string): CallLive | undefined => useOfLive(id, (live) => live);

/** One thing of it, a primitive or a stable object: drawn again only when that is another. */
export function useOfLive<T>(id: string, read: (live: CallLive | undefined) => T): T {
  const { statusOf, subscribe } = useCanvasContext();
  const listen = useCallback(
    (listener: () => void) => (subscribe ? subscribe(id, listener) : NEVER()),
    [subscribe, id],
  );
  return useSyncExternalStore(listen, () => read(statusOf?.(id)));
}
