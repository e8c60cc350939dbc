/** The database on this device: its tables and their versions. Knows no run's meaning. */

import { Dexie, type Table } from 'dexie';
import { type RunRow, StoreFault } from '../host/port.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import type { Conflict } from '../plan/merge.ts';
import { type FaultCode, inWords } from './fault-words.ts';
import { MIGRATIONS } from './migrations/migrations.ts';

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
  /** Names this save: the next one says that it began with it (`plans.ts`). */
  readonly save: string;
  /** Names the tab that saved it. */
  readonly tab: string;
  /** What two tabs made differently of it, until a person chooses. */
  readonly conflicts: readonly Conflict[];
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

export const DATABASE_NAME = 'obelus';

/** Tables by primary key; migrations are numbered and each is tested on a database kept from the day it shipped. */
export class Database extends Dexie {
  readonly plans!: Table<PlanRow, string>;
  readonly runs!: Table<KeptRun, string>;
  readonly batches!: Table<BatchRow, [string, number]>;
  readonly values!: Table<ValueRow, [string, number]>;
  readonly large!: Table<LargeRow, [string, string]>;
  readonly files!: Table<FileRow, [string, string]>;
  readonly models!: Table<ModelRow, [string, string]>;

  constructor(name = DATABASE_NAME) {
    super(name);
    for (const { version, stores, upgrade } of MIGRATIONS) {
      const declared = this.version(version).stores(stores);
      if (upgrade) declared.upgrade(upgrade);
    }
  }
}

/** What an opener may want to say while it waits, or long after. */
export interface OtherTabs {
  /** Another tab holds an older version open: opening waits until it is closed or reloaded. */
  blocked(sentence: string): void;
  /** Another tab has opened a newer version: this connection is closed, and all that asks it is refused in words. */
  superseded(sentence: string): void;
}

const SILENT: OtherTabs = { blocked: () => {}, superseded: () => {} };

const BLOCKED =
  'Another tab still shows an older Obelus, and what is stored here can only be brought up to date without it. Close that tab, or reload it; this one goes on by itself.';

/** Opens the database, or rejects with a sentence a person can act on. */
export async function openDatabase(name = DATABASE_NAME, tell: OtherTabs = SILENT): Promise<Database> {
  const database = new Database(name);
  database.on('blocked', () => {
    tell.blocked(BLOCKED);
    return false;
  });
  database.on('versionchange', ({ newVersion }) => {
    // Dexie would open it again by itself, and this older code would then write into newer tables.
    database.close({ disableAutoOpen: true });
    if (newVersion !== null) tell.superseded(inWords(new Dexie.VersionError()).message);
    // What Dexie does by itself is not to be done as well.
    return false;
  });
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
export class StorageFault extends StoreFault {
  declare readonly code: FaultCode;

  constructor(cause: unknown) {
    const { code, message } = inWords(cause);
    super(code, message, { cause });
    this.name = 'StorageFault';
  }
}
