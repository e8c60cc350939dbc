/**
 * A run whose calls write to a hostile server, disturbed while it runs: its plan made anew, killed, paused, stopped, gone
 * on with as a new run. Everything is the app's own, but the clock, which hurries.
 */

import { NoThreads } from '../../../src/activities/pool.ts';
import { activitiesIn } from '../../../src/activities/run-activities.ts';
import { errorsWith } from '../../../src/check/errors-of.ts';
import { sign } from '../../../src/flows/sign.ts';
import { APPROVED_BY_CALLER, aloneOn, memoryLeases, memoryStore } from '../../../src/host/memory-place.ts';
import type { Place, PlaceClock, Store } from '../../../src/host/port.ts';
import { openRuns, type Runs } from '../../../src/host/runs.ts';
import type { Delegates } from '../../../src/plan/delegates.ts';
import type { Plan } from '../../../src/plan/document.ts';
import type { RunEvent } from '../../../src/run/events.ts';
import { evolve } from '../../../src/run/evolve.ts';
import { newRun } from '../../../src/run/new-run.ts';
import type { RunSetting, RunState } from '../../../src/run/state.ts';
import { isOver, openQuestions, planOf } from '../../../src/run/view.ts';
import type { Chance } from '../crash/chance.ts';
import { Person } from './person.ts';
import { anotherWay, builtIns, type Hostile, writtenBy } from './plan.ts';
import type { HostileServer } from './server.ts';

/** How a run is disturbed in its middle, one after the other. */
type Disturbance = 'kill' | 'pause' | 'stop' | 'stop, settle';
export const DISTURBANCES: readonly (readonly Disturbance[])[] = [
  ['kill'],
  ['stop'],
  ['kill', 'kill'],
  ['stop, settle'],
  ['pause', 'kill'],
  ['kill', 'stop'],
  [],
  ['stop', 'kill', 'stop, settle'],
];

/** Looks at the run between a disturbance and what went before. */
const MOST_LOOKS = 40;

/**
 * How often a person comes by while a write is on its way before looking for good: in turns of the process, whose server
 * has had its own by then. A time would not do: where the machine is busy, a clock runs on while nothing else does.
 */
const LOOKS = 30;

/** A run that looks no further is stuck. */
const MOST_ROUNDS = 4_000;

/** Real milliseconds in which a second of a run passes. */
const HURRY = 200;
const HURRIED: PlaceClock = {
  now: () => Date.now() * HURRY,
  elapsed: () => performance.now() * HURRY,
  alarm: (ms, ring) => {
    const timer = setTimeout(ring, Math.min(20, ms / HURRY));
    return () => clearTimeout(timer);
  },
};

const SETTING: RunSetting = {
  catalogue: builtIns,
  hasActivity: (name) => builtIns.get(name) !== undefined,
  contractBehind: (name) => builtIns.get(name),
};

export interface Trial extends Hostile {
  readonly server: HostileServer;
  /** Whether the app has sent a write that has not reached the server. */
  readonly onItsWay: (write: string) => boolean;
  readonly disturbances: readonly Disturbance[];
  readonly chance: Chance;
}

export interface Tried {
  /** Sentences about what is not as it has to be. */
  readonly faults: readonly string[];
  readonly questions: number;
  readonly doubts: number;
  /** How often a plan was made anew. */
  readonly replans: number;
  /** What was kept of its runs, an event a line. */
  journal(): Promise<readonly string[]>;
}

/** Runs a plan to its end, whatever the server and the disturbances make of it. */
export async function tryOnce(trial: Trial): Promise<Tried> {
  const { plan, server, chance } = trial;
  const person = new Person(server, LOOKS, trial.onItsWay, chance);
  const disturbed = new DisturbedRun(trial, person);
  await disturbed.begin();
  const left = [...trial.disturbances];
  let looks = chance.whole(1, MOST_LOOKS);
  let isOpen = true;
  for (let round = 0; isOpen && round < MOST_ROUNDS; round++) {
    await turn();
    if (left.length > 0 && looks-- <= 0) {
      await disturbed.suffer(left.shift()!);
      looks = chance.whole(1, MOST_LOOKS);
      continue;
    }
    isOpen = await disturbed.look();
  }
  const faults: string[] = [];
  if (isOpen) faults.push(`${writtenBy(plan.calls[0]!, null)} did not end: ${await disturbed.whatWaits()}`);
  await disturbed.runs.drain();
  const events = await disturbed.events();
  return {
    faults,
    questions: person.answered,
    doubts: person.doubts,
    replans: events.filter(({ event }) => event.type === 'plan.diff').length,
    journal: async () => (await disturbed.events()).map(({ runId, event }) => shortly(runId, event)),
  };
}

/** A run that is killed, paused, stopped and gone on with as another, and what of it is open. */
class DisturbedRun {
  readonly #store = memoryStore();
  readonly #states = new Map<string, RunState>();
  readonly #trial: Trial;
  readonly #person: Person;
  #forks = 0;
  #runId = 'run';
  runs: Runs;

