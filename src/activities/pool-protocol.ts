/** What a run's thread and the threads that compute for it tell each other. One call at a time a thread. Types only. */

import type { Json, JsonObject } from '../lib/json.ts';
import type { ComputingContext } from './activity.ts';

/** What a computation may ask of the host it computes for, and what comes back. */
export type HostCall =
  | { readonly verb: 'readFile'; readonly args: Parameters<ComputingContext['readFile']> }
  | { readonly verb: 'saveFile'; readonly args: Parameters<ComputingContext['saveFile']> };

export type HostAnswer = Awaited<ReturnType<ComputingContext['readFile' | 'saveFile']>>;

/** A failure as data: classes do not survive the way between threads. `code` is null for what was no ActivityError. */
export interface ThrownData {
  readonly code: string | null;
  readonly message: string;
}

export type ToPool =
  | { readonly kind: 'enter'; readonly name: string; readonly params: JsonObject; readonly now: number }
  | { readonly kind: 'given'; readonly id: number; readonly value: HostAnswer }
  | { readonly kind: 'refused'; readonly id: number; readonly thrown: ThrownData };

export type FromPool =
  /** The thread stands: from here on it can be given calls. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'wants'; readonly id: number; readonly call: HostCall }
  /** Plain JSON within the limits of a result. */
  | { readonly kind: 'returned'; readonly value: Json }
  | { readonly kind: 'threw'; readonly thrown: ThrownData };
