/**
 * An export taken in: of everything, or of one run. It is a stranger's: an approval in it signs nothing here, a run
 * that had not ended does not go on, and what its row claims is told anew from its events.
 */

import type { JsonObject } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { Plan } from '../plan/document.ts';
import { cameIn, type Origin } from '../plan/origin.ts';
import type { ForkOf, RunEvent } from '../run/events.ts';
import {
  type Archive,
  type ArchivedEvent,
  type ArchivedRun,
  eventsByRun,
  readArchive,
} from './archive-file.ts';
import { type Database, type KeptRun, type Rows, StorageFault, type StoreName } from './database.ts';
import { tallyOf } from './history.ts';
import { answerOf, within } from './transaction.ts';

export interface Imported {
  readonly plans: number;
  /** Sub-runs are not counted: they are seen in their parents. */
  readonly runs: number;
}

const STORES = ['plans', 'versions', 'runs', 'batches', 'values', 'large', 'files'] as const;

/**
 * What is on this device already stays as it is. All of the archive is taken, or, with a sentence, nothing.
 * @param from the file's name, and whether the person says that it is a backup of their own
 */
export async function importArchive(
  database: Database,
  text: string,
  now: number,
  from: Pick<Origin, 'name' | 'own'> = {},
): Promise<Result<Imported, string>> {
  const read = readArchive(text);
  if (!read.ok) return read;
  const archive = read.value;
  // Marked for good: whatever is taken out of it later is a stranger's (L-74).
  const origin: Origin = { kind: 'file', at: now, ...from };
  try {
    return await within(database, STORES, 'readwrite', async (transaction) => {
      const keysOf = async (store: StoreName) =>
        new Set((await answerOf(transaction.objectStore(store).getAllKeys())) as string[]);
      const put = <S extends StoreName>(store: S, rows: readonly Rows[S][]): void => {
        for (const row of rows) transaction.objectStore(store).put(row);
      };
      const hasPlan = await keysOf('plans');
      const newPlans = archive.plans.filter(({ id }) => !hasPlan.has(id));
      const newRuns = unknownRuns(archive, await keysOf('runs'));
      const events = eventsByRun(archive);
      put(
        'plans',
        newPlans.map((row) => ({
          ...row,
          plan: row.plan as Plan,
          input: row.input as JsonObject,
          approval: null,
          // From its first revision on: who made the later ones, only the file could say.
          origins: cameIn(origin),
          save: 'archive',
          tab: '',
          conflicts: [],
        })),
      );
      const newIds = new Set(newPlans.map(({ id }) => id));
      put(
        'versions',
        (archive.versions ?? [])
          .filter(({ planId }) => newIds.has(planId))
          .map(({ name = '', ...version }) => ({
            ...version,
            ...{ name, why: 'named' as const, plan: version.plan as Plan, by: origin },
          })),
      );
      for (const run of newRuns) {
        const journal = ended(run, events.get(run.runId) ?? [], now);
        // Never over what is there: a batch under a run that is not listed is nobody's to replace.
        transaction
          .objectStore('batches')
          .add({ runId: run.runId, first: 1, events: JSON.stringify(journal) });
        transaction.objectStore('runs').add({ ...rowOf(run, journal, from.own === true), origin });
      }
      const owners = new Set([...newPlans.map(({ id }) => id), ...newRuns.map(({ runId }) => runId)]);
      put(
        'values',
        archive.values.filter(({ runId }) => owners.has(runId)),
      );
      put(
        'large',
        (archive.large ?? [])
          .filter(({ runId }) => owners.has(runId))
          .map(({ json, ...row }) => ({ ...row, json: new Blob([json], { type: 'application/json' }) })),
      );
      put(
        'files',
        archive.files
          .filter(({ owner }) => owners.has(owner))
          .map(({ base64, type, ...file }) => ({ ...file, blob: blobOf(base64, type) })),
      );
      const listed = newRuns.filter(({ parent }) => !parent);
      return ok({ plans: newPlans.length, runs: listed.length });
    });
  } catch (error) {
    return err(new StorageFault(error).message);
  }
}

/** Runs that are not here, whose parents are not here either: a run of this device gets no sub-run from outside. */
function unknownRuns({ runs }: Archive, here: ReadonlySet<string>): ArchivedRun[] {
  const byId = new Map(runs.map((run) => [run.runId, run]));
  const isNew = (run: ArchivedRun | undefined): boolean =>
    run !== undefined && !here.has(run.runId) && (!run.parent || isNew(byId.get(run.parent.runId)));
  return runs.filter(isNew);
}

type End = Pick<KeptRun, 'status' | 'reason' | 'endedAt'>;

/** As the event says that ends it (its shape was checked when the file was read). */
function endOf(journal: readonly ArchivedEvent[]): End {
  const {
    status = 'aborted',
    reason,
    time,
  } = journal.find(isEnd) as ArchivedEvent & {
    readonly status?: string;
    readonly reason: string;
  };
  return { status, reason, endedAt: time };
}

const isEnd = ({ type }: ArchivedEvent): boolean => type === 'plan_completed' || type === 'plan_aborted';

/** The journal with an end, so that no worker takes the run up. */
function ended(run: ArchivedRun, journal: readonly ArchivedEvent[], now: number): readonly ArchivedEvent[] {
  if (journal.some(isEnd)) return journal;
  const seq = journal.length + 1;
  return [...journal, { type: 'plan_aborted', reason: 'discarded', runId: run.runId, seq, time: now }];
}

function rowOf(run: ArchivedRun, journal: readonly ArchivedEvent[], isOwn: boolean): KeptRun {
  const { parent, spent, cost, lost, doubts, ...own } = run;
  const begun = journal.find(({ type }) => type === 'plan.commit') as
    | { forkOf?: ForkOf; to?: string }
    | undefined;
  const end = endOf(journal);
  return {
    ...own,
    ...end,
    open: 0,
    lastSeq: journal.length,
    counts: tallyOf(journal as readonly unknown[] as readonly RunEvent[]),
    ...(parent ? { parent: parentOf(parent) } : { listedAt: own.startedAt }),
    ...(spent ? { spent: spentOf(spent) } : {}),
    ...(cost === undefined ? {} : { cost }),
    ...(lost === undefined ? {} : { lost }),
    // Of a backup of one's own: one that had not ended may have left a write; whoever asks reads its record (L-41).
    ...(isOwn && (doubts ?? run.open) > 0 ? { doubts: doubts ?? 1 } : {}),
    ...(begun?.forkOf ? { forkOf: begun.forkOf } : {}),
    ...(begun?.to === undefined ? {} : { to: begun.to }),
  };
}

const spentOf = ({ steps, cost, lost }: NonNullable<ArchivedRun['spent']>) => ({
  steps,
  cost,
  ...(lost === undefined ? {} : { lost }),
});

const parentOf = ({ runId, call, index }: NonNullable<ArchivedRun['parent']>) => ({
  runId,
  call,
  ...(index === undefined ? {} : { index }),
});

const blobOf = (base64: string, type: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], { type });
