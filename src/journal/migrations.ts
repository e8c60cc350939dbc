/**
 * Every version of the database in order, and the way from any of them to today's. Each is tested on a database kept
 * from before it (test/journal/kept).
 */

import { answerOf } from './transaction.ts';

/** A step from one version of the database to the next. One that was released is never changed. */
interface Migration {
  /** Counted from 1, without gaps. */
  readonly version: number;
  /** Of each table that is new or changed: the primary key, `[a+b]` where it is made of two, then the indexes. */
  readonly stores: Readonly<Record<string, string>>;
  /**
   * Brings the rows along, in the transaction that changes the tables: all of it happens or nothing. It must await
   * nothing but that transaction's requests.
   */
  readonly upgrade?: (transaction: IDBTransaction) => Promise<void>;
}

/** Version 1: plans, and runs with their batches, values, files and model answers. */
const tables: Migration = {
  version: 1,
  stores: {
    plans: 'id, savedAt',
    runs: 'runId, open, startedAt',
    batches: '[runId+first]',
    values: '[runId+seq]',
    files: '[owner+name]',
    models: '[runId+hash]',
  },
};

/**
 * Version 2: a row tells when its run ended and whether it stands in the list, so that a year of history is listed
 * and tidied without a batch being read.
 */
const history: Migration = {
  version: 2,
  // Each index is written with every row of a run that goes on: no more than are asked.
  stores: { runs: 'runId, open, listedAt, endedAt' },
  upgrade: async (transaction) => {
    const runs = transaction.objectStore('runs');
    const batches = transaction.objectStore('batches');
    for (const row of await answerOf<RowOf1[]>(runs.getAll())) {
      const its = IDBKeyRange.bound([row.runId, 0], [row.runId, Number.POSITIVE_INFINITY]);
      const last = await answerOf(batches.openCursor(its, 'prev'));
      const { events } = (last?.value ?? {}) as { readonly events?: string };
      runs.put({
        ...row,
        ...(row.parent ? {} : { listedAt: row.startedAt }),
        ...(row.open === 0 ? { endedAt: timeOfLast(events) ?? row.startedAt } : {}),
      });
    }
  },
};

/** With what this version adds. */
interface RowOf1 {
  readonly runId: string;
  readonly startedAt: number;
  readonly open: 0 | 1;
  readonly parent?: unknown;
  readonly listedAt?: number;
  readonly endedAt?: number;
}

/** A batch that can't be read must not keep everything else from being opened. */
function timeOfLast(events: string | undefined): number | undefined {
  try {
    const time = (JSON.parse(events ?? '') as { time?: unknown }[]).at(-1)?.time;
    return typeof time === 'number' ? time : undefined;
  } catch {
    return undefined;
  }
}

/** Version 3: large values have a table of their own, by run and key (docs/decisions/0013). What there was stays as it is. */
const large: Migration = {
  version: 3,
  stores: { large: '[runId+key]' },
};

/**
 * Version 4: a plan's row names its last save and the tab that made it, and keeps what two tabs made differently of
 * the plan (docs/decisions/0015). Raised although no index changed: a tab of before would write over them unasked.
 */
const saves: Migration = {
  version: 4,
  stores: {},
  upgrade: async (transaction) => {
    const plans = transaction.objectStore('plans');
    for (const plan of await answerOf<object[]>(plans.getAll()))
      plans.put({ ...plan, save: 'before', tab: '', conflicts: [] });
  },
};

/**
 * Version 5: what a person has approved on this device, in a table of its own that no export reads (L-74). The approvals
 * that stood in the plans' rows were all given here: an import brings none.
 */
const receipts: Migration = {
  version: 5,
  stores: { receipts: '[hash+at], planId' },
  upgrade: async (transaction) => {
    const kept = transaction.objectStore('receipts');
    for (const { id, title, approval } of await answerOf<PlanOf4[]>(
      transaction.objectStore('plans').getAll(),
    ))
      if (approval) kept.put({ ...approval, planId: id, title, device: '', flows: null });
  },
};

interface PlanOf4 {
  readonly id: string;
  readonly title: string;
  readonly approval: { readonly hash: string; readonly revision: number; readonly at: number } | null;
}

/**
 * Version 6: a plan's row says of each of its parts and revisions where it came from, not of the plan alone
 * (docs/decisions/0022). Raised although no index changed: a tab of before would write such a row without them, and what
 * a stranger wrote would count as made here.
 */
const origins: Migration = {
  version: 6,
  stores: {},
  upgrade: async (transaction) => {
    const plans = transaction.objectStore('plans');
    // Who made which revision nobody noted; all parts count as what the plan began as.
    for (const { origin, ...plan } of await answerOf<PlanOf5[]>(plans.getAll()))
      plans.put({ ...plan, origins: { began: origin ?? null, revisions: [], parts: {} } });
  },
};

interface PlanOf5 {
  readonly origin?: unknown;
}

/**
 * Version 7: the runs with a write that nobody has settled are found by an index, those below others, too, which stand in
 * no list (L-41). A row without one is not in it.
 */
const doubts: Migration = {
  version: 7,
  stores: { runs: 'runId, open, listedAt, endedAt, doubts' },
};

/** Version 8: versions of plans that are named or were approved have a table of their own (docs/decisions/0046). */
const versions: Migration = {
  version: 8,
  stores: { versions: '[planId+id]' },
};

/** Version 9: what can be undone of a plan is kept in a table of its own, with the save that it fits (docs/decisions/0054). */
const histories: Migration = {
  version: 9,
  stores: { histories: 'planId' },
};

export const MIGRATIONS: readonly Migration[] = [
  ...[tables, history, large, saves, receipts, origins, doubts],
  ...[versions, histories],
];

/** The browser counts in tens of ours: the first versions were written through a library that does. */
const PER_VERSION = 10;
export const VERSION_OF_TODAY = MIGRATIONS.length * PER_VERSION;

/**
 * Carries out every step that a database has not had yet.
 * @param transaction the one in which its version changes
 * @param from        its version as the browser counts; 0 where it is new
 */
export async function bringUpToDate(transaction: IDBTransaction, from: number): Promise<void> {
  for (const { version, stores, upgrade } of MIGRATIONS) {
    if (version * PER_VERSION <= from) continue;
    for (const [name, keys] of Object.entries(stores)) shape(transaction, name, keys);
    // A new database has no rows to bring along.
    if (from > 0) await upgrade?.(transaction);
  }
}

/** Gives a table its key, if it is new, and exactly these indexes. */
function shape(transaction: IDBTransaction, name: string, keys: string): void {
  const [key = '', ...indexes] = keys.split(', ');
  const { db } = transaction;
  const store = db.objectStoreNames.contains(name)
    ? transaction.objectStore(name)
    : db.createObjectStore(name, { keyPath: keyPath(key) });
  for (const index of [...store.indexNames]) if (!indexes.includes(index)) store.deleteIndex(index);
  for (const index of indexes) if (!store.indexNames.contains(index)) store.createIndex(index, index);
}

const keyPath = (key: string): string | string[] => (key.startsWith('[') ? key.slice(1, -1).split('+') : key);
