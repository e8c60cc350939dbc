/** Notices the moment at which a value leaves a call, so that one dot travels the arrow once. */

import { useEffect, useRef, useState } from 'react';
import type { CallStatus } from '../../run/events.ts';
import { useLive } from './canvas-context.ts';

export interface ValueFlow {
  /** Counts the values that went along this arrow while it was on the screen; 0 before the first. */
  readonly count: number;
  /** Nothing comes along it any more: the writer took another alternative, or never ran. */
  readonly notTaken: boolean;
}

const NEVER_RAN: ReadonlySet<CallStatus> = new Set(['skipped', 'cancelled']);

/** `writer` is a call id. A call that had completed before the arrow appeared sends nothing. */
export function useValueFlow(writer: string, alternative: number, isError: boolean): ValueFlow {
  const live = useLive(writer);
  const before = useRef<CallStatus | undefined>(live?.status);
  const [count, setCount] = useState(0);
  const took = live?.status === 'completed' ? (live.branch ?? 0) : null;
  useEffect(() => {
    const was = before.current;
    before.current = live?.status;
    if (took === alternative && was !== undefined && was !== 'completed') setCount((n) => n + 1);
  }, [live?.status, took, alternative]);
  const status = live?.status;
  const dead = status !== undefined && (NEVER_RAN.has(status) || (status === 'failed' && !isError));
  return { count, notTaken: dead || (took !== null && took !== alternative) };
}
