/** The address bar follows the screen, and the screen follows Back and Forward. */

import { beforeEach, expect, test } from 'vitest';
import { type Addresses, createAddressBar } from '../../src/app/address-bar.ts';
import { createFileShelf } from '../../src/app/file-shelf.ts';
import { createPlanKeeper } from '../../src/app/keep-plan.ts';
import { language } from '../../src/app/language.ts';
import type { Place } from '../../src/app/last-place.ts';
import { createLibraryKeeper } from '../../src/app/library.ts';
import { createPlanFiles } from '../../src/app/plan-files.ts';
import { createRunning } from '../../src/app/running.ts';
import { tabFiles, tabPlans, tabRuns } from '../../src/app/tab-storage.ts';
import { createWorkerClient } from '../../src/app/worker-client.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { createDocumentStore } from '../../src/stores/document.ts';
import { createLibraryStore } from '../../src/stores/library.ts';
import type { PlansRepository, RunSummary, RunsRepository } from '../../src/stores/ports.ts';
import { createSessionStore } from '../../src/stores/session.ts';
import { runsStore } from '../stores/shown.ts';

const plan = (id: string, calls: Plan['calls'] = [{ _id: 'a', _tool: 'calculate' }]): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id,
  mode: 'lazy',
  calls,
});

const recordOf = (runId: string): RunEvent[] => [
  { type: 'plan.commit', revision: 1, plan: plan('p'), runId, seq: 1, time: 1 },
  { type: 'plan_started', total: 1, runId, seq: 2, time: 2 },
];

/** The entries of a tab, as a browser keeps them: the same over a reload. */
function entries(first = '') {
  const list: { fragment: string; note: unknown }[] = [{ fragment: first, note: null }];
  let at = 0;
  const addresses: Addresses = {
    fragment: () => list[at]!.fragment,
    note: () => list[at]!.note,
    push: (fragment, note) => {
      list.splice(at + 1, list.length, { fragment, note });
      at += 1;
    },
    replace: (fragment, note) => {
      list[at] = { fragment, note };
    },
  };
  return {
    addresses,
    fragments: () => list.map(({ fragment }) => fragment),
    here: () => list[at]!.fragment,
    move: (by: number) => {
      at += by;
    },
  };
}

let plans: PlansRepository;
let records: Map<string, RunEvent[]>;

beforeEach(async () => {
  plans = tabPlans();
  for (const id of ['p', 'q']) {
    const saved = { savedAt: 1, conflicts: [], save: 'one', tab: 't' };
    await plans.save({ plan: plan(id), revision: 1, input: {}, approval: null, ...saved }, null);
  }
  records = new Map(['one', 'two', 'one.a%2Eb.0'].map((id) => [id, recordOf(id)]));
});

function tab(history = entries()) {
  const blank = () => plan('blank', []);
  const document = createDocumentStore(language, [], blank());
  const session = createSessionStore({ read: () => null, write: () => undefined });
  const runs = runsStore();
  const shelf = createFileShelf();
  const files = createPlanFiles({ document, session, shelf, repository: async () => tabFiles() });
  const tell = async (): Promise<void> => undefined;
  const ids = { next: () => 'new' };
  const saving = createPlanKeeper({
    kept: language.kept,
    ...{ files, document, session, ids, tell },
    tab: 't',
    rules: async () => undefined,
    now: () => 1,
    repository: async () => plans,
  });
  const keeper = createLibraryKeeper({
    ...{ files, document, session, blank, tell },
    library: createLibraryStore(),
    keeper: saving,
    standing: async (stored) => stored,
    repository: async () => plans,
    storage: () => Promise.reject(new Error('Nothing is removed.')),
  });
  const repository: RunsRepository = { ...tabRuns(), events: async (id) => records.get(id) ?? [] };
  const running = createRunning({
    inDoubt: async () => undefined,
    document,
    session,
    runs,
    shelf,
    ids: { next: () => 'new' },
    askToApprove: async () => undefined,
    worker: createWorkerClient(
      () => {
        throw new Error('No worker is needed to look.');
      },
      () => undefined,
      () => undefined,
    ),
    savePlan: saving.save,
    repository: async () => repository,
  });
  const bar = createAddressBar({ document, session, runs, keeper, running, addresses: history.addresses });
  const begin = (before: Omit<Place, 'at'> & Partial<Place>) => bar.begin({ at: 9, ...before });
  const move = async (by: number) => {
    history.move(by);
    await bar.follow();
  };
  const shown = () => {
    const { view } = session.getState();
    return 'runId' in view ? view.runId : document.getState().plan.id;
  };
  return { ...history, history, bar, document, session, runs, keeper, running, begin, move, shown };
}

const NOWHERE = { planId: null, runId: null, at: 0 };

test('Back and Forward go between the plan and its runs', async () => {
  const app = tab();
  await app.begin({ planId: 'p', runId: null });
  await app.running.open('one');
  await app.running.open('two');
  app.session.actions.set({ view: { kind: 'plan' } });
  expect(app.fragments()).toEqual(['', '#run/one', '#run/two', '']);

  await app.move(-1);
  expect(app.shown()).toBe('two');
  await app.move(-1);
  expect(app.shown()).toBe('one');
  await app.move(-1);
  expect(app.shown()).toBe('p');
  await app.move(2);
  expect(app.shown()).toBe('two');
  expect(app.fragments()).toEqual(['', '#run/one', '#run/two', '']);
});

