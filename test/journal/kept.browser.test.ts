/** A database and its exports as an earlier version wrote them: opened by today's code, every run is what it was (L-95). */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ARCHIVE_VERSION } from '../../src/journal/archive-file.ts';
import { type Database, openDatabase } from '../../src/journal/database.ts';
import { planFiles, runFiles } from '../../src/journal/files.ts';
import { listRuns, subRunsOf } from '../../src/journal/history.ts';
import { importArchive } from '../../src/journal/import.ts';
import { MIGRATIONS } from '../../src/journal/migrations.ts';
import { runModels } from '../../src/journal/model-record.ts';
import { plans } from '../../src/journal/plans.ts';
import { runJournal } from '../../src/journal/run-journal.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { deleteDatabase } from './fresh-database.ts';
import {
  type KeptDatabase,
  type KeptRows,
  keptEvents,
  keptRows,
  keptText,
  readKept,
  restore,
} from './kept-database.ts';
import { type WhatItWas, whatItWas } from './what-it-was.ts';

const NOW = 1_800_000_000_000;

let name: string;
let database: Database;
let wasThere: WhatItWas;

beforeEach(async () => {
  name = `test-${crypto.randomUUID()}`;
  wasThere = JSON.parse(await keptText('v2.runs.json')) as WhatItWas;
});
afterEach(async () => {
  database.close();
  await deleteDatabase(name);
});

test('one of every version is kept, of today’s too: whoever raises it finds the one before', async () => {
  const files = [
    ...MIGRATIONS.map(({ version }) => `v${version}.json`),
    ...Array.from({ length: ARCHIVE_VERSION }, (_, at) => `archive-${at + 1}.everything.json`),
  ];
  for (const file of files) expect(JSON.parse(await keptText(file)), file).toBeTruthy();
  database = await openDatabase(name);
});

describe.each(['v2', 'v6', 'v8', 'v9'])('a database of %s', (version) => {
  let kept: KeptDatabase;
  beforeEach(async () => {
    kept = await readKept(`${version}.json`);
    wasThere = JSON.parse(await keptText(`${version}.runs.json`)) as WhatItWas;
    await restore(name, kept);
    database = await openDatabase(name);
  });

  test('has every run with its row, every event and every value beside the journal', async () => {
    const journal = runJournal(database);
    const rows = keptRows(kept, 'runs');
    expect(rows.map(({ runId }) => runId)).toEqual(Object.keys(wasThere));
    for (const row of rows) {
      const runId = row.runId as string;
      expect(await journal.run(runId)).toMatchObject(row);
      expect(await journal.events(runId)).toEqual(keptEvents(kept, runId));
    }
    expect(keptRows(kept, 'values').every(({ json }) => (json as string).length > 32_768)).toBe(true);
    expect(keptRows(kept, 'values').map(({ runId }) => runId)).toEqual(['completed', 'cut']);
  });

  test('and every run is what it was: statuses, values, attempts, questions', async () => {
    const journal = runJournal(database);
    const now: Record<string, WhatItWas[string]> = {};
    for (const runId of Object.keys(wasThere)) now[runId] = whatItWas(await journal.events(runId));
    expect(now).toEqual(wasThere);
  });

  test('lists the runs that a person started, and those that go on', async () => {
    const rows = keptRows(kept, 'runs');
    const started = rows
      .filter(({ parent }) => parent === undefined)
      .sort((a, b) => (b.startedAt as number) - (a.startedAt as number));
    expect((await listRuns(database)).map(({ runId }) => runId)).toEqual(started.map(({ runId }) => runId));
    const open = rows.filter((row) => row.open === 1).map(({ runId }) => runId);
    expect((await runJournal(database).open()).map(({ runId }) => runId)).toEqual(open);
    expect((await subRunsOf(database, 'loop')).map(({ runId }) => runId)).toEqual([
      'loop.each.0.3',
      'loop.each.1.3',
    ]);
  });

  test('keeps plans, one of them approved, files of plans and runs, and what a model answered', async () => {
    expect(await plans(database).get('plan_kept')).toMatchObject({
      revision: 3,
      input: { n: 1 },
      approval: { revision: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect((await plans(database).get('plan_unsigned'))?.approval).toBeNull();
    const [file] = await planFiles(database).list('plan_kept');
    expect(await file?.blob.text()).toBe('# Notes\nShip it, Zoë.');
    const made = await runFiles(database).get('completed', 'out.md');
    expect(await made?.text()).toBe('A long line of a report. '.repeat(1400));
    const [answer] = keptRows(kept, 'models');
    expect(await runModels(database, 'cut-judged').get(answer?.hash as string)).toEqual(answer?.response);
  });
});

/** With the database that was kept on the same day. */
describe.each([
  [1, 'v2'],
  [2, 'v3'],
])('an export of version %i', (version, sameDay) => {
  beforeEach(async () => {
    wasThere = JSON.parse(await keptText(`${sameDay}.runs.json`)) as WhatItWas;
    database = await openDatabase(name);
  });

  /** In the words of the file itself: no code of the app has read it. */
  async function taken(file: string): Promise<Archived> {
    const text = await keptText(file);
    const archive = JSON.parse(text) as Archived;
    const listed = archive.runs.filter(({ parent }) => parent === undefined).length;
    expect(await importArchive(database, text, NOW)).toEqual({
      ok: true,
      value: { plans: archive.plans.length, runs: listed },
    });
    return archive;
  }

  test('of everything brings each plan, run and file; a run that had not ended is ended, with all it had', async () => {
    const archive = await taken(`archive-${version}.everything.json`);
    const journal = runJournal(database);
    expect(archive.runs.map(({ runId }) => runId)).toEqual(Object.keys(wasThere));
    for (const { runId, open } of archive.runs) {
      const events = await journal.events(runId);
      const own = open === 1 ? events.slice(0, -1) : events;
      expect(whatItWas(own)).toEqual(wasThere[runId]);
      const abort = { type: 'plan_aborted', reason: 'discarded', seq: events.length, time: NOW };
      if (open === 1) expect(events.at(-1)).toMatchObject(abort);
    }
    expect((await plans(database).get('plan_kept'))?.approval).toBeNull();
    expect(await (await runFiles(database).get('completed', 'out.md'))?.text()).toHaveLength(35_000);
    expect((await planFiles(database).list('plan_kept')).map((file) => file.name)).toEqual(['notes.md']);
  });

  test('of one run brings it with its sub-runs', async () => {
    await taken(`archive-${version}.run.json`);
    const journal = runJournal(database);
    for (const runId of ['loop', 'loop.each.0.3', 'loop.each.1.3']) {
      expect(whatItWas(await journal.events(runId))).toEqual(wasThere[runId]);
    }
    expect((await listRuns(database)).map(({ runId }) => runId)).toEqual(['loop']);
  });
});

interface Archived {
  readonly plans: KeptRows;
  readonly runs: readonly { readonly runId: string; readonly open: 0 | 1; readonly parent?: unknown }[];
  readonly batches: readonly { readonly events: readonly RunEvent[] }[];
}
