/** Delegates and loops in a real worker (L-52, L-53): killed, resumed, asked, stopped, refused. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/journal/database.ts';
import { runJournal } from '../../src/journal/run-journal.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { deleteDatabase } from '../journal/fresh-database.ts';
import { get, planOf, put, send } from './plans.ts';
import { closeTabs, hashOf, openTab, type Tab } from './tab.ts';

// Every worker is fetched anew from the development server, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(() => deleteDatabase());
afterEach(closeTabs);

const SUB = 'plan:sub@1';

const subPlan = (calls: readonly Call[], more: Partial<Plan> = {}): Plan =>
  planOf(calls, { id: 'sub', title: 'A sub-plan', ...more });

/** Asks outside, then works with the element. */
const tenfold = subPlan(
  [get('a'), put('b', 'x * 10', { values: { x: '†input.item' }, _after: '†state.a' })],
  { output: '†state.b' },
);

const each: Call = {
  _id: 'each',
  _tool: 'tenfold',
  _delegate: SUB,
  _forEach: '†state.items',
  _outputPath: '†state.results',
};

const loop = (more: Plan['policy'] = {}): Plan =>
  planOf([each], {
    state: { initial: { items: [1, 2, 3] } },
    output: '†state.results',
    policy: { maxSteps: 20, maxConcurrent: 1, ...more },
  });

const run = (tab: Tab, plan: Plan, sub: Plan = tenfold): Promise<string> =>
  tab.run(plan, { delegates: { [SUB]: sub }, hash: hashOf(plan, { [SUB]: sub }) });

/** The id of the n-th sub-run that the tab was told of, from 0. */
const childOf = (tab: Tab, runId: string, n = 0): Promise<string> =>
  tab.until(() => {
    const ids = tab
      .events(runId)
      .flatMap((event) => (event.type === 'plan_step_waiting' && event.run ? [event.run] : []));
    return [...new Set(ids)][n];
  });

/** Every event of the run and of the runs below it, from the database. */
async function journals(runId: string): Promise<Map<string, RunEvent[]>> {
  const database = await openDatabase();
  const journal = runJournal(database);
  const all = new Map<string, RunEvent[]>();
  for (const row of await journal.below(runId)) all.set(row.runId, await journal.events(row.runId));
  database.close();
  return all;
}

/** Calls that were entered again although they had completed: nothing may ever be in here. */
function enteredAgain(all: ReadonlyMap<string, readonly RunEvent[]>): string[] {
  const again: string[] = [];
  for (const [runId, events] of all) {
    const done = new Set<string>();
    for (const event of events) {
      if (event.type === 'plan_step_completed') done.add(event.call);
      if (event.type === 'plan_step_started' && done.has(event.call)) again.push(`${runId} ${event.call}`);
    }
  }
  return again;
}

test('a call that delegates has the output of the plan, which had the parameters as its input', async () => {
  const tab = openTab();
  const sum = subPlan([put('s', 'x + y', { values: { x: '†input.one', y: '†input.two' } })], {
    output: '†state.s',
  });
  const call = { _id: 'd', _tool: 'sum', _delegate: SUB, one: 40, two: 2, _outputPath: '†state.d' };
  const runId = await run(tab, planOf([call], { output: '†state.d' }), sum);
  expect(await tab.event(runId, 'plan_completed')).toMatchObject({ status: 'completed', output: 42 });
  expect(await tab.event(runId, 'plan_sub_run_ended', 'd')).toMatchObject({
    status: 'completed',
    steps: 1,
    capsule: { goal: 'A sub-plan', keyFindings: ['s: 42'] },
  });
});

test('a sub-run is kept apart from the runs that a person started', async () => {
  const tab = openTab();
  const runId = await run(tab, loop());
  await childOf(tab, runId);
  const database = await openDatabase();
  const rows = await runJournal(database).list();
  database.close();
  expect(rows.map((row) => row.runId)).toEqual([runId]);
});

test.each([1, 3])(
  'a loop killed in the middle goes on, %i at once, and nothing done is done again',
  async (atOnce) => {
    const first = openTab();
    const runId = await run(first, loop({ maxConcurrent: atOnce }));
    // One element is through, the others are under way or not begun.
    first.answer(await first.sent(0));
    await first.event(runId, 'plan_sub_run_ended', 'each');
    if (atOnce === 1) await first.sent(1);
    else await first.sent(2);
    first.kill();

    const next = openTab();
    await next.request({ kind: 'resume-all' });
    next.answer(await next.sent(0));
    next.answer(await next.sent(1));
    const end = await next.event(runId, 'plan_completed');
    expect(end).toMatchObject({ status: 'completed', output: [10, 20, 30] });
    expect(next.asked).toHaveLength(2);
    const all = await journals(runId);
    expect(all.size).toBe(4);
    expect(enteredAgain(all)).toEqual([]);
    const ended = all.get(runId)!.filter((event) => event.type === 'plan_sub_run_ended');
    expect(ended.map((event) => event.index).sort()).toEqual([0, 1, 2]);
  },
);

