/** Many trials against one hostile server: what came of the writes, counted there and at the app's own door. */

import { chanceOf } from '../crash/chance.ts';
import { hostilePlan } from './plan.ts';
import { FINE, hostileServer, type Manner, manners } from './server.ts';
import { DISTURBANCES, tryOnce } from './trial.ts';

export interface Campaign {
  readonly trials: number;
  readonly seed: number;
  /** Whether answers of 64 MB are among them: they take their time. */
  readonly endless: boolean;
}

export interface Came {
  readonly faults: readonly string[];
  /** Writes that the server has done more than once, without what the platform itself sent again under one key. */
  readonly doubled: readonly string[];
  /** Writes that the app sent again although the last answer left open, or said, that they were done, and nobody had looked. */
  readonly entries: readonly string[];
  /** What the server was sent, each once. */
  readonly sent: readonly string[];
  /** Requests that reached the server. */
  readonly came: number;
  /** Of these, those that the app did not send: the platform repeats a PUT or DELETE by itself where a connection breaks. */
  readonly resent: number;
  readonly questions: number;
  /** How often a plan was made anew while it ran. */
  readonly replans: number;
}

/** Of a write's requests, how many are answered badly; then the server is well. */
const MOST_BAD = 2;

export async function hostileWrites({ trials, seed, endless }: Campaign): Promise<Came> {
  const ways = manners(endless);
  const mannersOf = new Map<string, Manner[]>();
  const mannerOf = (write: string, n: number): Manner => {
    let own = mannersOf.get(write);
    if (!own) {
      const chance = chanceOf(seed + hashOf(write));
      own = Array.from({ length: MOST_BAD }, () => chance.pick(ways));
      mannersOf.set(write, own);
    }
    return own[n] ?? FINE;
  };
  const server = await hostileServer(mannerOf);
  // The first request of a process takes longer than a call may: nobody should time out for that.
  await (await fetch(`http://127.0.0.1:${server.port}/`)).text();
  const door = countingDoor();
  const faults: string[] = [];
  let questions = 0;
  let replans = 0;
  try {
    for (let trial = 0; trial < trials; trial++) {
      const chance = chanceOf(seed * 7919 + trial);
      const plan = hostilePlan(trial, server.port);
      const disturbance = DISTURBANCES[trial % DISTURBANCES.length] ?? 'none';
      const tried = await tryOnce(plan, server, disturbance, chance.whole(1, 40), chance);
      faults.push(...tried.faults);
      questions += tried.questions;
      replans += tried.replans;
    }
  } finally {
    door.restore();
    await server.close();
  }
  const resentOf = (write: string): number =>
    Math.max(0, (server.came.get(write)?.length ?? 0) - (door.entries.get(write) ?? 0));
  const doubled = [...server.done].flatMap(([write, times]) =>
    times - resentOf(write) > 1 ? [`${write}: ${times}`] : [],
  );
  const entries = [...server.came].flatMap(([write, keys]) => {
    const done = keys.findIndex((_, n) => mannerOf(write, n).does);
    const after = done === -1 ? 0 : keys.length - 1 - done;
    return after > resentOf(write) ? [`${write}: ${keys.length} times`] : [];
  });
  const resent = [...server.came.keys()].reduce((sum, write) => sum + resentOf(write), 0);
  const came = [...server.came.values()].reduce((sum, keys) => sum + keys.length, 0);
  return { faults, doubled, entries, sent: [...server.came.keys()], came, resent, questions, replans };
}

/** Counts what the app sends, by what the bodies name, at the one function through which it reaches the outside. */
function countingDoor(): { readonly entries: ReadonlyMap<string, number>; restore(): void } {
  const real = globalThis.fetch;
  const entries = new Map<string, number>();
  globalThis.fetch = (input, init) => {
    const write = typeof init?.body === 'string' ? init.body : '';
    entries.set(write, (entries.get(write) ?? 0) + 1);
    return real(input, init);
  };
  return {
    entries,
    restore: () => {
      globalThis.fetch = real;
    },
  };
}

/** A number for a text, so that a write fares the same whenever it is sent. */
function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (hash * 31 + text.charCodeAt(at)) % 1_000_003;
  return hash;
}
