/** Where the person was when the tab closed, or was killed: the plan on the table and the run on the canvas. */

import type { DocumentStore } from '../stores/document.ts';
import type { Memory } from '../stores/ports.ts';
import type { SessionStore } from '../stores/session.ts';

const MEMORY_NAME = 'obelus.place';

export interface Place {
  readonly planId: string | null;
  readonly runId: string | null;
}

export const NOWHERE: Place = { planId: null, runId: null };

/** What is written by hand or by another version is nowhere. */
function read(memory: Memory): Place {
  try {
    const kept = JSON.parse(memory.read(MEMORY_NAME) ?? 'null') as Partial<Place> | null;
    const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
    return { planId: text(kept?.planId), runId: text(kept?.runId) };
  } catch {
    return NOWHERE;
  }
}

/** The place remembered so far; from here on each new one is written down. */
export function rememberPlace(document: DocumentStore, session: SessionStore, memory: Memory): Place {
  const before = read(memory);
  let written = JSON.stringify(before);
  const write = (): void => {
    const { welcome, view } = session.getState();
    const runId = 'runId' in view ? view.runId : null;
    const text = JSON.stringify(welcome ? NOWHERE : { planId: document.getState().plan.id, runId });
    if (text === written) return;
    written = text;
    memory.write(MEMORY_NAME, text);
  };
  session.subscribe(write);
  document.subscribe(write);
  return before;
}
