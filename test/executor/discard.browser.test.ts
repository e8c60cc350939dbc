/** Discarding a run, whoever has it. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteDatabase } from '../journal/fresh-database.ts';
import { journalled } from './journalled.ts';
import { get, planOf, put, send } from './plans.ts';
import { childOf, delegate, runWith, subPlan } from './sub-plans.ts';
import { closeTabs, openTab, type Tab } from './tab.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeEach(() => deleteDatabase());
afterEach(closeTabs);

const discard = (runId: string) => ({ kind: 'discard-run', runId }) as const;

const forgotten = (tab: Tab): string[] =>
  tab.heard.flatMap((message) => (message.kind === 'forgotten' ? [message.runId] : []));

test('a run that goes on is stopped, and nothing of it or its sub-runs is kept (R-41)', async () => {
  const tab = openTab();
  const sub = subPlan([get('x')]);
  const runId = await runWith(tab, planOf([delegate('d'), get('a')]), sub);
  const child = await childOf(tab, runId);
  await tab.sent(1);
  await tab.request(discard(runId));
  expect(await tab.event(runId, 'plan_aborted')).toMatchObject({ reason: 'discarded' });
  expect(await tab.event(child, 'plan_aborted')).toBeDefined();
  await tab.until(() => tab.dropped.length === 2);
  expect(forgotten(tab)).toEqual([runId, child]);
  expect((await journalled(runId)).kept).toBe(0);
});

test('a run in another tab is discarded there, and every tab is told (R-41)', async () => {
  const first = openTab();
  const runId = await first.run(planOf([get('a')]));
  const asked = await first.sent(0);
  const second = openTab();
  await second.request({ kind: 'resume-all' });
  const pages: string[] = [];
  const news = new BroadcastChannel('obelus');
  news.onmessage = ({ data }) => pages.push(data.kind);
  await second.request(discard(runId));
  // Three doors, in no order: the wire of its calls, the page of its worker, and the channel of all pages.
  await first.until(() => first.dropped.includes(asked.id));
  await first.until(() => forgotten(first).length > 0);
  expect(forgotten(first)).toEqual([runId]);
  await expect.poll(() => pages).toContain('forgotten');
  news.close();
  expect((await journalled(runId)).kept).toBe(0);
  expect(second.asked).toEqual([]);
});

test('a run that nobody holds is discarded without entering a call of it (R-41)', async () => {
  const first = openTab();
  const runId = await first.run(planOf([get('a'), send('b')]));
  await first.sent(1);
  first.kill();
  const next = openTab();
  // Its write had left: the record stays until the person has seen which (L-41).
  await expect(next.request(discard(runId))).rejects.toMatchObject({
    code: 'in-doubt',
    message: expect.stringContaining('“b” (POST to outside.test/b)'),
  });
  expect(await next.event(runId, 'plan_aborted')).toMatchObject({ reason: 'discarded' });
  expect(forgotten(next)).toEqual([]);
  await next.request({ ...discard(runId), forget: [`${runId} b`] });
  expect(next.asked).toEqual([]);
  expect(forgotten(next)).toEqual([runId]);
  expect((await journalled(runId)).kept).toBe(0);
});

test('a run that has ended is discarded too, with its files and long values (R-41)', async () => {
  const tab = openTab();
  const runId = 'with-much';
  await tab.request({ kind: 'put-file', runId, name: 'a.txt', file: new Blob(['a']) });
  await tab.run(planOf([get('a')]), { runId });
  tab.answer(await tab.sent(0), { body: 'x'.repeat(50_000), type: 'text/plain' });
  await tab.event(runId, 'plan_completed');
  expect((await journalled(runId)).kept).toBeGreaterThan(3);
  await tab.request(discard(runId));
  expect((await journalled(runId)).kept).toBe(0);
});

test('a sub-run that is discarded fails the call of its parent with child_discarded (R-41)', async () => {
  const tab = openTab();
  const runId = await runWith(tab, planOf([delegate('d')]), subPlan([get('x')]));
  const child = await childOf(tab, runId);
  await tab.sent(0);
  await tab.request(discard(child));
  expect(await tab.event(runId, 'plan_step_failed', 'd')).toMatchObject({
    code: 'child_discarded',
    message: 'The sub-plan "A sub-plan" was discarded.',
  });
  expect(await tab.event(runId, 'plan_step_waiting', 'd')).toBeDefined();
  await tab.request({ kind: 'answer', runId, call: 'd', choose: 'skip' });
  await tab.event(runId, 'plan_completed');
  await expect(tab.request(discard(child))).rejects.toMatchObject({
    code: 'part-of-a-run',
    message: expect.stringContaining(runId),
  });
});

test('an unknown run is refused, and those that go on are named (R-41, R-43)', async () => {
  const tab = openTab();
  await expect(tab.request(discard('nowhere'))).rejects.toMatchObject({
    code: 'unknown-run',
    message: 'There is no run "nowhere". No run goes on.',
  });
});

test('old runs are erased on request, and those that go on stay as they are (R-26, R-45)', async () => {
  const tab = openTab();
  const old = await tab.run(planOf([put('a', 1)]));
  await tab.event(old, 'plan_completed');
  const going = await tab.run(planOf([get('b')]));
  await tab.sent(0);
  const before = Date.now() + 1000;
  expect(await tab.request({ kind: 'tidy', before })).toMatchObject({ removed: 1 });
  expect((await journalled(old)).kept).toBe(0);
  tab.answer(tab.asked[0]!);
  expect(await tab.event(going, 'plan_completed')).toMatchObject({ status: 'completed' });
  expect((await journalled(going)).events).toEqual(tab.events(going));
});
