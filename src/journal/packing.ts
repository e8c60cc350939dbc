/** Events as they lie in the database: one JSON text a batch, long values beside it (L-92). */

import type { Json } from '../lib/json.ts';
import type { RunEvent } from '../run/events.ts';

/** UTF-16 units of a value's JSON that still stand in the journal itself. */
export const INLINE_LIMIT = 32_768;

interface Packed {
  readonly text: string;
  /** Values that are stored apart, by the seq of their event. */
  readonly apart: readonly { readonly seq: number; readonly json: string }[];
}

/** Where an event carries what a call or the whole plan came to. */
const PLACES = ['value', 'output'] as const;
type Place = (typeof PLACES)[number];

/** Stands in an event for a value that is stored apart. */
interface Stored {
  readonly stored: { readonly as: Place; readonly length: number };
}

/** A batch as it is stored: its text, and the values of more than `INLINE_LIMIT` that lie apart. */
export function pack(events: readonly RunEvent[]): Packed {
  // One text of many small events at once takes half the time that their texts one by one would.
  if (!events.some(mayBeLong)) return { text: JSON.stringify(events), apart: [] };
  const apart: { seq: number; json: string }[] = [];
  const parts = events.map((event) => {
    const text = JSON.stringify(event);
    // Only a long event can hold a long value: most are looked at no further.
    if (text.length <= INLINE_LIMIT) return text;
    const as = PLACES.find((place) => place in event);
    const json = as === undefined ? undefined : JSON.stringify((event as { [place in Place]?: Json })[as]);
    if (as === undefined || json === undefined || json.length <= INLINE_LIMIT) return text;
    apart.push({ seq: event.seq, json });
    const { [as]: _, ...rest } = event as RunEvent & { [place in Place]?: Json };
    const stored: Stored = { stored: { as, length: json.length } };
    return JSON.stringify({ ...rest, ...stored });
  });
  return { text: `[${parts.join(',')}]`, apart };
}

/** The most units that one character of a text becomes in JSON: `\\u0000`. */
const LONGEST_ESCAPE = 6;

/** Whether the event may hold a value that is stored apart, told without making its text. */
function mayBeLong(event: RunEvent): boolean {
  const value = placedValue(event);
  if (typeof value === 'string') return value.length * LONGEST_ESCAPE + 2 > INLINE_LIMIT;
  return typeof value === 'object' && value !== null;
}

function placedValue(event: RunEvent): Json | undefined {
  if (event.type === 'plan_step_completed' || event.type === 'plan_step_memoized') return event.value;
  if (event.type === 'plan_step_started') return undefined;
  for (const place of PLACES) if (place in event) return (event as { [place in Place]?: Json })[place];
  return undefined;
}

/**
 * The events of a batch, whole again. A value that is gone leaves `lost`, and its readers fail (L-92).
 * @param storedAt the JSON of the value stored for an event, or undefined
 */
export function unpack(text: string, storedAt: (seq: number) => string | undefined): RunEvent[] {
  const events = JSON.parse(text) as (RunEvent & Partial<Stored>)[];
  return events.map((event) => {
    if (event.stored === undefined) return event;
    const { stored, ...rest } = event;
    const json = storedAt(event.seq);
    const value = json === undefined ? null : (JSON.parse(json) as Json);
    return { ...rest, [stored.as]: value, ...(json === undefined ? { lost: true } : {}) } as RunEvent;
  });
}
