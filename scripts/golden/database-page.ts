/**
 * Plays the runs of a kept database in a browser, with the app's own worker and IndexedDB and with the network in this
 * module's hands, and hands back everything as it then lies there. Run only to record.
 */

import { type Database, openDatabase } from '../../src/journal/database.ts';
import { exportEverything, exportRun } from '../../src/journal/export.ts';
import { planFiles } from '../../src/journal/files.ts';
import { plans } from '../../src/journal/plans.ts';
import { runJournal } from '../../src/journal/run-journal.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { cameIn } from '../../src/plan/origin.ts';
import { get, planOf, put, send } from '../../test/executor/plans.ts';
import { delegate, SUB, subPlan } from '../../test/executor/sub-plans.ts';
import { approved, closeTabs, hashOf, openTab, type Tab } from '../../test/executor/tab.ts';
import type { KeptDatabase } from '../../test/journal/kept-database.ts';
import { type WhatItWas, whatItWas } from '../../test/journal/what-it-was.ts';

export interface Recorded {
  readonly database: KeptDatabase;
  readonly everything: unknown;
  readonly oneRun: unknown;
  readonly runs: WhatItWas;
}

const named = (id: string, calls: readonly Call[], more: Partial<Plan> = {}): Plan =>
  planOf(calls, { id: `plan_${id}`, title: id, ...more });
const after = (path: string): Partial<Call> => ({ _after: `†state.${path}` });

const LONG = 'A long line of a report. '.repeat(1400);
const tools = [
  { name: 'judge', description: 'Judges.', parameters: { type: 'object' }, _output: { type: 'string' } },
];
const judge: Call = { _id: 'judge', _tool: 'judge', _outputPath: '†state.yes || †state.no' };
const ask: Call = { _id: 'ask', _tool: 'askPerson', question: 'Which city?', _outputPath: '†state.city' };

export async function record(): Promise<Recorded> {
  const database = await openDatabase();
  await keepPlans(database);
  const first = openTab();
  await ended(first);
  // Runs that have ended are packed, as they are at the next start of the app; the later ones are not.
  await first.request({ kind: 'tidy', before: 0 });
  await ended2(first);
  first.kill();
  await doubts();
  await leftOpen();
  closeTabs();
  return read(database);
}

async function keepPlans(database: Database): Promise<void> {
  const plan = named('kept', [put('a', 1), get('b', after('a'))], {
    goal: 'Keep this plan',
    input: { schema: { type: 'object', properties: { n: { type: 'number' } } } },
    output: '†state.b',
  });
  const approval = { hash: hashOf(plan), revision: 3, at: 1795000000000 };
  const saved = { save: 'first', tab: 'recorder', conflicts: [] };
  await plans(database).save(
    { plan, revision: 3, input: { n: 1 }, approval, savedAt: 1795000000001, ...saved },
    null,
  );
  const unsigned = named('unsigned', [send('a')]);
  await plans(database).save(
    { plan: unsigned, revision: 1, input: {}, approval: null, savedAt: 1795000000002, ...saved },
    null,
  );
  const strangers = named('strangers', [put('a', 1), send('b')], { tools });
  await plans(database).save(
    {
      plan: strangers,
      origins: cameIn({ kind: 'link', at: 1795000000003 }),
      revision: 4,
      input: {},
      approval: null,
      savedAt: 1795000000004,
      ...saved,
    },
    null,
  );
  const notes = new Blob(['# Notes\nShip it, Zoë.'], { type: 'text/markdown' });
  await planFiles(database).put('plan_kept', 'notes.md', notes);
}

/** Of those that have ended before the tidying. */
async function ended(tab: Tab): Promise<void> {
  const long: Call = {
    _id: 'long',
    _tool: 'httpGet',
    url: 'https://outside.test/long',
    _outputPath: '†state.long',
  };
  const save: Call = {
    _id: 'save',
    _tool: 'saveFile',
    name: 'out.md',
    content: '†state.long.text',
    _outputPath: '†state.save',
  };
  const completed = await tab.run(named('completed', [long, save], { output: '†state.save.name' }), {
    runId: 'completed',
    input: { by: 'Zoë' },
  });
  tab.answer(await tab.sent(0), { type: 'text/plain', body: LONG });
  await tab.event(completed, 'plan_completed');

  await tab.request({ kind: 'connect', connection: { baseUrl: 'https://model.test/v1', model: 'scripted' } });
  const judged = await tab.run(named('judged', [judge], { tools, output: '†state.yes' }), {
    runId: 'judged',
  });
  tab.answer(await tab.sent(1), completion('{"outcome":"yes","value":"fair"}'));
  await tab.event(judged, 'plan_completed');
}

