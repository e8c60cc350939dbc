/** A run that a person wants to begin and has not approved: what it would run, as a document of its own, until they say. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { StartRun } from '../run/messages.ts';
import type { DocumentStore } from './document.ts';

interface ToApprove {
  readonly document: DocumentStore;
  readonly start: StartRun;
  /** How many of its calls it can start, where that is a part of them (L-76). */
  readonly starts: number | null;
}

/** null while nothing is to be approved. */
export type ToApproveStore = StoreApi<{ readonly now: ToApprove | null }>;

/** One in which nothing is to be approved. */
export const createToApproveStore = (): ToApproveStore => createStore(() => ({ now: null }));
