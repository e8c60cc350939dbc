/** When what is on the table is saved: typing is one write, and what was taken waits for nothing. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPlanKeeper, SAVE_AFTER_MS } from '../../src/app/keep-plan.ts';
import { language } from '../../src/app/language.ts';
import { tabPlans } from '../../src/app/tab-storage.ts';
import type { Plan } from '../../src/plan/document.ts';
import { createDocumentStore } from '../../src/stores/document.ts';
import { createSessionStore } from '../../src/stores/session.ts';

const PLAN: Plan = { format: 'obelus/plan', version: 1, id: 'p', calls: [{ _id: 'a', _tool: 'note' }] };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function table(first = PLAN) {
  const document = createDocumentStore(language, [], first);
  const plans = tabPlans();
  let saves = 0;
  const session = createSessionStore({ read: () => null, write: () => undefined });
  const keeper = createPlanKeeper({
    document,
    session,
    files: { keep: async () => undefined } as never,
    repository: async () => plans,
    rules: async () => undefined,
    kept: language.kept,
    tell: async () => undefined,
    ids: {
      next: () => {
        saves += 1;
        return `${saves}`;
      },
    },
    tab: 't',
    now: () => 0,
  });
  const name = (value: string, more: object) =>
    document.actions.edit([{ kind: 'set-field', field: 'title', value }], { label: 'Name', ...more });
  const title = async () => (await plans.get('p'))?.plan.title;
  const calls = async () => (await plans.get('p'))?.plan.calls.length;
  return { document, session, keeper, name, title, calls, saves: () => saves };
}

test('what is typed is saved once nothing more comes', async () => {
  const { name, title, saves } = table();
  for (const text of ['N', 'Na', 'Name']) name(text, { mark: 'title' });
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS - 1);
  expect(await title()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect([await title(), saves()]).toEqual(['Name', 1]);
});

test('a change that was taken is saved at once, with what is said of it', async () => {
  const { document, name, title, saves } = table();
  name('Taken', { told: true, said: 'call it so' });
  document.actions.say({ from: 'obelus', text: '1 change taken', tone: 'plain', at: 0 });
  await vi.advanceTimersByTimeAsync(0);
  expect([await title(), document.getState().saved, saves()]).toEqual(['Taken', 'saved', 1]);
  // And what is typed then waits again; a draft that is streamed does, too.
  name('Taken then', { mark: 'title' });
  name('Streamed', { mark: 'draft', told: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(await title()).toBe('Taken');
});

test('of a draft nothing is kept before it is whole, whoever asks; of a blank plan what was said to it', async () => {
  const { document, session, keeper, calls } = table({ ...PLAN, calls: [] });
  session.actions.set({ drafting: true });
  document.actions.say({ from: 'person', text: 'make a note', tone: 'plain', at: 0 });
  await keeper.save();
  expect(await calls()).toBeUndefined();
  await keeper.save(true);
  expect(await calls()).toBe(0);
  const call = { _id: 'a', _tool: 'note' };
  document.actions.edit([{ kind: 'add-call', call, at: 0 }], { label: 'Draft', mark: 'd', told: true });
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
  await keeper.save();
  await keeper.save(true);
  expect([await calls(), document.getState().saved]).toEqual([0, 'unsaved']);
  // Ended, it is kept as it stands, though nothing of it changes any more.
  document.actions.seal();
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
  session.actions.set({ drafting: false });
  await vi.advanceTimersByTimeAsync(0);
  expect([await calls(), document.getState().saved]).toEqual([1, 'saved']);
});