  constructor(trial: Trial, person: Person) {
    this.#trial = trial;
    this.#person = person;
    this.runs = openPlace(this.#store, trial.chance);
  }

  begin(): Promise<unknown> {
    return this.runs.start(startOf(this.#runId, this.#trial.plan, this.#trial.delegates));
  }

  async suffer(disturbance: Disturbance): Promise<void> {
    const runId = this.#runId;
    switch (disturbance) {
      case 'kill':
        this.runs.letGo();
        this.runs = openPlace(this.#store, this.#trial.chance);
        await this.runs.resumeAll();
        return;
      case 'pause':
        // One that has ended meanwhile can't be paused.
        await this.runs.steer({ kind: 'pause-run', runId }).catch(() => {});
        await this.runs.steer({ kind: 'go-on-run', runId }).catch(() => {});
        return;
      default:
        await this.runs.steer({ kind: 'stop-run', runId }).catch(() => {});
        await this.runs.left(runId);
        for (let look = 0; disturbance === 'stop, settle' && look < LOOKS; look++) {
          await this.look();
          await turn();
        }
        await this.#goOnAsAnother();
    }
  }

  /** What is gone on with is the plan as it stands now. */
  async #goOnAsAnother(): Promise<void> {
    const stopped = (await this.#family()).get(this.#runId);
    const from = this.#runId;
    this.#forks += 1;
    this.#runId = `fork${this.#forks}`;
    const { plan, delegates } = this.#trial;
    const again = startOf(this.#runId, (stopped && planOf(stopped)) ?? plan, delegates);
    await this.runs.start({ ...again, fork: { runId: from, cleared: [], values: {} } });
  }

  /** The person answers what is open. @returns whether the run goes on */
  async look(): Promise<boolean> {
    const family = await this.#family();
    await this.#person.answerAll(this.runs, family);
    const top = family.get(this.#runId);
    return !top || !isOver(top);
  }

  async whatWaits(): Promise<string> {
    return [...(await this.#family()).values()]
      .filter((state) => !isOver(state))
      .map((state) => `${state.runId} ${state.replanning} ${JSON.stringify(openQuestions(state))}`)
      .join('; ');
  }

  async events(): Promise<{ readonly runId: string; readonly event: RunEvent }[]> {
    const all = [];
    for (const { runId } of await this.#store.below(''))
      for (const event of await this.#store.events(runId)) all.push({ runId, event });
    return all;
  }

  /** The run and what is below it, as the journal has them. */
  async #family(): Promise<ReadonlyMap<string, RunState>> {
    const family = new Map<string, RunState>();
    const row = await this.#store.run(this.#runId);
    for (const { runId } of row ? [row, ...(await this.#store.below(`${this.#runId}.`))] : []) {
      const state = this.#states.get(runId) ?? newRun(runId, SETTING);
      for (const event of await this.#store.events(runId, state.seq)) evolve(state, event);
      this.#states.set(runId, state);
      family.set(runId, state);
    }
    return family;
  }
}

/** The words of an event that say most. */
function shortly(runId: string, { seq, type, time: _, ...said }: RunEvent): string {
  const most = type === 'plan.commit' || type === 'plan.draft' ? 4_000 : 300;
  return `${runId} ${seq} ${type} ${JSON.stringify(said).slice(0, most)}`;
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));

function startOf(runId: string, plan: Plan, delegates: Delegates) {
  const signed = sign(plan, SETTING, delegates);
  if (!signed.ok) throw new Error(signed.error);
  return { runId, planId: plan.id, plan, hash: signed.value.hash, input: {}, delegates };
}

function openPlace(store: Store, chance: Chance): Runs {
  let asked = 0;
  const place: Place = {
    store,
    clock: HURRIED,
    leases: memoryLeases(),
    receipts: APPROVED_BY_CALLER,
    channel: aloneOn(() => {}),
    setting: SETTING,
    activities: activitiesIn({
      now: Date.now,
      pool: {
        compute: () => Promise.reject(new NoThreads()),
        look: () => Promise.reject(new NoThreads()),
        close: () => {},
      },
      shelf: store,
      contractBehind: (name) => builtIns.get(name),
      trusted: (name) => builtIns.get(name),
      modelServer: () => null,
      model: () => null,
      noModel: '',
      models: () => ({ get: async () => undefined, put: async () => {} }),
      readFile: () => Promise.reject(new Error('There is none.')),
      saveFile: async () => {},
      log: () => {},
      secrets: () => new Map(),
    }),
    replan: ({ plan }) => ({
      calls: turn().then(() => anotherWay(plan, chance, ++asked)),
      stop: () => {},
    }),
    check: errorsWith(builtIns, builtIns),
    copyFiles: async () => {},
  };
  return openRuns(place);
}
