/** Where the person was when the tab closed, or was killed: the plan on the table and the run on the canvas. */

import type { DocumentStore } from '../stores/document.ts';
import type { Memory } from '../stores/ports.ts';
import type { SessionStore } from '../stores/session.ts';

const MEMORY_NAME = 'obelus.place';

export interface Place {
  readonly planId: string | null;
  readonly runId: string | null;
  /** When they went there, ms. What a killed browser had not yet written down is later than that. */
  readonly at: number;
}

/** Nowhere in particular, whatever began since. */
export const NOWHERE: Place = { planId: null, runId: null, at: Number.POSITIVE_INFINITY };

/** What is written by hand or by another version is nowhere. */
function read(memory: Memory): Place {
  try {
    const kept = JSON.parse(memory.read(MEMORY_NAME) ?? 'null') as Partial<Place> | null;
    if (kept === null) return { ...NOWHERE, at: 0 };
    const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
    // Before it was noted when, the place counted whatever began since.
    const at = typeof kept.at === 'number' ? kept.at : NOWHERE.at;
    return { planId: text(kept.planId), runId: text(kept.runId), at };
  } catch {
    return NOWHERE;
  }
}

/** The place remembered so far; from here on each new one is written down. */
export function rememberPlace(
  document: DocumentStore,
  session: SessionStore,
  memory: Memory,
  now: () => number,
): Place {
  const before = read(memory);
  let written = JSON.stringify([before.planId, before.runId]);
  const write = (): void => {
    const { welcome, view } = session.getState();
    const runId = 'runId' in view ? view.runId : null;
    const planId = welcome ? null : document.getState().plan.id;
    const place = JSON.stringify([planId, welcome ? null : runId]);
    if (place === written) return;
    written = place;
    memory.write(MEMORY_NAME, JSON.stringify({ planId, runId: welcome ? null : runId, at: now() }));
  };
  session.subscribe(write);
  document.subscribe(write);
  return before;
}
