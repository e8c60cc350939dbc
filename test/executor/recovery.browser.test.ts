/** Workers that die in the middle, and what the next one makes of the journal (L-91 to L-94). */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../src/journal/database.ts';
import { deleteDatabase } from '../journal/fresh-database.ts';
import { rowsIn } from '../journal/rows.ts';
import { get, planOf, put, send } from './plans.ts';
import { closeTabs, openTab, type Tab } from './tab.ts';

// Every worker is fetched anew from the development server, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(() => deleteDatabase());
afterEach(closeTabs);

/** A tab that opens after another one has died, and takes up what it left. */
async function openNext(): Promise<Tab> {
  const tab = openTab();
  await tab.request({ kind: 'resume-all' });
  return tab;
}

//
test('a run goes on where a killed worker left it, and no completed call is run again', async () => {
  const first = openTab();
  const calls = [get('a'), get('b', { _after: '†state.a' }), put('c', '40 + 2', { _after: '†state.b' })];
  const runId = await first.run(planOf(calls, { output: '†state.c' }));
  first.answer(await first.sent(0));
  await first.event(runId, 'plan_step_completed', 'a');
  await first.sent(1);
  first.kill();

  const next = await openNext();
  const again = await next.sent(0);
  expect(again.url).toBe('https://outside.test/b');
  next.answer(again);
  expect(await next.event(runId, 'plan_completed')).toMatchObject({ status: 'completed', output: 42 });
  expect(next.asked).toHaveLength(1);
  expect(next.events(runId)[0]).toMatchObject({ type: 'plan_run_interrupted' });
});

// R-13, K-18
test('everything that was told before the kill is in the journal after it', async () => {
  const first = openTab();
  const runId = await first.run(planOf([put('a', 1), get('b', { _after: '†state.a' })]));
  await first.sent(0);
  const told = first.events(runId);
  first.kill();

  const next = await openNext();
  next.answer(await next.sent(0));
  await next.event(runId, 'plan_completed');
  const database = await openDatabase();
  const { runJournal } = await import('../../src/journal/run-journal.ts');
  expect((await runJournal(database).events(runId)).slice(0, told.length)).toEqual(told);
  database.close();
});

test('a write that was in flight is in doubt after a kill, and is sent again only when a person says so', async () => {
  const first = openTab();
  const runId = await first.run(planOf([send('a')], { output: '†state.a.status' }));
  const sent = await first.sent(0);
  first.kill();

  const next = await openNext();
  expect(await next.event(runId, 'plan_step_waiting', 'a')).toMatchObject({ kind: 'in_doubt' });
  expect(next.asked).toEqual([]);
  await next.request({ kind: 'answer', runId, call: 'a', choose: 'retry' });
  const again = await next.sent(0);
  expect(again.headers['idempotency-key']).toBe(sent.headers['idempotency-key']);
  next.answer(again);
  expect(await next.event(runId, 'plan_completed')).toMatchObject({ output: 200 });
});

//
test('a question that was open at the kill is open after it, and is asked no second time (L-91a)', async () => {
  const first = openTab();
  const ask = { _id: 'ask', _tool: 'askPerson', question: 'Which?', _outputPath: '†state.ask' };
  const runId = await first.run(planOf([ask, get('b', { _after: '†state.ask' })]));
  await first.event(runId, 'plan_step_waiting', 'ask');
  first.kill();

  const second = await openNext();
  await second.request({ kind: 'answer', runId, call: 'ask', choose: 'value', value: 'This one' });
  await second.sent(0);
  second.kill();

  const third = await openNext();
  third.answer(await third.sent(0));
  await third.event(runId, 'plan_completed');
  for (const tab of [second, third])
    expect(tab.events(runId).some((event) => event.type === 'plan_step_waiting')).toBe(false);
  // Nothing was in flight when the first one died: nothing was cut off.
  expect(second.events(runId).some((event) => event.type === 'plan_run_interrupted')).toBe(false);
});

test('a wait that was under way at the kill goes on, and ends when its time has come (L-91a)', async () => {
  const first = openTab();
  const runId = await first.run(planOf([{ _id: 'w', _tool: 'wait', ms: 3000, _outputPath: '†state.w' }]));
  const waiting = await first.event(runId, 'plan_step_waiting', 'w');
  first.kill();
  const next = await openNext();
  const again = await next.event(runId, 'plan_step_started', 'w');
  expect(again).toMatchObject({ attempt: 1, again: true });
  expect(again.time).toBeGreaterThanOrEqual('until' in waiting ? (waiting.until ?? 0) : Number.NaN);
  expect(await next.event(runId, 'plan_completed')).toMatchObject({ status: 'completed' });
  expect(next.events(runId).some((event) => event.type === 'plan_step_waiting')).toBe(false);
});

