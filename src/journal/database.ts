/** The database on this device: its tables and their versions. Knows no run's meaning. */

import { type RunRow, StoreFault } from '../host/port.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import { messageOf } from '../lib/thrown.ts';
import type { Conflict } from '../plan/conflict.ts';
import type { Plan } from '../plan/document.ts';
import type { History } from '../plan/history.ts';
import type { Origin, Origins } from '../plan/origin.ts';
import type { Said } from '../plan/talk.ts';
import { bringUpToDate, VERSION_OF_TODAY } from './migrations.ts';

/** A plan as it is kept; the page is its only writer. */
export interface PlanRow {
  readonly id: string;
  readonly title: string;
  readonly calls: number;
  readonly savedAt: number;
  readonly revision: number;
  readonly plan: Plan;
  /** Where it and its parts came from. */
  readonly origins: Origins;
  readonly input: JsonObject;
  readonly approval: { readonly hash: string; readonly revision: number; readonly at: number } | null;
  /** Names this save: the next one says that it began with it (`plans.ts`). */
  readonly save: string;
  /** Names the tab that saved it. */
  readonly tab: string;
  /** What two tabs made differently of it, until a person chooses. */
  readonly conflicts: readonly Conflict[];
  /** What was said while it was made. */
  readonly talk?: readonly Said[];
}

/** A run's row with what the journal itself adds, so that lists and tidying read no batch. */
export interface KeptRun extends RunRow {
  /** `startedAt` of a run that stands in the list; a sub-run has none, and so is not in the index. */
  readonly listedAt?: number;
  /** When it ended; a run that goes on has none, and so is not in the index. */
  readonly endedAt?: number;
  /** Once the run has ended and been packed: the UTF-16 units of its batches and of its long values. */
  readonly packed?: { readonly batches: number; readonly values: number };
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

/** A large value that events name by reference: its JSON in UTF-8, which a list of rows does not read. */
export interface LargeRow {
  readonly runId: string;
  readonly key: string;
  readonly json: Blob;
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

/** That a person approved something on this device (L-74). Travels nowhere. */
export interface ReceiptRow {
  /** SHA-256 of what was signed (L-70). */
  readonly hash: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly planId: string;
  readonly title: string;
  readonly revision: number;
  /** A part, or a change, of a run's plan was signed: the number is none of the plan on the table. */
  readonly ofRun?: true;
  /** Names this browser's storage; empty where it was approved before that was noted. */
  readonly device: string;
  /** What was shown and signed with it (L-73), as data; null where it was approved before there were flows. */
  readonly flows: Json | null;
  /** When the person took it back. */
  readonly takenBackAt?: number;
}

/** A version of a plan that is kept apart from it. */
export interface VersionRow {
  readonly planId: string;
  /** Why and when it was kept and what its `key` is: in the order of keeping, of each kind. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly why: 'named' | 'approved' | 'delegated';
  /** What the person called it. */
  readonly name?: string;
  readonly revision: number;
  readonly plan: Plan;
  /** Whose it is where it is not a person's own, here; stays here. */
  readonly by: Origin | null;
}

/** What can be undone of a plan: with the save that it fits. It is no part of the plan, and no export reads it. */
export interface HistoryRow {
  readonly planId: string;
  readonly save: string;
  readonly history: History;
}

/** What the browser calls it. */
export const DATABASE_NAME = 'obelus';

/** What each table holds. Their keys and indexes are in `migrations.ts`. */
export interface Rows {
  readonly plans: PlanRow;
  readonly runs: KeptRun;
  readonly batches: BatchRow;
  readonly values: ValueRow;
  readonly large: LargeRow;
  readonly files: FileRow;
  readonly models: ModelRow;
  readonly receipts: ReceiptRow;
  readonly versions: VersionRow;
  readonly histories: HistoryRow;
}
export type StoreName = keyof Rows;

/** One connection. It is opened once: what was closed under it, by a newer tab or by the browser, stays closed. */
export class Database {
  readonly #connection: IDBDatabase;
  #isOpen = true;

  constructor(connection: IDBDatabase) {
    this.#connection = connection;
    // The site's data was deleted, or the disk is gone.
    connection.addEventListener('close', () => {
      this.#isOpen = false;
    });
  }

