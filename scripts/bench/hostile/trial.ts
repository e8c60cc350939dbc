/**
 * A run whose calls write to a hostile server, disturbed while it runs: its plan made anew, killed, stopped, gone on with
 * as a new run. Everything is the app's own, but the clock, which hurries.
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
import { evolve } from '../../../src/run/evolve.ts';
import { newRun } from '../../../src/run/new-run.ts';
import type { RunSetting, RunState } from '../../../src/run/state.ts';
import { isOver, openQuestions, planOf } from '../../../src/run/view.ts';
import type { Chance } from '../crash/chance.ts';
import { Person } from './person.ts';
import { anotherWay, builtIns, type Hostile, writtenBy } from './plan.ts';
import type { HostileServer } from './server.ts';

/** How the run is disturbed, once, in its middle. */
export type Disturbance = 'none' | 'kill' | 'stop' | 'stop-settled';
export const DISTURBANCES: readonly Disturbance[] = ['none', 'kill', 'stop', 'kill', 'stop-settled'];

/**
 * How often a person comes by before looking for good: in turns of the process, whose server has had its own by then. A
 * time would not do: where the machine is busy, a clock runs on while nothing else does.
 */
const LOOKS = 30;

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

export interface Tried {
  /** Sentences about what is not as it has to be. */
  readonly faults: readonly string[];
  readonly questions: number;
  /** How often a plan was made anew. */
  readonly replans: number;
}

/** Runs a plan to its end, whatever the server and the disturbance make of it. @param after looks at the run until it is disturbed */
export async function tryOnce(
  { plan, delegates }: Hostile,
  server: HostileServer,
  disturbance: Disturbance,
  after: number,
  chance: Chance,
): Promise<Tried> {
  const store = memoryStore();
  const person = new Person(server, LOOKS, chance);
  const start = startOf('one', plan, delegates);
  let runs = openPlace(store, chance);
  await runs.start(start);
  let runId = 'one';
  let left = after;
  let disturbed = disturbance === 'none';
  const faults: string[] = [];
  let isOpen = true;
  for (let round = 0; isOpen && round < 4_000; round++) {
    await turn();
    if (!disturbed && left-- <= 0) {
      disturbed = true;
      if (disturbance === 'kill') {
        runs.letGo();
        runs = openPlace(store, chance);
        await runs.resumeAll();
      } else {
        await runs.steer({ kind: 'stop-run', runId }).catch(() => {});
        await runs.left(runId);
        for (let look = 0; disturbance === 'stop-settled' && look < LOOKS; look++) {
          await person.answerAll(runs, await familyOf(store, runId));
          await turn();
        }
        // What is gone on with is the plan as it stands now.
        const stopped = (await familyOf(store, runId)).get(runId);
        runId = 'two';
        const again = startOf(runId, (stopped && planOf(stopped)) ?? plan, delegates);
        await runs.start({ ...again, fork: { runId: 'one', cleared: [], values: {} } });
      }
      continue;
    }
    const family = await familyOf(store, runId);
    await person.answerAll(runs, family);
    const top = family.get(runId);
    isOpen = !top || !isOver(top);
  }
  if (isOpen)
    faults.push(
      `${writtenBy(plan.calls[0]!, null)} (${disturbance}) did not end: ${await whatWaits(store, runId)}`,
    );
  await runs.drain();
  let replans = 0;
  for (const row of await store.below(''))
    for (const { type } of await store.events(row.runId)) if (type === 'plan.diff') replans += 1;
  return { faults, questions: person.answered, replans };
}

const whatWaits = async (store: Store, runId: string): Promise<string> =>
  [...(await familyOf(store, runId)).values()]
    .filter((state) => !isOver(state))
    .map((state) => `${state.runId} ${state.replanning} ${JSON.stringify(openQuestions(state))}`)
    .join('; ');

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

async function familyOf(store: Store, runId: string): Promise<ReadonlyMap<string, RunState>> {
  const states = new Map<string, RunState>();
  const row = await store.run(runId);
  for (const known of row ? [row, ...(await store.below(`${runId}.`))] : []) {
    const state = newRun(known.runId, SETTING);
    for (const event of await store.events(known.runId)) evolve(state, event);
    states.set(known.runId, state);
  }
  return states;
}
