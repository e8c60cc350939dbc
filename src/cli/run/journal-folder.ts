/**
 * The host's store as a folder: `journal.jsonl` holds one packed batch a line, of the run and of its sub-runs; a line with a
 * run's row stands before the batch it was written with. Long values and models' answers lie beside it. Append-only; what
 * was appended is on the disk. Knows no run's meaning.
 */

import { existsSync } from 'node:fs';
import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunRow, type Store, StoreFault } from '../../host/port.ts';
import { tableStore } from '../../host/table-store.ts';
import { pack, unpack } from '../../journal/packing.ts';
import { itemAt } from '../../lib/columns.ts';
import type { Json } from '../../lib/json.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import type { RunEvent } from '../../run/events.ts';
import { Fault } from '../command.ts';
import { wordsOf } from '../read-file.ts';
import { makeFolder, syncFolder, writeWhole } from './durable-file.ts';
import { lockFolder } from './folder-lock.ts';
import { clearCutOff, eraseLarge, largeIn } from './large-folder.ts';

export interface JournalFolder {
  /** Where it lies; null for what is kept in memory. */
  readonly folder: string | null;
  readonly store: Store;
  /** The run that goes on in the folder: what it was begun for, or what took that over; undefined where it is empty. */
  readonly runId: string | undefined;
  /** The file ended in the middle of an entry, which is gone; absent where it did not. */
  readonly isTorn?: boolean;
  /** From some line on it can't be read, and is as if it ended there: what to say of that. */
  readonly damage?: string;
  /** Models' answers of one run. */
  models(runId: string): {
    get(hash: string): Promise<Json | undefined>;
    put(hash: string, answer: Json): Promise<void>;
  };
  /** Clears what calls left that were cut off; only while nothing goes on. What can't be cleared takes room, no more. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

/** A journal as it stands, whoever has it: nothing can be written. @throws Fault where there is none, or it can't be read */
export async function readJournal(folder: string): Promise<JournalFolder> {
  const journal = await readPart(folder);
  if (journal.damage === undefined) return journal;
  await journal.close();
  throw new Fault(journal.damage);
}

/** The same, and of a damaged one what stands before that. */
export async function readPart(folder: string): Promise<JournalFolder> {
  const path = join(folder, 'journal.jsonl');
  const { found, damage } = await readLines(path);
  if (found.length === 0) throw damage === undefined ? noJournal(folder) : new Fault(damage);
  const part = await journal(folder, path, await open(path, 'r'), found, async () => {});
  return damage === undefined ? part : { ...part, damage };
}

/** Opens the journal that is in a folder, and makes none. @throws Fault as `openJournal`, and where there is none */
export async function openKept(folder: string): Promise<JournalFolder & { readonly runId: string }> {
  if (!existsSync(join(folder, 'journal.jsonl'))) throw noJournal(folder);
  const opened = await openJournal(folder);
  const { runId } = opened;
  if (runId !== undefined) return { ...opened, runId };
  await opened.close();
  throw noJournal(folder);
}

const noJournal = (folder: string): Fault => new Fault(`There is no journal of a run in ${folder}.`);

/** Opens or begins a journal and locks it. Rejects with a sentence where it is in use or can't be read (L-94). */
export async function openJournal(folder: string): Promise<JournalFolder> {
  await makeFolder(folder).catch((error: unknown) => {
    throw new Fault(`The folder ${folder} can't be made: ${wordsOf(error)}.`);
  });
  const unlock = await lockFolder(folder);
  try {
    const path = join(folder, 'journal.jsonl');
    const { found, whole, length, damage } = await readLines(path);
    if (damage !== undefined) throw new Fault(damage);
    if (whole < length) await cut(path, whole);
    const file = await open(path, 'a+');
    await syncFolder(folder);
    return Object.assign(await journal(folder, path, file, found, unlock), { isTorn: whole < length });
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Where a line lies in the file, in bytes; it moves where others are erased. */
interface Line {
  readonly runId: string;
  offset: number;
  readonly length: number;
}

interface Found {
  readonly line: Line;
  /** A row, or else a batch. */
  readonly row?: RunRow;
  readonly first: number;
  readonly last: number;
}

async function journal(
  folder: string,
  path: string,
  opened: FileHandle,
  found: readonly Found[],
  unlock: () => Promise<void>,
): Promise<JournalFolder> {
  let file = opened;
  let lines = found.map(({ line }) => line);
  let first = found.find(({ row }) => row === undefined)?.line.runId;
  /** A run that took over what another did goes on in its place. */
  let latest = first;
  /** The run that the folder was begun for has its values under their number alone. */
  const beside = (runId: string): string => (runId === first ? '' : `${sha256Hex(runId).slice(0, 16)}-`);
  const valuePath = (runId: string, seq: number) => join(folder, 'values', `${beside(runId)}${seq}.json`);

  const guarded = async <T>(work: () => Promise<T>, what = 'written'): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw new StoreFault(
        'journal-folder',
        `The journal in ${folder} can't be ${what}: ${wordsOf(error)}. What was written is kept: mend that and run again.`,
      );
    }
  };
  let turn: Promise<unknown> = Promise.resolve();
  /** One after the other: a run and those below it write at the same time, and a line lies where the one before it ends. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const own = turn.then(work, work);
    turn = own.catch(() => {});
    return own;
  };
  /** Appends lines at once; where the last of them lies. */
  const appended = async (runId: string, texts: readonly string[]): Promise<Line> => {
    const last = lines.at(-1);
    let offset = last ? last.offset + last.length + 1 : 0;
    const added = texts.map((text): Line => {
      const line = { runId, offset, length: Buffer.byteLength(text) };
      offset += line.length + 1;
      return line;
    });
    await file.appendFile(texts.map((text) => `${text}\n`).join(''));
    await file.datasync();
    lines.push(...added);
    return added.at(-1)!;
  };
  const append = (runId: string, texts: readonly string[]): Promise<Line> =>
    inTurn(() => appended(runId, texts));
  const textOf = async ({ offset, length }: Line): Promise<string> => {
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
    return buffer.toString('utf8');
  };
  const read = async (line: Line): Promise<RunEvent[]> => {
    const text = await guarded(() => textOf(line), 'read');
    const stored = await storedValues(text, (seq) => valuePath(line.runId, seq));
    return unpack(text, (seq) => stored.get(seq));
  };

  const erase = async (runIds: ReadonlySet<string>): Promise<void> => {
    const left = lines.filter((line) => !runIds.has(line.runId));
    const texts: string[] = [];
    for (const line of left) texts.push(await textOf(line));
    await writeWhole(path, texts.map((text) => `${text}\n`).join(''));
    await file.close();
    file = await open(path, 'a+');
    let offset = 0;
    for (const line of left) {
      line.offset = offset;
      offset += line.length + 1;
    }
    lines = left;
    for (const runId of runIds) await eraseLarge(folder, runId);
    if (left.length > 0) return;
    for (const name of ['values', 'models', 'large'])
      await rm(join(folder, name), { recursive: true, force: true });
    first = undefined;
    latest = undefined;
  };

  const store = tableStore<Line>({
    write: (row, events) =>
      guarded(async () => {
        const runId = itemAt(events, 0).runId;
        first ??= runId;
        const { text, apart } = pack(events);
        if (apart.length > 0) await makeFolder(join(folder, 'values'));
        // The values first: a line that names a value which is not there would have lost it.
        for (const { seq, json } of apart) await writeWhole(valuePath(runId, seq), json);
        return append(runId, row ? [JSON.stringify({ run: row }), text] : [text]);
      }),
    read,
    mark: (row) =>
      guarded(async () => void (await append(row.runId, [JSON.stringify({ run: row, alone: true })]))),
    ...largeIn(folder),
    erase: (runIds) => guarded(() => inTurn(() => erase(runIds))),
  });

  for (const { line, row, first: from, last } of found) {
    if (row) store.restored(line.runId, row, null);
    else store.restored(line.runId, null, { first: from, last, body: line });
  }
  for (const runId of store.rowless()) {
    store.restored(runId, rowFrom(runId, await store.events(runId)), null);
  }

  for (const runId of new Set(lines.map((line) => line.runId))) {
    const row = await store.run(runId);
    if (row && row.parent === undefined && row.forkOf?.runId === latest) latest = runId;
  }

  const modelPath = (runId: string, hash: string) =>
    join(folder, 'models', `${beside(runId)}${hash.replaceAll('/', '.')}.json`);
  return {
    folder,
    store,
    get runId() {
      return latest ?? first;
    },
    models: (runId) => ({
      get: async (hash) => {
        const text = await readFile(modelPath(runId, hash), 'utf8').catch(() => undefined);
        return text === undefined ? undefined : (JSON.parse(text) as Json);
      },
      put: (hash, answer) =>
        guarded(async () => {
          await makeFolder(join(folder, 'models'));
          await writeWhole(modelPath(runId, hash), JSON.stringify(answer));
        }),
    }),
    tidy: () => inTurn(() => clearCutOff(folder, path)).catch(() => {}),
    close: async () => {
      await file.close();
      await unlock();
    },
  };
}

interface Lines {
  readonly found: Found[];
  readonly whole: number;
  readonly length: number;
  readonly damage?: string;
}

/**
 * What the file holds, line by line as far as it is whole, and up to which byte. What was being written when a process died
 * lies behind that: nobody was told that it is there.
 */
async function readLines(path: string): Promise<Lines> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw new Fault(`${path} can't be read: ${wordsOf(error)}.`);
  });
  const found: Found[] = [];
  const ends = new Map<string, number>();
  const damaged = (what: string): Lines => ({
    ...{ found, whole, length: bytes.length },
    damage: `${path}${what}, so the run can't go on from it. Writes may have happened that it no longer shows: look where they would show, then name another folder to run the plan from its start.`,
  });
  let whole = 0;
  /** A row is written with the batch after it: without that it is not there. */
  let waits: Found | null = null;
  for (let at = bytes.indexOf(10), from = 0; at !== -1; from = at + 1, at = bytes.indexOf(10, from)) {
    const one = readLine(bytes.subarray(from, at).toString('utf8'), from, at - from);
    if (!one) return damaged(`, line ${found.length + (waits ? 2 : 1)} is damaged`);
    if (one.row && !one.alone) waits = one;
    else {
      if (!one.row && one.first !== (ends.get(one.line.runId) ?? 0) + 1) return damaged(' has gaps');
      if (!one.row) ends.set(one.line.runId, one.last);
      if (waits) found.push(waits);
      waits = null;
      found.push(one);
      whole = at + 1;
    }
  }
  return { found, whole, length: bytes.length };
}

