/** Runs in a real worker, spoken to as the page speaks to it: started, answered, stopped, refused. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/journal/database.ts';
import { runJournal } from '../../src/journal/run-journal.ts';
import { flowTools } from '../../src/tools/flow-tools.ts';
import { httpTools } from '../../src/tools/http-tools.ts';
import { deleteDatabase } from '../journal/fresh-database.ts';
import { rowsIn } from '../journal/rows.ts';
import { get, planOf, put, send } from './plans.ts';
import { closeTabs, hashOf, openTab, type Tab } from './tab.ts';

// Every worker is fetched anew from the development server, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(() => deleteDatabase());
afterEach(closeTabs);

const toolNamed = (name: string) => [...flowTools, ...httpTools].find((tool) => tool.name === name)!;

/** What of a run is in the database now, seen from the page. */
async function journalled(runId: string) {
  const database = await openDatabase();
  try {
    const journal = runJournal(database);
    return { row: await journal.run(runId), events: await journal.events(runId) };
  } finally {
    database.close();
  }
}

test('an approved plan runs to its end, and every event is told in order and is in the journal', async () => {
  const tab = openTab();
  const calls = [put('a', '1 + 1'), put('b', 'x * 2', { values: { x: '†state.a' } })];
  const runId = await tab.run(planOf(calls, { output: '†state.b' }));
  const end = await tab.event(runId, 'plan_completed');
  expect(end).toMatchObject({ status: 'completed', reason: 'goal_met', output: 4 });
  const events = tab.events(runId);
  expect(events.map((event) => event.seq)).toEqual(events.map((_, at) => at + 1));
  expect(events.map((event) => event.type).slice(0, 2)).toEqual(['plan.commit', 'plan_started']);
  const kept = await journalled(runId);
  expect(kept.events).toEqual(events);
  expect(kept.row).toMatchObject({ status: 'completed', reason: 'goal_met', open: 0, lastSeq: end.seq });
});

test('an event is durable before any page is told of it', async () => {
  const tab = openTab();
  const runId = await tab.run(planOf([get('a')]));
  const started = await tab.event(runId, 'plan_step_started', 'a');
  const { events } = await journalled(runId);
  expect(events).toContainEqual(started);
});

test('a plan that is not the approved one is refused, and nothing of it is kept or sent', async () => {
  const tab = openTab();
  const approved = hashOf(planOf([send('a')]));
  const changed = planOf([send('a', { body: { from: 'somebody else' } })]);
  await expect(tab.run(changed, { hash: approved, runId: 'refused' })).rejects.toMatchObject({
    code: 'not-approved',
    message: expect.stringContaining('approve it'),
  });
  expect(tab.heard.map(({ kind }) => kind)).toEqual(['passes-on']);
  expect(tab.asked).toEqual([]);
  expect((await journalled('refused')).row).toBeUndefined();
});

test('a run that was started already is not started a second time', async () => {
  const tab = openTab();
  const plan = planOf([put('a', 1)]);
  const runId = await tab.run(plan);
  await tab.event(runId, 'plan_completed');
  await expect(tab.run(plan, { runId })).rejects.toMatchObject({ code: 'already-started' });
});

// K-37
test('a plan with errors is refused in words; nothing is kept and nothing begun (R-6, R-11)', async () => {
  const tab = openTab();
  await expect(
    tab.run(planOf([send('a', { _after: '†state.nowhere' })]), { runId: 'bad' }),
  ).rejects.toMatchObject({
    code: 'plan_invalid',
    message: expect.stringContaining('†state.nowhere'),
  });
  expect(tab.asked).toEqual([]);
  expect((await journalled('bad')).row).toBeUndefined();
});

