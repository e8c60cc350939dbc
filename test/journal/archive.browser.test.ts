import { afterEach, beforeEach, expect, test } from 'vitest';

import { type Database, openDatabase } from '../../src/journal/database.ts';
import { exportEverything, exportRun } from '../../src/journal/export.ts';
import { planFiles, runFiles } from '../../src/journal/files.ts';
import { doubtfulRuns, listRuns, subRunsOf } from '../../src/journal/history.ts';
import { importArchive } from '../../src/journal/import.ts';
import { runModels } from '../../src/journal/model-record.ts';
import { plans } from '../../src/journal/plans.ts';
import { runJournal } from '../../src/journal/run-journal.ts';
import { tidy } from '../../src/journal/tidy.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { RunEventBody } from '../../src/run/events.ts';
import { deleteDatabase } from './fresh-database.ts';
import { rowsIn } from './rows.ts';
import { completed, ENDED, keepRun, rowOf } from './some-runs.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  mode: 'lazy',
  calls: [{ _id: 'a', _tool: 'calculate', expression: '1', _outputPath: '†state.a' }],
};
const LONG = 'x'.repeat(40_000);

let databases = 0;
const SAVED = { save: 'one', tab: 't', conflicts: [] };

const freshDatabase = (): Promise<Database> => {
  databases += 1;
  return openDatabase(`archive-${Date.now()}-${databases}`);
};

let from: Database;
let to: Database;
beforeEach(async () => {
  from = await freshDatabase();
  to = await freshDatabase();
  const approval = { hash: 'h', revision: 1, at: 1 };
  await plans(from).save({ plan: PLAN, revision: 1, input: { n: 1 }, approval, savedAt: 5, ...SAVED }, null);
  await planFiles(from).put('p', 'orders.csv', new Blob(['a,ä'], { type: 'text/csv' }));
  const row = {
    runId: 'r',
    planId: 'p',
    title: 'P',
    startedAt: 1,
    status: 'running',
    reason: null,
    lastSeq: 2,
    open: 1,
  } as const;
  await runJournal(from).append(
    row,
    [
      { type: 'plan.commit', revision: 1, plan: PLAN, runId: 'r', seq: 1, time: 1 },
      { type: 'plan_step_completed', call: 'a', attempt: 1, value: LONG, runId: 'r', seq: 2, time: 2 },
    ],
    false,
  );
});
afterEach(async () => {
  for (const database of [from, to]) {
    const { name } = database.connection();
    database.close();
    await deleteDatabase(name);
  }
});

test('plans, runs, long values and files come back on another device', async () => {
  const taken = await importArchive(to, await exportEverything(from), 9);
  expect(taken).toEqual({ ok: true, value: { plans: 1, runs: 1 } });
  expect((await plans(to).get('p'))?.plan).toEqual(PLAN);
  const [file] = await planFiles(to).list('p');
  expect(file?.blob.type).toBe('text/csv');
  expect(await file?.blob.text()).toBe('a,ä');
  const events = await runJournal(to).events('r');
  expect(events[1]).toMatchObject({ value: LONG });
});

test('a signature does not travel, and a run that had not ended does not go on', async () => {
  const text = await exportEverything(from);
  expect(text).not.toContain('"approval"');
  await importArchive(to, text, 9);
  expect((await plans(to).get('p'))?.approval).toBeNull();
  expect(await runJournal(to).open()).toEqual([]);
  expect((await runJournal(to).events('r')).at(-1)).toMatchObject({ type: 'plan_aborted', seq: 3 });
});

test('what is on the device already stays as it is', async () => {
  const mine = { ...PLAN, title: 'Mine' };
  const kept = { plan: mine, revision: 7, input: {}, approval: null, savedAt: 6 };
  await plans(to).save({ ...kept, ...SAVED }, null);
  expect(await importArchive(to, await exportEverything(from), 9)).toEqual({
    ok: true,
    value: { plans: 0, runs: 1 },
  });
  expect((await plans(to).get('p'))?.plan.title).toBe('Mine');
  expect(await planFiles(to).list('p')).toEqual([]);
});