  /** IndexedDB's own connection. Throws a StorageFault once it is closed: the browser's sentence would help nobody. */
  connection(): IDBDatabase {
    if (!this.#isOpen) throw new StorageFault(new DatabaseClosed());
    return this.#connection;
  }

  close(): void {
    this.#isOpen = false;
    this.#connection.close();
  }
}

/** Known to `inWords` by its name. */
class DatabaseClosed extends Error {
  override readonly name = 'DatabaseClosedError';
}

/** What an opener may want to say while it waits, or long after. */
interface OtherTabs {
  /** Another tab holds an older version open: opening waits until it is closed or reloaded. */
  blocked(sentence: string): void;
  /** Another tab has opened a newer version: this connection is closed, and all that asks it is refused in words. */
  superseded(sentence: string): void;
}

const SILENT: OtherTabs = { blocked: () => {}, superseded: () => {} };

const BLOCKED =
  'Another tab still shows an older Obelus, and what is stored here can only be brought up to date without it. Close that tab, or reload it; this one goes on by itself.';

/**
 * Opens the database and brings it to the version of today, or rejects with a sentence a person can act on. One of a
 * newer version is refused by the browser: what this code knows nothing of must not be written to.
 */
export async function openDatabase(name = DATABASE_NAME, tell: OtherTabs = SILENT): Promise<Database> {
  try {
    const connection = await opened(name, () => tell.blocked(BLOCKED));
    const database = new Database(connection);
    connection.addEventListener('versionchange', ({ newVersion }) => {
      // The other tab waits for it; and this older code must not write into newer tables.
      database.close();
      if (newVersion !== null) tell.superseded(NEWER);
    });
    return database;
  } catch (error) {
    throw new StorageFault(error);
  }
}

const NEWER = inWords(new DOMException('', 'VersionError')).message;

function opened(name: string, onBlocked: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    // Some private windows have none at all.
    if (!globalThis.indexedDB) throw new DOMException('There is no IndexedDB', 'NotAllowedError');
    const request = indexedDB.open(name, VERSION_OF_TODAY);
    let reason: unknown;
    request.onblocked = onBlocked;
    request.onupgradeneeded = ({ oldVersion }) => {
      const { transaction } = request;
      if (!transaction) return;
      // All of it happens or nothing: a step that fails leaves the database as it was.
      bringUpToDate(transaction, oldVersion).catch((error: unknown) => {
        reason = error;
        abort(transaction);
      });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(reason ?? request.error);
  });
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The browser was first.
  }
}

/** Storage that is full, denied or too new, in words. */
export class StorageFault extends StoreFault {
  declare readonly code: FaultCode;

  constructor(cause: unknown) {
    const { code, message } = inWords(cause);
    super(code, message, { cause });
    this.name = 'StorageFault';
  }
}

type FaultCode = 'storage-full' | 'storage-denied' | 'storage-newer' | 'storage-closed' | 'storage-failed';

/** What the browser threw while it stored, in words that a person can act on. */
function inWords(cause: unknown): { code: FaultCode; message: string } {
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
  if (names.includes('DatabaseClosedError')) {
    return {
      code: 'storage-closed',
      message:
        "This tab may no longer store anything: another tab has opened a newer Obelus, or this site's data was deleted. Nothing that was recorded by then is touched. Reload the page to go on.",
    };
  }
  if (names.some((name) => DENIED.has(name))) {
    return {
      code: 'storage-denied',
      message:
        'This browser does not let Obelus store anything here (a private window, or blocked site data). Plans can be drawn and exported in this tab, but a run needs storage: allow it for this site and reload.',
    };
  }
  const detail = messageOf(cause);
  return {
    code: 'storage-failed',
    message: `Storing failed: ${detail}. Nothing that was recorded is lost. Reload to try again.`,
  };
}

const DENIED: ReadonlySet<string> = new Set([
  'SecurityError',
  'InvalidStateError',
  'NotAllowedError',
  'UnknownError',
]);

/** Of what was thrown and of what caused it. */
function namesOf(cause: unknown): string[] {
  const names: string[] = [];
  for (let error = cause, depth = 0; typeof error === 'object' && error !== null && depth < 5; depth++) {
    const { name, cause: inner } = error as { name?: unknown; cause?: unknown };
    if (typeof name === 'string') names.push(name);
    error = inner;
  }
  return names;
}
