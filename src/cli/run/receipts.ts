/**
 * What this user approved and began with the terminal on this machine (L-74): lines of a file of their own, which lies in no
 * run's folder and goes nowhere with one. Append-only; a line that can't be read grants nothing. Knows no plan.
 */

import { open, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Receipts } from '../../host/port.ts';
import { isObject, type Json } from '../../lib/json.ts';
import { Fault } from '../command.ts';
import { wordsOf } from '../read-file.ts';
import { makeFolder, syncFolder } from './durable-file.ts';

/** One approval: what was signed, when. */
export interface Receipt {
  /** As L-70 makes it. */
  readonly hash: string;
  /** ms since the epoch. */
  readonly at: number;
  readonly planId: string;
  readonly title: string;
  readonly flows: Json;
  /** The machine's name: the folder may lie on a disk that several share. Absent where it was approved before that was noted. */
  readonly device?: string;
}

export interface ReceiptBook extends Receipts {
  /** Whether this run was begun here, with an approval of this user. */
  began(runId: string): Promise<boolean>;
  /** Durable when it resolves. @throws Fault where it can't be written */
  give(receipt: Receipt): Promise<void>;
  /** Every approval of exactly this is void from now on; whoever approves it again gives a new one. @throws Fault */
  takeBack(hash: string, at: number): Promise<void>;
  /** What was approved and is not taken back, the newest first. */
  list(): Promise<readonly Receipt[]>;
  /** Notes a run that begins under an approval. Durable when it resolves. @throws Fault where it can't be written */
  begin(run: BegunRun, at: number): Promise<void>;
  /** The folders with the journals of a plan's runs that were begun here, and of others, as absolute paths, but for those noted as settled. */
  foldersOf(
    plan: KnownPlan,
  ): Promise<{ readonly own: readonly string[]; readonly others: readonly string[] }>;
  /** The folders with the journals of a plan's runs that were begun here, the newest first, as absolute paths. */
  journalsOf(plan: KnownPlan): Promise<readonly string[]>;
  /** Notes that nothing begun so far in the folder is left to say, so that nobody reads its journal for that again. @throws Fault */
  settle(folder: string): Promise<void>;
}

/**
 * A plan as its earlier runs are found by: what is signed the same, wherever it lay; and what is called the same where the
 * journals lie side by side, so that it may have been changed since. Many a plan is called after a file `plan.json`.
 */
export interface KnownPlan {
  readonly hash: string;
  readonly planId: string;
  /** Of the new run's journal; null where none is kept. */
  readonly folder: string | null;
}

/** A run as it begins. */
interface BegunRun extends KnownPlan {
  readonly runId: string;
}

/** Where the terminal keeps what is the user's own: `OBELUS_STATE`, or the system's place for such things. */
export function stateFolder(environment: NodeJS.ProcessEnv): string {
  const { OBELUS_STATE: said, XDG_STATE_HOME: xdg, LOCALAPPDATA: local } = environment;
  if (said) return said;
  if (process.platform === 'win32' && local) return join(local, 'obelus');
  // One that is relative would be another place in every folder, a run's among them.
  return join(xdg && isAbsolute(xdg) ? xdg : join(homedir(), '.local', 'state'), 'obelus');
}

/** Of the user who gives the command. */
export const ownBook = (): ReceiptBook => receiptsIn(stateFolder(process.env));

/** Of the lines, one object each. */
const VERSION = 1;

/** @param folder made with the first receipt */
export function receiptsIn(folder: string): ReceiptBook {
  const path = join(folder, 'receipts.jsonl');
  const lines = async (): Promise<Record<string, unknown>[]> => {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '';
      throw new Fault(`What was approved here can't be read from ${path}: ${wordsOf(error)}.`);
    });
    return text.split('\n').flatMap(lineOf);
  };
  const append = async (line: Record<string, unknown>): Promise<void> => {
    try {
      await makeFolder(folder);
      const file = await open(path, 'a', 0o600);
      try {
        // Whatever was torn by a power cut before it stays a line of its own.
        await file.appendFile(`\n${JSON.stringify({ v: VERSION, ...line })}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await syncFolder(folder);
    } catch (error) {
      throw new Fault(`What you approved can't be noted in ${path}: ${wordsOf(error)}.`);
    }
  };
  /** Seen from here: who keeps journals beside this folder may move both. */
  const placeOf = (journal: string): string => relative(folder, resolve(journal));
  const isOf = (
    began: Readonly<Record<string, unknown>>,
    { hash, planId, folder: kept }: KnownPlan,
  ): boolean =>
    began.hash === hash ||
    (kept !== null &&
      began.planId === planId &&
      typeof began.journal === 'string' &&
      dirname(began.journal) === dirname(placeOf(kept)));
  /** Later lines say what became of earlier ones. */
  const standing = async (): Promise<Map<string, Receipt>> => {
    const given = new Map<string, Receipt>();
    for (const { approved, takenBack } of await lines()) {
      if (isObject(approved) && typeof approved.hash === 'string')
        given.set(approved.hash, approved as unknown as Receipt);
      else if (isObject(takenBack)) given.delete(String(takenBack.hash));
    }
    return given;
  };
  const holds = async (hash: string): Promise<boolean> => (await standing()).has(hash);
  return {
    holds,
    began: async (runId) => (await lines()).some(({ began }) => isObject(began) && began.runId === runId),
    give: async (receipt) => {
      // The same plan may be run every hour for years.
      if (!(await holds(receipt.hash))) await append({ approved: receipt });
    },
    takeBack: async (hash, at) => {
      if (await holds(hash)) await append({ takenBack: { hash, at } });
    },
    list: async () => [...(await standing()).values()].reverse(),
    begin: ({ runId, hash, planId, folder: kept }, at) =>
      append({
        began: { runId, hash, at, planId, ...(kept === null ? {} : { journal: placeOf(kept) }) },
      }),
    foldersOf: async (plan) => {
      const open = new Map<string, boolean>();
      for (const { began, settled } of await lines()) {
        if (isObject(began) && typeof began.journal === 'string') {
          open.set(began.journal, open.get(began.journal) === true || isOf(began, plan));
        } else if (typeof settled === 'string') open.delete(settled);
      }
      const all = (isOwn: boolean) =>
        [...open].flatMap(([journal, is]) => (is === isOwn ? [resolve(folder, journal)] : []));
      return { own: all(true), others: all(false) };
    },
    journalsOf: async (plan) => {
      const found = new Set<string>();
      for (const { began } of (await lines()).reverse())
        if (isObject(began) && typeof began.journal === 'string' && isOf(began, plan))
          found.add(resolve(folder, began.journal));
      return [...found];
    },
    settle: (kept) => append({ settled: placeOf(kept) }),
  };
}

function lineOf(text: string): Record<string, unknown>[] {
  if (text === '') return [];
  try {
    const line: unknown = JSON.parse(text);
    return isObject(line) && line.v === VERSION ? [line] : [];
  } catch {
    return [];
  }
}
