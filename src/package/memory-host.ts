/** A host that keeps nothing: runs plans in this process, with its caller's own code behind tools. Knows no terminal and no disk. */

import { type Activity, ActivityError } from '../activities/activity.ts';
import { type HostKeys, honoursKeyIn } from '../activities/host-keys.ts';
import { deviceClock } from '../activities/place-clock.ts';
import type { FilePool } from '../activities/pool.ts';
import { SHORTEST_SECRET } from '../activities/redaction.ts';
import { hasActivity } from '../activities/registry.ts';
import { activitiesIn, announcesIn } from '../activities/run-activities.ts';
import { errorsWith } from '../check/errors-of.ts';
import { threadPool } from '../cli/run/pool.ts';
import { sign } from '../flows/sign.ts';
import { lackingCode } from '../host/lacking-code.ts';
import { APPROVED_BY_CALLER, aloneOn, memoryLeases, memoryStore } from '../host/memory-place.ts';
import type { Answer, Place } from '../host/port.ts';
import { Refusal } from '../host/refusal.ts';
import { openRuns } from '../host/runs.ts';
import { valueAt } from '../lib/columns.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import { delegatesOf, type PlanLibrary } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { offlinePlanner } from '../planner/offline/offline-planner.ts';
import type { Planner } from '../planner/planner.ts';
import { mended } from '../planner/replan.ts';
import { replanGround } from '../preview/replan-ground.ts';
import type { Replans, RunEvent, RunReason, RunStatus, Turns } from '../run/events.ts';
import { evolve } from '../run/evolve.ts';
import type { KeyUse, LookFirst, WorkerMessage } from '../run/messages.ts';
import { newRun } from '../run/new-run.ts';
import type { RunSetting, RunState } from '../run/state.ts';
import { type CallView, callViews, type OpenQuestion, openQuestions, runStatus } from '../run/view.ts';
import { stateValues } from '../run/written.ts';
import { builtInTools } from '../tools/built-in.ts';
import { type Catalogue, catalogueOf, type ToolContract } from '../tools/catalogue.ts';
import { loadPatterns } from '../tools/foreign-pattern.ts';
import { placesNamed } from '../tools/named-secrets.ts';

/** What runs in a memory host may reach. */
export interface MemoryHostOptions {
  /** Contracts of your tools, beside the built-in ones. A plan's own come on top of both. */
  readonly tools?: readonly ToolContract[];
  /**
   * Your code behind tools, by the tool's name; it comes before what is built in. Code that no contract speaks of takes
   * any parameters and counts as one that writes.
   */
  readonly activities?: Readonly<Record<string, Activity>>;
  /** Files that calls may read, by name. */
  readonly files?: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;
  /**
   * Values of `†secret.<name>`, by name, of six characters or more, each with the hosts it may go to: `api.example.com` over
   * https, `http://…` where it may go unencrypted; this device's own as they are.
   */
  readonly secrets?: Readonly<Record<string, { readonly value: string; readonly hosts: readonly string[] }>>;
  /**
   * What you know of hosts and the idempotency key, by host: one that `honours` it is sent a write again under the same key
   * where its end is unknown; one for which it is `off` is not sent it.
   */
  readonly hostKeys?: Readonly<Record<string, KeyUse>>;
  /** Plans that a plan may delegate to. */
  readonly library?: PlanLibrary;
  /** Asked where a plan is to be mended (`onFailure: "replan"`). The offline planner, where none is named. */
  readonly planner?: Planner;
  /** Hears every event of every run, sub-runs among them, in order. */
  readonly onEvent?: (event: RunEvent) => void;
  /** Hears what a call says for the journal. */
  readonly onLog?: (runId: string, call: string, line: string) => void;
}

