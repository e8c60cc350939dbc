/**
 * Enters activities for a run and brings their ends back: time-outs, stops, questions, results that are no JSON.
 * The half of a host that any thread shares; where the journal lies is the other half's matter.
 */

import { idempotencyKey } from '../host/call-start.ts';
import { keptApart, type LargeShelf, lookedInto } from '../host/large-values.ts';
import {
  type Activities,
  type AwaitedByActivity,
  type CallStart,
  type Happening,
  type Looked,
  StoreFault,
} from '../host/port.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import { isObject } from '../lib/json.ts';
import { errorOf } from '../lib/thrown.ts';
import type { Weighed } from '../lib/weight.ts';
import { UNLOCK } from '../run/grants.ts';
import { carried, type LargeNote, withLarge } from '../run/large-value.ts';
import type { Look } from '../run/looked-into.ts';
import type { HeldSecret } from '../run/messages.ts';
import { schemaCheck } from '../tools/json-schema.ts';
import type { NamedSecret } from '../tools/named-secrets.ts';
import {
  type Activity,
  type ActivityContext,
  ActivityError,
  done,
  type Entry,
  Interruption,
  isRouted,
  notSent,
  Parked,
  type QuestionForm,
  routed,
} from './activity.ts';
import type { Door, Pass } from './door.ts';
import { entryTime } from './entry-time.ts';
import { given, givenParams } from './given.ts';
import { hiding, withoutSecrets, withSecrets } from './held-secrets.ts';
import { failureOf, type Thrown } from './thrown-failure.ts';
import { toJson } from './to-json.ts';

/** What the activities of a run may reach. */
export interface Surroundings {
  readonly runId: string;
  /** The time of day, for activities. */
  now(): number;
  /** The clock that the engine's wakes are told in; `now` where there is no other. */
  clock?(): number;
  /** The code of a call, or undefined where there is none. */
  activityFor(start: CallStart, door: Door): Promise<Activity> | undefined;
  readFile(name: string): Promise<Blob>;
  saveFile(call: string, name: string, blob: Blob): Promise<void>;
  log(call: string, line: string): void;
  /** Whether a host is sent the idempotency key; it is where nothing is said. */
  sendsKey?(host: string): boolean;
  /**
   * Nothing but code that comes with the app is entered, which changes nothing that it is given: no call gets a copy of its
   * own, and what one hands on of what it was given is not copied again. What that weighs.
   */
  readonly shares?: Weighed;
  /** The secrets of this device (L-9), none where it has none. */
  secrets(): ReadonlyMap<string, HeldSecret>;
  /** The secrets that the document of a call names where they may stand. */
  secretsOf(start: CallStart): readonly NamedSecret[];
  /** The way to the outside of one attempt. @param ask ends the entry with a question, unless it was answered */
  door(start: CallStart, ask: Pass['ask']): Door;
  /** Hears of ends, waits and records (see `RunFacts`). */
  tell(happening: Happening): void;
  /** Storage failed: the run stops where it is. */
  abandon?(reason: Error): void;
  /** Where large values lie; absent where nothing is kept apart. */
  readonly shelf?: LargeShelf;
  /** Looks into a large value, in another thread where there is one. */
  look?(look: Look): Promise<Looked>;
}

/** Milliseconds an attempt may take, its entries together, where its contract says nothing. No wait is counted. */
const DEFAULT_TIMEOUT_MS = 120_000;

interface Running {
  readonly abort: AbortController;
  /** Its time does not run out any more. */
  stop(): void;
}

/**
 * The activities of one run, entered in this thread or handed to a pool. What an entry comes to is told by
 * `around.tell`, once.
 */