test('one run travels with its sub-runs, values and files, and with nothing of its neighbours (R-13)', async () => {
  const child = rowOf('r.a.2', { parent: { runId: 'r', call: 'a' } });
  await keepRun(from, child, [completed('a', LONG), ENDED], [1]);
  await keepRun(from, rowOf('other'), [completed('a', 'of the other')]);
  await runFiles(from).put('r', 'made.md', new Blob(['# Made'], { type: 'text/markdown' }), true);
  const text = await exportRun(from, 'r');
  expect(text).not.toContain('of the other');
  expect(await exportRun(from, 'r.a.2')).toBe(text);
  const told = await exportRun(from, 'r', async (runId) => [`${runId} happened`]);
  expect(JSON.parse(told).happened).toEqual([
    { runId: 'r', lines: ['r happened'] },
    { runId: 'r.a.2', lines: ['r.a.2 happened'] },
  ]);
  expect(await importArchive(to, told, 9)).toEqual({ ok: true, value: { plans: 0, runs: 1 } });
  expect(await runJournal(to).events('r.a.2')).toEqual(await runJournal(from).events('r.a.2'));
  expect((await listRuns(to)).map(({ runId }) => runId)).toEqual(['r']);
  expect(await subRunsOf(to, 'r')).toMatchObject([{ runId: 'r.a.2', counts: { calls: 3, completed: 1 } }]);
  expect(await (await runFiles(to).get('r', 'made.md'))?.text()).toBe('# Made');
  // The plan that ran is in the journal: no plan row is needed to look at it.
  expect((await runJournal(to).events('r'))[0]).toMatchObject({ type: 'plan.commit', plan: PLAN });
});

test('a run that is not here any more can not be exported, and says so', async () => {
  await expect(exportRun(from, 'gone')).rejects.toThrow('removed');
});

test('no key, secret or model answer is in an export', async () => {
  localStorage.setItem('obelus-test-key', 'sk-of-this-device');
  sessionStorage.setItem('obelus-test-key', 'sk-of-this-session');
  await runModels(from, 'r').put('hash', { text: 'sk-echoed-by-a-model' });
  for (const text of [await exportEverything(from), await exportRun(from, 'r')])
    expect(text).not.toContain('sk-');
  localStorage.removeItem('obelus-test-key');
  sessionStorage.removeItem('obelus-test-key');
});

test('a run whose journal is damaged is left out, so that the rest can be taken in', async () => {
  await keepRun(from, rowOf('good'), [completed('a', '1')]);
  await rowsIn(from, 'batches').put({ runId: 'r', first: 1, events: '[{' });
  expect(await importArchive(to, await exportEverything(from), 9)).toEqual({
    ok: true,
    value: { plans: 1, runs: 1 },
  });
  expect((await listRuns(to)).map(({ runId }) => runId)).toEqual(['good']);
});

test('a tidied run is exported and taken in like any other', async () => {
  const events = await keepRun(from, rowOf('packed'), [completed('a', LONG), ENDED], [1, 1]);
  await tidy(from, 0);
  await importArchive(to, await exportRun(from, 'packed'), 9);
  expect(await runJournal(to).events('packed')).toEqual(events);
  expect(await tidy(to, 0)).toEqual({ packed: 1, removed: 0 });
});

interface Loose {
  plans: Record<string, unknown>[];
  runs: Record<string, unknown>[];
  batches: { runId: string; first: number; events: Record<string, unknown>[] }[];
  values: Record<string, unknown>[];
  files: Record<string, unknown>[];
}

