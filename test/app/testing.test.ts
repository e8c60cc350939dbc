/** The tests of the plan on the table: when they run, what is said of them, and what a proposed plan would break. */

import { beforeEach, expect, it, vi } from 'vitest';
import { language } from '../../src/app/language.ts';
import { createPreviewGround } from '../../src/app/preview-ground.ts';
import { createTesting } from '../../src/app/testing.ts';
import type { WorkerClient } from '../../src/app/worker-client.ts';
import type { Json } from '../../src/lib/json.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { Origin } from '../../src/plan/origin.ts';
import { addTest, type PlanTest } from '../../src/plan/plan-tests.ts';
import { createPlanTester } from '../../src/preview/plan-test.ts';
import type { Request } from '../../src/run/messages.ts';
import { createDocumentStore } from '../../src/stores/document.ts';
import { createSessionStore } from '../../src/stores/session.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { call, planOf } from '../preview/previewing.ts';

const TEST: PlanTest = { kind: 'test', name: 'sum', expect: { '†state.sum': 3 } };
const planWith = (expression: string): Plan =>
  planOf([call('sum', 'calculate', { expression })], { output: '†state.sum', notes: [TEST] });

const tester = createPlanTester({ now: () => 0 });
let asked: Request['kind'][] = [];
let last: Promise<unknown> = Promise.resolve();
/** The worker's own code, in this thread. */
const worker = {
  request: (request: Request, signal?: AbortSignal) => {
    asked.push(request.kind);
    if (request.kind !== 'run-tests') throw new Error(request.kind);
    const done = tester.run({ ...request.request, files: new Map(), ...(signal ? { signal } : {}) });
    last = done.catch(() => undefined);
    return done as unknown as Promise<Json>;
  },
} as unknown as WorkerClient;

function table(plan: Plan, from: Origin | null = null) {
  const session = createSessionStore({ read: () => null, write: () => undefined });
  const document = createDocumentStore(language, builtInTools, plan, from);
  const ground = createPreviewGround({ session, plans: { shelf: { get: () => undefined } } });
  const testing = createTesting({ document, session, worker, ground });
  const shown = async () => {
    await last;
    await Promise.resolve();
    return session.getState().tests;
  };
  const change = (expression: string) =>
    document.actions.edit([{ kind: 'set-in-call', id: 'sum', path: ['expression'], value: expression }], {
      label: 'Change',
    });
  return { session, document, testing, shown, change };
}

beforeEach(() => {
  asked = [];
});

it('run whenever the plan stands still; a change that breaks one says which, and of moved cards nothing is computed', async () => {
  const { session, document, shown, change } = table(planWith('1 + 2'));
  expect(await shown()).toMatchObject({ state: 'done', broken: 0 });
  expect(session.getState().notice).toBeNull();
  change('1 + 3');
  expect(await shown()).toMatchObject({ state: 'done', broken: 1 });
  document.actions.edit([{ kind: 'place', positions: { sum: { x: 1, y: 1 } } }], { label: 'Move' });
  document.actions.edit([{ kind: 'set-field', field: 'title', value: 'T' }], { label: 'Title' });
  expect(asked).toHaveLength(2);
  document.actions.undo();
  document.actions.undo();
  document.actions.undo();
  expect(await shown()).toMatchObject({ state: 'done', broken: 0 });
});

it('are told of once the person rests, and what was told is taken back once all is right again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { session, shown, change } = table(planWith('1 + 2'));
    const rest = () => vi.advanceTimersByTime(60_000);
    const notice = () => session.getState().notice;
    await shown();
    rest();
    // As somebody types over it: right before, right behind.
    for (const typed of ['1 + ', '1 + 9', '2 + 1']) {
      change(typed);
      await shown();
      expect(notice()).toBeNull();
    }
    rest();
    expect(notice()).toBeNull();
    change('1 + 3');
    await shown();
    rest();
    expect(notice()).toMatchObject({
      text: 'A test breaks with this change: “sum”. See Problems.',
      tone: 'plain',
    });
    change('1 + 2');
    await shown();
    expect(notice()).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

it('stop with the next change: what is shown is of the plan as it stands', async () => {
  const { shown, change } = table(planWith('1 + 2'));
  change('4');
  change('5');
  change('3');
  expect(await shown()).toMatchObject({ state: 'done', broken: 0 });
});

it('are shown for a plan that has some, once it has', async () => {
  const bare = { ...planWith('1 + 2'), notes: [] };
  const { document, shown } = table(bare);
  expect(await shown()).toBeNull();
  expect(asked).toEqual([]);
  document.actions.edit([addTest(bare, TEST)], { label: 'Keep' });
  expect(await shown()).toMatchObject({ state: 'done', planId: bare.id });
});

it('of a plan from outside wait for the person’s word', async () => {
  const { testing, shown } = table(planWith('1 + 2'), { kind: 'link', at: 0 });
  expect(await shown()).toMatchObject({ state: 'held' });
  expect(await testing.brokenTests(planWith('1 + 2'), planWith('9'))).toEqual([]);
  expect(asked).toEqual([]);
  testing.allow();
  expect(await shown()).toMatchObject({ state: 'done', broken: 0 });
});

it('that a proposed plan would break are named with what would be found, and those that break already are not', async () => {
  const { testing } = table(planWith('1 + 2'));
  expect(await testing.brokenTests(planWith('1 + 2'), planWith('2 + 2'))).toMatchObject([
    { name: 'sum', state: 'breaks', findings: [{ path: '†state.sum', call: 'sum', found: { value: 4 } }] },
  ]);
  const without = { ...planWith('1 + 2'), calls: [] };
  expect(await testing.brokenTests(planWith('1 + 2'), without)).toMatchObject([
    { name: 'sum', state: 'breaks' },
  ]);
  expect(await testing.brokenTests(planWith('7'), planWith('8'))).toEqual([]);
  expect(await testing.brokenTests(planWith('1 + 2'), planWith('2 + 1'))).toEqual([]);
});