export function activityHost(around: Surroundings): Activities {
  const running = new Map<string, Running>();
  const clock = around.clock ?? around.now;
  const push = around.tell;
  const { shelf } = around;

  /** An attempt that was cut off tells no end any more: the same call may have been entered again. */
  const isCurrent = (call: string, own: Running): boolean => running.get(call) === own;

  /** Every attempt in flight is cut off, to be made again; the calls that are cleared have lost what they had begun. */
  const interrupt = (cleared: ReadonlySet<string>) => {
    const cut = [...running];
    running.clear();
    for (const [call, { abort, stop }] of cut) {
      stop();
      abort.abort(
        cleared.has(call)
          ? new ActivityError('cancelled', 'The call is run again from its beginning.')
          : new Interruption(),
      );
    }
  };

  /** The entry is over: whatever the activity still does, nobody listens. */
  const leave = (call: string, own: Running): boolean => {
    own.stop();
    if (!isCurrent(call, own)) return false;
    running.delete(call);
    return true;
  };

  const enter = async (start: CallStart, own: Running) => {
    const { id: call, step, attempt } = start;
    const { abort } = own;
    const limit = start.contract?.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const end = () =>
      abort.abort(new ActivityError('timeout', `The call took longer than its ${limit} ms and was stopped.`));
    const time = entryTime(clock, limit - start.spentMs, end);
    own.stop = time.stop;
    /** Before that nothing can have happened: what asks or checks first has thrown. */
    let isEntered = false;
    const aborted = new Promise<never>((_, reject) => {
      abort.signal.addEventListener('abort', () => reject(abort.signal.reason), { once: true });
    });
    /** Ends the entry with what it waits for. */
    const park = (on: AwaitedByActivity): Promise<never> => {
      if (leave(call, own)) push({ kind: 'waits', call, step, attempt, ms: time.spent(), on });
      const parked = new Parked();
      // What else it has begun is to stop, and is found again by the next entry.
      abort.abort(parked);
      return rejected(parked);
    };
    const door = around.door(start, (about, form) => {
      const said = start.door[about];
      // That the vault is open now shows by itself; that somebody says so opens nothing.
      if (said !== undefined && about !== UNLOCK) return Promise.resolve(said);
      return park({ kind: 'answer', form: { ...plainForm(form), about } });
    });
    const { hidden, redaction } = hiding(around.secrets());
    try {
      const activity = await Promise.race([
        around.activityFor(start, door) ?? Promise.resolve(undefined),
        aborted,
      ]);
      if (!activity) {
        throw notSent(`There is no code for "${start.call._tool}" on this device.`, {
          code: 'permission-denied',
        });
      }
      const secrets = around.secretsOf(start);
      const params = async () =>
        withSecrets(await paramsOf(start, activity, around), secrets, around.secrets());
      const scopes = { value: ownCopy(start.scopes, around), ...onlyLarge(start.large?.scopes) };
      const context = contextOf(start, around, {
        scopes: (await Promise.race([given(shelf, scopes), aborted])) as JsonObject,
        signal: abort.signal,
        door,
        park,
        isCurrent: () => isCurrent(call, own),
      });
      await Promise.race([door.open(), aborted]);
      if (activity.before) await Promise.race([activity.before(await params(), context), aborted]);
      const inside = changesTheWorld(start) ? { ...context, ask: tooLate, sleep: tooLate } : context;
      const entry = {
        ...entryOf(start, around),
        waits: time.waits,
        ...(hidden.length > 0 ? { hidden } : {}),
      };
      const ready = await Promise.race([params(), aborted]);
      isEntered = true;
      // An activity that ignores its signal is left behind, not waited for.
      // The store is for whoever hands large values on, and for no tool's own code.
      const entered = activity.byReference ? activity(ready, inside, entry) : activity(ready, inside);
      const result = await Promise.race([entered, aborted]);
      const plain = toJson(isRouted(result) ? result.value : result, undefined, around.shares);
      // It has returned: whatever it changed is changed (L-40a).
      if (!plain.ok) throw done(plain.error.message, { code: 'bad-result' });
      const route = isRouted(result) ? { route: result.route } : {};
      const clean = redaction.json(plain.value);
      if (!isRouted(result)) keepToContract(start, plain.value, clean);
      const value = shelf ? await Promise.race([keptApart(shelf, entry, clean), aborted]) : { value: clean };
      if (leave(call, own)) push({ kind: 'returned', call, step, attempt, ...value, ...route });
    } catch (error) {
      const isCurrentStill = leave(call, own);
      if (isCurrentStill && error instanceof StoreFault && around.abandon) around.abandon(error);
      else if (isCurrentStill) {
        const failure = failureOf(error, redaction, isEntered);
        push({
          kind: 'threw',
          call,
          step,
          attempt,
          ...(await withValueKept(failure, entryOf(start, around))),
        });
      }
    }
  };

  let looking = 0;
  const look = async (one: Look): Promise<void> => {
    looking += 1;
    try {
      const event = await (around.look?.(one) ?? lookedInto(shelf ?? NO_SHELF, one));
      looking -= 1;
      push({ kind: 'looked', event });
    } catch (error) {
      looking -= 1;
      around.abandon?.(errorOf(error));
    }
  };

  return {
    get entered() {
      return running.size + looking;
    },
    look: (one) => void look(one),
    interrupt,
    start(start) {
      const own: Running = { abort: new AbortController(), stop: () => {} };
      running.set(start.id, own);
      void enter(start, own);
    },
    stop(call) {
      const own = running.get(call);
      if (!own) return;
      running.delete(call);
      own.stop();
      own.abort.abort(new ActivityError('cancelled', 'A person stopped this call.'));
    },
    cancel() {
      for (const { abort } of running.values()) {
        abort.abort(new ActivityError('cancelled', 'The run was stopped.'));
      }
    },
  };
}

/** The entry that an activity is in. */
interface Within {
  readonly scopes: JsonObject;
  readonly signal: AbortSignal;
  readonly door: Door;
  readonly park: (on: AwaitedByActivity) => Promise<never>;
  readonly isCurrent: () => boolean;
}

