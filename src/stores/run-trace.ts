/** A run as a person looks at it: times, attempts, waits and values per call. Plain data; how it is folded is not here. */

import type { Json, JsonObject } from '../lib/json.ts';
import type { Call, Plan } from '../plan/document.ts';
import type {
  CallStatus,
  Failure,
  ParentCall,
  RunEvent,
  RunReason,
  RunStatus,
  Saved,
  WaitKind,
} from '../run/events.ts';

export interface Attempt {
  readonly attempt: number;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly outcome: 'running' | 'completed' | 'failed' | 'interrupted';
}

export interface Wait {
  readonly kind: WaitKind;
  readonly since: number;
  readonly gate?: string;
  readonly form?: JsonObject;
  /** For a retry or a time: when it is due. */
  readonly until?: number;
}

export interface CallTrace {
  readonly status: CallStatus;
  readonly attempts: readonly Attempt[];
  readonly value?: Json;
  readonly branch?: number;
  readonly failure?: Failure;
  readonly wait?: Wait;
  /** Taken from the journal instead of being run (and paid) again. */
  readonly memoized?: true;
  /** Why it was skipped, for a person. */
  readonly because?: string;
}

export interface RunTrace {
  readonly runId: string;
  readonly plan: Plan | null;
  readonly input: JsonObject;
  readonly hash?: string;
  /** The call whose sub-run this is (L-52). */
  readonly parent?: ParentCall;
  readonly revision: number;
  /** The instances it runs over, as its first revision names them (L-50). */
  readonly labels?: readonly string[];
  readonly status: RunStatus;
  readonly reason?: RunReason;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly output?: Json;
  /** What the last resume did not pay for again. */
  readonly saved?: Saved;
  /** By call id, or `id@LABEL` in a run over instances (L-50). */
  readonly calls: ReadonlyMap<string, CallTrace>;
  /** A replan's draft that waits for a person. */
  readonly draft?: { readonly revision: number; readonly calls: readonly Call[] };
  readonly events: readonly RunEvent[];
  readonly lastSeq: number;
}

export const emptyTrace = (runId: string): RunTrace => ({
  runId,
  plan: null,
  input: {},
  revision: 0,
  status: 'running',
  startedAt: 0,
  calls: new Map(),
  events: [],
  lastSeq: 0,
});

export const isEnded = (trace: RunTrace): boolean => trace.endedAt !== undefined;

/** Whether a wait is for a person. */
export const isAsking = (wait: Wait | undefined): boolean =>
  wait !== undefined && wait.kind !== 'retry' && wait.kind !== 'time' && wait.kind !== 'child';

/** Which status stands for a call that runs once per instance: the one a person should see first. */
const URGENCY: readonly CallStatus[] = [
  'in_doubt',
  'waiting',
  'failed',
  'in_progress',
  'ready',
  'pending',
  'dispatched',
  'cancelled',
  'completed',
  'skipped',
];

/** The status of a call, over all its instances. */
export function statusOf(trace: RunTrace, id: string): CallStatus | undefined {
  const own = trace.calls.get(id);
  if (own) return own.status;
  const statuses = [...trace.calls].filter(([name]) => name.startsWith(`${id}@`)).map(([, t]) => t.status);
  return URGENCY.find((status) => statuses.includes(status));
}