test('what a call asks reaches the person, and the answer its call', async () => {
  const tab = openTab();
  const plan = planOf(
    [{ _id: 'ask', _tool: 'askPerson', question: 'Which region?', _outputPath: '†state.r' }],
    {
      output: '†state.r',
    },
  );
  const runId = await tab.run(plan);
  const waiting = await tab.event(runId, 'plan_step_waiting', 'ask');
  expect(waiting).toMatchObject({ kind: 'answer', form: { title: 'Which region?' } });
  const { row } = await journalled(runId);
  expect(row).toMatchObject({ status: 'waiting', open: 1 });
  await tab.request({ kind: 'answer', runId, call: 'ask', choose: 'value', value: { answer: 'South' } });
  expect(await tab.event(runId, 'plan_completed')).toMatchObject({ status: 'completed', output: 'South' });
});

test('an answer to a question that nobody asked is refused in a sentence', async () => {
  const tab = openTab();
  const runId = await tab.run(planOf([get('a')]));
  await tab.sent(0);
  const answer = { kind: 'answer', runId, call: 'a', choose: 'skip' } as const;
  await expect(tab.request(answer)).rejects.toMatchObject({
    code: 'no-such-question',
    message: expect.stringContaining('no longer open'),
  });
});

test('a stop drops the request in flight and the run ends aborted', async () => {
  const tab = openTab();
  const runId = await tab.run(planOf([send('a'), put('b', 1, { _after: '†state.a' })]));
  const asked = await tab.sent(0);
  await tab.request({ kind: 'stop-run', runId });
  expect(await tab.event(runId, 'plan_aborted')).toMatchObject({ reason: 'aborted' });
  await tab.until(() => tab.dropped.includes(asked.id));
  expect((await journalled(runId)).row).toMatchObject({ status: 'aborted', open: 0 });
});

test('a call that hangs is stopped at its time-out and says so', async () => {
  const tab = openTab();
  const tools = [{ ...toolNamed('httpGet'), name: 'quick', activity: 'httpGet', timeoutMs: 20 }];
  const plan = planOf([get('hang', { _tool: 'quick' })], {
    tools,
    policy: { retryLimit: 0, onFailure: 'abort' },
  });
  const runId = await tab.run(plan);
  expect(await tab.event(runId, 'plan_step_failed', 'hang')).toMatchObject({
    code: 'timeout',
    message: expect.stringContaining('20 ms'),
  });
  expect(await tab.event(runId, 'plan_completed')).toMatchObject({ status: 'failed' });
});

test('a write whose connection breaks is in doubt and is not sent again unasked', async () => {
  const tab = openTab();
  const runId = await tab.run(planOf([send('a')], { output: '†state.a' }));
  tab.answer(await tab.sent(0), { status: 0 });
  expect(await tab.event(runId, 'plan_step_waiting', 'a')).toMatchObject({ kind: 'in_doubt' });
  await tab.request({ kind: 'answer', runId, call: 'a', choose: 'value', value: 'seen to by hand' });
  expect(await tab.event(runId, 'plan_completed')).toMatchObject({ output: 'seen to by hand' });
  expect(tab.asked).toHaveLength(1);
});

test('every attempt of a write carries the same idempotency key: the run and the call', async () => {
  const tab = openTab();
  const runId = await tab.run(planOf([send('a')], { policy: { retryLimit: 0 } }));
  tab.answer(await tab.sent(0), { status: 503, body: '{"error":"busy"}' });
  await tab.event(runId, 'plan_step_waiting', 'a');
  await tab.request({ kind: 'answer', runId, call: 'a', choose: 'retry' });
  tab.answer(await tab.sent(1));
  await tab.event(runId, 'plan_completed');
  expect(tab.asked.map((asked) => asked.headers['idempotency-key'])).toEqual([`${runId}/a`, `${runId}/a`]);
  // The first write to a server is preceded by one look, with the same headers and a key of its own.
  expect(tab.looks.map(({ method }) => method)).toEqual(['HEAD']);
});

test('several runs go on at once, each in its own journal', async () => {
  const tab = openTab();
  const first = await tab.run(planOf([get('a')]));
  const one = await tab.sent(0);
  const second = await tab.run(planOf([get('b')]));
  const two = await tab.sent(1);
  tab.answer(two);
  await tab.event(second, 'plan_completed');
  expect((await journalled(first)).row).toMatchObject({ open: 1 });
  tab.answer(one);
  await tab.event(first, 'plan_completed');
  expect(tab.events(first).every((event) => event.runId === first)).toBe(true);
});

