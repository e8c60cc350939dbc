/** The rest of a run's plan while a person writes it: a document of its own, beside the plan on the table. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DocumentStore } from './document.ts';

/** A plan’s rest that a person is writing (L-42). */
export interface Revising {
  readonly document: DocumentStore;
  /** The run that asks: the one on the canvas, or a sub-run below it (L-52). */
  readonly runId: string;
  /** The run on the canvas, where the person comes back to. */
  readonly shownRunId: string;
  /** The failed call that was asked about; absent where a planner's draft is changed. */
  readonly call?: string;
}

/** null while nobody writes one. */
export type RevisingStore = StoreApi<{ readonly now: Revising | null }>;

/** One in which nobody writes yet. */
export const createRevisingStore = (): RevisingStore => createStore(() => ({ now: null }));
