/**
 * The activities of a run in any place: which code is behind a call, and what it may reach there. The one door between
 * `host` and the code of tools; what a place has, it says in `Reach`.
 */

import type { Sink } from '../flows/flow.ts';
import { placesOf } from '../flows/use.ts';
import { type LargeShelf, lookedInto } from '../host/large-values.ts';
import type { Activities, CallStart, RunFacts } from '../host/port.ts';
import type { Prices } from '../lib/answer-cost.ts';
import type { Json } from '../lib/json.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import { kindsOf } from '../plan/parsed-call.ts';
import type { ChatModel } from '../planner/prompt/chat-model.ts';
import type { HeldSecret } from '../run/messages.ts';
import { isSafe } from '../run/sent.ts';
import type { RunSetting } from '../run/state.ts';
import { codeNameOf, secretsOf } from '../tools/named-secrets.ts';
import { type Activity, ActivityError } from './activity.ts';
import { activityHost } from './activity-host.ts';
import { type Door, doorFor, type Pass } from './door.ts';
import { hiding } from './held-secrets.ts';
import type { HostKeys } from './host-keys.ts';
import { createLatentActivity, type Heard, type ModelRecord } from './latent.ts';
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
  model(send: typeof fetch): ConnectedModel | null;
  /** The host of its server. */
  modelServer(): string | null;
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
  /** The contract of a tool as the app or the person brought it, whatever a plan says (L-9). */
  trusted(name: string): ToolContract | undefined;
  /** Secrets of this place by name (L-9); the same map as long as they are the same. */
  secrets(): ReadonlyMap<string, HeldSecret>;
  /** Names of those that are kept and sealed: calls that need them wait. */
  locked?(): ReadonlySet<string>;
  /** A person said where a secret may go of which nobody had said it. */
  bind?(secret: string, host: string): void;
}

/**
 * Whether a call enters code of the app's that reaches out through the door alone: what it sends is told first. For the
 * setting that runs are decided with.
 */
export const announcesIn =
  (contractBehind: (name: string) => ToolContract | undefined): NonNullable<RunSetting['announces']> =>
  (call, contract) => {
    const behind = contractBehind(codeNameOf(call, contract));
    // Code that only reads may be called a write by a plan, and its harmless requests are what it does.
    const writes = behind?.effect === 'write' || behind?.effect === 'irreversible';
    return behind !== undefined && writes && placesOf(behind).addresses.length > 0;
  };

/**
 * What a place gives the host as `activities`: for each run the code behind its calls, within what `reach` says the
 * place has.
 */
export function activitiesIn(reach: Reach): (run: RunFacts) => Activities {
  const codeFor = pooled(activityFor, reach.pool);
  return (run) =>
    activityHost({
      runId: run.runId,
      now: reach.now,
      clock: run.clock,
      activityFor: (start, door) => codeOf(start, run, reach, codeFor, door),
      readFile: (name) => reach.readFile(run.filesOf, name),
      saveFile: (call, name, blob) => reach.saveFile(run.filesOf, call, name, blob),
      log: (call, line) => reach.log(run.runId, call, line),
      sendsKey: (host) => reach.keys?.().get(host) !== 'off',
      secrets: reach.secrets,
      secretsOf: ({ call, contract }) => secretsOf(call, reach.trusted(codeNameOf(call, contract))),
      door: (start, ask) => doorOf(start, run, reach, ask),
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
  door: Door,
): Promise<Activity> | undefined {
  if (!start.latent) {
    const name = codeNameOf(start.call, start.contract);
    const own = reach.own?.get(name);
    if (own) return Promise.resolve(own);
    return codeFor(name);
  }
  const model = reach.model(door.fetch);
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

/** What one attempt may do at the door: what a signed line names for it, and what the person has allowed since. */
function doorOf(start: CallStart, run: RunFacts, reach: Reach, ask: Pass['ask']): Door {
  const { id, call, contract, params, effect, attempt } = start;
  const name = codeNameOf(call, contract);
  const trusted = start.latent ? undefined : reach.trusted(name);
  const places = trusted ? placesOf(trusted) : { addresses: [], files: [] };
  const texts = (keys: readonly string[]): string[] =>
    keys.flatMap((key) => {
      const value = Object.hasOwn(params, key) ? params[key] : undefined;
      return typeof value === 'string' ? [value.trim()] : [];
    });
  const writes = effect === 'write' || effect === 'irreversible';
  const pass: Pass = {
    names: (kind, value) => namedBy(run.sinks(start), kind, value),
    granted: (about) => run.granted(call._id, about),
    secrets: reach.secrets(),
    locked: reach.locked?.() ?? NOTHING,
    redaction: hiding(reach.secrets()).redaction,
    ask,
    record: (sent) => {
      const body = { type: 'plan_step_sent', call: id, attempt, ...sent } as const;
      if (start.announced && sent.answered === undefined && !isSafe(sent.method))
        return new Promise((kept) => run.tell({ kind: 'event', body, kept }));
      run.tell({ kind: 'event', body });
      return undefined;
    },
    bind: (secret, host) => reach.bind?.(secret, host),
  };
  const server = start.latent ? reach.modelServer() : null;
  return doorFor(pass, id, {
    writes,
    ...(server === null ? { addresses: texts(places.addresses) } : { addresses: [], hosts: [server] }),
    files: writes ? texts(places.files) : [],
    secrets: start.latent ? [] : secretsOf(call, trusted),
  });
}

const NOTHING: ReadonlySet<string> = new Set();

/** Code of the person's own can't be held to any line (L-73); what it sends through the door is recorded all the same. */
function namedBy(sinks: readonly Sink[], kind: 'host' | 'file', value: string): boolean {
  return sinks.some((sink) => {
    if (sink.kind === 'own') return true;
    if (sink.kind === 'host') return kind === 'host' && sink.host === value;
    if (sink.kind === 'file') return kind === 'file' && sink.name === value;
    return sink.kind === 'model' && kind === 'host' && sink.server === value;
  });
}

function recordFor({ id: call, recordedFrom }: CallStart, run: RunFacts, reach: Reach): ModelRecord {
  const models = reach.models(run.runId);
  const recorded = (hash: string, heard: Heard) =>
    run.tell({ kind: 'event', body: { type: 'llm_recorded', call, hash, ...heard } });
  // A call that a person runs again asks anew: the answer of before is what was to be redone.
  const keyOf = (hash: string) => (recordedFrom === undefined ? hash : `${hash}/${recordedFrom}`);
  return {
    get: (hash) => models.get(keyOf(hash)),
    put: async (hash, response, heard) => {
      await models.put(keyOf(hash), response);
      recorded(hash, heard);
    },
    paid: recorded,
  };
}