test('a dropped file reaches the call that reads it, and a made file reaches the page', async () => {
  const tab = openTab();
  const runId = 'with-files';
  const file = new Blob(['region,sum\nNorth,1\nSouth,2\n'], { type: 'text/csv' });
  await tab.request({ kind: 'put-file', runId, name: 'sales.csv', file });
  await tab.run(
    planOf([
      { _id: 'read', _tool: 'readCsv', file: 'sales.csv', _outputPath: '†state.rows' },
      { _id: 'save', _tool: 'saveFile', name: 'out.json', content: '†state.rows', _outputPath: '†state.out' },
    ]),
    { runId },
  );
  await tab.event(runId, 'plan_completed');
  const made = await tab.until(() => tab.heard.find((message) => message.kind === 'file'));
  expect(made).toMatchObject({ runId, callId: 'save', name: 'out.json' });
  expect(JSON.parse(await made.blob.text())).toEqual([
    { region: 'North', sum: 1 },
    { region: 'South', sum: 2 },
  ]);
});

test('a file that was not dropped fails its call with the names of those that were', async () => {
  const tab = openTab();
  const runId = 'without-file';
  await tab.request({ kind: 'put-file', runId, name: 'sales.csv', file: new Blob(['a\n1\n']) });
  await tab.run(
    planOf([{ _id: 'read', _tool: 'readCsv', file: 'sale.csv', _outputPath: '†state.rows' }], {
      policy: { retryLimit: 0 },
    }),
    { runId },
  );
  expect(await tab.event(runId, 'plan_step_failed', 'read')).toMatchObject({
    message: expect.stringContaining('sales.csv'),
  });
});

test('what a call logs is told and is not in the journal', async () => {
  const tab = openTab();
  const runId = await tab.run(
    planOf([{ _id: 'n', _tool: 'note', text: 'Half way.', _outputPath: '†state.n' }]),
  );
  expect(await tab.until(() => tab.heard.find((message) => message.kind === 'log'))).toMatchObject({
    runId,
    callId: 'n',
    line: 'Half way.',
  });
});

test('a secret goes out with its request and into nothing that is kept or told', async () => {
  const tab = openTab();
  const token = { value: 'Bearer hush-hush-42', hosts: ['outside.test'] };
  await tab.request({ kind: 'secrets', secrets: { token }, locked: [] });
  const runId = await tab.run(
    planOf([send('a', { authorization: '†secret.token' })], { policy: { retryLimit: 0 } }),
  );
  const asked = await tab.sent(0);
  expect(asked.headers.authorization).toBe('Bearer hush-hush-42');
  tab.answer(asked, { status: 400, body: 'I do not know hush-hush-42', type: 'text/plain' });
  await tab.event(runId, 'plan_step_failed', 'a');
  expect(JSON.stringify([tab.heard, (await journalled(runId)).events])).not.toContain('hush-hush-42');
});

test('a secret that is not on this device fails its call with what to do', async () => {
  const tab = openTab();
  const runId = await tab.run(planOf([send('a', { authorization: '†secret.token' })]));
  expect(await tab.event(runId, 'plan_step_failed', 'a')).toMatchObject({
    code: 'permission-denied',
    message: expect.stringContaining('Add it to the secrets'),
  });
  expect(tab.asked).toEqual([]);
});

test('a value too long for the journal lies beside it, whole', async () => {
  const tab: Tab = openTab();
  const runId = await tab.run(planOf([get('a')], { output: '†state.a.text' }));
  const text = 'x'.repeat(100_000);
  tab.answer(await tab.sent(0), { body: text, type: 'text/plain' });
  await tab.event(runId, 'plan_completed');
  const database = await openDatabase();
  expect(
    await rowsIn(database, 'values').all([
      [runId, 0],
      [runId, 1e9],
    ]),
  ).not.toEqual([]);
  database.close();
  const { events } = await journalled(runId);
  expect(events).toEqual(tab.events(runId));
  expect(events.at(-1)).toMatchObject({ output: text });
});
