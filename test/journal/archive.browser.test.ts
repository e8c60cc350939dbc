import { afterEach, beforeEach, expect, test } from 'vitest';

import { type Database, openDatabase } from '../../src/journal/database.ts';
import { exportEverything } from '../../src/journal/export.ts';
import { planFiles } from '../../src/journal/files.ts';
import { importArchive } from '../../src/journal/import.ts';
import { plans } from '../../src/journal/plans.ts';
import { runJournal } from '../../src/journal/run-journal.ts';
import type { Plan } from '../../src/plan/document.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  mode: 'lazy',
  calls: [{ _id: 'a', _tool: 'calculate', expression: '1', _outputPath: '†state.a' }],
};
const LONG = 'x'.repeat(40_000);

let databases = 0;
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
  await plans(from).put({ plan: PLAN, revision: 1, input: { n: 1 }, approval, savedAt: 5 });
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
  await from.delete();
  await to.delete();
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
  await plans(to).put({
    plan: { ...PLAN, title: 'Mine' },
    revision: 7,
    input: {},
    approval: null,
    savedAt: 6,
  });
  expect(await importArchive(to, await exportEverything(from), 9)).toEqual({
    ok: true,
    value: { plans: 0, runs: 1 },
  });
  expect((await plans(to).get('p'))?.plan.title).toBe('Mine');
  expect(await planFiles(to).list('p')).toEqual([]);
});

test('a file that is cut, foreign, too new or damaged is refused in words and changes nothing', async () => {
  const text = await exportEverything(from);
  const damaged = JSON.parse(text) as { runs: { lastSeq: unknown }[] };
  damaged.runs[0]!.lastSeq = 'two';
  for (const [broken, words] of [
    [text.slice(0, -20), 'cut short'],
    ['{"calls": []}', 'no export of runs'],
    ['null', 'no export of runs'],
    [text.replace('"version":1', '"version":2'), 'newer Obelus'],
    [JSON.stringify(damaged), 'damaged at runs.0.lastSeq'],
  ] as const) {
    const taken = await importArchive(to, broken, 9);
    expect(taken).toMatchObject({ ok: false, error: expect.stringContaining(words) });
  }
  expect(await plans(to).list()).toEqual([]);
});
