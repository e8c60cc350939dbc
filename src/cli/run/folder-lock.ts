/** One process a journal folder. A lock whose process is gone is taken over; one from another machine never is. */

import { link, open, readFile, rename, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Fault } from '../command.ts';

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process started, as the system counts it: a number given out again is another process. */
  readonly started: string | null;
}

/** Whether a process is at work in the folder. */
export async function isHeld(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'lock'), 'utf8').catch(() => null);
  if (text === null) return false;
  const holder = readHolder(text);
  return holder === null || (await isAlive(holder));
}

/** So long the process waits for what it has under way, and a little more, ms. */
const ENDS_WITHIN_MS = 25_000;
const LOOKS_EVERY_MS = 50;

/** Tells the process of this machine that is at work in the folder to end, as SIGTERM does, and waits for that. */
export async function endHolder(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'lock'), 'utf8').catch(() => null);
  const holder = text === null ? null : readHolder(text);
  if (holder === null || holder.host !== hostname() || !(await isAlive(holder))) return;
  try {
    process.kill(holder.pid, 'SIGTERM');
  } catch {
    // Somebody else's process: whoever opens the folder says who holds it.
    return;
  }
  const last = performance.now() + ENDS_WITHIN_MS;
  while (performance.now() < last && (await isHeld(folder))) await setTimeout(LOOKS_EVERY_MS);
}

/** Returns what lets the folder go. Rejects with a sentence where another process holds it. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'lock');
  const [, started = null] = await statOf(process.pid);
  const own: Holder = { pid: process.pid, host: hostname(), started };
  const text = JSON.stringify(own);
  if (!(await create(path, text))) {
    await removeStale(path, folder);
    if (!(await create(path, text))) throw held(folder);
  }
  return () => unlink(path).catch(() => undefined);
}

async function create(path: string, text: string): Promise<boolean> {
  // Linked into place when it is whole: another process must never read half a lock and call it stale.
  const beside = `${path}.${process.pid}`;
  const file = await open(beside, 'w');
  await file.writeFile(text);
  await file.close();
  try {
    await link(beside, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(beside);
  }
}

async function removeStale(path: string, folder: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return;
  const holder = readHolder(text);
  if (holder === null || (await isAlive(holder))) throw held(folder, holder);
  // Moved aside and looked at again: between the reading and the moving another process may have taken it over.
  const aside = `${path}.stale.${process.pid}`;
  await rename(path, aside).catch(() => undefined);
  const moved = await readFile(aside, 'utf8').catch(() => null);
  if (moved !== null && moved !== text) {
    await link(aside, path).catch(() => undefined);
    await unlink(aside);
    throw held(folder, readHolder(moved));
  }
  await unlink(aside).catch(() => undefined);
}

function readHolder(text: string): Holder | null {
  try {
    const { pid, host, started } = JSON.parse(text) as Partial<Holder>;
    return typeof pid === 'number' && typeof host === 'string'
      ? { pid, host, started: started ?? null }
      : null;
  } catch {
    return null;
  }
}

async function isAlive({ pid, host, started }: Holder): Promise<boolean> {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const [state, now] = await statOf(pid);
  // Dead and not yet cleared away by the process above it, which in a container may never do so.
  if (state === 'Z' || state === 'X') return false;
  return started === null || now === undefined || now === started;
}

/** State and start, fields 3 and 22 of /proc/PID/stat; neither where the system has no such file. */
async function statOf(
  pid: number,
): Promise<readonly [state?: string | undefined, start?: string | undefined]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The name in the second field may hold spaces and brackets: count from its end.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return [fields?.[0], fields?.[19]];
}

function held(folder: string, holder?: Holder | null): Fault {
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process';
  return new Fault(
    `The journal in ${folder} is in use by ${who}. Wait until that has ended. If it is gone for good, delete the file "lock" in the folder.`,
  );
}
