/** A result of 56 MB in a real worker with its threads and its database: kept once, carried by nobody. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/journal/database.ts';
import { exportRun } from '../../src/journal/export.ts';
import { importArchive } from '../../src/journal/import.ts';
import { runJournal } from '../../src/journal/run-journal.ts';
import { bytesOfRun } from '../../src/journal/stored-bytes.ts';
import type { Call } from '../../src/plan/document.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { deleteDatabase } from '../journal/fresh-database.ts';
import { rowsIn } from '../journal/rows.ts';
import { journalled } from './journalled.ts';
import { planOf } from './plans.ts';
import { closeTabs, openTab } from './tab.ts';

vi.setConfig({ testTimeout: 60_000 });

beforeEach(() => deleteDatabase());
afterEach(closeTabs);

const ROWS = 470_000;
const WORDS = 'some ninety characters of text in every row of it as in a log or in an answer of a server';
const call = (id: string, more: Partial<Call>): Call =>
  ({ _id: id, _outputPath: `†state.${id}`, ...more }) as Call;

const plan = planOf(
  [
    call('table', { _tool: 'readCsv', file: 'big.csv' }),
    call('below', { _tool: 'joinText', texts: ['†state.table.34567.word', '!'], separator: '' }),
    call('few', { _tool: 'filterRows', rows: '†state.table', column: 'n', operator: 'equals', value: 7 }),
  ],
  {
    policy: { onFailure: 'abort' },
    output: { below: '†state.below', few: '†state.few', missing: '†state.table.9.none || †state.below' },
  },
);

const bigCsv = (): Blob => {
  const parts = ['n,word\n'];
  for (let n = 0; n < ROWS; n++) parts.push(`${n},${WORDS} ${n}\n`);
  return new Blob(parts);
};

async function largeRows(): Promise<
  { readonly runId: string; readonly key: string; readonly bytes: number }[]
> {
  const database = await openDatabase();
  try {
    return (await rowsIn(database, 'large').all()).map(({ json, ...row }) => ({ ...row, bytes: json.size }));
  } finally {
    database.close();
  }
}

test('a result of 56 MB is one stored value: batches and messages stay small, and what lies below it is read', async () => {
  const tab = openTab();
  await tab.request({ kind: 'put-file', runId: 'run-big', name: 'big.csv', file: bigCsv() });
  const runId = await tab.run(plan, { runId: 'run-big' });
  const end = await tab.event(runId, 'plan_completed');
  const few = [{ n: 7, word: `${WORDS} 7` }];
  const below = `${WORDS} 34567!`;
  if (end.status !== 'completed')
    console.info(JSON.stringify(tab.events(runId).filter(({ type }) => type === 'plan_step_failed')));
  expect(end).toMatchObject({ status: 'completed', output: { below, few, missing: below } });

  const stored = await largeRows();
  expect(stored).toHaveLength(1);
  expect(stored[0]!.bytes).toBeGreaterThan(55_000_000);
  const done = (await tab.event(runId, 'plan_step_completed', 'table')) as RunEvent & { large?: unknown };
  expect(done).toMatchObject({ value: null, large: [{ path: [], kind: 'list', count: ROWS }] });
  // For the call that reads below it, and for the output.
  expect(tab.events(runId).filter(({ type }) => type === 'plan_value_read')).toHaveLength(2);
  const longest = Math.max(...tab.heard.map((message) => JSON.stringify(message).length));
  const kept = await journalled(runId);
  const journal = JSON.stringify(kept.events).length;
  const [begun, ended, read] = ['plan_step_started', 'plan_step_completed', 'plan_value_read'].map(
    (type) => tab.events(runId).find((event) => event.type === type)!.time,
  );
  console.info(
    `${stored[0]!.bytes} bytes: computed and kept in ${ended! - begun!} ms, looked into in ${read! - ended!} ms; ` +
      `the longest message has ${longest} units, the whole journal ${journal}`,
  );
  expect(longest).toBeLessThan(20_000);
  expect(journal).toBeLessThan(30_000);

  // Another tab, after the first is gone, knows all of it.
  tab.kill();
  const later = openTab();
  const events = (await later.request({ kind: 'events-since', runId, since: 0 })) as unknown as RunEvent[];
  expect(events).toEqual(kept.events);

  const database = await openDatabase();
  expect(await bytesOfRun(database, runId)).toBeGreaterThan(100_000_000);
  await later.request({ kind: 'discard-run', runId });
  database.close();
  expect(await largeRows()).toEqual([]);
});

test('it goes out once with its run, and comes back with it; one that leads to another run is refused', async () => {
  const tab = openTab();
  const lines = Array.from({ length: 40_000 }, (_, n) => `${n},${WORDS}`);
  const file = new Blob([`n,word\n${lines.join('\n')}\n`]);
  await tab.request({ kind: 'put-file', runId: 'run-out', name: 'big.csv', file });
  const runId = await tab.run(plan, { runId: 'run-out' });
  await tab.event(runId, 'plan_completed');
  const [before] = await largeRows();
  const database = await openDatabase();
  const text = await exportRun(database, runId);
  expect(text.split(WORDS.slice(0, 30)).length - 1).toBeLessThan(2 * 40_000 + 200);
  tab.kill();
  await runJournal(database).remove(runId, 'held');
  expect(await rowsIn(database, 'large').all()).toHaveLength(0);

  const forged = text.replaceAll('"ref":"run-out/', '"ref":"run-other/');
  expect(await importArchive(database, forged, 9)).toMatchObject({
    ok: false,
    error: expect.stringContaining('large values'),
  });
  expect(await importArchive(database, text, 9)).toMatchObject({ ok: true });
  const [after] = await largeRows();
  expect(after).toEqual(before);
  database.close();
});
