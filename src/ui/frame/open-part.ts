/** Opens the panel of the plan at one of its parts, with the keyboard on it. */

import type { SessionStore } from '../../stores/session.ts';
import { focusPart } from './focus.ts';

export function openPart(session: SessionStore, part: string): void {
  const { view } = session.getState();
  const here = view.kind === 'within' ? view : ({ kind: 'plan' } as const);
  session.actions.set({ view: here, selection: [], planOpen: true });
  // A dialog that leads here is closed by then: until it is, nothing else takes the keyboard.
  requestAnimationFrame(() => focusPart(part));
}
