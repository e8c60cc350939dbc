/** Running again from a call, in a run that goes on (R-42, R-43, K-11). */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/journal/database.ts';
import { deleteDatabase } from '../journal/fresh-database.ts';
import { rowsIn } from '../journal/rows.ts';
import { journalled } from './journalled.ts';
import { get, planOf, put, send } from './plans.ts';
import { childOf, delegate, runWith, subPlan } from './sub-plans.ts';
import { closeTabs, openTab, type Tab } from './tab.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeEach(() => deleteDatabase());
afterEach(closeTabs);

const from = (runId: string, call: string, order: 'dependants' | 'list' = 'dependants') =>
  ({ kind: 'resume-from', runId, call, order }) as const;

/** How often each call's activity was entered, in order of entering. */
const entered = (tab: Tab, runId: string): string[] =>
  tab.events(runId).flatMap((event) => (event.type === 'plan_step_started' ? [event.call] : []));

test('the call and what depends on it run again; what does not keeps its result (R-42)', async () => {
  const tab = openTab();
  const calls = [
    get('a'),
    get('b', { _after: '†state.a' }),
    put('other', 7),
    get('c', { _after: '†state.b && †state.other' }),
  ];
  const runId = await tab.run(planOf(calls, { output: '†state.b.text' }));
  tab.answer(await tab.sent(0), { body: '"1"' });
  tab.answer(await tab.sent(1), { body: '"old"' });
  await tab.sent(2);
  await tab.request(from(runId, 'b'));
  expect(await tab.event(runId, 'plan_resumed_from')).toMatchObject({ call: 'b', cleared: ['b', 'c'] });
  const again = await tab.sent(3);
  expect(again.url).toBe('https://outside.test/b');
  // What was in flight was dropped: its answer would belong to what is gone.
  await tab.until(() => tab.dropped.includes(tab.asked[2]!.id));
  tab.answer(again, { body: '"new"' });
  tab.answer(await tab.sent(4));
  expect(await tab.event(runId, 'plan_completed')).toMatchObject({ status: 'completed', output: '"new"' });
  expect(entered(tab, runId)).toEqual(['a', 'other', 'b', 'c', 'b', 'c']);
  const { events } = await journalled(runId);
  expect(events).toEqual(tab.events(runId));
});

test('a harmless call in flight that is not cleared is entered again, and ends once (R-42)', async () => {
  const tab = openTab();
  const calls = [get('slow'), put('a', 1), get('b', { _after: '†state.a' })];
  const runId = await tab.run(planOf(calls, { output: '†state.slow.status' }));
  const [one] = [await tab.sent(0), await tab.sent(1)];
  await tab.request(from(runId, 'a'));
  await tab.until(() => tab.dropped.length === 2);
  tab.answer(one, { status: 500 });
  for (const n of [2, 3]) tab.answer(await tab.sent(n));
  expect(await tab.event(runId, 'plan_completed')).toMatchObject({ status: 'completed', output: 200 });
  const ends = tab.events(runId).filter((event) => event.type === 'plan_step_completed');
  expect(ends.map((event) => 'call' in event && event.call).sort()).toEqual(['a', 'a', 'b', 'slow']);
});

test('the list order clears everything after the call (K-11)', async () => {
  const tab = openTab();
  const runId = await tab.run(planOf([put('a', 1), put('b', 2), put('c', 3), get('d')]));
  await tab.sent(0);
  await tab.request(from(runId, 'b', 'list'));
  expect(await tab.event(runId, 'plan_resumed_from')).toMatchObject({
    cleared: ['b', 'c', 'd'],
    order: 'list',
  });
  tab.answer(await tab.sent(1));
  await tab.event(runId, 'plan_completed');
});

test('a run that waits for a person runs again from a call, asked for in another tab (R-42)', async () => {
  const first = openTab();
  const ask = {
    _id: 'ask',
    _tool: 'askPerson',
    question: 'Which?',
    _outputPath: '†state.ask',
    _after: '†state.a',
  };
  const runId = await first.run(planOf([get('a'), ask], { output: '†state.ask' }));
  first.answer(await first.sent(0));
  await first.event(runId, 'plan_step_waiting', 'ask');

  const second = openTab();
  await second.request({ kind: 'resume-all' });
  await second.request(from(runId, 'a'));
  first.answer(await first.sent(1));
  await first.until(
    () => first.events(runId).filter((event) => event.type === 'plan_step_waiting').length === 2,
  );
  expect(second.asked).toEqual([]);
  await second.request({ kind: 'answer', runId, call: 'ask', choose: 'value', value: { answer: 'This' } });
  expect(await first.event(runId, 'plan_completed')).toMatchObject({ output: 'This' });
});

