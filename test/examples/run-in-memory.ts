/** Runs a plan through the real engine and the real activities, with files, saved files and answers in memory. */

import { vi } from 'vitest';
import { ActivityError } from '../../src/activities/activity.ts';
import { activityFor, hasActivity } from '../../src/activities/registry.ts';
import { checkPlan } from '../../src/check/check.ts';
import { drive, type Loop } from '../../src/host/drive.ts';
import type { Json, JsonObject } from '../../src/lib/json.ts';
import type { Plan } from '../../src/plan/document.ts';
import { beginning } from '../../src/run/begin.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { newRun } from '../../src/run/new-run.ts';
import type { RunState } from '../../src/run/state.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { openDoor } from '../activities/context.ts';
import { hostWithInbox } from '../activities/host-with-inbox.ts';

export const builtIns = catalogueOf(builtInTools);

export interface Person {
  /** What it says to each question, in order. */
  readonly answers?: readonly Json[];
  /** What it does at a gate under `†state.approvals`. */
  readonly atGates?: 'approve' | 'reject';
}

export interface Ran {
  readonly state: RunState;
  readonly output: Json | undefined;
  /** Texts of the files it saved, by name. */
  readonly saved: ReadonlyMap<string, string>;
  readonly events: readonly RunEvent[];
}

/** Runs to the end. A question the person has no answer to leaves the run hanging, and so fails the test. */
export async function runInMemory(
  plan: Plan,
  files: ReadonlyMap<string, string>,
  input: JsonObject = {},
  person: Person = {},
): Promise<Ran> {
  const saved = new Map<string, string>();
  const events: RunEvent[] = [];
  const answers = [...(person.answers ?? [])];
  let now = Date.parse('2026-11-21T12:00:00Z');
  const activities = hostWithInbox({
    runId: 'run00001',
    clock: () => now,
    now: () => Date.parse('2026-11-21T12:00:00Z'),
    activityFor: (start) => activityFor(start.call._tool),
    readFile: async (name) => {
      const text = files.get(name);
      if (text === undefined) throw new ActivityError('invalid-arguments', `There is no file "${name}".`);
      return new Blob([text]);
    },
    saveFile: async (_call, name, blob) => {
      saved.set(name, await blob.text());
    },
    log: () => {},
    secrets: () => new Map(),
    secretsOf: () => [],
    door: () => openDoor,
  });

  const settle = (event: RunEvent): void => {
    if (event.type !== 'plan_step_waiting') return;
    if (event.kind === 'gate' && event.gate !== undefined && person.atGates !== undefined) {
      const body = { type: 'approval', gate: event.gate, choose: person.atGates } as const;
      activities.push({ kind: 'event', body });
    }
    const answer = event.kind === 'answer' ? answers.shift() : undefined;
    if (answer !== undefined) {
      const body = { type: 'approval', call: event.call, choose: 'value', value: answer } as const;
      activities.push({ kind: 'event', body });
    }
  };

  const host: Loop = {
    now: () => now,
    append: (batch) => {
      events.push(...batch);
      batch.forEach(settle);
    },
    start: activities.start,
    cancel: activities.cancel,
    // A wait is over in no time: the clock jumps to its end. Use under `vi.useFakeTimers`.
    next: (wake) => {
      const before = now;
      const waited = activities.next(wake);
      if (waited instanceof Promise && wake !== null && state.timed.size > 0) {
        now = Math.max(now, wake);
        vi.advanceTimersByTime(now - before);
      }
      return waited;
    },
    check: () => [],
    replan: () => activities.push({ kind: 'planned', calls: [] }),
  };
  const errors = checkPlan(plan, builtIns).problems.filter(({ severity }) => severity === 'error');
  const state = newRun('run00001', {
    catalogue: builtIns,
    hasActivity,
    contractBehind: (name) => builtIns.get(name),
  });
  const first = beginning(
    { plan, input },
    errors.map(({ message }) => message),
  );
  await drive(state, host, first);
  const end = events.find((event) => event.type === 'plan_completed');
  return { state, output: end?.output, saved, events };
}
