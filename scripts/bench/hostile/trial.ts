/**
 * A run whose calls write to a hostile server, disturbed while it runs: its plan made anew, killed, paused, stopped, gone
 * on with as a new run. Everything is the app's own but what the world plays.
 */

import { sign } from '../../../src/flows/sign.ts';
import { memoryStore } from '../../../src/host/memory-place.ts';
import type { Store } from '../../../src/host/port.ts';
import type { Runs } from '../../../src/host/runs.ts';
import type { Delegates } from '../../../src/plan/delegates.ts';
import type { Call, Plan } from '../../../src/plan/document.ts';
import type { RunEvent } from '../../../src/run/events.ts';
import { evolve } from '../../../src/run/evolve.ts';
import { newRun } from '../../../src/run/new-run.ts';
import { clearedFrom } from '../../../src/run/run-from.ts';
import type { RunState } from '../../../src/run/state.ts';
import { openQuestions } from '../../../src/run/view.ts';
import { isOver, planOf } from '../../../src/run/whole.ts';
import type { Chance } from '../crash/chance.ts';
import { isUndone, Person } from './person.ts';
import { anotherWay, type Hostile, SETTING, writtenBy } from './plan.ts';

/** How a run is disturbed in its middle, one after the other. */
export type Disturbance = 'kill' | 'pause' | 'again' | 'stop' | 'stop, settle';
export const DISTURBANCES: readonly (readonly Disturbance[])[] = [
  ['kill'],
  ['stop'],
  ['kill', 'kill'],
  ['stop, settle'],
  ['pause', 'kill'],
  ['kill', 'stop'],
  [],
  ['again', 'again', 'kill'],
  ['stop', 'kill', 'stop, settle'],
  ['again', 'stop', 'again'],
];

/** Looks at the run between a disturbance and what went before. */
const MOST_LOOKS = 40;

/** How often a person comes by to settle what a stopped run left in doubt. */
const SETTLING = 30;

/** A run that looks no further is stuck. */
const MOST_ROUNDS = 4_000;

/** Where trials take place: with a server and time that are real, or with both played. */
export interface World {
  /** How often each write was done, by what its body names. */
  readonly done: ReadonlyMap<string, number>;
  /** How often the app has sent each write. */
  readonly entries: ReadonlyMap<string, number>;
  /** Whether the app has sent a write that may still reach the server. */
  onItsWay(write: string): boolean;
  /** The runs of the store in the hands of somebody new, for whom this planner makes new plans. */
  open(store: Store, replan: (plan: Plan) => readonly Call[]): Runs;
  /** A little happens meanwhile. */
  wait(): Promise<void>;
}

export interface Trial extends Hostile {
  readonly world: World;
  readonly disturbances: readonly Disturbance[];
  readonly chance: Chance;
}

export interface Tried {
  /** Sentences about what is not as it has to be. */
  readonly faults: readonly string[];
  /** Sentences about what was asked for nothing: true where whatever is entered is sent. */
  readonly needless: readonly string[];
  readonly questions: number;
  readonly doubts: number;
  /** How often a plan was made anew. */
  readonly replans: number;
  /** What was kept of its runs, an event a line. */
  journal(): Promise<readonly string[]>;
}

