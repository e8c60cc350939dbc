/**
 * A run whose calls write to a hostile server, disturbed while it runs: killed, stopped, gone on with as a new run. A
 * person answers what it asks by looking at the server first. Everything is the app's own, but the clock, which hurries.
 */

import { NoThreads } from '../../../src/activities/pool.ts';
import { activitiesIn } from '../../../src/activities/run-activities.ts';
import { sign } from '../../../src/flows/sign.ts';
import { APPROVED_BY_CALLER, aloneOn, memoryLeases, memoryStore } from '../../../src/host/memory-place.ts';
import type { Place, PlaceClock, Store } from '../../../src/host/port.ts';
import { openRuns, type Runs } from '../../../src/host/runs.ts';
import type { Json } from '../../../src/lib/json.ts';
import type { Call, Plan } from '../../../src/plan/document.ts';
import { evolve } from '../../../src/run/evolve.ts';
import { newRun } from '../../../src/run/new-run.ts';
import type { RunSetting, RunState } from '../../../src/run/state.ts';
import { isOver, openQuestions } from '../../../src/run/view.ts';
import { builtInTools } from '../../../src/tools/built-in.ts';
import { catalogueOf } from '../../../src/tools/catalogue.ts';
import type { HostileServer } from './server.ts';

/** How the run is disturbed, once, in its middle. */
export type Disturbance = 'none' | 'kill' | 'stop' | 'stop-settled';
export const DISTURBANCES: readonly Disturbance[] = ['none', 'kill', 'stop', 'kill', 'stop-settled'];

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

const builtIns = catalogueOf(builtInTools);
/** Its own words for `httpSend`, so that a slow drip is a time-out: over built-in code they can only be more careful. */
const IMPATIENT = { ...builtIns.get('httpSend')!, name: 'send', activity: 'httpSend', timeoutMs: 60 };
const FINAL = { ...IMPATIENT, name: 'sendForGood', effect: 'irreversible' as const };
const SETTING: RunSetting = {
  catalogue: builtIns,
  hasActivity: (name) => builtIns.get(name) !== undefined,
  contractBehind: (name) => builtIns.get(name),
};

/** The plan of a trial: writes beside each other and one after the other, forgotten, with an error alternative, in a sub-plan, in a loop. */
export function hostilePlan(trial: number, port: number): Plan {
  const url = `http://127.0.0.1:${port}/`;
  const write = (id: string, more: Partial<Call> = {}): Call => ({
    _id: id,
    _tool: trial % 3 === 0 ? 'sendForGood' : 'send',
    url,
    method: (['POST', 'PUT', 'PATCH', 'DELETE'] as const)[trial % 4],
    body: `t${trial}/${id}`,
    _outputPath: `†state.${id}`,
    ...more,
  });
  const tools = [IMPATIENT, FINAL];
  const format = { format: 'obelus/plan', version: 1, tools } as const;
  const { _outputPath: _, ...forgotten } = write('quiet');
  return {
    ...format,
    id: 'hostile',
    calls: [
      write('first'),
      write('second', { _after: '†state.first' }),
      write('beside'),
      write('caught', { _outputPath: '†state.fine || †state.error' }),
      forgotten as Call,
      { _id: 'below', _tool: 'below', _delegate: '#sub', _outputPath: '†state.below' },
      {
        _id: 'each',
        _tool: 'each',
        _delegate: '#each',
        _forEach: '†state.list',
        _outputPath: '†state.each',
      },
    ],
    state: { initial: { list: [1, 2] } },
    plans: {
      sub: {
        ...format,
        id: 'sub',
        calls: [write('inner'), write('last', { _after: '†state.inner' })],
        output: '†state.inner',
      },
      each: {
        ...format,
        id: 'each',
        input: { schema: { type: 'object' } },
        calls: [write('element', { body: [`t${trial}/element`, '†input.item'] as Json })],
        output: '†state.element',
      },
    },
    policy: { onFailure: 'ask', retryLimit: 2 },
  } as unknown as Plan;
}

export interface Tried {
  /** Sentences about what is not as it has to be. */
  readonly faults: readonly string[];
  readonly questions: number;
}

/** Runs a plan to its end, whatever the server and the disturbance make of it. @param chance from 0 to 1 */
export async function tryOnce(
  plan: Plan,
  server: HostileServer,
  disturbance: Disturbance,
  chance: () => number,
): Promise<Tried> {
  const store = memoryStore();
  const hash = sign(plan, SETTING, {});
  if (!hash.ok) throw new Error(hash.error);
  const start = { runId: 'one', planId: plan.id, plan, hash: hash.value.hash, input: {} };
  let runs = openPlace(store);
  await runs.start(start);
  let questions = 0;
  let runId = 'one';
  let left = 1 + Math.floor(chance() * 12);
  let disturbed = disturbance === 'none';
  for (let round = 0; round < 4_000; round++) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (!disturbed && left-- <= 0) {
      disturbed = true;
      if (disturbance === 'kill') {
        runs.letGo();
        runs = openPlace(store);
        await runs.resumeAll();
      } else {
        await runs.steer({ kind: 'stop-run', runId }).catch(() => {});
        await runs.left(runId);
        if (disturbance === 'stop-settled') questions += await answerAll(runs, store, runId, server);
        runId = 'two';
        await runs.start({ ...start, runId, fork: { runId: 'one', cleared: [], values: {} } });
      }
      continue;
    }
    questions += await answerAll(runs, store, runId, server);
    const top = (await familyOf(store, runId)).get(runId);
    if (top && isOver(top)) {
      await runs.drain();
      return { faults: [], questions };
    }
  }
  await runs.drain();
  return { faults: [`${plan.id} (${disturbance}) did not end`], questions };
}

function openPlace(store: Store): Runs {
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
        enter: () => Promise.reject(new NoThreads()),
        look: () => Promise.reject(new NoThreads()),
      } as never,
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
    replan: () => ({ calls: Promise.resolve([]), stop: () => {} }),
    check: () => [],
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

/** What a person would do: look at the server, and say what is there. What failed for good is skipped. */
async function answerAll(runs: Runs, store: Store, runId: string, server: HostileServer): Promise<number> {
  let answered = 0;
  for (const [id, state] of await familyOf(store, runId)) {
    for (const question of openQuestions(state)) {
      if (question.kind !== 'in_doubt' && question.kind !== 'failure') continue;
      const happened = hasHappened(state, question.call, server);
      const choose =
        question.kind === 'failure' ? 'skip' : happened ? 'value' : question.over ? 'skip' : 'retry';
      const said = { kind: 'answer', runId: id, call: question.call, choose } as const;
      await runs.steer(choose === 'value' ? { ...said, value: null } : said).catch(() => {});
      answered += 1;
    }
  }
  return answered;
}

/** Whether the server has done what a call writes, or, of a call that delegates, anything of what is below it. */
function hasHappened({ program }: RunState, call: string, { done }: HostileServer): boolean {
  const own = program.steps.find(({ id }) => id === call)?.call;
  const trial = String(program.plan.calls.find(({ body }) => typeof body === 'string')?.body ?? '').split(
    '/',
  )[0];
  const names =
    own?._delegate === undefined
      ? [typeof own?.body === 'string' ? own.body : '']
      : own._delegate === '#sub'
        ? [`${trial}/inner`, `${trial}/last`]
        : [`["${trial}/element",1]`, `["${trial}/element",2]`];
  if (Array.isArray(own?.body))
    return [1, 2].some((n) => done.has(JSON.stringify([own.body![0 as never], n])));
  return names.some((name) => done.has(name));
}
