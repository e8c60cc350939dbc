/**
 * A run's journal as a folder: `journal.jsonl` holds one packed batch a line, long values and models' answers lie
 * beside it. Append-only; what was appended is on the disk. Knows no run's meaning.
 */

import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pack, unpack } from '../../journal/packing.ts';
import type { Json } from '../../lib/json.ts';
import type { RunEvent } from '../../run/events.ts';
import { Fault } from '../command.ts';
import { wordsOf } from '../read-file.ts';
import { syncFolder, writeWhole } from './durable-file.ts';
import { lockFolder } from './folder-lock.ts';

export interface JournalFolder {
  /** What the folder held when it was opened, in order. */
  readonly events: readonly RunEvent[];
  /** Resolves when the events are on the disk, all or none (L-90). */
  append(events: readonly RunEvent[]): Promise<void>;
  modelAnswer(hash: string): Promise<Json | undefined>;
  keepModelAnswer(hash: string, answer: Json): Promise<void>;
  close(): Promise<void>;
}

/** Opens or begins a journal and locks it. Rejects with a sentence where it is in use or can't be read (L-94). */
export async function openJournal(folder: string): Promise<JournalFolder> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new Fault(`The folder ${folder} can't be made: ${wordsOf(error)}.`);
  });
  const unlock = await lockFolder(folder);
  try {
    const path = join(folder, 'journal.jsonl');
    const events = await readBatches(path, folder);
    const file = await open(path, 'a');
    await syncFolder(folder);
    return journal(folder, file, events, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

function journal(
  folder: string,
  file: FileHandle,
  events: readonly RunEvent[],
  unlock: () => Promise<void>,
): JournalFolder {
  const fault = (error: unknown) =>
    new Fault(
      `The journal in ${folder} can't be written: ${wordsOf(error)}. What was written is kept: mend that and run again.`,
    );
  const modelPath = (hash: string) => join(folder, 'models', `${hash}.json`);
  return {
    events,
    append: async (batch) => {
      try {
        const { text, apart } = pack(batch);
        if (apart.length > 0) await mkdir(join(folder, 'values'), { recursive: true });
        // The values first: a line that names a value which is not there would have lost it.
        for (const { seq, json } of apart) await writeWhole(valuePath(folder, seq), json);
        await file.appendFile(`${text}\n`);
        await file.datasync();
      } catch (error) {
        throw fault(error);
      }
    },
    modelAnswer: async (hash) => {
      const text = await readFile(modelPath(hash), 'utf8').catch(() => undefined);
      return text === undefined ? undefined : (JSON.parse(text) as Json);
    },
    keepModelAnswer: async (hash, answer) => {
      try {
        await mkdir(join(folder, 'models'), { recursive: true });
        await writeWhole(modelPath(hash), JSON.stringify(answer));
      } catch (error) {
        throw fault(error);
      }
    },
    close: async () => {
      await file.close();
      await unlock();
    },
  };
}

const valuePath = (folder: string, seq: number): string => join(folder, 'values', `${seq}.json`);

async function readBatches(path: string, folder: string): Promise<RunEvent[]> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw new Fault(`${path} can't be read: ${wordsOf(error)}.`);
  });
  // A line without its end was being written when the process died: nobody was told that it is there.
  const whole = bytes.lastIndexOf(10) + 1;
  if (whole < bytes.length) await cut(path, whole);
  const lines = bytes.subarray(0, whole).toString('utf8').split('\n').slice(0, -1);
  const events: RunEvent[] = [];
  for (const [i, line] of lines.entries()) {
    const stored = await storedValues(line, folder);
    try {
      events.push(...unpack(line, (seq) => stored.get(seq)));
    } catch {
      throw new Fault(
        `${path}, line ${i + 1} is damaged, so the run can't go on from it. Name another folder to run the plan from its start.`,
      );
    }
  }
  if (events.some((event, i) => event.seq !== i + 1)) {
    throw new Fault(
      `${path} has gaps, so the run can't go on from it. Name another folder to run the plan from its start.`,
    );
  }
  return events;
}

async function cut(path: string, length: number): Promise<void> {
  const file = await open(path, 'r+');
  await file.truncate(length);
  await file.sync();
  await file.close();
}

/** Values that events of this line have beside the journal. One that is missing is left out: its readers fail (L-92). */
async function storedValues(line: string, folder: string): Promise<Map<number, string>> {
  const values = new Map<number, string>();
  if (!line.includes('"stored":')) return values;
  for (const [, seq] of line.matchAll(/"seq":(\d+)/g)) {
    const text = await readFile(valuePath(folder, Number(seq)), 'utf8').catch(() => undefined);
    if (text !== undefined) values.set(Number(seq), text);
  }
  return values;
}