/** Of those that ended since. */
async function ended2(tab: Tab): Promise<void> {
  // A write that was refused for now is made again, with the same key.
  await tab.run(named('retried-write', [send('a'), put('b', 2, after('a'))], { output: '†state.b' }), {
    runId: 'retried-write',
  });
  tab.answer(await tab.sent(2), { status: 429, body: '{"error":"busy"}' });
  tab.answer(await tab.sent(3), { status: 201, body: '{"id":7}' });
  await tab.event('retried-write', 'plan_completed');

  await tab.run(named('errors', [get('a'), put('b', 2)], { policy: { retryLimit: 0, onFailure: 'skip' } }), {
    runId: 'errors',
  });
  tab.answer(await tab.sent(4), { status: 404, body: 'Not here.' });
  await tab.event('errors', 'plan_completed');

  // Sub-runs: one, and one for each element.
  const sub = subPlan([put('s', 'x * 10', { values: { x: '†input.item' } })], { output: '†state.s' });
  const each = delegate('each', { _forEach: '†state.items' });
  const loop = named('loop', [each], { state: { initial: { items: [1, 2] } }, output: '†state.each' });
  await tab.run(loop, { runId: 'loop', delegates: { [SUB]: sub }, hash: hashOf(loop, { [SUB]: sub }) });
  await tab.event('loop', 'plan_completed');

  // A person writes the calls from here on, and a fork takes what was done.
  await tab.run(named('replanned', [put('a', 1), get('bad', after('a'))], { policy: { retryLimit: 0 } }), {
    runId: 'replanned',
    replans: 'unasked',
  });
  tab.answer(await tab.sent(5), { status: 404, body: 'Not here.' });
  await tab.event('replanned', 'plan_step_waiting', 'bad');
  await tab.request({
    kind: 'answer',
    runId: 'replanned',
    call: 'bad',
    choose: 'replan',
    calls: [put('around', 3, after('a'))],
  });
  await tab.event('replanned', 'plan_completed');
  const forked = named('forked', [put('a', 1), put('b', 'a + 1', { values: { a: '†state.a' } })]);
  await tab.run(forked, { runId: 'source' });
  await tab.event('source', 'plan_completed');
  const part = { starts: new Set(['b']), given: { a: 41 } };
  await approved(forked, {}, part);
  await tab.run(forked, {
    runId: 'fork',
    fork: { runId: 'source', call: 'b', cleared: ['b'], values: { a: 41 } },
    hash: hashOf(forked, {}, part),
  });
  await tab.event('fork', 'plan_completed');

  await tab.run(named('instances', [put('a', 'n + 1', { values: { n: '†input.n' } })]), {
    runId: 'instances',
    instances: [
      { label: 'north', input: { n: 1 } },
      { label: 'south', input: { n: 2 } },
    ],
  });
  await tab.event('instances', 'plan_completed');

  await tab.run(named('stopped', [put('a', 1), get('b', after('a'))]), { runId: 'stopped' });
  await tab.sent(6);
  await tab.request({ kind: 'stop-run', runId: 'stopped' });
  await tab.event('stopped', 'plan_aborted');
}

/** Writes that were cut off: one is settled, one is left. Before the others, which a resume would take up as well. */
async function doubts(): Promise<void> {
  const killed = openTab();
  for (const runId of ['doubt-settled', 'doubt-open']) {
    await killed.run(named(runId, [send('a'), put('b', 2, after('a')), put('c', 3)]), { runId });
    await killed.event(runId, 'plan_step_completed', 'c');
  }
  await killed.sent(1);
  killed.kill();
  const next = openTab();
  await next.request({ kind: 'resume-all' });
  await next.event('doubt-open', 'plan_step_waiting', 'a');
  await next.event('doubt-settled', 'plan_step_waiting', 'a');
  await next.request({
    kind: 'answer',
    runId: 'doubt-settled',
    call: 'a',
    choose: 'value',
    value: { status: 200 },
  });
  await next.event('doubt-settled', 'plan_completed');
  next.kill();
}