//
test('a run that is killed again and again still ends, an attempt at a time', async () => {
  const start = openTab();
  const runId = await start.run(planOf([get('a')], { policy: { retryLimit: 0 } }));
  await start.sent(0);
  start.kill();
  for (let n = 0; n < 3; n++) {
    const tab = await openNext();
    await tab.sent(0);
    tab.kill();
  }
  const last = await openNext();
  last.answer(await last.sent(0));
  expect(await last.event(runId, 'plan_completed')).toMatchObject({ status: 'completed' });
  expect(await last.event(runId, 'plan_step_completed', 'a')).toMatchObject({ attempt: 5 });
});

test('a second tab hears the run live and takes it over when the first one dies', async () => {
  const second = openTab();
  await second.request({ kind: 'resume-all' });
  const heard: string[] = [];
  const news = new BroadcastChannel('obelus');
  news.onmessage = ({ data }) => heard.push(data.kind);

  const first = openTab();
  const runId = await first.run(planOf([get('a'), get('b', { _after: '†state.a' })]));
  first.answer(await first.sent(0));
  await first.sent(1);
  // Another door than its requests': told at once, heard when it comes.
  await expect.poll(() => heard).toContain('events');
  expect(second.asked).toEqual([]);
  news.close();
  first.kill();

  const again = await second.sent(0);
  expect(again.url).toBe('https://outside.test/b');
  second.answer(again);
  expect(await second.event(runId, 'plan_completed')).toMatchObject({ status: 'completed' });
});

test('two tabs that resume at the same moment share the run out: only one runs it', async () => {
  const first = openTab();
  const runId = await first.run(planOf([get('a')]));
  await first.sent(0);
  first.kill();

  const [one, two] = await Promise.all([openNext(), openNext()]);
  const owner = await Promise.race([one.sent(0).then(() => one), two.sent(0).then(() => two)]);
  const other = owner === one ? two : one;
  owner.answer(owner.asked[0]!);
  await owner.event(runId, 'plan_completed');
  expect(other.asked).toEqual([]);
  const database = await openDatabase();
  const batches = await rowsIn(database, 'batches').all([
    [runId, 0],
    [runId, 1e9],
  ]);
  database.close();
  const seqs = batches.flatMap((batch) => JSON.parse(batch.events).map(({ seq }: { seq: number }) => seq));
  expect(seqs).toEqual(seqs.map((_, at) => at + 1));
});

test('a decision made in one tab reaches the run in another', async () => {
  const second = openTab();
  await second.request({ kind: 'resume-all' });
  const first = openTab();
  const runId = await first.run(planOf([get('a')]));
  await first.sent(0);
  await second.request({ kind: 'stop-run', runId });
  await first.event(runId, 'plan_aborted');
});

test('a decision about a run that does not exist is refused in a sentence, at once (R-43)', async () => {
  const tab = openTab();
  await expect(tab.request({ kind: 'stop-run', runId: 'nobody' })).rejects.toMatchObject({
    code: 'unknown-run',
    message: 'There is no run "nobody". No run goes on.',
  });
});

//
test.each([
  [
    'that has lost its plan',
    async (runId: string, database: Database) => rowsIn(database, 'batches').delete([runId, 1]),
  ],
  [
    'that cannot be read',
    async (runId: string, database: Database) =>
      rowsIn(database, 'batches').put({ runId, first: 1, events: '[{' }),
  ],
  [
    'with a hole in it',
    async (runId: string, database: Database) =>
      rowsIn(database, 'batches').put({ runId, first: 99, events: hole(runId) }),
  ],
])('a journal %s is discarded with a sentence and never planned again', async (_, spoil) => {
  const first = openTab();
  const runId = await first.run(planOf([send('a')]));
  await first.sent(0);
  first.kill();
  const database = await openDatabase();
  await spoil(runId, database);

  const next = await openNext();
  const said = await next.until(() => next.heard.find((message) => message.kind === 'storage-fault'));
  expect(said).toMatchObject({ runId, code: 'run-discarded', message: expect.stringContaining('discarded') });
  expect(await rowsIn(database, 'runs').get(runId)).toMatchObject({ open: 0, reason: 'discarded' });
  expect(next.asked).toEqual([]);
  database.close();
});

