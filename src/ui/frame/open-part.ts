/** Opens the panel of the plan at one of its parts, with the keyboard on it. */

import type { SessionStore } from '../../stores/session.ts';
import { focusPart } from './focus.ts';

export function openPart(session: SessionStore, part: string): void {
  session.actions.set({ view: { kind: 'plan' }, selection: [], planOpen: true });
  focusPart(part);
}