test('a run that began after the place was written down, and was cut off, is opened with its plan', async () => {
  const running = { planId: 'p', title: 'The same', status: 'running' } as const;
  const old = { ...running, runId: 'one', startedAt: 1, endedAt: 2, status: 'completed' } as const;
  const lost = { ...running, runId: 'two', startedAt: 20 };
  const listed = async (place: Parameters<ReturnType<typeof tab>['begin']>[0], ...more: RunSummary[]) => {
    const app = tab();
    app.runs.actions.setList([...more, lost, old]);
    await app.begin(place);
    return [app.shown(), app.document.getState().plan.id];
  };
  // What a killed browser had written last was where the person was before.
  expect(await listed({ planId: 'q', runId: 'one' })).toEqual(['two', 'p']);
  expect(await listed(NOWHERE)).toEqual(['two', 'p']);
  // They went elsewhere while it ran.
  expect(await listed({ planId: 'q', runId: 'one', at: 21 })).toEqual(['one', 'q']);
  // Nobody here began it, or somebody put it aside.
  const origin = { kind: 'file', at: 1 } as const;
  const paused = { ...lost, runId: 'x', startedAt: 30, paused: true } as const;
  expect(
    await listed({ planId: 'q', runId: 'one' }, { ...lost, runId: 'y', startedAt: 31, origin }, paused),
  ).toEqual(['two', 'p']);
});

test('what a person does to a plan, or within a run, makes no entry', async () => {
  const app = tab();
  await app.begin({ planId: 'p', runId: null });
  app.session.actions.set({ view: { kind: 'dry-run' } });
  app.session.actions.set({ goal: 'x', view: { kind: 'plan' } });
  await app.running.open('one');
  app.session.actions.select(['a']);
  app.session.actions.set({ view: { kind: 'revise', runId: 'one' } });
  expect(app.fragments()).toEqual(['', '#run/one']);
});

test('Back to a plan finds it on the table, whatever was laid there since', async () => {
  const app = tab();
  await app.begin({ planId: 'p', runId: null });
  await app.running.open('one');
  await app.keeper.open('q');
  expect(app.fragments()).toEqual(['', '#run/one', '']);
  await app.move(-2);
  expect(app.shown()).toBe('p');
  await app.move(2);
  expect(app.shown()).toBe('q');
});

test('a reload leads back to the run, and Back from there to the plan', async () => {
  const before = tab();
  await before.begin({ planId: 'p', runId: null });
  await before.running.open('one.a%2Eb.0');
  expect(before.here()).toBe('#run/one.a%252Eb.0');

  // Another tab was elsewhere meanwhile.
  const after = tab(before.history);
  await after.begin({ planId: 'q', runId: 'two' });
  expect(after.shown()).toBe('one.a%2Eb.0');
  await after.move(-1);
  expect(after.shown()).toBe('p');
});

test('a link to a run that is not here says so and leaves the person where they were', async () => {
  const fresh = tab(entries('#run/gone'));
  await fresh.begin({ planId: 'p', runId: 'two' });
  expect(fresh.shown()).toBe('two');
  expect(fresh.here()).toBe('#run/two');
  expect(fresh.session.getState().notice?.text).toMatch(/^There is no run “gone” on this device/);

  fresh.addresses.push('#run/lost', null);
  await fresh.move(0);
  expect(fresh.shown()).toBe('two');
  expect(fresh.here()).toBe('#run/two');
  expect(fresh.session.getState().notice?.text).toContain('“lost”');
});

test('a link to a run that is not here, on a device where nothing is, leaves the first screen', async () => {
  const app = tab(entries('#run/gone'));
  await app.begin(NOWHERE);
  expect(app.session.getState().welcome).toBe(true);
  expect(app.here()).toBe('');
});

test('Back does not lead to a run whose record was deleted meanwhile', async () => {
  const app = tab();
  await app.begin({ planId: 'p', runId: null });
  await app.running.open('one');
  app.running.forget('one');
  expect(app.fragments()).toEqual(['', '']);
  expect(app.shown()).toBe('p');
});

test('of two quick presses of Back the last one stands', async () => {
  const app = tab();
  await app.begin({ planId: 'p', runId: null });
  await app.running.open('one');
  await app.running.open('two');
  await Promise.all([app.move(-1), app.move(-1)]);
  expect(app.shown()).toBe('p');
  expect(app.fragments()).toEqual(['', '#run/one', '#run/two']);
  await Promise.all([app.move(1), app.move(1)]);
  expect(app.shown()).toBe('two');
  expect(app.fragments()).toEqual(['', '#run/one', '#run/two']);
});

test('a plan that comes in a link takes the link’s own entry', async () => {
  const app = tab();
  await app.begin({ planId: 'p', runId: null });
  await app.running.open('one');
  app.addresses.push('#plan=abc', null);
  await app.move(0);
  expect(app.here()).toBe('#plan=abc');

  await app.bar.during(async () => {
    app.addresses.replace('', null);
    // On the table before the run has left the canvas.
    app.document.actions.open({ plan: plan('r'), revision: 1, input: {}, approval: null }, 'unsaved');
    app.session.actions.set({ view: { kind: 'plan' } });
  });
  expect(app.fragments()).toEqual(['', '#run/one', '']);
});

test('a link that carries no plan leaves the run where it was, and its address', async () => {
  const app = tab();
  await app.begin({ planId: 'p', runId: null });
  await app.running.open('one');
  app.addresses.push('#plan=abc', null);
  await app.move(0);
  await app.bar.during(async () => app.addresses.replace('', null));
  expect(app.shown()).toBe('one');
  expect(app.here()).toBe('#run/one');
});
