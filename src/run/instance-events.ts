/** The events of a record that one instance has a part in (L-55): its own, and those of the whole run. Kept beside the record, which grows. */

import { itemAt } from '../lib/columns.ts';
import type { RunEvent } from './events.ts';

interface Kept {
  readonly label: string;
  readonly places: number[];
  looked: number;
}

const kept = new WeakMap<readonly RunEvent[], Kept>();

/**
 * Their places in the record, in order; the same list for the same instance, which only grows.
 * @param upTo so many events are looked at
 */
export function eventsOf(events: readonly RunEvent[], label: string, upTo: number): readonly number[] {
  let own = kept.get(events);
  if (own?.label !== label) {
    own = { label, places: [], looked: 0 };
    kept.set(events, own);
  }
  for (; own.looked < upTo; own.looked++)
    if (concerns(itemAt(events, own.looked), label)) own.places.push(own.looked);
  return own.places;
}

/** What is of a call that is there once for all, and what is of no call, concerns each. @param label null: all of them, which everything does */
export function concerns(event: RunEvent, label: string | null): boolean {
  if (label === null || !('call' in event) || typeof event.call !== 'string') return true;
  const at = event.call.indexOf('@');
  return at === -1 || event.call.slice(at + 1) === label;
}
