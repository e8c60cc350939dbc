/** Latent calls in a real worker: what their answers cost, and what a crash in the middle of one pays again (R-20, R-34, L-93). */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/journal/database.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { Connection } from '../../src/run/messages.ts';
import { deleteDatabase } from '../journal/fresh-database.ts';
import { rowsIn } from '../journal/rows.ts';
import { journalled } from './journalled.ts';
import { get, planOf, put } from './plans.ts';
import { closeTabs, openTab, type Tab } from './tab.ts';
import type { Asked } from './wire.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeEach(() => deleteDatabase());
afterEach(closeTabs);

const CONNECTION: Connection = { baseUrl: 'https://model.test/v1', model: 'scripted' };
/** A dollar for a thousand tokens in, two for a thousand out. */
const PRICES = { input: 1000, output: 2000 };

const tools = [
  {
    name: 'judge',
    description: 'Judges.',
    parameters: { type: 'object' },
    _output: { type: 'string' },
  },
];
const JUDGE = { _id: 'judge', _tool: 'judge', _outputPath: '†state.yes || †state.no' };
const judging = (policy: Plan['policy'] = {}) =>
  planOf([JUDGE, put('after', 1, { _after: '†state.yes' })], { tools, output: '†state.yes', policy });

const GOOD = '{"outcome":"yes","value":"fair"}';
const BAD = '{"value":"fair"}';

/** A completion as a server streams it. */
const completion = (
  content: string,
  usage: object = { prompt_tokens: 100, completion_tokens: 50 },
): string => {
  const chunk = (more: object) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'scripted', ...more })}\n\n`;
  const choice = (delta: object, finish: string | null) => ({
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  return [
    chunk(choice({ role: 'assistant', content }, null)),
    chunk(choice({}, 'stop')),
    chunk({ choices: [], usage }),
    'data: [DONE]\n\n',
  ].join('');
};

const answer = (tab: Tab, asked: Asked, content: string, usage?: object) =>
  tab.answer(asked, { type: 'text/event-stream', body: completion(content, usage) });

async function connected(more: Partial<Connection> = {}): Promise<Tab> {
  const tab = openTab();
  await tab.request({ kind: 'connect', connection: { ...CONNECTION, ...more } });
  return tab;
}

const recorded = (tab: Tab, runId: string) =>
  tab.events(runId).flatMap((event) => (event.type === 'llm_recorded' ? [event] : []));

test('a worker killed between the second and third turn of a call asks for the third alone (R-20, L-93)', async () => {
  const first = await connected();
  const runId = await first.run(judging());
  answer(first, await first.sent(0), BAD);
  answer(first, await first.sent(1), `${BAD} `);
  const third = await first.sent(2);
  first.kill();

  const next = await connected();
  await next.request({ kind: 'resume-all' });
  const again = await next.sent(0);
  expect(JSON.parse(again.body)).toEqual(JSON.parse(third.body));
  answer(next, again, GOOD);
  expect(await next.event(runId, 'plan_completed')).toMatchObject({ status: 'completed', output: 'fair' });
  expect(next.asked).toHaveLength(1);
  expect(await next.event(runId, 'plan_resumed')).toMatchObject({ saved: { modelCalls: 2 } });
});

test('a call that a person runs again asks its model anew: the recorded answer is what was to be redone (R-42)', async () => {
  const first = await connected();
  const plan = planOf([JUDGE, get('after', { _after: '†state.yes' })], { tools, output: '†state.yes' });
  const runId = await first.run(plan);
  answer(first, await first.sent(0), GOOD);
  await first.sent(1);
  await first.request({ kind: 'resume-from', runId, call: 'judge', order: 'dependants' });
  const again = await first.sent(2);
  answer(first, again, GOOD.replace('fair', 'better'));
  await first.sent(3);
  first.kill();

  // Its new answer is recorded like any other: a crash does not pay for it twice.
  const next = await connected();
  await next.request({ kind: 'resume-all' });
  next.answer(await next.sent(0));
  expect(await next.event(runId, 'plan_completed')).toMatchObject({ status: 'completed', output: 'better' });
  expect(next.asked).toHaveLength(1);
});

test('an answer has its tokens and its price in the journal, by the prices that the person entered', async () => {
  const tab = await connected({ prices: PRICES });
  const runId = await tab.run(judging());
  answer(tab, await tab.sent(0), GOOD);
  await tab.event(runId, 'plan_completed');
  expect(recorded(tab, runId)).toMatchObject([{ tokens: { input: 100, output: 50 }, cost: 0.2 }]);
});

test('the price that the server says comes before the prices entered', async () => {
  const tab = await connected({ prices: PRICES });
  const runId = await tab.run(judging());
  answer(tab, await tab.sent(0), GOOD, { prompt_tokens: 100, completion_tokens: 50, cost: 0.03 });
  await tab.event(runId, 'plan_completed');
  expect(recorded(tab, runId)).toMatchObject([{ cost: 0.03 }]);
});

test('at the money cap a call asks its model no further time, and nothing after it starts', async () => {
  const tab = await connected({ prices: PRICES });
  const runId = await tab.run(judging({ maxCost: 0.2, onFailure: 'abort', retryLimit: 0 }));
  answer(tab, await tab.sent(0), BAD);
  expect(await tab.event(runId, 'plan_step_failed', 'judge')).toMatchObject({ code: 'budget-exceeded' });
  expect(await tab.event(runId, 'plan_completed')).toMatchObject({ status: 'failed' });
  expect(tab.asked).toHaveLength(1);
});

test('a call takes as many turns as the settings allow, and what each cost is counted (R-34)', async () => {
  const tab = await connected({ stepMaxIterations: 2, prices: PRICES });
  const runId = await tab.run(judging({ retryLimit: 0 }));
  answer(tab, await tab.sent(0), BAD);
  answer(tab, await tab.sent(1), BAD);
  expect(await tab.event(runId, 'plan_step_failed', 'judge')).toMatchObject({
    message: expect.stringContaining('after 2 turns'),
  });
  await tab.until(() => recorded(tab, runId).length === 2);
  expect(recorded(tab, runId).map(({ cost }) => cost)).toEqual([0.2, 0.2]);
  expect(tab.asked).toHaveLength(2);
});

test('an answer of more than 32,768 units is kept whole and replayed whole (R-15, R-20)', async () => {
  const long = 'long '.repeat(20_000);
  const first = await connected();
  const runId = await first.run(judging());
  // Without the outcome it is kept as the first turn, and the second is asked for.
  answer(first, await first.sent(0), JSON.stringify({ value: long }));
  const second = await first.sent(1);
  first.kill();
  const database = await openDatabase();
  const [row] = await rowsIn(database, 'models').all();
  database.close();
  expect(row?.response).toMatchObject({ json: { value: long } });

  const next = await connected();
  await next.request({ kind: 'resume-all' });
  expect((await next.sent(0)).body).toBe(second.body);
  answer(next, next.asked[0]!, GOOD);
  await next.event(runId, 'plan_completed');
  expect((await journalled(runId)).row).toMatchObject({ status: 'completed' });
});
