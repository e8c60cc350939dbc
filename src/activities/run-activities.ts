/**
 * The activities of a run in any place: which code is behind a call, and what it may reach there. The one door between
 * `host` and the code of tools; what a place has, it says in `Reach`.
 */

import { type LargeShelf, lookedInto } from '../host/large-values.ts';
import type { Activities, CallStart, RunFacts } from '../host/port.ts';
import type { Json } from '../lib/json.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import { kindsOf } from '../plan/parsed-call.ts';
import type { ChatModel } from '../planner/prompt/chat-model.ts';
import { type Activity, ActivityError } from './activity.ts';
import { activityHost } from './activity-host.ts';
import { guarded } from './host-guard.ts';
import type { HostKeys } from './host-keys.ts';
import { createLatentActivity, type ModelRecord } from './latent.ts';
import type { Paid, Prices } from './latent-cost.ts';
import { NoThreads, type Pool, pooled } from './pool.ts';
import { activityFor } from './registry.ts';

interface ConnectedModel {
  readonly chat: ChatModel;
  /** US dollars for a million tokens, where they are known. */
  readonly prices?: Prices | undefined;
  /** Turns that the model may take within one call. */
  readonly stepMaxIterations?: number | undefined;
}

/** What activities reach in a place. Files are those of the run that a person started. */
interface Reach {
  /** The time of day. */
  now(): number;
  /** The person's own code, by the name of its tool: it comes before what is built in. */
  readonly own?: ReadonlyMap<string, Activity>;
  /** Where what computes is entered. */
  readonly pool: Pool;
  /** Where large values lie. */
  readonly shelf: LargeShelf;
  /** The contract of the code behind a name, where that is not the person's own. */
  contractBehind(name: string): ToolContract | undefined;
  /** The model that is connected now; null where none is. */
  model(): ConnectedModel | null;
  /** What to do where no model is connected, as a sentence. */
  readonly noModel: string;
  /** A run's model answers, by the hash of what was asked (L-93). */
  models(runId: string): {
    get(hash: string): Promise<Json | undefined>;
    put(hash: string, response: Json): Promise<void>;
  };
  readFile(owner: string, name: string): Promise<Blob>;
  saveFile(owner: string, call: string, name: string, blob: Blob): Promise<void>;
  log(runId: string, call: string, line: string): void;
  /** What the person has said of hosts and the idempotency key; nothing where it is absent. */
  keys?(): HostKeys;
  /** Secrets of this place by name (L-9). */
  secrets(): ReadonlyMap<string, string>;
}

export function activitiesIn(reach: Reach): (run: RunFacts) => Activities {
  const codeFor = pooled(activityFor, reach.pool);
  return (run) =>
    activityHost({
      runId: run.runId,
      now: reach.now,
      clock: run.clock,
      activityFor: (start) => codeOf(start, run, reach, codeFor),
      readFile: (name) => reach.readFile(run.filesOf, name),
      saveFile: (call, name, blob) => reach.saveFile(run.filesOf, call, name, blob),
      log: (call, line) => reach.log(run.runId, call, line),
      sendsKey: (host) => reach.keys?.().get(host) !== 'off',
      secret: (name) => reach.secrets().get(name),
      redact: (text) => redact(text, reach.secrets()),
      tell: run.tell,
      abandon: run.abandon,
      shelf: reach.shelf,
      look: async (look) => {
        try {
          return await reach.pool.look(look, { runId: run.runId, shelf: reach.shelf });
        } catch (error) {
          if (!(error instanceof NoThreads)) throw error;
          return lookedInto(reach.shelf, look);
        }
      },
    });
}

/** The code of one attempt: the person's own, else what is built in; a latent call needs a connected model. */
function codeOf(
  start: CallStart,
  run: RunFacts,
  reach: Reach,
  codeFor: typeof activityFor,
): Promise<Activity> | undefined {
  if (!start.latent) {
    const name = start.call._activity ?? start.contract?.activity ?? start.call._tool;
    const own = reach.own?.get(name);
    if (own) return Promise.resolve(own);
    return codeFor(name)?.then((activity) => guarded(activity, reach.contractBehind(name), run.hosts()));
  }
  const model = reach.model();
  if (!model) {
    throw new ActivityError(
      'permission-denied',
      `"${start.call._tool}" has no code: a model has to answer it. ${reach.noModel}`,
    );
  }
  const { chat, prices, stepMaxIterations } = model;
  const latent = createLatentActivity(chat, recordFor(start, run, reach), {
    kinds: kindsOf(run.plan()),
    prices,
    costLeft: run.costLeft,
    ...(stepMaxIterations === undefined ? {} : { stepMaxIterations }),
  });
  return Promise.resolve(latent(start.call, start.contract ?? { name: start.call._tool }));
}

function recordFor({ id: call, recordedFrom }: CallStart, run: RunFacts, reach: Reach): ModelRecord {
  const models = reach.models(run.runId);
  const recorded = (hash: string, paid: Paid) =>
    run.tell({ kind: 'event', body: { type: 'llm_recorded', call, hash, ...paid } });
  // A call that a person runs again asks anew: the answer of before is what was to be redone.
  const keyOf = (hash: string) => (recordedFrom === undefined ? hash : `${hash}/${recordedFrom}`);
  return {
    get: (hash) => models.get(keyOf(hash)),
    put: async (hash, response, paid) => {
      await models.put(keyOf(hash), response);
      recorded(hash, paid);
    },
    paid: recorded,
  };
}

// Takes the secrets' values out of a text that is going to be kept or told (L-9).

/** Secrets shorter than this would take half of any text with them. */
const SHORTEST_SECRET = 6;

function redact(text: string, secrets: ReadonlyMap<string, string>): string {
  let result = text;
  for (const [name, value] of secrets) {
    if (value.length >= SHORTEST_SECRET) result = result.replaceAll(value, `†secret.${name}`);
  }
  return result;
}