/** What a run is started with. */
export interface RunOptions {
  /** The hash of what was approved, as `sign` gives it: any other plan is refused. */
  readonly approved: string;
  /** Values of `†input`, by name. */
  readonly input?: JsonObject;
  /** `unasked`: a replan's draft within what was approved goes ahead; else it waits as a question (L-71). */
  readonly replans?: Replans;
  /** `shown`: each turn of the planner waits as a question before anything of it starts; else it goes ahead within the mandate (L-63). */
  readonly turns?: Turns;
  /** Names the run, for `answer` and `stop`; eight random characters where it is left out. */
  readonly runId?: string;
}

/** A question, and the run that asks it: the one that was started, or one below it. */
export type AskedQuestion = OpenQuestion & { readonly runId: string };

/** A person's decision about an open question. */
export type MemoryAnswer = Omit<Answer, 'kind' | 'runId'>;

/** How a run stands once it has ended, or waits for a person and can do nothing else. */
export interface RunReport {
  readonly runId: string;
  /** `waiting`: its `questions` have to be answered. */
  readonly status: RunStatus;
  /** Why, where the status alone does not say it. */
  readonly reason: RunReason | null;
  readonly output: Json;
  /** All that was written, by root: `state`, and the plan's data kinds. */
  readonly state: JsonObject;
  /** Every call of the present revision, in start order. */
  readonly calls: readonly CallView[];
  readonly questions: readonly AskedQuestion[];
  /** The journal: folding it gives this report again. */
  readonly events: readonly RunEvent[];
  /** What its calls saved, by name. */
  readonly files: Readonly<Record<string, Blob>>;
}

/** Runs plans in this process and keeps them in memory. */
export interface MemoryHost {
  /** What plans are compiled with here: for dry runs, and for folding a journal. */
  readonly setting: RunSetting;
  /** The contracts in force for a plan: the built-in ones, yours, its own. */
  catalogueFor(plan: Plan): Catalogue;
  /**
   * The SHA-256 of the plan, the contracts it uses and the plans it delegates to: what a person approves.
   * @throws Refusal `not-approved` for a plan that holds what can't be signed
   */
  sign(plan: Plan): string;
  /**
   * Runs a plan that was approved, until it has ended or waits for a person.
   * @throws Refusal where nothing was run: `not-approved`, `plan_invalid`, `cannot-run-here`, `already-started`
   */
  run(plan: Plan, options: RunOptions): Promise<RunReport>;
  /**
   * Answers a question of a run and goes on, until the run has ended or waits again.
   * @throws Refusal where the run does not ask that
   */
  answer(runId: string, answer: MemoryAnswer): Promise<RunReport>;
  /**
   * Looks, by a read that you name, whether a call in doubt has happened: run once, recorded as `plan_doubt_looked`. Where it
   * says what it `asks`, look again with that in `allow`. @throws Refusal where the call is not in doubt, or that is no read
   */
  look(runId: string, look: LookFirst): Promise<RunReport>;
  /** Ends a run that goes on or waits: its calls are cancelled, and whoever awaits it gets its report. @throws Refusal */
  stop(runId: string): Promise<void>;
  /** Ends the run where it goes on, and forgets it: what it came to, its journal, its files. @throws Refusal */
  discard(runId: string): Promise<void>;
}

