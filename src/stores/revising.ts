/** The rest of a run's plan while a person writes it: a document of its own, beside the plan on the table. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import { behavesAlike } from '../plan/diff.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { CallStatus } from '../run/events.ts';
import { callView, namesOf, planOf } from '../run/view.ts';
import type { DocumentStore } from './document.ts';
import type { ShownRun } from './shown-run.ts';

export interface Revising {
  readonly document: DocumentStore;
  /** The run that asks: the one on the canvas, or a sub-run below it (L-52). */
  readonly runId: string;
  /** The run on the canvas, where the person comes back to. */
  readonly shownRunId: string;
  /** The failed call that was asked about; absent where a planner's draft is changed. */
  readonly call?: string;
}

export type RevisingStore = StoreApi<{ readonly now: Revising | null }>;

export const createRevisingStore = (): RevisingStore => createStore(() => ({ now: null }));

const DONE: ReadonlySet<CallStatus> = new Set(['completed', 'dispatched']);

/** Whether a call is done for good, in every instance: it stays, and is not run again (L-42). */
export function isCallDone({ state }: ShownRun, id: string): boolean {
  const names = namesOf(state, id);
  return names.length > 0 && names.every((name) => DONE.has(callView(state, name)?.status ?? 'pending'));
}

/** What a person's plan asks of the run from here on: its calls without those that are done and mean what they meant. */
export function callsFromHere(run: ShownRun, written: Plan): readonly Call[] {
  const before = new Map(planOf(run.state)?.calls.map((call) => [call._id, call]));
  return written.calls.filter((call) => {
    const own = before.get(call._id);
    return own === undefined || !isCallDone(run, call._id) || !behavesAlike(own, call);
  });
}