test.each<[string, string, (text: string) => string]>([
  ['is cut', 'cut short', (text) => text.slice(0, -20)],
  ['is something else', 'no export of runs', () => '{"calls": []}'],
  ['is nothing', 'no export of runs', () => 'null'],
  ['is too new', 'newer Obelus', (text) => text.replace('"version":1', '"version":3')],
  ['has a row of the wrong shape', 'runs.0.lastSeq', spoilt(({ runs }) => (runs[0]!.lastSeq = 'two'))],
  ['claims a plan under another id', 'plans.0.id', spoilt(({ plans }) => (plans[0]!.id = 'q'))],
  [
    'has a gap in a journal',
    'the events of runs.0',
    spoilt(({ batches }) => (batches[0]!.events[1]!.seq = 3)),
  ],
  [
    "has another run's events in a journal",
    'the events of runs.0',
    spoilt(({ batches }) => (batches[0]!.events[1]!.runId = 'else')),
  ],
  ['has a journal without its plan', 'the events of runs.0', spoilt(({ batches }) => batches.pop())],
  ['has a run twice', 'runs.1.runId', spoilt(({ runs }) => runs.push(runs[0]!))],
  [
    'has a sub-run without its parent',
    'runs.0.parent',
    spoilt(({ runs }) => (runs[0]!.parent = { runId: 'nobody', call: 'a' })),
  ],
  [
    'has an event that breaks what is read of it',
    'batches.0.events.1',
    spoilt(({ batches }) => (batches[0]!.events[1]!.call = { toString: 1 })),
  ],
  ...[
    { told: { toString: 1 } },
    { reflection: 7 },
    { problems: [{}] },
    { remedies: 'again' },
    { cost: '0.1' },
    { tokens: { input: '1', output: 2 } },
  ].map((wrong): [string, string, (text: string) => string] => [
    `has a planner’s ${Object.keys(wrong)[0]} that is none`,
    'batches.0.events.1',
    spoilt(({ batches }) => Object.assign(batches[0]!.events[1]!, wrong)),
  ]),
  ['has a value that is no JSON', 'values.0.json', spoilt(({ values }) => (values[0]!.json = '{"half":'))],
  [
    'has a value that is put somewhere else',
    'batches.0.events.1.stored',
    spoilt(({ batches }) => (batches[0]!.events[1]!.stored = { as: '__proto__', length: 1 })),
  ],
  ['has a file that is no base64', 'files.0.base64', spoilt(({ files }) => (files[0]!.base64 = '<svg>'))],
])('a file that %s is refused whole, in words', async (_, words, spoil) => {
  const taken = await importArchive(to, spoil(await exportEverything(from)), 9);
  expect(taken).toMatchObject({ ok: false, error: expect.stringContaining(words) });
  expect(taken).toMatchObject({ error: expect.stringMatching(/othing was changed/) });
  for (const table of ['plans', 'runs', 'batches', 'values', 'large', 'files', 'models'] as const)
    expect(await rowsIn(to, table).all()).toEqual([]);
});

function spoilt(spoil: (archive: Loose) => unknown): (text: string) => string {
  return (text) => {
    const archive = JSON.parse(text) as Loose;
    spoil(archive);
    return JSON.stringify(archive);
  };
}

test('a stranger’s sub-run is not put below a run of this device', async () => {
  await keepRun(to, rowOf('r'), [completed('a', 'mine')]);
  await keepRun(from, rowOf('r.a.2', { parent: { runId: 'r', call: 'a' } }), [completed('a', 'theirs')]);
  expect(await importArchive(to, await exportRun(from, 'r'), 9)).toEqual({
    ok: true,
    value: { plans: 0, runs: 0 },
  });
  expect(await subRunsOf(to, 'r')).toEqual([]);
});

test('what a stranger’s row claims is told anew from its events', async () => {
  const claims = spoilt(({ runs }) =>
    Object.assign(runs[0]!, { status: 'completed', open: 0, packed: { batches: 1 } }),
  );
  await importArchive(to, claims(await exportRun(from, 'r')), 9);
  const row = await runJournal(to).run('r');
  expect(row).toMatchObject({ status: 'aborted', reason: 'discarded', endedAt: 9, listedAt: 1 });
  expect(row).not.toHaveProperty('packed');
});

test('a write in doubt comes along in a backup of one’s own, below a loop too, and never in a stranger’s file', async () => {
  const stop: RunEventBody = { type: 'plan_aborted', reason: 'aborted' };
  const parent = { runId: 'top', call: 'each', index: 0 };
  await keepRun(from, rowOf('top', { status: 'aborted' }), [stop]);
  await keepRun(from, rowOf('top.each.0.1', { status: 'aborted', parent, doubts: 1 }), [stop]);
  expect(await doubtfulRuns(from)).toEqual(['top']);
  const archive = await exportEverything(from);
  expect(await importArchive(to, archive, 9)).toMatchObject({ ok: true });
  expect(await doubtfulRuns(to)).toEqual([]);
  const own = await freshDatabase();
  expect(await importArchive(own, archive, 9, { own: true })).toMatchObject({ ok: true });
  // 'r' had not ended: its record tells whether it left one.
  expect((await doubtfulRuns(own)).sort()).toEqual(['r', 'top']);
  const { name } = own.connection();
  own.close();
  await deleteDatabase(name);
});
