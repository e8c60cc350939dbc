/** The plan on the table as the page composes it: what a setting makes of it. */

import { expect, test } from 'vitest';
import { language } from '../../src/app/language.ts';
import { createPlans } from '../../src/app/services/plans.ts';
import { tabFiles, tabPlans } from '../../src/app/tab-storage.ts';
import { createSessionStore } from '../../src/stores/session.ts';
import { createSettingsStore } from '../../src/stores/settings.ts';

const memory = { read: () => null, write: () => undefined };

test('a setting is begun with by a plan that was never anything, and leaves one whose draft was undone', async () => {
  const storage = { plans: tabPlans(), files: tabFiles() };
  const settings = createSettingsStore(memory);
  let ids = 0;
  const { document, save } = createPlans({
    session: createSessionStore(memory),
    settings,
    late: {
      ...{ language, builtIn: [], offersThinking: async () => undefined },
      ...{ rules: async () => undefined, tools: async () => undefined },
    },
    storage: async () => storage as never,
    ids: { next: () => `${++ids}` },
    tab: 't',
    now: () => 0,
    standing: async (stored) => stored,
    judge: () => Promise.reject(new Error('No file is judged.')),
  });
  const retry = (retryLimit: number) => settings.setState(({ plan }) => ({ plan: { ...plan, retryLimit } }));
  retry(7);
  expect(document.getState().plan.policy).toEqual({ retryLimit: 7 });
  document.actions.edit([{ kind: 'add-call', call: { _id: 'a', _tool: 'note' }, at: 0 }], { label: 'Draft' });
  await save();
  document.actions.undo();
  document.actions.say({ from: 'obelus', text: 'Undone.', tone: 'plain', at: 0 });
  await save();
  const before = document.getState();
  expect([before.saved, before.plan.calls]).toEqual(['saved', []]);
  retry(8);
  expect(document.getState()).toBe(before);
});
