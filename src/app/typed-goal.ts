/** What was typed into the goal's box and not sent, over a reload: each tab's own, so that two with one plan keep apart. */

import type { DocumentStore } from '../stores/document.ts';
import type { Memory } from '../stores/ports.ts';
import type { SessionStore } from '../stores/session.ts';

const MEMORY_NAME = 'obelus.typed';

/** Puts back what was typed where the person is now, if nothing is there yet; from here on it is written down as it is typed. */
export function keepTyped(document: DocumentStore, session: SessionStore, memory: Memory): void {
  /** The plan that a sentence is about; null before there is one. */
  const about = (): string | null => (session.getState().welcome ? null : document.getState().plan.id);
  let written = memory.read(MEMORY_NAME) ?? '';
  const kept = read(written);
  if (kept?.about === about() && session.getState().goal === '') session.actions.set({ goal: kept.goal });
  const write = (): void => {
    const { goal } = session.getState();
    const now = goal === '' ? '' : JSON.stringify({ about: about(), goal });
    if (now === written) return;
    written = now;
    memory.write(MEMORY_NAME, now);
  };
  write();
  session.subscribe(write);
}

/** What is written by hand or by another version is nothing. */
function read(written: string): { about: string | null; goal: string } | null {
  try {
    const { about, goal } = JSON.parse(written);
    return typeof goal === 'string' && (about === null || typeof about === 'string') ? { about, goal } : null;
  } catch {
    return null;
  }
}
