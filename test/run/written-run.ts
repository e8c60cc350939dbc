/** A run that is written down event by event, for tests of the fold. */

import type { Json } from '../../src/lib/json.ts';
import type { Call, Plan, Policy } from '../../src/plan/document.ts';
import type { Beginning } from '../../src/run/begin.ts';
import type { CallStatus, InstanceInput, RunEvent, RunEventBody } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import type { RunState } from '../../src/run/state.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

/** `tool` computes, `read` looks, `write` changes something for good, `idempotent` may do so twice, `think` is a model's. */
export const SETTING = {
  catalogue: catalogueOf([
    { name: 'tool', effect: 'none' },
    { name: 'read', effect: 'read' },
    { name: 'write', effect: 'write' },
    { name: 'idempotent', effect: 'write', idempotent: true },
    { name: 'final', effect: 'irreversible' },
    { name: 'think' },
  ]),
  hasActivity: (name: string) => name !== 'think',
};

export const callNamed = (id: string, more: Partial<Call> = {}): Call => ({
  _id: id,
  _tool: 'tool',
  _outputPath: `†state.${id}`,
  ...more,
});

export const planOf = (calls: readonly Call[], policy: Policy = {}): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'written',
  goal: 'Write it down',
  calls,
  policy,
});

export const started = (call: string, attempt = 1): RunEventBody[] => [
  { type: 'plan_step_started', call, attempt },
];
export const completed = (call: string, value: Json, attempt = 1): RunEventBody[] => [
  ...started(call, attempt),
  { type: 'plan_step_completed', call, attempt, value },
];
export const failed = (call: string, message = 'It broke.', attempt = 1): RunEventBody[] => [
  ...started(call, attempt),
  { type: 'plan_step_failed', call, attempt, code: 'boom', message },
];

/** What is told of a write that was entered and broke: nobody knows whether it happened. */
export const broken = (call: string): RunEventBody[] => [
  { type: 'plan_step_started', call, attempt: 1 },
  { type: 'plan_step_failed', call, attempt: 1, code: 'boom', message: 'It broke.', outcome: 'unknown' },
];

/** The whole journal: the beginning, then what happened, a second apart. */
export function journalOf(
  plan: Plan,
  bodies: readonly RunEventBody[] = [],
  instances: readonly InstanceInput[] = [],
): RunEvent[] {
  const all: RunEventBody[] = [
    { type: 'plan.commit', revision: 1, plan, ...(instances.length > 0 ? { instances } : {}) },
    { type: 'plan_started', total: plan.calls.length },
    ...bodies,
  ];
  return all.map((body, at) => ({ ...body, runId: 'run', seq: at + 1, time: at * 1000 }));
}

/** The run in which that happened after its start. */
export const runAfter = (
  plan: Plan,
  bodies: readonly RunEventBody[] = [],
  instances: readonly InstanceInput[] = [],
): RunState => journalOf(plan, bodies, instances).reduce(evolve, newRun('run', SETTING));

export const statusesOf = (state: RunState): Readonly<Record<string, CallStatus>> =>
  Object.fromEntries(state.program.steps.map(({ id, index }) => [id, state.steps.status[index]!]));

/** What whoever starts a fork takes from the run it comes from. */
export const takenFrom = ({ program, input, instances, delegates }: RunState): Beginning => ({
  plan: program.plan,
  input,
  ...(instances.length > 0 ? { instances } : {}),
  delegates,
});
