/** Faults of a real server on a loopback port, as a whole run sees them (R-29, R-31, L-40). Bodies alone: test/activities/http.test.ts. */

import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import type { Call, Plan } from '../../src/plan/document.ts';
import { httpTools } from '../../src/tools/http-tools.ts';
import { deleteDatabase } from '../journal/fresh-database.ts';
import { get, planOf, put, send } from './plans.ts';
import { closeTabs, openTab, type Tab } from './tab.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeEach(() => deleteDatabase());
afterEach(closeTabs);

/** An address where that happens, visit by visit; no other test has been there. */
const at = (acts: string): string => `${inject('faultyServer')}${crypto.randomUUID()}/${acts}`;

const reading = (acts: string, policy: Plan['policy'] = {}): Plan =>
  planOf([get('a', { url: at(acts) })], { output: '†state.a', policy });

const retries = (tab: Tab, runId: string) =>
  tab
    .events(runId)
    .flatMap((event) => (event.type === 'plan_step_retry' ? [[event.retry, event.delayMs]] : []));

test('a server that asks to wait is asked again after that time (L-40)', async () => {
  const tab = openTab();
  const runId = await tab.run(reading('429,ok'));
  expect(await tab.event(runId, 'plan_step_failed', 'a')).toMatchObject({
    code: 'http-429',
    retryAfterMs: 2000,
  });
  expect(await tab.event(runId, 'plan_completed')).toMatchObject({ status: 'completed' });
  expect(retries(tab, runId)).toEqual([[1, 2000]]);
  const retry = await tab.event(runId, 'plan_step_retry');
  const second = tab.events(runId).findLast((event) => event.type === 'plan_step_started');
  expect(second!.time - retry.time).toBeGreaterThanOrEqual(2000);
});

test('a server out of order is asked again, later each time, and then the person is (R-29, R-31)', async () => {
  const tab = openTab();
  const calls: Call[] = [get('a', { url: at('500,500,500,ok') }), put('other', 1)];
  const runId = await tab.run(planOf(calls, { output: '†state.a.data', policy: { retryLimit: 2 } }));
  await tab.until(() =>
    tab.events(runId).some((event) => event.type === 'plan_step_waiting' && event.kind === 'failure'),
  );
  expect(retries(tab, runId)).toEqual([
    [1, 1000],
    [2, 2000],
  ]);
  // A failure stops nothing that does not need it.
  expect(await tab.event(runId, 'plan_step_completed', 'other')).toBeDefined();
  await tab.request({ kind: 'answer', runId, call: 'a', choose: 'retry' });
  expect(await tab.event(runId, 'plan_completed')).toMatchObject({ output: { fine: true } });
});

test('a connection that breaks in the middle of a body is tried again for a read', async () => {
  const tab = openTab();
  const runId = await tab.run(reading('reset,ok'));
  expect(await tab.event(runId, 'plan_step_failed', 'a')).toMatchObject({ code: 'unreachable' });
  expect(await tab.event(runId, 'plan_completed')).toMatchObject({ output: { data: { fine: true } } });
  expect(retries(tab, runId)).toEqual([[1, 1000]]);
});

test('a connection that breaks in the middle of the good answer to a write: it is done, and nothing is sent again (L-40a)', async () => {
  const tab = openTab();
  const runId = await tab.run(planOf([send('w', { url: at('reset,ok') })]));
  expect(await tab.event(runId, 'plan_step_completed', 'w')).toMatchObject({
    value: { status: 200 },
    unreadable: expect.stringContaining('broke off'),
  });
  expect(retries(tab, runId)).toEqual([]);
});

/** A tool of the plan's own over our code, with less time. */
const inTime = (ms: number) => ({
  tools: httpTools.map((tool) => ({
    ...tool,
    name: `timed_${tool.name}`,
    activity: tool.name,
    timeoutMs: ms,
  })),
});

test.each(['hang', 'drip'])('a server that does nothing but %s is left at the time-out', async (act) => {
  const tab = openTab();
  const calls = [get('a', { _tool: 'timed_httpGet', url: at(`${act},ok`) })];
  const runId = await tab.run(
    planOf(calls, { output: '†state.a', policy: { retryLimit: 1 }, ...inTime(300) }),
  );
  expect(await tab.event(runId, 'plan_step_failed', 'a')).toMatchObject({
    code: 'timeout',
    message: expect.stringContaining('300 ms'),
  });
  expect(await tab.event(runId, 'plan_completed')).toMatchObject({ status: 'completed' });
});

test('a body of 20 MB is dropped in words, and the run goes on without it', async () => {
  const tab = openTab();
  const runId = await tab.run(reading('big', { retryLimit: 0, onFailure: 'skip' }));
  expect(await tab.event(runId, 'plan_step_failed', 'a')).toMatchObject({
    code: 'too-large',
    message: expect.stringContaining('Ask it for less'),
  });
  expect(await tab.event(runId, 'plan_completed')).toMatchObject({ status: 'completed_with_errors' });
});

test('what only looks like JSON is text, and JSON that is none fails its call: to ask again mends nothing (L-40a)', async () => {
  const tab = openTab();
  const page = await tab.run(reading('page'));
  const end = await tab.event(page, 'plan_completed');
  expect(end.output).toMatchObject({ type: 'text/html', text: '<h1>{"fine":true}</h1>' });
  expect(end.output).not.toHaveProperty('data');
  const garbled = await tab.run(reading('garbled,ok', { onFailure: 'skip' }));
  expect(await tab.event(garbled, 'plan_step_failed', 'a')).toMatchObject({ code: 'bad-json' });
  expect(await tab.event(garbled, 'plan_completed')).toMatchObject({ status: 'completed_with_errors' });
  expect(retries(tab, garbled)).toEqual([]);
});
