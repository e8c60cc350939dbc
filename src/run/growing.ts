/** The fold of a turn that streams in (L-60): each call stands as it has come, and what is in flight goes on. */

import { intAt, itemAt } from '../lib/columns.ts';
import { behavesAlike } from '../plan/diff.ts';
import type { Call, Plan } from '../plan/document.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { compileProgram } from './program.ts';
import { isDone, keptCalls } from './replan.ts';
import { rebuild } from './run-again.ts';
import { hasEnded, type RunState } from './state.ts';

/** A turn of which some calls have come. */
export interface Streaming {
  readonly calls: readonly Call[];
  /** The plan before the turn. */
  readonly before: Plan;
  /** What of it was done by then, and stays. */
  readonly kept: readonly Call[];
}

/** The next call of a turn has come whole. */
export function grown(state: RunState, call: Call): void {
  const { streaming } = state;
  const before = streaming?.before ?? state.program.plan;
  const kept = streaming?.kept ?? keptCalls(state);
  const calls = [...(streaming?.calls ?? []).filter(({ _id }) => _id !== call._id), call];
  state.streaming = { calls, before, kept };
  // Nothing of it has been signed (L-64).
  state.vouched ??= new Map(before.calls.map((own) => [own._id, own]));
  const answered = new Set(calls.map(({ _id }) => _id));
  grow(state, { ...before, calls: [...kept.filter(({ _id }) => !answered.has(_id)), ...calls] }, true);
}

/** The turn has come to its end and stands: what was pending because calls were to come is so no more. */
export function settled(state: RunState, plan: Plan, revision: number): void {
  state.streaming = null;
  state.revision = revision;
  grow(state, plan, false);
}

/** The turn is refused: of its calls those stay that have begun. */
export function ungrown(state: RunState): void {
  const { streaming, program } = state;
  if (streaming === null) return;
  state.streaming = null;
  const idle = new Set<Call>();
  const { attempt, status } = state.steps;
  for (const { index, call } of program.steps)
    if (intAt(attempt, index) === 0 && itemAt(status, index) !== 'completed') idle.add(call);
  const streamed = new Set(streaming.calls);
  const calls = program.plan.calls.filter((call) => !streamed.has(call) || !idle.has(call));
  grow(state, { ...program.plan, calls }, false);
}

function grow(state: RunState, plan: Plan, isOpen: boolean): void {
  const { program: old, steps, setting, instances, canary } = state;
  const done = new Set(old.steps.flatMap((step) => (isDone(state, step) ? [step.id] : [])));
  const program = compileProgram(plan, catalogueOf(setting.catalogue.list(), plan.tools), {
    ...setting,
    instances,
    canary,
    isKept: (id) => done.has(id),
  });
  for (const { id, index } of old.steps) {
    if (program.index.has(id)) continue;
    const status = itemAt(steps.status, index);
    state.retired.set(id, hasEnded(status) ? status : 'cancelled');
  }
  const from = ({ id, call }: (typeof program.steps)[number]): number => {
    const was = old.index.get(id);
    return was !== undefined && behavesAlike(itemAt(old.steps, was).call, call) ? was : -1;
  };
  rebuild(state, program, from, { isOpen });
}