/** Everything lies in memory and ends with the process; for a host that keeps its runs, give `openRuns` a store. */
export function memoryHost(options: MemoryHostOptions = {}): MemoryHost {
  const own = new Map(Object.entries(options.activities ?? {}));
  const hostKeys: HostKeys = new Map(Object.entries(options.hostKeys ?? {}));
  const contractBehind = (name: string) => (own.has(name) ? undefined : builtIns.get(name));
  const setting: RunSetting = {
    ...settingOf(own, options.tools ?? []),
    honoursKey: honoursKeyIn(() => hostKeys, contractBehind),
    announces: announcesIn(contractBehind),
  };
  const library = options.library ?? (() => undefined);
  const store = memoryStore();
  const saved = new Map<string, Map<string, Blob>>();
  const states = new Map<string, RunState>();
  /** Why a run was let go of. */
  const faults = new Map<string, string>();
  /** By run: resolves when it is no longer in this host's hands. */
  const left = new Map<string, Promise<unknown>>();
  /** By run: whoever wants to know that it waits for a person. */
  const watching = new Map<string, (() => void)[]>();
  const { pool, during } = poolForRuns();
  const secrets = new Map(
    Object.entries(options.secrets ?? {}).map(([name, { value, hosts }]) => [
      name,
      { value, hosts: placesNamed(hosts.join(' ')).places },
    ]),
  );
  for (const [name, { value }] of secrets)
    if (value.length < SHORTEST_SECRET)
      throw new Error(`The secret "${name}" has fewer than ${SHORTEST_SECRET} characters.`);

  const hear = (message: WorkerMessage): void => {
    if (message.kind === 'log') options.onLog?.(message.runId, message.callId, message.line);
    else if (message.kind === 'storage-fault') faults.set(message.runId, message.message);
    if (message.kind !== 'events') return;
    for (const event of message.events) {
      const state = states.get(event.runId) ?? newRun(event.runId, setting);
      states.set(event.runId, evolve(state, event));
      options.onEvent?.(event);
    }
  };

  const filesOf = (runId: string): Map<string, Blob> => {
    const files = saved.get(runId) ?? new Map<string, Blob>();
    saved.set(runId, files);
    return files;
  };

  const readFile = async (runId: string, name: string): Promise<Blob> => {
    const given = options.files && Object.hasOwn(options.files, name) ? options.files[name] : undefined;
    const file = filesOf(runId).get(name) ?? (given === undefined ? undefined : new Blob([given]));
    if (!file) throw new ActivityError('invalid-arguments', `There is no file "${name}".`);
    return file;
  };

  const place: Place = {
    store,
    clock: deviceClock,
    leases: memoryLeases(),
    channel: aloneOn(hear),
    receipts: APPROVED_BY_CALLER,
    setting,
    activities: activitiesIn({
      now: deviceClock.now,
      own,
      pool,
      shelf: store,
      contractBehind: (name) => builtIns.get(name),
      model: () => null,
      modelServer: () => null,
      noModel: GIVE_CODE,
      models: () => ({ get: async () => undefined, put: async () => {} }),
      readFile,
      saveFile: async (runId, _, name, blob) => void filesOf(runId).set(name, blob),
      log: (runId, callId, line) => hear({ kind: 'log', runId, callId, line }),
      keys: () => hostKeys,
      trusted: setting.catalogue.get,
      secrets: () => secrets,
    }),
    replan: (request, { filesOf: owner, again }, heard) => {
      const stopping = new AbortController();
      const planner = options.planner ?? offlinePlanner({ now: deviceClock.now });
      const contracts = catalogueOf(setting.catalogue.list(), request.plan.tools);
      const { signal } = stopping;
      const read = (name: string) => readFile(owner, name);
      const answer = async () => {
        const ground = await replanGround(request, { pool, now: deviceClock.now, read, signal });
        const isOffline = options.planner === undefined;
        return mended(planner, contracts, { ...request, ...ground, isOffline, again }, signal, heard);
      };
      return { answer: answer(), stop: () => stopping.abort() };
    },
    check: errorsWith(setting.catalogue, catalogueOf(builtInTools.filter(({ name }) => !own.has(name)))),
    lacks: (plan, delegates) =>
      lackingCode(plan, delegates, setting, {
        giveCode: GIVE_CODE,
        giveLibrary: 'Have "library" find it.',
      }),
    copyFiles: async (from, to) => {
      for (const [name, file] of filesOf(from)) if (!filesOf(to).has(name)) filesOf(to).set(name, file);
    },
  };
  const runs = openRuns(place, {
    rests: (runId, { how, dueIn }) => {
      if (how !== 'parked' || dueIn !== null) return;
      for (const tell of watching.get(runId) ?? []) tell();
      watching.delete(runId);
    },
  });

  const report = async (runId: string): Promise<RunReport> => {
    const fault = faults.get(runId);
    if (fault !== undefined) throw new Error(fault);
    const state = valueAt(states, runId);
    const status = runStatus(state);
    const family = [...states].filter(([id]) => id === runId || id.startsWith(`${runId}.`));
    const questions = family.flatMap(([id, one]) =>
      openQuestions(one).map((asked) => ({ ...asked, runId: id })),
    );
    return {
      runId,
      status: status === 'running' && questions.length > 0 ? 'waiting' : (status as RunStatus),
      reason: state.reason,
      output: state.output,
      state: stateValues(state),
      calls: callViews(state),
      questions,
      events: await store.events(runId),
      files: Object.fromEntries(filesOf(runId)),
    };
  };

  /** Resolves when the run has ended, or waits for a person, after what `act` brings about. */
  const after = (runId: string, act: () => Promise<unknown>): Promise<RunReport> =>
    during(async () => {
      const waits = new Promise<void>((resolve) => {
        watching.set(runId, [...(watching.get(runId) ?? []), resolve]);
      });
      await act();
      await Promise.race([waits, left.get(runId)]);
      return report(runId);
    });
  const topOf = (runId: string): string =>
    [...left.keys()].find((known) => runId.startsWith(`${known}.`)) ?? runId;

  return {
    setting,
    catalogueFor: (plan) => catalogueOf(setting.catalogue.list(), plan.tools),
    sign: (plan) => {
      const signed = sign(plan, setting, delegatesOf(plan, library));
      if (!signed.ok) throw new Refusal('not-approved', signed.error);
      return signed.value.hash;
    },
    run: (plan, { approved, input = {}, replans = 'ask', turns, runId = crypto.randomUUID().slice(0, 8) }) =>
      after(runId, async () => {
        // What a check says of patterns is recorded: it must not depend on what was loaded so far.
        await loadPatterns();
        const delegates = delegatesOf(plan, library);
        const start = { runId, planId: plan.id, plan, hash: approved, input, delegates, replans };
        await runs.start({ ...start, ...(turns === undefined ? {} : { turns }) });
        left.set(runId, runs.left(runId));
      }),
    answer: (runId, answer) => after(topOf(runId), () => runs.steer({ kind: 'answer', runId, ...answer })),
    look: (runId, look) =>
      during(async () => {
        await runs.steer({ kind: 'look', runId, ...look });
        return report(runId);
      }),
    stop: (runId) => runs.steer({ kind: 'stop-run', runId }),
    discard: async (runId) => {
      await runs.steer({ kind: 'discard-run', runId });
      for (const id of [...states.keys()]) if (id === runId || id.startsWith(`${runId}.`)) states.delete(id);
      saved.delete(runId);
      left.delete(runId);
    },
  };
}

