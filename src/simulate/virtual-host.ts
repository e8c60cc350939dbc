/** A host on a virtual clock: activities are played, people answer from a list, nothing is called (L-80). */

import type { Loop } from '../host/drive.ts';
import type { CallStart, Happening } from '../host/port.ts';
import { intHeap } from '../lib/heap.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { RunEvent, RunEventBody } from '../run/events.ts';
import type { ReplanRequest } from '../run/replan.ts';

/** How one entry of an activity goes. */
export type Played = { readonly ms: number } & (
  | { readonly value: Json; readonly route?: string | number }
  | { readonly throws: { readonly code: string; readonly message: string; readonly retryAfterMs?: number } }
  /** The entry ends with a question; after its answer the call is played again (L-91a). */
  | { readonly asks: JsonObject }
  /** The entry ends with a wait of so many ms. */
  | { readonly sleeps: number }
);

/** What comes of an entry that is played, and after how many ms; `now` is when it is entered. */
export function endOf(
  { id: call, step, attempt, contract, spentMs }: CallStart,
  played: Played,
  now: number,
): { readonly ms: number; readonly happening: Happening } {
  const { ms } = played;
  const limit = contract?.timeoutMs;
  if (limit !== undefined && spentMs + ms > limit) {
    const message = `The call took longer than its ${limit} ms.`;
    const happening: Happening = { kind: 'threw', call, step, attempt, code: 'timeout', message };
    return { ms: Math.max(0, limit - spentMs), happening };
  }
  if ('throws' in played) return { ms, happening: { kind: 'threw', call, step, attempt, ...played.throws } };
  if ('asks' in played) {
    const on = { kind: 'answer', form: played.asks } as const;
    return { ms, happening: { kind: 'waits', call, step, attempt, ms, on } };
  }
  if ('sleeps' in played) {
    const on = { kind: 'time', until: now + ms + played.sleeps } as const;
    return { ms, happening: { kind: 'waits', call, step, attempt, ms, on } };
  }
  const route = played.route === undefined ? {} : { route: played.route };
  return { ms, happening: { kind: 'returned', call, step, attempt, value: played.value, ...route } };
}

/** A question the run asks a person. */
export type Question = Extract<RunEventBody, { type: 'plan_step_waiting' }>;

export interface VirtualSetting {
  play(start: CallStart): Played;
  /** What a person answers and after how many ms; null leaves the question open. */
  answer?(question: Question): { readonly ms: number; readonly body: RunEventBody } | null;
  replan?(request: ReplanRequest): readonly Call[];
  check?(plan: Plan, kept: ReadonlySet<string>): readonly string[];
  /** Sees every batch; may throw to stop the run where it is, and may keep only a part: what it returns is the journal. */
  append?(events: readonly RunEvent[]): void;
}

/** Thrown by `next` where nothing can happen any more: the run waits for a person who has no answer. */
export class NothingHappens extends Error {}

export interface VirtualHost extends Loop {
  readonly journal: readonly RunEvent[];
  /** The most activities that were in flight at once. */
  readonly maxInFlight: number;
}

/** @param asked questions that a run which goes on had open when it was stopped: a person has yet to answer them */
export function virtualHost(
  setting: VirtualSetting,
  startAt = 0,
  asked: readonly Question[] = [],
): VirtualHost {
  const journal: RunEvent[] = [];
  const happenings: { at: number; happening: Happening }[] = [];
  const due = intHeap((index) => happenings[index]!.at * 1e6 + index);
  let now = startAt;
  let inFlight = 0;
  let maxInFlight = 0;

  const later = (ms: number, happening: Happening) => {
    happenings.push({ at: now + ms, happening });
    due.push(happenings.length - 1);
  };

  const ask = (question: Question) => {
    const answer = setting.answer?.(question);
    if (answer) later(answer.ms, { kind: 'event', body: answer.body });
  };
  asked.forEach(ask);

  return {
    journal,
    get maxInFlight() {
      return maxInFlight;
    },
    now: () => now,
    append(events) {
      setting.append?.(events);
      for (const event of events) {
        journal.push(event);
        if (event.type === 'plan_step_waiting') ask(event);
      }
    },
    start(start) {
      inFlight += 1;
      maxInFlight = Math.max(maxInFlight, inFlight);
      const played = setting.play(start);
      const { ms, happening } = endOf(start, played, now);
      later(ms, happening);
    },
    cancel() {
      inFlight = 0;
    },
    replan(request) {
      later(0, { kind: 'planned', calls: setting.replan?.(request) ?? [] });
    },
    check: (plan, kept) => setting.check?.(plan, kept) ?? [],
    next(wake) {
      const first = due.peek();
      if (first === undefined && wake === null) throw new NothingHappens();
      const at = first === undefined ? Number.POSITIVE_INFINITY : happenings[first]!.at;
      if (wake !== null && wake < at) {
        now = Math.max(now, wake);
        return [];
      }
      now = Math.max(now, at);
      const batch: Happening[] = [];
      for (let next = due.peek(); next !== undefined && happenings[next]!.at <= now; next = due.peek()) {
        due.pop();
        const { happening } = happenings[next]!;
        if (happening.kind !== 'event' && happening.kind !== 'planned') inFlight -= 1;
        batch.push(happening);
      }
      return batch;
    },
  };
}
