/** What a card shows of its call in a run: one short, stable object per trace. */

import type { CallStatus } from '../run/events.ts';
import type { CallTrace, RunTrace } from './run-trace.ts';
import { statusOf } from './run-trace.ts';

export interface CallLive {
  readonly status: CallStatus;
  readonly attempt?: number;
  readonly failure?: string;
  readonly valuePreview?: string;
  readonly elapsedMs?: number;
  readonly branch?: number;
}

const PREVIEW_CHARACTERS = 80;

/** A value in one line: text as it is, anything else as JSON, cut with an ellipsis. */
export function previewOf(value: unknown, characters = PREVIEW_CHARACTERS): string {
  // A large array is not printed whole only to be cut.
  const text =
    typeof value === 'string'
      ? value.slice(0, characters * 4)
      : Array.isArray(value) && value.length > 20
        ? `${value.length.toLocaleString('en')} items: ${JSON.stringify(value.slice(0, 3))}`
        : (JSON.stringify(value) ?? '');
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const points = [...line];
  return points.length > characters ? `${points.slice(0, characters - 1).join('')}…` : line;
}

/** The same object is returned for the same trace: a card compares by identity. */
const made = new WeakMap<CallTrace, CallLive>();

function liveOf(trace: CallTrace): CallLive {
  const known = made.get(trace);
  if (known) return known;
  const last = trace.attempts.at(-1);
  const first = trace.attempts[0];
  const live: CallLive = {
    status: trace.status,
    ...(last ? { attempt: last.attempt } : {}),
    ...(trace.failure ? { failure: trace.failure.message } : {}),
    ...(trace.value === undefined ? {} : { valuePreview: previewOf(trace.value) }),
    ...(first && last?.endedAt !== undefined ? { elapsedMs: last.endedAt - first.startedAt } : {}),
    ...(trace.branch === undefined ? {} : { branch: trace.branch }),
  };
  made.set(trace, live);
  return live;
}

/** Over instances there is no one attempt or value: one object a status says all there is. */
const BY_STATUS = new Map<CallStatus, CallLive>();

/** The live state of a call of the plan; undefined for a call that is not in this run. */
export function callLive(trace: RunTrace, id: string): CallLive | undefined {
  const own = trace.calls.get(id);
  if (own) return liveOf(own);
  const status = statusOf(trace, id);
  if (status === undefined) return undefined;
  const known = BY_STATUS.get(status) ?? { status };
  BY_STATUS.set(status, known);
  return known;
}
