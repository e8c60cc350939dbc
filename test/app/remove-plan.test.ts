/** A plan that was removed comes back whole: its input, its steps, its named versions and its files. */

import { expect, test } from 'vitest';
import { language } from '../../src/app/language.ts';
import { createPlans } from '../../src/app/services/plans.ts';
import { tabFiles, tabPlans, tabVersions } from '../../src/app/tab-storage.ts';
import type { Plan } from '../../src/plan/document.ts';
import { createSessionStore } from '../../src/stores/session.ts';
import { createSettingsStore } from '../../src/stores/settings.ts';

const memory = { read: () => null, write: () => undefined };
const PLAN: Plan = {
  ...{ format: 'obelus/plan', version: 1, id: 'p', title: 'Mine' },
  calls: [{ _id: 'a', _tool: 'note', text: 'x', _outputPath: '†state.a' }],
};

function desk() {
  const storage = { plans: tabPlans(), files: tabFiles(), versions: tabVersions() };
  const session = createSessionStore(memory);
  let ids = 0;
  const plans = createPlans({
    session,
    settings: createSettingsStore(memory),
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
  return { storage, session, plans };
}

async function withPlan() {
  const { storage, session, plans } = desk();
  plans.document.actions.open({ plan: PLAN, revision: 3, input: { n: 1 }, approval: null }, 'unsaved');
  await plans.save();
  await storage.files.put('p', 'a.csv', new Blob(['a,b']));
  const named = {
    planId: 'p',
    at: 5,
    why: 'named',
    name: 'First',
    revision: 1,
    plan: PLAN,
    by: null,
  } as const;
  await storage.versions.put({ ...named, key: 'k' });
  return { storage, session, plans };
}

test('undone, it is on the table again with all that was kept with it', async () => {
  const { storage, session, plans } = await withPlan();
  await plans.keeper.remove('p');
  expect([await storage.plans.get('p'), await storage.files.list('p')]).toEqual([undefined, []]);
  expect(plans.document.getState().plan.id).not.toBe('p');
  const { notice } = session.getState();
  expect(notice?.text).toBe('Removed “Mine”.');
  notice?.undo?.();
  await expect.poll(() => plans.document.getState().plan.id).toBe('p');
  expect(await storage.plans.get('p')).toMatchObject({ plan: PLAN, revision: 3, input: { n: 1 } });
  expect((await storage.files.list('p')).map(({ name }) => name)).toEqual(['a.csv']);
  expect(await storage.versions.list('p')).toMatchObject([{ name: 'First', at: 5, why: 'named' }]);
});

test('undone when a plan of that id has come meanwhile, that one stays as it is', async () => {
  const { storage, session, plans } = await withPlan();
  await plans.keeper.remove('p');
  const other = { ...PLAN, title: 'Another' };
  const kept = {
    plan: other,
    revision: 1,
    input: {},
    approval: null,
    savedAt: 1,
    conflicts: [],
    save: 's',
    tab: 'u',
  };
  await storage.plans.save(kept, null);
  session.getState().notice?.undo?.();
  await plans.keeper.refresh();
  expect((await storage.plans.get('p'))?.plan.title).toBe('Another');
});