const hole = (runId: string): string =>
  JSON.stringify([{ type: 'plan_step_completed', runId, seq: 99, time: 0, call: 'a', attempt: 1, value: 1 }]);

test('a stored value that is gone fails its reader and nothing else', async () => {
  const first = openTab();
  const calls = [
    get('a'),
    get('b', { _after: '†state.a' }),
    put('c', 1, { _after: '†state.a.text && †state.b' }),
  ];
  const runId = await first.run(planOf(calls, { policy: { onFailure: 'skip' } }));
  first.answer(await first.sent(0), { body: 'x'.repeat(50_000), type: 'text/plain' });
  await first.sent(1);
  first.kill();
  const database = await openDatabase();
  await rowsIn(database, 'values').clear();
  database.close();

  const next = await openNext();
  next.answer(await next.sent(0));
  expect(await next.event(runId, 'plan_step_failed', 'c')).toMatchObject({ code: 'result-missing' });
  expect(await next.event(runId, 'plan_completed')).toMatchObject({ status: 'completed_with_errors' });
});

test('a full disk stops the run where it is, and it goes on when there is room again', async () => {
  const first = openTab();
  const runId = await first.run(planOf([get('a'), send('b', { _after: '†state.a' })]));
  const asked = await first.sent(0);
  first.fillDisk();
  first.answer(asked);
  const fault = await first.until(() => first.heard.find((message) => message.kind === 'storage-fault'));
  expect(fault).toMatchObject({ runId, code: 'storage-full', message: expect.stringContaining('full') });
  expect(first.asked).toHaveLength(1);
  first.kill();

  const next = await openNext();
  next.answer(await next.sent(0));
  next.answer(await next.sent(1));
  expect(await next.event(runId, 'plan_completed')).toMatchObject({ status: 'completed' });
});

test('a model is asked once for a latent call whose worker was killed after the answer', async () => {
  const connection = { baseUrl: 'https://model.test/v1', model: 'scripted' };
  const first = openTab();
  await first.request({ kind: 'connect', connection });
  const tools = [{ name: 'judge', description: 'Judges.', parameters: { type: 'object' } }];
  const calls = [
    { _id: 'judge', _tool: 'judge', _outputPath: '†state.verdict' },
    get('b', { _after: '†state.verdict' }),
  ];
  const runId = await first.run(planOf(calls, { tools, output: '†state.verdict' }));
  const chat = await first.sent(0);
  expect(chat.url).toBe('https://model.test/v1/chat/completions');
  first.answer(chat, { type: 'text/event-stream', body: completion('{"value": "fair"}') });
  await first.event(runId, 'llm_recorded', 'judge');
  await first.sent(1);
  // The answer is durable before the call that gave it is: as if the kill had come between the two.
  first.kill();
  await forget(runId, 'plan_step_completed');

  const next = openTab();
  // As the app has it: what resumes without a model asks for one.
  await next.request({ kind: 'connect', connection });
  await next.request({ kind: 'resume-all' });
  next.answer(await next.sent(0));
  expect(await next.event(runId, 'plan_completed')).toMatchObject({ output: 'fair' });
  expect(next.asked.map(({ url }) => url)).toEqual(['https://outside.test/b']);
});

/** Cuts a run's journal before the first event of that type. */
async function forget(runId: string, type: string): Promise<void> {
  const database = await openDatabase();
  const batches = await rowsIn(database, 'batches').all([
    [runId, 0],
    [runId, 1e9],
  ]);
  let isCut = false;
  for (const batch of batches) {
    const events = JSON.parse(batch.events) as { type: string }[];
    const at = isCut ? 0 : events.findIndex((event) => event.type === type);
    if (at === -1) continue;
    isCut = true;
    if (at === 0) await rowsIn(database, 'batches').delete([runId, batch.first]);
    else await rowsIn(database, 'batches').put({ ...batch, events: JSON.stringify(events.slice(0, at)) });
  }
  database.close();
}

const completion = (content: string): string => {
  const chunk = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'scripted', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  return `${chunk({ role: 'assistant', content }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`;
};
