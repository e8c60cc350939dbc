/** What is kept on this device, as far as the rail lists it: plans and the examples that ship. Knows no document. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JsonObject } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import type { PlanSummary } from './ports.ts';

/** An example that ships with the page, as trusted as its scripts; a test reads and runs each. */
export interface Example {
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  /** Paths of its sample files, relative to the page. */
  readonly files: readonly string[];
  readonly input?: JsonObject;
  readonly plan: Plan;
}

/** What the library lists. */
export interface LibraryState {
  readonly plans: readonly PlanSummary[];
  readonly examples: readonly Example[];
}

/** Subscribed to by the library and the palette. */
export type LibraryStore = StoreApi<LibraryState>;

/** An empty one: whoever lists plans fills it. */
export const createLibraryStore = (): LibraryStore =>
  createStore<LibraryState>(() => ({ plans: [], examples: [] }));
