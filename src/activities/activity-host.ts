/**
 * Enters activities for a run and brings their ends back: time-outs, stops, questions, results that are no JSON.
 * The half of a host that any thread shares; where the journal lies is the other half's matter.
 */

import type { Json, JsonObject } from '../lib/json.ts';
import { isObject } from '../lib/json.ts';
import type { CallStart, Happening } from '../run/host.ts';
import {
  type Activity,
  type ActivityContext,
  ActivityError,
  Interruption,
  isRouted,
  routed,
} from './activity.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { toJson } from './to-json.ts';

/** What the activities of a run may reach. */
export interface Surroundings {
  readonly runId: string;
  /** The time of day, for activities. */
  now(): number;
  /** The clock that the engine's wakes are told in; `now` where there is no other. */
  clock?(): number;
  /** The code of a call, or undefined where there is none. */
  activityFor(start: CallStart): Promise<Activity> | undefined;
  readFile(name: string): Promise<Blob>;
  saveFile(call: string, name: string, blob: Blob): Promise<void>;
  log(call: string, line: string): void;
  /** The value of a secret kept on this device (L-9). */
  secret(name: string): string | undefined;
  /** Takes the secrets' values out of a text that is going to be recorded. */
  redact(text: string): string;
}

export interface ActivityHost {
  start(start: CallStart): void;
  cancel(): void;
  /** See `Host.next`. Handing over `plan_run_interrupted` cuts off every attempt in flight. */
  next: Inbox['next'];
  /** Something that happened elsewhere: a person's decision, a planner's answer. */
  push: Inbox['push'];
  /** A person's answer to an activity's question; false where that call asks nothing. */
  answer(call: string, value: Json): boolean;
  /** Makes `next` reject: the run is let go of, its journal intact. */
  abandon(reason: Error): void;
}

/** Milliseconds an activity may take where its contract says nothing. Waiting for a person does not count. */
const DEFAULT_TIMEOUT_MS = 120_000;

/** setTimeout takes no more. */
const LONGEST_TIMER_MS = 2_000_000_000;

interface Running {
  readonly abort: AbortController;
  answer: ((value: Json) => void) | null;
}

export function activityHost(around: Surroundings): ActivityHost {
  const running = new Map<string, Running>();
  const { push, next, abandon } = createInbox(around.clock ?? around.now, (happenings) => {
    if (happenings.some(isInterruption)) interrupt(clearedBy(happenings));
  });

  /** An attempt that was cut off tells no end any more: the same call may have been entered again. */
  const isCurrent = (call: string, own: Running): boolean => running.get(call) === own;

  /** Every attempt in flight is cut off, to be made again; the calls that are cleared have lost what they had begun. */
  const interrupt = (cleared: ReadonlySet<string>) => {
    const cut = [...running];
    running.clear();
    for (const [call, { abort }] of cut) {
      abort.abort(
        cleared.has(call)
          ? new ActivityError('cancelled', 'The call is run again from its beginning.')
          : new Interruption(),
      );
    }
  };

  const enter = async (start: CallStart, own: Running) => {
    const { id: call, step, attempt } = start;
    const { abort } = own;
    const timer = pausableTimer(start.contract?.timeoutMs ?? DEFAULT_TIMEOUT_MS, (ms) => {
      abort.abort(new ActivityError('timeout', `The call took longer than its ${ms} ms and was stopped.`));
    });
    // A sub-run takes as long as its calls do, and those have time-outs of their own.
    if (start.call._delegate !== undefined) timer.pause();
    const aborted = new Promise<never>((_, reject) => {
      abort.signal.addEventListener('abort', () => reject(abort.signal.reason), { once: true });
    });
    try {
      const activity = await Promise.race([around.activityFor(start) ?? Promise.resolve(undefined), aborted]);
      if (!activity) {
        throw new ActivityError(
          'permission-denied',
          `There is no code for "${start.call._tool}" on this device.`,
        );
      }
      const params = withSecrets(structuredClone(start.params), start, around);
      const context = contextOf(start, own, timer);
      // An activity that ignores its signal is left behind, not waited for.
      const result = await Promise.race([activity(params, context), aborted]);
      const plain = toJson(isRouted(result) ? result.value : result);
      if (!plain.ok) throw new ActivityError('tool-error', plain.error.message);
      const route = isRouted(result) ? { route: result.route } : {};
      if (isCurrent(call, own)) push({ kind: 'returned', call, step, attempt, value: plain.value, ...route });
    } catch (error) {
      if (isCurrent(call, own)) push({ kind: 'threw', call, step, attempt, ...failureOf(error, around) });
    } finally {
      timer.stop();
      if (isCurrent(call, own)) running.delete(call);
    }
  };

  const contextOf = (start: CallStart, own: Running, timer: PausableTimer): ActivityContext => {
    const { id: call } = start;
    const { signal } = own.abort;
    const answers = [...start.answers];
    return {
      runId: around.runId,
      callId: call,
      attempt: start.attempt,
      idempotencyKey: start.idempotencyKey,
      signal,
      scopes: structuredClone(start.scopes) as Record<string, Json>,
      now: around.now,
      route: routed,
      ask: async (form) => {
        const known = answers.shift();
        if (known !== undefined) return known;
        timer.pause();
        const answer = new Promise<Json>((resolve) => {
          own.answer = resolve;
        });
        const body = {
          type: 'plan_step_waiting',
          call,
          kind: 'answer',
          form: { ...form } as JsonObject,
        } as const;
        if (isCurrent(call, own)) push({ kind: 'event', body });
        const value = await answer;
        timer.resume();
        return value;
      },
      readFile: around.readFile,
      saveFile: async (name, type, content) => {
        const blob = new Blob([content as BlobPart], { type });
        await around.saveFile(call, name, blob);
        return { name, bytes: blob.size };
      },
      log: (line) => around.log(call, around.redact(line)),
    };
  };

  return {
    push,
    next,
    abandon,
    start(start) {
      const own: Running = { abort: new AbortController(), answer: null };
      running.set(start.id, own);
      void enter(start, own);
    },
    cancel() {
      for (const { abort } of running.values()) {
        abort.abort(new ActivityError('cancelled', 'The run was stopped.'));
      }
    },
    answer(call, value) {
      const own = running.get(call);
      if (!own?.answer) return false;
      const resolve = own.answer;
      own.answer = null;
      push({ kind: 'event', body: { type: 'approval', call, choose: 'value', value } });
      resolve(value);
      return true;
    },
  };
}