/** Runs a plan to its end, whatever the server and the disturbances make of it. */
export async function tryOnce(trial: Trial): Promise<Tried> {
  const { plan, world, chance } = trial;
  const person = new Person(world, chance);
  const disturbed = new DisturbedRun(trial, person);
  await disturbed.begin();
  const left = [...trial.disturbances];
  let looks = chance.whole(1, MOST_LOOKS);
  let isOpen = true;
  for (let round = 0; isOpen && round < MOST_ROUNDS; round++) {
    await world.wait();
    if (left.length > 0 && looks-- <= 0) {
      await disturbed.suffer(left.shift()!);
      looks = chance.whole(1, MOST_LOOKS);
      continue;
    }
    isOpen = await disturbed.look();
  }
  const faults: string[] = [];
  if (isOpen) faults.push(`${writtenBy(plan.calls[0]!, null)} did not end: ${await disturbed.whatWaits()}`);
  await disturbed.drain();
  faults.push(...disturbed.stuck);
  const events = await disturbed.events();
  return {
    faults,
    needless: person.needless,
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
  #replans = 0;
  #runId = 'run';
  #runs: Runs;
  /** Sentences about what was asked for and did not come. */
  readonly stuck: string[] = [];

  constructor(trial: Trial, person: Person) {
    this.#trial = trial;
    this.#person = person;
    this.#runs = this.#open();
  }

  /** No two new plans of a family call what they add alike: they would themselves say it twice. */
  #open(): Runs {
    const { world, chance } = this.#trial;
    return world.open(this.#store, (plan) => anotherWay(plan, chance, ++this.#replans));
  }

  begin(): Promise<unknown> {
    return this.#runs.start(startOf(this.#runId, this.#trial.plan, this.#trial.delegates));
  }

  async suffer(disturbance: Disturbance): Promise<void> {
    const runId = this.#runId;
    switch (disturbance) {
      case 'kill':
        this.#runs.letGo();
        // What it was just keeping is kept or not by the time somebody else reads it.
        await this.#trial.world.wait();
        this.#runs = this.#open();
        await this.#runs.resumeAll();
        return;
      case 'pause':
        // One that has ended meanwhile can't be paused.
        await this.#until('pause', this.#runs.steer({ kind: 'pause-run', runId }));
        await this.#until('go on', this.#runs.steer({ kind: 'go-on-run', runId }));
        return;
      case 'again':
        return this.#runAgain();
      default:
        await this.#until('stop', this.#runs.steer({ kind: 'stop-run', runId }));
        await this.#until('stopped', this.#runs.left(runId));
        for (let look = 0; disturbance === 'stop, settle' && look < SETTLING; look++) {
          await this.look();
          await this.#trial.world.wait();
        }
        await this.#goOnAsAnother();
    }
  }

  drain(): Promise<void> {
    return this.#until('drain', this.#runs.drain());
  }

  /** From a call on: only what has done nothing, whatever it has been. */
  async #runAgain(): Promise<void> {
    const { world, chance } = this.#trial;
    const state = (await this.#family()).get(this.#runId);
    if (!state || isOver(state)) return;
    const { id: call } = chance.pick(state.program.steps);
    if (clearedFrom(state.program, call, 'dependants').every((id) => isUndone(state, id, world)))
      await this.#until(
        'again',
        this.#runs.steer({ kind: 'resume-from', runId: this.#runId, call, order: 'dependants' }),
      );
  }

  /** Time may have to pass for it. What can't be done is left undone. */
  async #until(what: string, work: Promise<unknown>): Promise<void> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    work.then(end, end);
    for (let round = 0; !isOver && round < MOST_ROUNDS; round++) await this.#trial.world.wait();
    if (!isOver) this.stuck.push(`"${what}" had no end`);
  }

  /** What is gone on with is the plan as it stands now. */
  async #goOnAsAnother(): Promise<void> {
    const stopped = (await this.#family()).get(this.#runId);
    const from = this.#runId;
    this.#forks += 1;
    this.#runId = `fork${this.#forks}`;
    const { plan, delegates, world, chance } = this.#trial;
    const again = startOf(this.#runId, (stopped && planOf(stopped)) ?? plan, delegates);
    const undone = stopped?.program.steps.filter(({ id }) => isUndone(stopped, id, world)) ?? [];
    const cleared = undone.filter(() => chance.onceIn(2)).map(({ id }) => id);
    await this.#runs.start({ ...again, fork: { runId: from, cleared, values: {} } });
  }

  /** The person answers what is open. @returns whether the run goes on */
  async look(): Promise<boolean> {
    const family = await this.#family();
    await this.#person.answerAll(this.#runs, family);
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

function startOf(runId: string, plan: Plan, delegates: Delegates) {
  const signed = sign(plan, SETTING, delegates);
  if (!signed.ok) throw new Error(signed.error);
  return { runId, planId: plan.id, plan, hash: signed.value.hash, input: {}, delegates };
}
