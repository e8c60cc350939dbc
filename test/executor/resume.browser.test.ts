/** Runs that were cut off, taken up as the settings say: gone on with, or discarded. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_RESUME_POLICY } from '../../src/run/resume-policy.ts';
import { deleteDatabase } from '../journal/fresh-database.ts';
import { journalled } from './journalled.ts';
import { get, planOf, put, send } from './plans.ts';
import { childOf, delegate, runWith, subPlan } from './sub-plans.ts';
import { closeTabs, openTab, type Tab } from './tab.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeEach(() => deleteDatabase());
afterEach(closeTabs);

const DISCARD = { ...DEFAULT_RESUME_POLICY, default: 'discard' } as const;

const notice = (tab: Tab, runId: string) =>
  tab.until(() => tab.heard.find((message) => message.kind === 'storage-fault' && message.runId === runId));

test('a resume says how the calls stand and what it saved, and then runs what was pending (R-21, R-22, R-23)', async () => {
  const first = openTab();
  const calls = [
    put('done', 1),
    get('read', { _after: '†state.done' }),
    send('write', { _after: '†state.done' }),
    put('last', 2, { _after: '†state.read && †state.write' }),
  ];
  const runId = await first.run(planOf(calls, { output: '†state.last' }));
  await first.sent(1);
  first.kill();

  const next = openTab();
  await next.request({ kind: 'resume-all' });
  const resumed = await next.event(runId, 'plan_resumed');
  expect(resumed.classes).toEqual({
    completed_with_result: 1,
    pending: 2,
    failed: 0,
    in_doubt: 1,
    interrupted_with_child: 0,
  });
  expect(resumed.saved).toMatchObject({ calls: 1 });
  expect(
    next
      .events(runId)
      .map(({ type }) => type)
      .slice(0, 2),
  ).toEqual(['plan_run_interrupted', 'plan_resumed']);
  next.answer(await next.sent(0));
  expect(next.asked.map(({ url }) => url)).toEqual(['https://outside.test/read']);
  await next.request({ kind: 'answer', runId, call: 'write', choose: 'value', value: 204 });
  expect(await next.event(runId, 'plan_completed')).toMatchObject({ output: 2 });
  const { events } = await journalled(runId);
  expect(events.filter((event) => event.type === 'plan_step_started' && event.call === 'done')).toHaveLength(
    1,
  );
});

test('the policy "discard" ends a run that was cut off, keeps its record and asks to run the plan again (R-36, R-38)', async () => {
  const first = openTab();
  const runId = await first.run(planOf([put('a', 1), get('b', { _after: '†state.a' })]));
  await first.sent(0);
  first.kill();

  const next = openTab();
  await next.request({ kind: 'resume-all', policy: DISCARD });
  expect(await notice(next, runId)).toMatchObject({
    code: 'run-discarded',
    message: expect.stringContaining('Run the plan again'),
  });
  expect(await next.event(runId, 'plan_aborted')).toMatchObject({ reason: 'discarded' });
  expect(next.asked).toEqual([]);
  const { row, events, listed } = await journalled(runId);
  expect(row).toMatchObject({ open: 0, status: 'aborted', reason: 'discarded' });
  expect(events.some((event) => event.type === 'plan_step_completed' && event.call === 'a')).toBe(true);
  expect(listed).toEqual([runId]);
});

test('a discarded run lets a sub-run with effects go its own way to its end, and it is in the list (R-37)', async () => {
  const first = openTab();
  const sub = subPlan([get('a'), put('b', 2, { _after: '†state.a' })], { output: '†state.b' });
  const runId = await runWith(first, planOf([delegate('d')]), sub);
  const child = await childOf(first, runId);
  await first.sent(0);
  first.kill();

  const next = openTab();
  await next.request({ kind: 'resume-all', policy: DISCARD });
  await notice(next, runId);
  next.answer(await next.sent(0));
  expect(await next.event(child, 'plan_completed')).toMatchObject({ status: 'completed', output: 2 });
  const { row, listed } = await journalled(child);
  expect(row?.parent).toBeUndefined();
  expect([...listed].sort()).toEqual([runId, child].sort());
  expect((await journalled(runId)).row).toMatchObject({ open: 0, reason: 'discarded' });
});

test('a discarded run cancels the sub-runs that the settings say to cancel (R-37)', async () => {
  const first = openTab();
  const runId = await runWith(first, planOf([delegate('d')]), subPlan([get('a')]));
  const child = await childOf(first, runId);
  await first.sent(0);
  first.kill();

  const next = openTab();
  const { childPurity } = DEFAULT_RESUME_POLICY;
  const policy = {
    ...DISCARD,
    childPurity: Object.fromEntries(
      Object.keys(childPurity).map((key) => [key, 'cancel']),
    ) as typeof childPurity,
  };
  await next.request({ kind: 'resume-all', policy });
  await notice(next, runId);
  expect((await journalled(child)).row).toMatchObject({ open: 0, status: 'aborted' });
  expect((await journalled(child)).events.at(-1)).toMatchObject({ type: 'plan_aborted', reason: 'aborted' });
  expect(next.asked).toEqual([]);
});

test('a fault in the loop that is none of storage is written down, and the next start goes on (R-47)', async () => {
  const first = openTab();
  const runId = await first.run(
    planOf(
      [{ _id: 'a', _tool: 'wait', ms: 1000, _outputPath: '†state.a' }, put('b', 3, { _after: '†state.a' })],
      { output: '†state.b' },
    ),
  );
  // Long before its time has come, when nothing else is told: what is told next is told by the loop itself.
  await first.event(runId, 'plan_step_waiting', 'a');
  first.breakNews();
  expect(await notice(first, runId)).toMatchObject({ code: 'run-stopped' });
  const { row, events } = await journalled(runId);
  expect(row).toMatchObject({ open: 1 });
  expect(events.at(-1)).toMatchObject({ type: 'plan_run_interrupted' });
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
  first.kill();

  const next = openTab();
  await next.request({ kind: 'resume-all' });
  expect(await next.event(runId, 'plan_completed')).toMatchObject({ status: 'completed', output: 3 });
  expect(next.asked).toEqual([]);
});

test('a run that a person stopped does not go on at the next start (R-46)', async () => {
  const first = openTab();
  const runId = await first.run(planOf([get('a')]));
  await first.sent(0);
  await first.request({ kind: 'stop-run', runId });
  await first.event(runId, 'plan_aborted');
  first.kill();
  const next = openTab();
  await next.request({ kind: 'resume-all' });
  const probe = await next.run(planOf([put('p', 1)]));
  await next.event(probe, 'plan_completed');
  expect(next.events(runId)).toEqual([]);
});
