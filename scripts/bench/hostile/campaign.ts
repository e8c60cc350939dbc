/** Many trials against one hostile server: what came of the writes, counted there and at the app's own door. */

import { chanceOf } from '../crash/chance.ts';
import { FINE, hostileServer, type Manner, manners } from './server.ts';
import { DISTURBANCES, hostilePlan, tryOnce } from './trial.ts';

export interface Campaign {
  readonly trials: number;
  readonly seed: number;
  /** Whether answers of 64 MB are among them: they take their time. */
  readonly endless: boolean;
}

export interface Came {
  readonly faults: readonly string[];
  /** Writes that the server has done more than once. */
  readonly doubled: readonly string[];
  /** Writes that the app sent again although the last answer left open, or said, that they were done, and nobody had looked. */
  readonly entries: readonly string[];
  /** What the server was sent, each once. */
  readonly sent: readonly string[];
  /** Requests that reached the server. */
  readonly came: number;
  readonly questions: number;
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
  const faults: string[] = [];
  let questions = 0;
  try {
    for (let trial = 0; trial < trials; trial++) {
      const chance = chanceOf(seed * 7919 + trial);
      const plan = hostilePlan(trial, server.port);
      const disturbance = DISTURBANCES[trial % DISTURBANCES.length] ?? 'none';
      const tried = await tryOnce(plan, server, disturbance, chance.whole(1, 40));
      faults.push(...tried.faults);
      questions += tried.questions;
    }
  } finally {
    await server.close();
  }
  const doubled = [...server.done]
    .filter(([, times]) => times > 1)
    .map(([write, times]) => `${write}: ${times}`);
  const entries = [...server.came].flatMap(([write, keys]) => {
    const done = keys.findIndex((_, n) => mannerOf(write, n).does);
    return done !== -1 && done < keys.length - 1 ? [`${write}: ${keys.length} times`] : [];
  });
  const came = [...server.came.values()].reduce((sum, keys) => sum + keys.length, 0);
  return { faults, doubled, entries, sent: [...server.came.keys()], came, questions };
}

/** A number for a text, so that a write fares the same whenever it is sent. */
function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (hash * 31 + text.charCodeAt(at)) % 1_000_003;
  return hash;
}