function readLine(
  text: string,
  offset: number,
  length: number,
): (Found & { readonly alone?: boolean }) | null {
  try {
    const parsed = JSON.parse(text) as { run: RunRow; alone?: boolean } | RunEvent[];
    if (!Array.isArray(parsed)) {
      const { run: row, alone = false } = parsed;
      return { line: { runId: row.runId, offset, length }, row, alone, first: 0, last: 0 };
    }
    const [one] = parsed;
    const last = parsed.at(-1);
    const isInOrder = parsed.every(
      (event, i) =>
        event.runId === one?.runId && event.seq === (one?.seq ?? 0) + i && event.type !== undefined,
    );
    if (!one || !last || !isInOrder) return null;
    return { line: { runId: one.runId, offset, length }, first: one.seq, last: last.seq };
  } catch {
    return null;
  }
}

/** The row of a run that was kept before there were rows. */
function rowFrom(runId: string, events: readonly RunEvent[]): RunRow {
  const [first] = events;
  const last = events.at(-1);
  const plan = first?.type === 'plan.commit' ? first.plan : undefined;
  const ended = last?.type === 'plan_completed' || last?.type === 'plan_aborted' ? last : undefined;
  return {
    runId,
    planId: plan?.id ?? '',
    title: plan?.title ?? plan?.goal ?? 'Untitled plan',
    startedAt: first?.time ?? 0,
    status: ended ? ('status' in ended ? ended.status : 'aborted') : 'running',
    reason: ended?.reason ?? null,
    lastSeq: last?.seq ?? 0,
    open: ended ? 0 : 1,
  };
}

async function cut(path: string, length: number): Promise<void> {
  const file = await open(path, 'r+');
  await file.truncate(length);
  await file.sync();
  await file.close();
}

/** Values that events of this line have beside the journal. One that is missing is left out: its readers fail (L-92). */
async function storedValues(line: string, pathOf: (seq: number) => string): Promise<Map<number, string>> {
  const values = new Map<number, string>();
  if (!line.includes('"stored":')) return values;
  for (const [, seq] of line.matchAll(/"seq":(\d+)/g)) {
    const text = await readFile(pathOf(Number(seq)), 'utf8').catch(() => undefined);
    if (text !== undefined) values.set(Number(seq), text);
  }
  return values;
}