test('a sub-run of a sub-run goes on after a kill too, and its steps are counted all the way up', async () => {
  const below = 'plan:low@1';
  const low = planOf([get('a'), get('b', { _after: '†state.a' })], { id: 'low', output: '†state.b.status' });
  const calls = [{ _id: 'm', _tool: 'low', _delegate: below, _outputPath: '†state.m' }];
  const mid = subPlan(calls, { output: '†state.m' });
  const plan = planOf([{ _id: 'd', _tool: 'mid', _delegate: SUB, _outputPath: '†state.d' }], {
    output: '†state.d',
  });
  const delegates = { [SUB]: mid, [below]: low };
  const first = openTab();
  const runId = await first.run(plan, { delegates, hash: hashOf(plan, delegates) });
  first.answer(await first.sent(0));
  await first.sent(1);
  first.kill();

  const next = openTab();
  await next.request({ kind: 'resume-all' });
  const again = await next.sent(0);
  expect(again.url).toBe('https://outside.test/b');
  next.answer(again);
  expect(await next.event(runId, 'plan_completed')).toMatchObject({ status: 'completed', output: 200 });
  expect(await next.event(runId, 'plan_sub_run_ended')).toMatchObject({ call: 'd', steps: 3 });
  expect(enteredAgain(await journals(runId))).toEqual([]);
});

test('a write in flight in a sub-run is in doubt there after a kill, and not in its parent', async () => {
  const first = openTab();
  const plan = planOf([{ _id: 'd', _tool: 'post', _delegate: SUB, _outputPath: '†state.d' }], {
    output: '†state.d',
  });
  const sub = subPlan([send('w')], { output: '†state.w.status' });
  const runId = await run(first, plan, sub);
  await first.sent(0);
  first.kill();

  const next = openTab();
  await next.request({ kind: 'resume-all' });
  const child = await childOf(next, runId);
  expect(await next.event(child, 'plan_step_waiting', 'w')).toMatchObject({ kind: 'in_doubt' });
  expect(next.asked).toEqual([]);
  await next.request({ kind: 'answer', runId: child, call: 'w', choose: 'value', value: { status: 204 } });
  expect(await next.event(runId, 'plan_completed')).toMatchObject({ status: 'completed', output: 204 });
});

test('what a sub-run asks is answered under its own id', async () => {
  const tab = openTab();
  const plan = planOf([{ _id: 'd', _tool: 'ask', _delegate: SUB, _outputPath: '†state.d' }], {
    output: '†state.d',
  });
  const sub = subPlan([{ _id: 'q', _tool: 'askPerson', question: 'Which?', _outputPath: '†state.q' }], {
    output: '†state.q',
  });
  const runId = await run(tab, plan, sub);
  const child = await childOf(tab, runId);
  await tab.event(child, 'plan_step_waiting', 'q');
  await tab.request({ kind: 'answer', runId: child, call: 'q', choose: 'value', value: { answer: 'South' } });
  expect(await tab.event(runId, 'plan_completed')).toMatchObject({ output: 'South' });
});

test('a stop stops the sub-runs too', async () => {
  const tab = openTab();
  const runId = await run(tab, loop());
  const asked = await tab.sent(0);
  const child = await childOf(tab, runId);
  await tab.request({ kind: 'stop-run', runId });
  await tab.until(() => tab.dropped.includes(asked.id));
  expect(await tab.event(child, 'plan_aborted')).toMatchObject({ reason: 'aborted' });
  expect(tab.asked).toHaveLength(1);
});

test('a sub-run that a person stops fails its call, in words', async () => {
  const tab = openTab();
  const runId = await run(tab, loop({ onFailure: 'abort' }));
  await tab.sent(0);
  await tab.request({ kind: 'stop-run', runId: await childOf(tab, runId) });
  expect(await tab.event(runId, 'plan_step_failed', 'each')).toMatchObject({
    code: 'tool-error',
    message: 'The sub-plan "A sub-plan" for element 1 was stopped.',
  });
  expect(await tab.event(runId, 'plan_completed')).toMatchObject({ status: 'failed' });
});

test('a failed element is tried again by a person; the others keep their results', async () => {
  const tab = openTab();
  const sub = subPlan(tenfold.calls, { output: '†state.b', policy: { onFailure: 'abort', retryLimit: 0 } });
  const runId = await run(tab, loop(), sub);
  tab.answer(await tab.sent(0));
  tab.answer(await tab.sent(1), { status: 400 });
  expect(await tab.event(runId, 'plan_step_waiting', 'each')).toBeDefined();
  await tab.until(() =>
    tab.events(runId).some((event) => event.type === 'plan_step_waiting' && event.kind === 'failure'),
  );
  await tab.request({ kind: 'answer', runId, call: 'each', choose: 'retry' });
  tab.answer(await tab.sent(2));
  tab.answer(await tab.sent(3));
  expect(await tab.event(runId, 'plan_completed')).toMatchObject({ output: [10, 20, 30] });
  expect(tab.asked).toHaveLength(4);
});

test('sub-runs spend the steps of their parent, and stop where those end', async () => {
  const tab = openTab();
  const runId = await run(tab, loop({ maxSteps: 4, onFailure: 'abort' }));
  tab.answer(await tab.sent(0));
  tab.answer(await tab.sent(1));
  expect(await tab.event(runId, 'plan_step_failed', 'each')).toMatchObject({
    code: 'budget-exceeded',
    message: expect.stringContaining('element 2 has used up the steps'),
  });
  expect(tab.asked).toHaveLength(2);
});

test('a sub-plan that was changed since the approval is refused, and nothing is run', async () => {
  const tab = openTab();
  const plan = loop();
  const hash = hashOf(plan, { [SUB]: tenfold });
  const changed = { ...tenfold, calls: [send('a'), ...tenfold.calls.slice(1)] };
  await expect(tab.run(plan, { delegates: { [SUB]: changed }, hash })).rejects.toMatchObject({
    code: 'not-approved',
  });
  await expect(tab.run(plan, { hash })).rejects.toMatchObject({ code: 'not-approved' });
  expect(tab.asked).toEqual([]);
});