const isInterruption = (happening: Happening): boolean =>
  happening.kind === 'event' && happening.body.type === 'plan_run_interrupted';

const clearedBy = (happenings: readonly Happening[]): ReadonlySet<string> =>
  new Set(
    happenings.flatMap((happening) =>
      happening.kind === 'event' && happening.body.type === 'plan_resumed_from' ? happening.body.cleared : [],
    ),
  );

interface PausableTimer {
  pause(): void;
  resume(): void;
  stop(): void;
}

/** Counts an activity's own time only: it stands still while a person is asked. */
function pausableTimer(ms: number, onEnd: (ms: number) => void): PausableTimer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = setTimeout(() => onEnd(ms), Math.min(LONGEST_TIMER_MS, ms));
  };
  run();
  return { pause: () => clearTimeout(timer), resume: run, stop: () => clearTimeout(timer) };
}

/** Puts secrets in where the contract marks a parameter `"secret": true`; they go to the activity and nowhere else (L-9). */
function withSecrets(params: JsonObject, start: CallStart, around: Surroundings): JsonObject {
  const schema = start.contract?.parameters;
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  for (const [key, value] of Object.entries(params)) {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (typeof value !== 'string' || !isObject(property) || property.secret !== true) continue;
    if (!value.startsWith('†secret.')) continue;
    const name = value.slice('†secret.'.length);
    const secret = around.secret(name);
    if (secret === undefined) {
      throw new ActivityError(
        'permission-denied',
        `The secret "${name}" is not on this device. Add it in the settings, then retry.`,
      );
    }
    params[key] = secret;
  }
  return params;
}

function failureOf(
  error: unknown,
  around: Surroundings,
): { code: string; message: string; retryAfterMs?: number } {
  const text = around.redact(sentenceOf(error));
  if (!(error instanceof ActivityError)) return { code: 'tool-error', message: text };
  const wait = error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs };
  return { code: error.code, message: text, ...wait };
}

/** UTF-16 units of a failure's message that are kept: the rest of a thrown page of text helps nobody. */
const MESSAGE_LIMIT = 2000;

/** What was thrown is a stranger's: reading it may throw again, and then the call would never end. */
function sentenceOf(error: unknown): string {
  try {
    const message = String(error instanceof Error ? error.message : error).trim();
    if (message.length > MESSAGE_LIMIT) return `${message.slice(0, MESSAGE_LIMIT)}…`;
    if (message !== '') return message;
  } catch {
    // Said below.
  }
  return 'The tool failed without saying why.';
}
