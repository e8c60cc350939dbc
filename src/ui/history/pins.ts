/** Which results of a run can stand in dry runs of its plan, and how they are named there. Knows no store. */

import { type Json, setOwn } from '../../lib/json.ts';
import type { RunTrace } from '../../stores/run-trace.ts';
import type { Pins } from '../../stores/session.ts';

/** A dry run knows no instances: what a call gave in one of them stands for the call (L-50). */
export const pinName = (call: string): string => call.split('@')[0]!;

/** The result of one call; null where it has none yet. */
export function pinOf(run: RunTrace, call: string): Pins | null {
  const value = run.calls.get(call)?.value;
  return value === undefined ? null : { [pinName(call)]: value };
}

/** The results of all calls that have one; over instances, the first one's. */
export function pinsOf(run: RunTrace): Pins {
  const pins: Record<string, Json> = {};
  for (const [call, { value }] of run.calls) {
    const name = pinName(call);
    if (value !== undefined && !Object.hasOwn(pins, name)) setOwn(pins, name, value);
  }
  return pins;
}