/** Each in the middle of what it did when its tab was closed. */
async function leftOpen(): Promise<void> {
  const tab = openTab();
  const waits = async (plan: Plan, call: string) => {
    await tab.run(plan, { runId: plan.title ?? '' });
    await tab.event(plan.title ?? '', 'plan_step_waiting', call);
  };
  await waits(named('open-form', [ask, put('b', 1, after('city'))]), 'ask');
  await waits(named('open-gate', [put('a', 1, { _after: '†state.approvals.go' }), put('c', 3)]), 'a');
  await waits(
    named('open-approval', [put('n', 1), send('a', after('n'))], { policy: { askBefore: 'effects' } }),
    'a',
  );

  // The second push has ended and is held until the first has.
  const push = { _outputPath: '†state.list', _outputMethod: 'push' } as const;
  await tab.run(named('held', [get('slow', push), get('fast', push)]), { runId: 'held' });
  const both = [await tab.sent(0), await tab.sent(1)];
  tab.answer(both.find(({ url }) => url.endsWith('fast')) ?? both[1]!, { body: '{"fast":true}' });
  await tab.event('held', 'plan_step_completed', 'fast');

  const sub = subPlan([get('s')], { output: '†state.s' });
  const each = delegate('each', { _forEach: '†state.items' });
  const loop = named('cut-loop', [each], {
    state: { initial: { items: ['x', 'y'] } },
    policy: { maxConcurrent: 1 },
  });
  await tab.run(loop, { runId: 'cut-loop', delegates: { [SUB]: sub }, hash: hashOf(loop, { [SUB]: sub }) });
  tab.answer(await tab.sent(2));
  await tab.event('cut-loop', 'plan_sub_run_ended', 'each');
  await tab.sent(3);

  // A model has answered the first of its turns.
  await tab.request({ kind: 'connect', connection: { baseUrl: 'https://model.test/v1', model: 'scripted' } });
  await tab.run(named('cut-judged', [judge], { tools, output: '†state.yes' }), { runId: 'cut-judged' });
  tab.answer(await tab.sent(4), completion('{"value":"fair"}'));
  await tab.sent(5);

  await tab.run(
    named('cut', [get('a'), get('b', after('a')), send('c', after('a')), put('d', 4, after('b'))]),
    {
      runId: 'cut',
    },
  );
  tab.answer(await tab.sent(6), { type: 'text/plain', body: LONG });
  await tab.sent(8);

  await tab.run(named('paused-in-retry', [get('a'), put('b', 1, after('a'))]), { runId: 'paused-in-retry' });
  tab.answer(await tab.sent(9), { status: 500, body: 'Out of order.' });
  await tab.event('paused-in-retry', 'plan_step_retry', 'a');
  tab.kill();
}

/** A completion as a server streams it. */
function completion(content: string) {
  const chunk = (more: object) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'scripted', ...more })}\n\n`;
  const choice = (delta: object, finish: string | null) => ({
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const body = [
    chunk(choice({ role: 'assistant', content }, null)),
    chunk(choice({}, 'stop')),
    chunk({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 50, cost: 0.02 } }),
    'data: [DONE]\n\n',
  ].join('');
  return { type: 'text/event-stream', body };
}

async function read(database: Database): Promise<Recorded> {
  const runs: Record<string, WhatItWas[string]> = {};
  for (const { runId } of await runJournal(database).below('')) {
    runs[runId] = whatItWas(await runJournal(database).events(runId));
  }
  const backend = database.connection();
  const stores = [];
  for (const name of backend.objectStoreNames) {
    const store = backend.transaction(name).objectStore(name);
    const indexes = [...store.indexNames].map((one) => {
      const { name: index, keyPath, unique, multiEntry } = store.index(one);
      return { name: index, keyPath, unique, multiEntry };
    });
    const rows = await new Promise<Record<string, unknown>[]>((resolve, reject) => {
      const request = store.getAll();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    stores.push({ name, keyPath: store.keyPath, indexes, rows: await Promise.all(rows.map(plainRow)) });
  }
  return {
    database: { version: backend.version, stores },
    everything: JSON.parse(await exportEverything(database)),
    oneRun: JSON.parse(await exportRun(database, 'loop')),
    runs,
  };
}

async function plainRow(row: Record<string, unknown>): Promise<Record<string, unknown>> {
  if (!(row.blob instanceof Blob)) return row;
  const bytes = new Uint8Array(await row.blob.arrayBuffer());
  return { ...row, blob: { type: row.blob.type, base64: btoa(String.fromCharCode(...bytes)) } };
}