/** What an activity is handed beside its parameters. */
function contextOf(
  start: CallStart,
  around: Surroundings,
  { scopes, signal, door, park, isCurrent }: Within,
): ActivityContext {
  const { id: call } = start;
  const { redaction } = hiding(around.secrets());
  const clock = around.clock ?? around.now;
  const answers = [...start.answers];
  /** The next of what has been answered or has come; undefined where it is yet to. */
  const known = (): { readonly value: Json } | undefined =>
    answers.length > 0 ? { value: answers.shift() ?? null } : undefined;
  return {
    runId: around.runId,
    callId: call,
    attempt: start.attempt,
    idempotencyKey: idempotencyKey(around.runId, start),
    keyFor: (host) => (around.sendsKey?.(host) === false ? null : idempotencyKey(around.runId, start)),
    signal,
    scopes,
    now: around.now,
    route: routed,
    ask: (form) => {
      const answer = known();
      if (answer) return Promise.resolve(answer.value);
      // Only the door's own questions have a name.
      const { about: _, ...plain } = plainForm(form);
      return park({ kind: 'answer', form: redaction.json(plain) });
    },
    sleep: (ms) => (known() ? Promise.resolve() : park({ kind: 'time', until: clock() + wholeMs(ms) })),
    readFile: around.readFile,
    fetch: door.fetch,
    saveFile: async (name, type, content) => {
      signal.throwIfAborted();
      door.holdFile(name);
      const blob = new Blob([withoutSecrets(content, redaction) as BlobPart], { type });
      await around.saveFile(call, name, blob);
      return { name, bytes: blob.size };
    },
    log: (line) => {
      if (isCurrent()) around.log(call, redaction.message(line));
    },
  };
}

/** What is known of an answer that can't be used, its large parts kept apart; where that fails, nothing is known. */
async function withValueKept(failure: Thrown, entry: Entry): Promise<Thrown> {
  const { shelf } = entry;
  const { value, ...rest } = failure;
  if (value === undefined || !shelf) return failure;
  return keptApart(shelf, entry, value).then(
    (kept) => ({ ...rest, ...kept }),
    () => rest,
  );
}

const NO_SHELF: LargeShelf = { keepLarge: async () => {}, large: async () => undefined };

const onlyLarge = (large: readonly LargeNote[] | undefined) => (large === undefined ? {} : { large });

const ownCopy = (value: JsonObject, { shares }: Surroundings): JsonObject =>
  shares ? value : structuredClone(value);

/** Its own copy of what a call is given: whole, or with large values by reference where the activity hands them on. */
async function paramsOf(start: CallStart, activity: Activity, around: Surroundings): Promise<JsonObject> {
  const { shelf } = around;
  const value = ownCopy(start.params, around);
  const large = start.large?.params;
  if (large === undefined) return value;
  if (activity.byReference) return withLarge(value, large) as JsonObject;
  return givenParams(shelf, { value, large }, start.contract?.parameters);
}

const entryOf = ({ begun, largeFrom, contract }: CallStart, { runId, shelf }: Surroundings): Entry => ({
  runId,
  begun,
  ...(largeFrom === undefined ? {} : { largeFrom }),
  ...(contract?.parameters === undefined ? {} : { parameters: contract.parameters }),
  ...(shelf ? { shelf } : {}),
});

/** Its entry is not repeated for the sake of a question. */
const changesTheWorld = ({ effect }: CallStart): boolean => effect === 'write' || effect === 'irreversible';

/** An activity that does not wait for its own question must not leave a stray rejection. */
function rejected(reason: Error): Promise<never> {
  const promise = Promise.reject<never>(reason);
  promise.catch(() => {});
  return promise;
}

const tooLate = (): Promise<never> =>
  rejected(
    new ActivityError(
      'permission-denied',
      'This call changes something, so it can ask or wait only before it begins: move that into the export "before" of its module (docs/tools.md).',
    ),
  );

/**
 * A result against `_output` is unusable (L-40a): of what writes it is known that it happened. A routed one is not held to
 * it, for each alternative may be of another kind; nor a model's, which was checked while it could still be mended.
 * @param clean without secrets, for the sentence: what is told of a value may show a part of it
 */
function keepToContract({ contract, latent }: CallStart, value: Json, clean: Json): void {
  if (latent || contract?._output === undefined) return;
  const check = schemaCheck(contract._output);
  // What a thread has kept apart is not here to be looked at.
  if (!check(value) || carried(value).large !== undefined) return;
  const fault = check(clean);
  const where = fault && fault.path.length > 0 ? `"${fault.path.join('.')}" in it` : 'it';
  throw done(
    `The result is not what the contract of "${contract.name}" promises: ${where} ${fault?.message ?? 'has another shape'}.`,
    { code: 'bad-result', value: clean },
  );
}

/** A stranger's form, as it is recorded. */
function plainForm(form: QuestionForm): JsonObject {
  const plain = toJson(form);
  if (plain.ok && isObject(plain.value)) return plain.value;
  throw new ActivityError('tool-error', plain.ok ? 'The question has no form.' : plain.error.message);
}

/** A wait without an end would be one that nobody can end. */
function wholeMs(ms: number): number {
  if (Number.isFinite(ms)) return Math.max(0, Math.ceil(ms));
  throw new ActivityError('invalid-arguments', `Only a number of milliseconds can be waited for, not ${ms}.`);
}
