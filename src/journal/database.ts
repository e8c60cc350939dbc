/** The database on this device: its tables and their versions. Knows no run's meaning. */

import { Dexie, type Table } from 'dexie';
import type { Json, JsonObject } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import type { Spent } from '../run/budget.ts';
import type { ParentCall } from '../run/events.ts';

/** A plan as it is kept; the page is its only writer. */
export interface PlanRow {
  readonly id: string;
  readonly title: string;
  readonly calls: number;
  readonly savedAt: number;
  readonly revision: number;
  readonly plan: Plan;
  readonly input: JsonObject;
  readonly approval: { readonly hash: string; readonly revision: number; readonly at: number } | null;
}

/** A run at a glance; what happened is in its batches. The worker that holds the run's lease is its only writer. */
export interface RunRow {
  readonly runId: string;
  readonly planId: string;
  readonly title: string;
  readonly startedAt: number;
  readonly status: string;
  readonly reason: string | null;
  readonly lastSeq: number;
  /** 1 while the run has not ended, else 0: IndexedDB can't index a boolean. */
  readonly open: 0 | 1;
  /** Of a sub-run (L-52): the call it belongs to, whose run also holds its lease. */
  readonly parent?: ParentCall;
  /** Of a sub-run: its part of its parent's budgets. */
  readonly spent?: Spent;
}

/** Events that became durable together, packed as one JSON text: a row a batch costs a tenth of a row an event. */
export interface BatchRow {
  readonly runId: string;
  readonly first: number;
  readonly events: string;
}

/** A value too long for the journal (L-92), whole, as JSON. */
export interface ValueRow {
  readonly runId: string;
  readonly seq: number;
  readonly json: string;
}

export interface FileRow {
  /** A run's id, or a plan's. */
  readonly owner: string;
  readonly name: string;
  readonly made: 0 | 1;
  readonly blob: Blob;
}

/** A model's answer under the hash of what was asked (L-93), within one run: another run pays for its own. */
export interface ModelRow {
  readonly runId: string;
  readonly hash: string;
  readonly response: Json;
}

export const DATABASE_NAME = 'obelus';

/** Tables by primary key; migrations are numbered and each is tested on a database kept from the day it shipped. */
export class Database extends Dexie {
  readonly plans!: Table<PlanRow, string>;
  readonly runs!: Table<RunRow, string>;
  readonly batches!: Table<BatchRow, [string, number]>;
  readonly values!: Table<ValueRow, [string, number]>;
  readonly files!: Table<FileRow, [string, string]>;
  readonly models!: Table<ModelRow, [string, string]>;

  constructor(name = DATABASE_NAME) {
    super(name);
    this.version(1).stores({
      plans: 'id, savedAt',
      runs: 'runId, open, startedAt',
      batches: '[runId+first]',
      values: '[runId+seq]',
      files: '[owner+name]',
      models: '[runId+hash]',
    });
  }
}

/** Opens the database, or rejects with a sentence a person can act on. */
export async function openDatabase(name = DATABASE_NAME): Promise<Database> {
  const database = new Database(name);
  try {
    await database.open();
    // Dexie opens tables of a newer version as they are; what this version knows nothing of must not be written to.
    // IndexedDB counts Dexie's versions in tenths.
    if (database.backendDB().version > database.verno * 10) throw new Dexie.VersionError();
    return database;
  } catch (error) {
    database.close();
    throw new StorageFault(error);
  }
}

/** Storage that is full, denied or too new, in words. */
export class StorageFault extends Error {
  readonly code: 'storage-full' | 'storage-denied' | 'storage-newer' | 'storage-failed';

  constructor(cause: unknown) {
    const { code, message } = inWords(cause);
    super(message, { cause });
    this.name = 'StorageFault';
    this.code = code;
  }
}

function inWords(cause: unknown): { code: StorageFault['code']; message: string } {
  const names = namesOf(cause);
  if (names.includes('QuotaExceededError')) {
    return {
      code: 'storage-full',
      message:
        'The disk space this browser gives Obelus is full. Nothing that was recorded is lost. Free some space or remove old runs, then reload: the run goes on where it stopped. The plan can still be exported.',
    };
  }
  if (names.includes('VersionError')) {
    return {
      code: 'storage-newer',
      message:
        'The plans on this device were written by a newer Obelus. Reload the page to get that version; nothing was changed.',
    };
  }
  if (names.some((name) => DENIED.has(name))) {
    return {
      code: 'storage-denied',
      message:
        'This browser does not let Obelus store anything here (a private window, or blocked site data). Plans can be drawn and exported in this tab, but a run needs storage: allow it for this site and reload.',
    };
  }
  const detail = cause instanceof Error ? cause.message : String(cause);
  return {
    code: 'storage-failed',
    message: `Storing failed: ${detail}. Nothing that was recorded is lost. Reload to try again.`,
  };
}

const DENIED: ReadonlySet<string> = new Set([
  'SecurityError',
  'InvalidStateError',
  'MissingAPIError',
  'NotAllowedError',
  'UnknownError',
  'OpenFailedError',
]);

/** Dexie wraps what the browser threw, sometimes twice. */
function namesOf(cause: unknown): string[] {
  const names: string[] = [];
  for (let error = cause, depth = 0; typeof error === 'object' && error !== null && depth < 5; depth++) {
    const { name, inner } = error as { name?: unknown; inner?: unknown };
    if (typeof name === 'string') names.push(name);
    error = inner;
  }
  return names;
}
