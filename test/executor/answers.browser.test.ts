/** Answers that come while nobody, or not yet the next worker, has the run: nothing that was typed is lost. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteDatabase } from '../journal/fresh-database.ts';
import { journalled } from './journalled.ts';
import { planOf, put, send } from './plans.ts';
import { childOf, delegate, runWith, subPlan } from './sub-plans.ts';
import { closeTabs, openTab } from './tab.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeEach(() => deleteDatabase());
afterEach(closeTabs);

const ASK = { _id: 'ask', _tool: 'askPerson', question: 'Which?', _outputPath: '†state.ask' };
const typed = (runId: string) =>
  ({ kind: 'answer', runId, call: 'ask', choose: 'value', value: { answer: 'South' } }) as const;

test('an answer given while the next worker resumes reaches the question, which is open as it was (R-48)', async () => {
  const first = openTab();
  const runId = await first.run(planOf([ASK], { output: '†state.ask' }));
  await first.event(runId, 'plan_step_waiting', 'ask');
  first.kill();
  const next = openTab();
  const resumed = next.request({ kind: 'resume-all' });
  // Sent before the worker has even begun to read the journal.
  await Promise.all([resumed, next.request(typed(runId))]);
  expect(await next.event(runId, 'plan_completed')).toMatchObject({ status: 'completed', output: 'South' });
});

test('an answer to a run that nobody has taken up takes it up (R-48)', async () => {
  const first = openTab();
  const runId = await first.run(planOf([ASK], { output: '†state.ask' }));
  await first.event(runId, 'plan_step_waiting', 'ask');
  first.kill();
  const next = openTab();
  await next.request(typed(runId));
  expect(await next.event(runId, 'plan_completed')).toMatchObject({ output: 'South' });
});

test('an answer to what a sub-run asked waits for the sub-run to be gone on with (R-48)', async () => {
  const first = openTab();
  const runId = await runWith(
    first,
    planOf([delegate('d')], { output: '†state.d' }),
    subPlan([ASK], { output: '†state.ask' }),
  );
  const child = await childOf(first, runId);
  await first.event(child, 'plan_step_waiting', 'ask');
  first.kill();
  const next = openTab();
  await Promise.all([next.request({ kind: 'resume-all' }), next.request(typed(child))]);
  expect(await next.event(runId, 'plan_completed')).toMatchObject({ output: 'South' });
});

test('what a doubtful call is to become can be said before the run is up again (L-91)', async () => {
  const first = openTab();
  const runId = await first.run(planOf([send('w')], { output: '†state.w' }));
  await first.sent(0);
  first.kill();
  const second = openTab();
  await second.request({ kind: 'resume-all' });
  await second.event(runId, 'plan_step_waiting', 'w');
  second.kill();
  const third = openTab();
  const answer = { kind: 'answer', runId, call: 'w', choose: 'value', value: 'by hand' } as const;
  await Promise.all([third.request(answer), third.request({ kind: 'resume-all' })]);
  expect(await third.event(runId, 'plan_completed')).toMatchObject({ output: 'by hand' });
  expect(third.asked).toEqual([]);
});

test('a write that asks before it goes elsewhere is no doubt after a kill: the answer sends it, once (L-91a)', async () => {
  const first = openTab();
  // The address comes from a value, so its host was not approved, and the call asks before it is entered.
  const call = send('w', { url: '†state.to' });
  const plan = planOf([put('n', 1), call], {
    state: { initial: { to: 'https://elsewhere.test/w' } },
    output: '†state.w.status',
  });
  const runId = await first.run(plan);
  expect(await first.event(runId, 'plan_step_waiting', 'w')).toMatchObject({ kind: 'answer' });
  first.kill();
  const next = openTab();
  await next.request({ kind: 'answer', runId, call: 'w', choose: 'value', value: { allow: true } });
  next.answer(await next.sent(0));
  expect(await next.event(runId, 'plan_completed')).toMatchObject({ output: 200 });
  expect(next.asked).toHaveLength(1);
  const { events } = await journalled(runId);
  expect(events.filter(({ type }) => type === 'plan_step_waiting')).toHaveLength(1);
  // One attempt, entered twice.
  expect(
    events.flatMap((event) =>
      event.type === 'plan_step_started' && event.call === 'w' ? [[event.attempt, event.again]] : [],
    ),
  ).toEqual([
    [1, undefined],
    [1, true],
  ]);
});

test('of two answers to one question the second is refused', async () => {
  const tab = openTab();
  const runId = await tab.run(planOf([ASK], { output: '†state.ask' }));
  await tab.event(runId, 'plan_step_waiting', 'ask');
  const [one, two] = await Promise.allSettled([tab.request(typed(runId)), tab.request(typed(runId))]);
  expect([one.status, two]).toMatchObject(['fulfilled', { reason: { code: 'no-such-question' } }]);
  expect(await tab.event(runId, 'plan_completed')).toMatchObject({ output: 'South' });
});

test('an answer to a run that has ended is refused at once', async () => {
  const tab = openTab();
  const runId = await tab.run(planOf([put('a', 1)]));
  await tab.event(runId, 'plan_completed');
  await expect(tab.request(typed(runId))).rejects.toMatchObject({
    code: 'no-such-question',
    message: 'This run is not going on.',
  });
  expect((await journalled(runId)).row).toMatchObject({ status: 'completed' });
});
