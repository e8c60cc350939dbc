/** Many trials against one hostile server: what came of the writes, counted there and at the app's own door. */

import { chanceOf } from '../crash/chance.ts';
import { crossedPlan, hostilePlan } from './plan.ts';
import { openPlace, turn } from './real-place.ts';
import { everyCut, FINE, type HostileServer, hostileServer, type Manner, manners } from './server.ts';
import { DISTURBANCES, type Disturbance, type Tried, tryOnce, type World } from './trial.ts';

export interface Campaign {
  /** Runs are tried until the server has been sent so many writes. */
  readonly writes: number;
  readonly seed: number;
  /** Whether answers of 64 MB are among them: they take their time. */
  readonly endless: boolean;
  /** Hears of each trial when it has ended, and of what went wrong in it. */
  readonly tell?: (line: string) => void;
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
  readonly trials: number;
  readonly questions: number;
  readonly doubts: number;
  /** How often a plan was made anew while it ran. */
  readonly replans: number;
}

/** Of a write's requests, how many are answered badly; then the server is well. */
const MOST_BAD = 2;

export async function hostileWrites(campaign: Campaign): Promise<Came> {
  const { writes, seed, endless, tell = () => {} } = campaign;
  return inArena(mannersFrom(seed, manners(endless)), async ({ server, world, verdict, add, sum }) => {
    // Where nothing is sent, it ends all the same.
    while (server.came.size < writes && sum.trials < writes) {
      const { trials: trial } = sum;
      const disturbances = DISTURBANCES[trial % DISTURBANCES.length] ?? [];
      const known = new Set(said(verdict()));
      const chance = chanceOf(seed * 7919 + trial);
      const tried = await tryOnce({ ...hostilePlan(trial, server.port), world, disturbances, chance });
      add(tried);
      const now = verdict();
      tell(lineOf(trial, disturbances, tried, server, now));
      const wrong = said(now).filter((one) => !known.has(one));
      wrong.push(...tried.faults);
      if (wrong.length > 0) for (const line of [...wrong, ...(await tried.journal())]) tell(`    ${line}`);
    }
  });
}

/** One run in which every way to answer comes up, cut after every byte too, and that is disturbed again and again meanwhile. */
export function crossedWrites(disturbance: Disturbance, seed: number): Promise<Came> {
  const ways = [...manners(true), ...everyCut()];
  const mannerOf = (write: string, n: number): Manner =>
    (n === 0 && ways[Number(write.split('/')[1])]) || FINE;
  return inArena(mannerOf, async ({ server, world, add }) => {
    const disturbances = Array.from({ length: OFTEN }, () => disturbance);
    const chance = chanceOf(seed);
    add(await tryOnce({ ...crossedPlan(ways.length, server.port), world, disturbances, chance }));
  });
}

/** How often one run is disturbed while all ways to answer come up. */
const OFTEN = 6;

interface Arena {
  readonly server: HostileServer;
  readonly world: World;
  verdict(): Verdict;
  add(tried: Tried): void;
  readonly sum: Pick<Came, 'trials' | 'questions' | 'doubts' | 'replans'>;
}

/** A server and a door that counts what goes to it, for as long as it is fought. */
async function inArena(
  mannerOf: (write: string, n: number) => Manner,
  fight: (arena: Arena) => Promise<void>,
): Promise<Came> {
  const server = await hostileServer(mannerOf);
  // The first request of a process takes longer than a call may: nobody should time out for that.
  await (await fetch(`http://127.0.0.1:${server.port}/`)).text();
  const door = countingDoor(server.settled);
  const verdict = () => verdictOn(server, door.entries, mannerOf);
  const world: World = {
    done: server.done,
    entries: door.entries,
    onItsWay: door.onItsWay,
    open: openPlace,
    wait: turn,
  };
  const sum = { trials: 0, questions: 0, doubts: 0, replans: 0 };
  const faults: string[] = [];
  const add = (tried: Tried): void => {
    sum.trials += 1;
    faults.push(...tried.faults);
    sum.questions += tried.questions;
    sum.doubts += tried.doubts;
    sum.replans += tried.replans;
  };
  try {
    await fight({ server, world, verdict, add, sum });
  } finally {
    door.restore();
    await server.close();
  }
  const came = [...server.came.values()].reduce((all, requests) => all + requests.length, 0);
  return { ...verdict(), ...sum, faults, sent: [...server.came.keys()], came };
}

/** How the requests of each write are answered: a write fares the same whenever it is sent. */
function mannersFrom(seed: number, ways: readonly Manner[]) {
  const known = new Map<string, Manner[]>();
  return (write: string, n: number): Manner => {
    let own = known.get(write);
    if (!own) {
      const chance = chanceOf(seed + hashOf(write));
      own = Array.from({ length: MOST_BAD }, () => chance.pick(ways));
      known.set(write, own);
    }
    return own[n] ?? FINE;
  };
}

type Verdict = Pick<Came, 'doubled' | 'entries' | 'resent'>;

/** @param entered how often the app itself sent each write */
function verdictOn(
  { came, done }: HostileServer,
  entered: ReadonlyMap<string, number>,
  mannerOf: (write: string, n: number) => Manner,
): Verdict {
  const doubled: string[] = [];
  const entries: string[] = [];
  let resent = 0;
  for (const [write, keys] of came) {
    const ofPlatform = Math.max(0, keys.length - (entered.get(write) ?? 0));
    resent += ofPlatform;
    const times = done.get(write) ?? 0;
    const how = () => keys.map((key, n) => `${mannerOf(write, n).name} to ${key || 'no key'}`).join(', ');
    if (times - ofPlatform > 1) doubled.push(`${write} was done ${times} times: ${how()}`);
    const first = keys.findIndex((_, n) => mannerOf(write, n).does);
    const after = first === -1 ? 0 : keys.length - 1 - first;
    if (after > ofPlatform) entries.push(`${write} was sent after it was done: ${how()}`);
  }
  return { doubled, entries, resent };
}

const said = ({ doubled, entries }: Verdict): string[] => [...doubled, ...entries];

const lineOf = (
  trial: number,
  disturbances: readonly string[],
  { replans, doubts, faults }: Tried,
  { came }: HostileServer,
  { doubled, entries }: Verdict,
): string =>
  `run ${trial} (${disturbances.join(', ') || 'undisturbed'}): ${replans} new plans, ${doubts} doubts; so far ${came.size} writes, ${doubled.length} doubled, ${entries.length} sent after done${faults.map((fault) => `; ${fault}`).join('')}`;

/**
 * Counts what the app sends, by what the bodies name, at the one function through which it reaches the outside. What was
 * sent is on its way until it was answered or given up and the server has read all that had reached it by then: it tells
 * so itself, for no time or number of looks would do on a busy machine.
 */
function countingDoor(settled: () => Promise<void>) {
  const real = globalThis.fetch;
  const entries = new Map<string, number>();
  const underWay = new Map<string, number>();
  const count = (numbers: Map<string, number>, write: string, by: number) =>
    numbers.set(write, (numbers.get(write) ?? 0) + by);
  globalThis.fetch = (input, init) => {
    const write = typeof init?.body === 'string' ? init.body : '';
    count(entries, write, 1);
    count(underWay, write, 1);
    const answer = real(input, init);
    const landed = () => count(underWay, write, -1);
    answer.then(landed, () => settled().then(landed));
    return answer;
  };
  return {
    entries: entries as ReadonlyMap<string, number>,
    onItsWay: (write: string) => (underWay.get(write) ?? 0) > 0,
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
