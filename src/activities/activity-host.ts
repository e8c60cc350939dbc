/**
 * Enters activities for a run and brings their ends back: time-outs, stops, questions, results that are no JSON.
 * The half of a host that any thread shares; where the journal lies is the other half's matter.
 */

import type { Json, JsonObject } from '../lib/json.ts';
import { isObject } from '../lib/json.ts';
import type { CallStart, Happening } from '../run/host.ts';
import { type Activity, type ActivityContext, ActivityError, isRouted, routed } from './activity.ts';
import { toJson } from './to-json.ts';

/** What the activities of a run may reach. */
export interface Surroundings {
  readonly runId: string;
  now(): number;
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
  /** See `Host.next`. */
  next(wake: number | null): Promise<readonly Happening[]> | readonly Happening[];
  /** Something that happened elsewhere: a person's decision, a planner's answer. */
  push(happening: Happening): void;
  /** A person's answer to an activity's question; false where that call asks nothing. */
  answer(call: string, value: Json): boolean;
  /** Makes `next` reject: the run is let go of, its journal intact. */
  abandon(reason: Error): void;
}

/** Milliseconds an activity may take where its contract says nothing. Waiting for a person does not count. */
const DEFAULT_TIMEOUT_MS = 120_000;

/** setTimeout takes no more; a later wake is simply slept for in parts. */
const LONGEST_TIMER_MS = 2_000_000_000;

export function activityHost(around: Surroundings): ActivityHost {
  let inbox: Happening[] = [];
  let wakeUp: ((happenings: readonly Happening[]) => void) | null = null;
  let giveUp: ((reason: Error) => void) | null = null;
  let abandoned: Error | null = null;
  const running = new Map<
    string,
    { readonly abort: AbortController; answer: ((value: Json) => void) | null }
  >();

  const push = (happening: Happening) => {
    inbox.push(happening);
    if (!wakeUp) return;
    const wake = wakeUp;
    wakeUp = null;
    const batch = inbox;
    inbox = [];
    wake(batch);
  };

  const enter = async (start: CallStart, abort: AbortController) => {
    const { id: call, step, attempt } = start;
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
      const context = contextOf(start, abort.signal, timer);
      // An activity that ignores its signal is left behind, not waited for.
      const result = await Promise.race([activity(params, context), aborted]);
      const plain = toJson(isRouted(result) ? result.value : result);
      if (!plain.ok) throw new ActivityError('tool-error', plain.error.message);
      const route = isRouted(result) ? { route: result.route } : {};
      push({ kind: 'returned', call, step, attempt, value: plain.value, ...route });
    } catch (error) {
      push({ kind: 'threw', call, step, attempt, ...failureOf(error, around) });
    } finally {
      timer.stop();
      running.delete(call);
    }
  };

  const contextOf = (start: CallStart, signal: AbortSignal, timer: PausableTimer): ActivityContext => {
    const { id: call } = start;
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
          const own = running.get(call);
          if (own) own.answer = resolve;
        });
        const body = {
          type: 'plan_step_waiting',
          call,
          kind: 'answer',
          form: { ...form } as JsonObject,
        } as const;
        push({ kind: 'event', body });
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
    start(start) {
      const abort = new AbortController();
      running.set(start.id, { abort, answer: null });
      void enter(start, abort);
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
    abandon(reason) {
      abandoned = reason;
      giveUp?.(reason);
    },
    next(wake) {
      if (abandoned) return Promise.reject(abandoned);
      if (inbox.length > 0) {
        const batch = inbox;
        inbox = [];
        return batch;
      }
      return new Promise((resolve, reject) => {
        let timer: ReturnType<typeof setTimeout> | undefined;
        wakeUp = (happenings) => {
          clearTimeout(timer);
          resolve(happenings);
        };
        giveUp = reject;
        if (wake === null) return;
        timer = setTimeout(
          () => {
            wakeUp = null;
            resolve([]);
          },
          Math.min(LONGEST_TIMER_MS, Math.max(0, wake - around.now())),
        );
      });
    },
  };
}

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
