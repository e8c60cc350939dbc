/** The loop of a run on a virtual clock, with no host: activities are played, people answer from a list. */

import type { Loop } from '../../src/host/drive.ts';
import type { CallStart, Happening } from '../../src/host/port.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { intHeap } from '../../src/plan/plan-order.ts';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import type { ReplanRequest } from '../../src/run/replan.ts';
import { endOf, type Played, type Question } from '../../src/simulate/virtual-place.ts';

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
