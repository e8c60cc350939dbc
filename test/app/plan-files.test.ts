import { beforeEach, expect, test } from 'vitest';
import { createFileShelf } from '../../src/app/file-shelf.ts';
import { language } from '../../src/app/language.ts';
import { createPlanFiles } from '../../src/app/plan-files.ts';
import { tabFiles } from '../../src/app/tab-storage.ts';
import type { Plan } from '../../src/plan/document.ts';
import { createDocumentStore } from '../../src/stores/document.ts';
import type { PlanFilesRepository } from '../../src/stores/ports.ts';
import { createSessionStore } from '../../src/stores/session.ts';

const plan = (id: string, calls: Plan['calls'] = [{ _id: 'a', _tool: 'calculate' }]): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id,
  mode: 'lazy',
  calls,
});
const file = (name: string, text: string) => new File([text], name, { type: 'text/plain' });

let repository: PlanFilesRepository;
beforeEach(() => {
  repository = tabFiles();
});

/** A tab as it opens, on what earlier tabs stored. */
function tab(first: Plan) {
  const document = createDocumentStore(language, [], first);
  const session = createSessionStore({ read: () => null, write: () => undefined });
  const shelf = createFileShelf();
  const files = createPlanFiles({ document, session, shelf, repository: async () => repository });
  const open = (next: Plan) =>
    document.actions.open({ plan: next, revision: 1, input: {}, approval: null }, 'saved');
  const drop = async (dropped: File) => session.actions.addFiles([await shelf.add(dropped)]);
  const names = () => session.getState().files.map(({ name }) => name);
  return { document, session, shelf, files, open, drop, names };
}

const stored = async (id: string) => (await repository.list(id)).map(({ name }) => name);

test('a dropped file is there again in the next tab, with its text and what a planner is told of it', async () => {
  const before = tab(plan('p'));
  await before.drop(file('orders.csv', 'a,b'));
  await before.files.keep();

  const after = tab(plan('blank', []));
  after.open(plan('p'));
  await after.files.restore();
  expect(after.names()).toEqual(['orders.csv']);
  expect(await after.shelf.get('orders.csv')!.text()).toBe('a,b');
  expect(after.session.getState().files[0]!.head).toBe('a,b');
});

test('opening another plan takes no file from the one before', async () => {
  const app = tab(plan('p'));
  await app.drop(file('orders.csv', 'a,b'));
  app.open(plan('q'));
  await app.files.restore();
  expect(app.names()).toEqual([]);
  expect(await stored('p')).toEqual(['orders.csv']);
  expect(await stored('q')).toEqual([]);
});

test('a file that is taken off is gone from storage, one that replaces it is what is kept', async () => {
  const app = tab(plan('p'));
  await app.drop(file('orders.csv', 'old'));
  await app.drop(file('rates.csv', 'x'));
  await app.drop(file('orders.csv', 'new'));
  app.session.actions.removeFile('rates.csv');
  await app.files.keep();
  expect(await stored('p')).toEqual(['orders.csv']);
  expect(await (await repository.list('p'))[0]!.blob.text()).toBe('new');
});

test('files dropped before there is a plan are kept once there is one', async () => {
  const app = tab(plan('blank', []));
  await app.drop(file('orders.csv', 'a,b'));
  await app.files.keep();
  expect(await stored('blank')).toEqual([]);
  app.open(plan('imported'));
  app.files.begin(true);
  await app.files.keep();
  expect(await stored('imported')).toEqual(['orders.csv']);
});

test('a removed plan leaves no file', async () => {
  const app = tab(plan('p'));
  await app.drop(file('orders.csv', 'a,b'));
  await app.files.keep();
  await app.files.forget('p');
  expect(await stored('p')).toEqual([]);
});

test('a write that failed is tried again with the next save', async () => {
  const app = tab(plan('p'));
  const { put } = repository;
  let full = true;
  repository = {
    ...repository,
    put: (...args) => (full ? Promise.reject(new Error('The disk is full.')) : put(...args)),
  };
  await app.drop(file('orders.csv', 'a,b'));
  // The drop itself tries, and says so on the screen.
  await expect.poll(() => app.session.getState().notice?.text).toBe('The disk is full.');
  full = false;
  await app.files.keep();
  expect(await stored('p')).toEqual(['orders.csv']);
});
