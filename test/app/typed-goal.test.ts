/** What was typed and not sent comes back where it was typed, and nowhere else. */

import { expect, test } from 'vitest';
import { language } from '../../src/app/language.ts';
import { keepTyped } from '../../src/app/typed-goal.ts';
import type { Plan } from '../../src/plan/document.ts';
import { createDocumentStore } from '../../src/stores/document.ts';
import { createSessionStore } from '../../src/stores/session.ts';
import { builtInTools } from '../../src/tools/built-in.ts';

const planOf = (id: string): Plan => ({ format: 'obelus/plan', version: 1, id, calls: [] });

function tab() {
  const kept = new Map<string, string>();
  const memory = {
    read: (name: string) => kept.get(name) ?? null,
    write: (name: string, text: string) => void kept.set(name, text),
  };
  /** The page as it comes up, on a plan or on the first screen. */
  const loaded = (plan: string | null) => {
    const session = createSessionStore({ read: () => null, write: () => undefined });
    session.actions.set({ welcome: plan === null });
    keepTyped(createDocumentStore(language, builtInTools, planOf(plan ?? 'blank')), session, memory);
    return session;
  };
  return { kept, loaded };
}

test.each(['p', null])('what is typed over %s is there again after a reload', (plan) => {
  const { loaded } = tab();
  loaded(plan).actions.set({ goal: 'only 2026' });
  expect(loaded(plan).getState().goal).toBe('only 2026');
  expect(loaded(plan).getState().goal).toBe('only 2026');
});

test('over another plan it is not, and is not kept for later', () => {
  const { loaded } = tab();
  loaded('p').actions.set({ goal: 'only 2026' });
  expect(loaded('q').getState().goal).toBe('');
  expect(loaded('p').getState().goal).toBe('');
});

test('what was sent is not', () => {
  const { loaded } = tab();
  const session = loaded('p');
  session.actions.set({ goal: 'only 2026' });
  session.actions.set({ goal: '' });
  expect(loaded('p').getState().goal).toBe('');
});

test.each(['{', '[]', '{"about":1,"goal":"x"}', '{"about":null,"goal":3}', 'null'])(
  'what somebody else wrote there is nothing: %s',
  (written) => {
    const { kept, loaded } = tab();
    kept.set('obelus.typed', written);
    expect(loaded(null).getState().goal).toBe('');
  },
);
