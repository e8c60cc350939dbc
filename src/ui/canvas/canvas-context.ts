/** What every card and arrow needs and no node carries, so that a change of it rebuilds no node. */

import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { CallLive, StatusOf, SubscribeToStatus } from './call-live.ts';
import type { CanvasMode } from './canvas-props.ts';

export interface CanvasContextValue {
  readonly mode: CanvasMode;
  /** Zoomed out so far that only names can be read. */
  readonly far: boolean;
  /** Element id of a card's spoken name. */
  readonly labelId: (nodeId: string) => string;
  readonly statusOf: StatusOf | undefined;
  readonly subscribe: SubscribeToStatus | undefined;
}

export const CanvasContext = createContext<CanvasContextValue>({
  mode: 'edit',
  far: false,
  labelId: (nodeId) => nodeId,
  statusOf: undefined,
  subscribe: undefined,
});

const NEVER = () => () => {};

/** One call's live state; the component draws again when that call's state changes and at no other time. */
export function useLive(id: string): CallLive | undefined {
  const { statusOf, subscribe } = useContext(CanvasContext);
  const listen = useCallback(
    (listener: () => void) => (subscribe ? subscribe(id, listener) : NEVER()),
    [subscribe, id],
  );
  return useSyncExternalStore(listen, () => statusOf?.(id));
}
