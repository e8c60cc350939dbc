/** What a run's thread and the threads that compute for it tell each other. One call at a time a thread. Types only. */

import type { LargeOwner, LargeShelf } from '../host/large-values.ts';
import type { Looked } from '../host/port.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import type { JsonSchema } from '../plan/document.ts';
import type { LargeNote } from '../run/large-value.ts';
import type { Look } from '../run/looked-into.ts';
import type { FileProfile } from '../tools/file-profile.ts';
import type { ComputingContext } from './activity.ts';
import type { Hidden } from './redaction.ts';

/** What a computation may ask of the host it computes for, and what comes back. */
export type HostCall =
  | { readonly verb: 'readFile'; readonly args: Parameters<ComputingContext['readFile']> }
  | { readonly verb: 'saveFile'; readonly args: Parameters<ComputingContext['saveFile']> }
  | { readonly verb: 'log'; readonly args: Parameters<ComputingContext['log']> }
  /** Where a thread can't reach the large values itself. */
  | { readonly verb: 'keepLarge'; readonly args: Parameters<LargeShelf['keepLarge']> }
  | { readonly verb: 'large'; readonly args: Parameters<LargeShelf['large']> };

export type HostAnswer =
  | Awaited<ReturnType<ComputingContext['readFile' | 'saveFile']>>
  /** Of a line of the log. */
  | null
  | Awaited<ReturnType<LargeShelf['keepLarge' | 'large']>>;

/** A failure as data: classes do not survive the way between threads. `code` is null for what has none. */
export interface ThrownData {
  readonly code: string | null;
  readonly message: string;
  /** A `NotEntered`, or a `StoreFault`; absent for what an activity throws. */
  readonly of?: 'engine' | 'store';
}

/** What a thread of the pool is told. */
export type ToPool =
  | {
      readonly kind: 'enter';
      readonly name: string;
      readonly params: JsonObject;
      /** What of the parameters is loaded first. */
      readonly large?: readonly LargeNote[];
      /** What loaded parameters have to fit. */
      readonly parameters?: JsonSchema;
      /** Whose its result is. */
      readonly owner: LargeOwner;
      readonly now: number;
      /** Secrets that are to be taken out of the result before its parts are kept (L-9). */
      readonly hidden?: Hidden;
    }
  | { readonly kind: 'look'; readonly look: Look }
  | { readonly kind: 'profile'; readonly name: string; readonly file: Blob }
  | { readonly kind: 'given'; readonly id: number; readonly value: HostAnswer }
  | { readonly kind: 'refused'; readonly id: number; readonly thrown: ThrownData };

/** What a thread of the pool tells. */
export type FromPool =
  /** The thread stands: from here on it can be given calls. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'wants'; readonly id: number; readonly call: HostCall }
  /** Plain JSON within the limits of a result; its large parts are kept. */
  | { readonly kind: 'returned'; readonly value: Json; readonly large?: readonly LargeNote[] }
  | { readonly kind: 'looked'; readonly event: Looked }
  | { readonly kind: 'profiled'; readonly profile: FileProfile }
  | { readonly kind: 'threw'; readonly thrown: ThrownData };