test('it is refused while a call is in flight that can’t be done twice (R-42)', async () => {
  const tab = openTab();
  const runId = await tab.run(planOf([put('a', 1), send('w', { _after: '†state.a' })]));
  await tab.sent(0);
  await expect(tab.request(from(runId, 'a'))).rejects.toMatchObject({
    code: 'not-from-here',
    message: expect.stringContaining("can't be done twice"),
  });
  expect(tab.dropped).toEqual([]);
  expect(tab.asked).toHaveLength(1);
});

test('an unknown run, an unknown call, an ended run and a lost plan are refused in words (R-43)', async () => {
  const tab = openTab();
  const runId = await tab.run(planOf([get('a'), get('b')]), { runId: 'going' });
  const ended = await tab.run(planOf([put('x', 1)]), { runId: 'ended' });
  await tab.event(ended, 'plan_completed');
  await expect(tab.request(from('nowhere', 'a'))).rejects.toMatchObject({
    code: 'unknown-run',
    message: 'There is no run "nowhere". These go on: going (A plan under test).',
  });
  await expect(tab.request(from(runId, 'z'))).rejects.toMatchObject({
    message: expect.stringContaining('Its calls are a, b.'),
  });
  await expect(tab.request(from(ended, 'x'))).rejects.toMatchObject({
    code: 'has-ended',
    message: expect.stringContaining('as a new run'),
  });
  const database = await openDatabase();
  await rowsIn(database, 'batches').delete([ended, 1]);
  database.close();
  await expect(tab.request(from(ended, 'x'))).rejects.toMatchObject({
    code: 'plan-missing',
    message: expect.stringContaining('Discard the run'),
  });
});

test('a worker killed right after goes on from the same call (R-42, L-91)', async () => {
  const first = openTab();
  const runId = await first.run(planOf([get('a'), get('b', { _after: '†state.a' })]));
  first.answer(await first.sent(0));
  await first.sent(1);
  await first.request(from(runId, 'a'));
  await first.event(runId, 'plan_resumed_from');
  first.kill();
  const next = openTab();
  await next.request({ kind: 'resume-all' });
  expect((await next.sent(0)).url).toBe('https://outside.test/a');
});

test('a sub-run under way elsewhere goes on with what it has; one that is cleared begins anew (R-42)', async () => {
  const tab = openTab();
  const sub = subPlan([get('x'), get('y', { _after: '†state.x' })], { output: '†state.y.status' });
  const calls = [delegate('d'), put('a', 1), get('b', { _after: '†state.a' })];
  const plan = planOf(calls, { output: '†state.d', policy: { maxSteps: 30 } });
  const runId = await runWith(tab, plan, sub);
  const child = await childOf(tab, runId);
  await tab.sent(1);
  tab.answer(tab.asked.find(({ url }) => url.endsWith('/x'))!);
  await tab.until(() => tab.asked.some(({ url }) => url.endsWith('/y')));

  await tab.request(from(runId, 'a'));
  await tab.until(() => tab.asked.filter(({ url }) => url.endsWith('/y')).length === 2);
  expect(await childOf(tab, runId)).toBe(child);
  expect(tab.asked.filter(({ url }) => url.endsWith('/x'))).toHaveLength(1);

  await tab.request(from(runId, 'd'));
  await tab.until(() => tab.asked.filter(({ url }) => url.endsWith('/x')).length === 2);
  expect(await tab.event(child, 'plan_aborted')).toBeDefined();
  tab.answer(tab.asked.findLast(({ url }) => url.endsWith('/x'))!);
  await tab.until(() => tab.asked.filter(({ url }) => url.endsWith('/y')).length === 3);
  tab.answer(tab.asked.findLast(({ url }) => url.endsWith('/y'))!);
  tab.answer(tab.asked.findLast(({ url }) => url.endsWith('/b'))!);
  expect(await tab.event(runId, 'plan_completed')).toMatchObject({ status: 'completed', output: 200 });
});
