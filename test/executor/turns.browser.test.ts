/** Turns that are shown first, in a real worker (L-63): killed while one waits, it waits in the next worker, and is not paid for twice. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Plan } from '../../src/plan/document.ts';
import { deleteDatabase } from '../journal/fresh-database.ts';
import { planOf, put } from './plans.ts';
import { closeTabs, openTab, type Tab } from './tab.ts';
import type { Asked } from './wire.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeEach(() => deleteDatabase());
afterEach(closeTabs);

const GROWING: Partial<Plan> = {
  ...{ goal: 'Put two', strategy: 'iterative', output: null },
  mandate: { tools: ['template'], effects: ['none', 'read'], hosts: [], maxTurns: 3 },
};
const turn = (id: string, output: string | null) =>
  JSON.stringify({
    calls: [{ _id: id, _tool: 'template', template: id, values: {}, _outputPath: `†state.${id}` }],
    output,
  });

const completion = (content: string): string => {
  const chunk = (delta: object, finish_reason: string | null) =>
    `data: ${JSON.stringify({
      ...{ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'scripted' },
      choices: [{ index: 0, delta, finish_reason }],
    })}\n\n`;
  return [chunk({ role: 'assistant', content }, null), chunk({}, 'stop'), 'data: [DONE]\n\n'].join('');
};
const answer = (tab: Tab, asked: Asked, content: string) =>
  tab.answer(asked, { type: 'text/event-stream', body: completion(content) });

const connect = (tab: Tab) =>
  tab.request({ kind: 'connect', connection: { baseUrl: 'https://model.test/v1', model: 'scripted' } });

async function connected(): Promise<Tab> {
  const tab = openTab();
  await connect(tab);
  return tab;
}

test('a worker killed while a turn waits: the next one waits with it, asks no model, and runs it once it is taken', async () => {
  const first = await connected();
  const runId = await first.run(planOf([put('begun', 1)], GROWING), { turns: 'shown' });
  answer(first, await first.sent(0), turn('a', null));
  await first.event(runId, 'plan_turn');
  first.kill();

  const second = await connected();
  await second.request({ kind: 'resume-all' });
  await second.until(() => second.heard.some(({ kind }) => kind === 'up-to' || kind === 'events'));
  expect(second.asked).toHaveLength(0);
  await second.request({ kind: 'answer', runId, choose: 'approve' });
  await second.event(runId, 'plan_step_completed', 'a');
  // The next turn is let go on before it has come: nothing of it waits.
  await second.request({ kind: 'set-turns', runId, turns: 'unasked' });
  answer(second, await second.sent(0), turn('b', '†state.b'));
  expect(await second.event(runId, 'plan_completed')).toMatchObject({ status: 'completed', output: 'b' });
  expect(second.asked).toHaveLength(1);
});

test('what a person wants of the rest reaches the run, and is none that the worker lets fall', async () => {
  const tab = await connected();
  const runId = await tab.run(planOf([put('begun', 1)], GROWING), { turns: 'shown' });
  answer(tab, await tab.sent(0), turn('a', null));
  await tab.event(runId, 'plan_turn');
  await tab.request({ kind: 'wish', runId, said: 'Say it in capitals.' });
  expect(await tab.event(runId, 'plan_said')).toMatchObject({ said: 'Say it in capitals.' });
});

test('where the model that was signed is not connected any more, the run asks for it and uses up no turn', async () => {
  const first = await connected();
  const runId = await first.run(planOf([put('begun', 1)], GROWING));
  await first.sent(0);
  first.kill();

  const second = openTab();
  await second.request({ kind: 'resume-all' });
  const { about } = await second.event(runId, 'plan_replan_waiting');
  expect(about).toBe('model model.test');
  await connect(second);
  await second.request({ kind: 'answer', runId, about, choose: 'approve' });
  answer(second, await second.sent(0), turn('a', '†state.a'));
  expect(await second.event(runId, 'plan_completed')).toMatchObject({ status: 'completed', output: 'a' });
  expect(
    second.heard
      .flatMap((one) => (one.kind === 'events' ? one.events : []))
      .filter(({ type }) => type === 'plan_turn'),
  ).toHaveLength(1);
});