const GIVE_CODE = 'Give its code with "activities".';

const builtIns = catalogueOf(builtInTools);

function settingOf(own: ReadonlyMap<string, Activity>, tools: readonly ToolContract[]): RunSetting {
  const given = catalogueOf(tools);
  const known = catalogueOf(builtInTools, tools);
  const careful = [...own.keys()].filter((name) => !known.get(name)).map((name) => ({ name }));
  return {
    catalogue: catalogueOf(builtInTools, careful, tools),
    hasActivity: (name) => own.has(name) || hasActivity(name),
    contractBehind: (name) => (own.has(name) ? undefined : builtIns.get(name)),
    ownContract: (name) => (own.has(name) ? given.get(name) : undefined),
    // Everything lies in memory anyway, and a report has its values whole.
    largeFrom: Number.MAX_SAFE_INTEGER,
  };
}

/** Threads for what computes, which are there only while a run goes on: else they would keep the process. */
function poolForRuns() {
  let threads: FilePool | undefined;
  let goingOn = 0;
  const get = () => {
    threads ??= threadPool();
    return threads;
  };
  const pool: FilePool = {
    compute: (...call) => get().compute(...call),
    profile: (...file) => get().profile(...file),
    look: (...look) => get().look(...look),
    close: () => {
      threads?.close();
      threads = undefined;
    },
  };
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    goingOn += 1;
    try {
      return await work();
    } finally {
      goingOn -= 1;
      if (goingOn === 0) pool.close();
    }
  };
  return { pool, during };
}
