/** What is said of a call comes into the conversation's box, and nothing that was typed there is lost by it. */

import { expect, it, vi } from 'vitest';
import { createSessionStore } from '../../../src/stores/session.ts';
import { askFor } from '../../../src/ui/actions/ask-for.ts';

it('puts the words into the box behind what is typed, once, about these calls', () => {
  vi.stubGlobal('document', { getElementById: () => null });
  const session = createSessionStore({ read: () => null, write: () => undefined });
  const box = () => session.getState().goal;
  askFor(session, ['total'], 'With tax?');
  expect(box()).toBe('With tax?');
  const { selection, talkedOf, talkOpen } = session.getState();
  expect([selection, talkOpen]).toEqual([['total'], true]);
  // The inspector of a call that is only spoken of does not open over a narrow screen.
  expect(talkedOf).toBe(selection);
  askFor(session, ['total'], 'With tax?');
  expect(box()).toBe('With tax?');
  session.actions.set({ goal: 'only 2026 ' });
  askFor(session, ['total', 'chart'], 'With tax?');
  expect([box(), session.getState().selection]).toEqual(['only 2026\nWith tax?', ['total', 'chart']]);
  askFor(session, ['chart']);
  expect(box()).toBe('only 2026\nWith tax?');
  // A part of a word is not what was asked.
  askFor(session, ['chart'], 'With');
  expect(box()).toBe('only 2026\nWith tax?\nWith');
  vi.unstubAllGlobals();
});
