/**
 * What is on this device as one JSON text: everything, or one run. Carries no signature, no secret and no model's
 * answer under its hash: a run that is taken elsewhere has ended there, and nothing would ask for it.
 */

import type { RunRow } from '../host/port.ts';
import type { Json } from '../lib/json.ts';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION } from './archive-file.ts';
import type {
  BatchRow,
  Database,
  FileRow,
  KeptRun,
  LargeRow,
  PlanRow,
  StoreName,
  ValueRow,
  VersionRow,
} from './database.ts';
import { familyOf, rangeOf } from './run-records.ts';
import { answerOf, within } from './transaction.ts';

interface Rows {
  readonly plans: readonly PlanRow[];
  readonly runs: readonly KeptRun[];
  readonly batches: readonly BatchRow[];
  readonly values: readonly ValueRow[];
  readonly large: readonly LargeRow[];
  readonly files: readonly FileRow[];
  readonly versions?: readonly VersionRow[];
}

const STORES: readonly StoreName[] = ['plans', 'runs', 'batches', 'values', 'large', 'files'];

/** Plans, runs and files of this device as JSON text, which `importArchive` reads. */
export async function exportEverything(database: Database): Promise<string> {
  const rows = await within(
    database,
    [...STORES, 'versions'],
    'readonly',
    async (transaction): Promise<Rows> => {
      const all = (name: StoreName) => answerOf(transaction.objectStore(name).getAll());
      const [plans, runs, versions, beside] = await Promise.all([
        ...[all('plans'), all('runs'), all('versions')],
        besideRuns(all),
      ]);
      return { plans, runs, versions, ...beside } as Rows;
    },
  );
  return textOf(rows);
}

/**
 * The run with its sub-runs, values and files; a sub-run comes with all that it is part of. Rejects for an unknown one.
 * @param happened tells of a run, for whoever reads the file, what was signed and what happened; nobody reads it in again
 */
export async function exportRun(
  database: Database,
  runId: string,
  happened?: (runId: string) => Promise<Json>,
): Promise<string> {
  const rows = await within(database, STORES, 'readonly', async (transaction): Promise<Rows> => {
    const top = await topOf(transaction, runId);
    const runs = await familyOf(transaction, top);
    const all = async (name: StoreName) => {
      const asked = runs.map((row) => answerOf(transaction.objectStore(name).getAll(rangeOf(row.runId))));
      return (await Promise.all(asked)).flat();
    };
    return { plans: [], runs, ...(await besideRuns(all)) } as Rows;
  });
  if (rows.runs.length === 0) throw new Error('This run is not on this device any more: it was removed.');
  return textOf(rows, happened);
}

/** What is kept beside the runs' own rows. */
async function besideRuns(all: (name: StoreName) => Promise<unknown>) {
  const names = ['batches', 'values', 'large', 'files'] as const;
  const [batches, values, large, files] = await Promise.all(names.map(all));
  return { batches, values, large, files };
}

async function topOf(transaction: IDBTransaction, runId: string): Promise<string> {
  const row = (await answerOf(transaction.objectStore('runs').get(runId))) as KeptRun | undefined;
  return row?.parent ? topOf(transaction, row.parent.runId) : runId;
}

async function textOf(
  { plans, runs, batches, values, large, files, versions = [] }: Rows,
  happened?: (runId: string) => Promise<Json>,
): Promise<string> {
  const readable = readableBatches(batches);
  // A run that can't be read here can't be read elsewhere, and the whole file would be refused for it.
  const whole = runs.filter(
    ({ runId, parent }) => readable.has(runId) && (!parent || readable.has(parent.runId)),
  );
  return JSON.stringify({
    format: ARCHIVE_FORMAT,
    version: large.length > 0 ? ARCHIVE_VERSION : 1,
    // A signature is this person's on this device; it does not travel. Nor do two tabs' versions: the one that stands does.
    plans: plans.map(
      ({ approval: _, save: __, tab: ___, conflicts: ____, origins: _____, talk: ______, ...plan }) => plan,
    ),
    ...namedOf(versions),
    runs: whole.map(travelling),
    batches: whole.flatMap(({ runId }) => readable.get(runId) ?? []),
    values,
    ...(large.length > 0
      ? {
          large: await Promise.all(
            large.map(async ({ json, ...row }) => ({ ...row, json: await json.text() })),
          ),
        }
      : {}),
    files: await Promise.all(
      files.map(async ({ blob, ...file }) => ({ ...file, type: blob.type, base64: await base64Of(blob) })),
    ),
    ...(happened
      ? {
          happened: await Promise.all(
            whole.map(async ({ runId }) => ({ runId, lines: await happened(runId) })),
          ),
        }
      : {}),
  });
}

/** What a person named goes with its plan. That something was approved is no more told elsewhere than the approval is. */
function namedOf(versions: readonly VersionRow[]): { readonly versions?: readonly unknown[] } {
  const named = versions.filter(({ why }) => why === 'named');
  return named.length === 0 ? {} : { versions: named.map(({ why: _, by: __, ...version }) => version) };
}

/** Without what the journal here added: it is made anew where the run is taken in. */
const travelling = ({
  listedAt: _,
  endedAt: __,
  packed: ___,
  counts: ____,
  origin: _____,
  planOrigin: ______,
  ...row
}: KeptRun): RunRow => row;

interface ReadBatch {
  readonly runId: string;
  readonly first: number;
  readonly events: readonly { readonly seq: number; readonly type: string }[];
}

/** Batches by run, of the runs whose events are all there. */
function readableBatches(batches: readonly BatchRow[]): Map<string, ReadBatch[]> {
  const byRun = new Map<string, ReadBatch[]>();
  const broken = new Set<string>();
  for (const { runId, first, events: text } of batches) {
    const before = byRun.get(runId) ?? [];
    try {
      const events = JSON.parse(text) as ReadBatch['events'];
      const begins = (before.at(-1)?.events.at(-1)?.seq ?? 0) + 1;
      const isNext = events.every(({ seq }, i) => seq === begins + i);
      if (!isNext || (begins === 1 && events[0]?.type !== 'plan.commit')) broken.add(runId);
      byRun.set(runId, [...before, { runId, first, events }]);
    } catch {
      broken.add(runId);
    }
  }
  for (const runId of broken) byRun.delete(runId);
  return byRun;
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  // In pieces: String.fromCharCode on a large array overflows the stack.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
