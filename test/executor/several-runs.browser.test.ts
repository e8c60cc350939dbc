/** Several runs in flight at once in one worker. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteDatabase } from '../journal/fresh-database.ts';
import { journalled } from './journalled.ts';
import { get, planOf } from './plans.ts';
import { approved, closeTabs, hashOf, openTab } from './tab.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeEach(() => deleteDatabase());
afterEach(closeTabs);

test('three runs go on at once, each under its own id, and are told of in the order in which they end (R-10, R-24, R-25)', async () => {
  const tab = openTab();
  const ids = ['first', 'second', 'third'];
  const plan = (id: string) => planOf([get(id)], { id: `plan_${id}`, output: `†state.${id}.text` });
  await Promise.all(ids.map((id) => tab.run(plan(id), { runId: id })));
  for (const n of [0, 1, 2]) await tab.sent(n);
  for (const id of ['third', 'first', 'second']) {
    const asked = tab.asked.find(({ url }) => url.endsWith(`/${id}`))!;
    tab.answer(asked, { body: `"${id}"` });
    expect(await tab.event(id, 'plan_completed')).toMatchObject({ runId: id, output: `"${id}"` });
  }
  const ends = tab.heard.flatMap((message) =>
    message.kind === 'events' && message.events.some((event) => event.type === 'plan_completed')
      ? [message.runId]
      : [],
  );
  expect(ends).toEqual(['third', 'first', 'second']);
  for (const id of ids) {
    const { row, events } = await journalled(id);
    expect(row).toMatchObject({ planId: `plan_${id}`, status: 'completed' });
    expect(events.every((event) => event.runId === id)).toBe(true);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, n) => n + 1));
  }
});

test('a start is acknowledged with its ids and the number of its calls (R-12)', async () => {
  const tab = openTab();
  const plan = planOf([get('a'), get('b')]);
  const start = { runId: 'abc', planId: plan.id, plan, hash: hashOf(plan), input: {} };
  await approved(plan);
  expect(await tab.request({ kind: 'start-run', start })).toEqual({
    status: 'spawned',
    plan_id: 'abc',
    chain_id: 'plan_abc',
    n_steps: 2,
  });
});
