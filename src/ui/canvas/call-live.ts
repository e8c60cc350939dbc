/** What a card shows of its call while a run or a dry run goes on. It knows no journal and no store. */

import type { CallStatus } from '../../run/events.ts';

export interface CallLive {
  readonly status: CallStatus;
  /** From 1; shown from the second attempt on. */
  readonly attempt?: number;
  /** The message of the failure, a sentence. */
  readonly failure?: string;
  /** The returned value in one short line. */
  readonly valuePreview?: string;
  /** Index of the alternative that a branching call took. */
  readonly branch?: number;
}

/** Reads one call's live state. The same object is returned until that call's state changes. */
export type StatusOf = (id: string) => CallLive | undefined;

/** Calls `listener` when that one call's state changes; returns the way to stop. */
export type SubscribeToStatus = (id: string, listener: () => void) => () => void;

/** The words of DESIGN §8: a status in sentence case. */
export const STATUS_WORDS: Readonly<Record<CallStatus, string>> = {
  pending: 'Pending',
  ready: 'Ready',
  waiting: 'Waiting for you',
  in_progress: 'In progress',
  completed: 'Completed',
  failed: 'Failed',
  skipped: 'Skipped',
  cancelled: 'Cancelled',
  dispatched: 'Dispatched',
  in_doubt: 'In doubt',
};
