/** The engine's own fold of a shown run, for what only it knows: the state as it stands, and resolved parameters. */

import type { Json, JsonObject } from '../lib/json.ts';
import { diffCalls } from '../plan/diff.ts';
import { parseExpression } from '../plan/expression.ts';
import type { ClearOrder } from '../run/events.ts';
import { evolve } from '../run/evolve.ts';
import { newRun } from '../run/new-run.ts';
import { resolveParams } from '../run/params.ts';
import {
  type PlanStatus,
  type PlanStatusError,
  type PlanStatusOptions,
  planStatus,
} from '../run/plan-status.ts';
import { revisedPlan } from '../run/replan.ts';
import { clearedFrom, refusalToRunFrom } from '../run/run-from.ts';
import type { RunSetting, RunState } from '../run/state.ts';
import { writeLog } from '../run/view.ts';
import type { ReplanDraft, WrittenValue } from '../stores/ports.ts';
import type { RunFromPreview } from '../stores/run-from-preview.ts';
import { isEnded, type RunTrace } from '../stores/run-trace.ts';
import { beyondScope } from '../tools/approved-scope.ts';
import { type Catalogue, catalogueOf, type ToolContract } from '../tools/catalogue.ts';

/** One a run: events are folded once, as they come. */
const folds = new Map<string, RunState>();

/** More would hold the values of runs nobody looks at. */
const KEPT = 4;

/** As the worker has it: every built-in contract has its code (executor/place.ts). */
const settingOf = (catalogue: Catalogue): RunSetting => ({
  catalogue,
  hasActivity: (name) => catalogue.get(name) !== undefined,
  contractBehind: catalogue.get,
});

export function foldOf(trace: RunTrace, builtIn: readonly ToolContract[]): RunState {
  const catalogue: Catalogue = catalogueOf(builtIn);
  const known = folds.get(trace.runId);
  // The fold is mutable: an earlier moment than the one it stands at is folded from the beginning.
  const isBehind = known !== undefined && known.seq <= trace.lastSeq;
  let state = isBehind ? known : newRun(trace.runId, settingOf(catalogue));
  for (const event of trace.events) if (event.seq > state.seq) state = evolve(state, event);
  folds.delete(trace.runId);
  folds.set(trace.runId, state);
  for (const runId of [...folds.keys()].slice(0, -KEPT)) folds.delete(runId);
  return state;
}

/** Every path that was written, in the order of first writing (L-22), with its value now and who wrote it. */
export function writtenValues(trace: RunTrace, builtIn: readonly ToolContract[]): readonly WrittenValue[] {
  const state = foldOf(trace, builtIn);
  const byPlace = new Map<string, { root: string; path: string; steps: Set<string> }>();
  for (const { root, path, call } of writeLog(state)) {
    const place = byPlace.get(`${root} ${path}`) ?? { root, path, steps: new Set() };
    place.steps.add(call);
    byPlace.set(`${root} ${path}`, place);
  }
  return [...byPlace.values()].flatMap(({ root, path, steps }) => {
    const ref = parseExpression(path);
    if (!ref.ok || ref.value.type !== 'ref') return [];
    const found = state.store.read(root, ref.value.path);
    // An instance's own state is read under its label (L-50).
    const shown = root.includes('/') ? `${path} (${root.split('/')[0]})` : path;
    return found ? [{ path: shown, value: found.value as Json, writtenBy: [...steps] }] : [];
  });
}

/** A call's parameters as they would go, or went, to its activity; null while a reference is still open. */
export function resolvedParams(
  trace: RunTrace,
  call: string,
  builtIn: readonly ToolContract[],
): JsonObject | null {
  const state = foldOf(trace, builtIn);
  const index = state.program.index.get(call);
  if (index === undefined) return null;
  const { waiting, params } = state.steps;
  // A call that asks before it starts is ready, and has not read its values yet (L-72).
  if (waiting[index] === 'approval') return resolveParams(state, state.program.steps[index]!);
  return params[index]!;
}

/** The plan that a replan's draft would make of the run's, and how the two differ; null where none waits for review. */
export function replanDraft(trace: RunTrace, builtIn: readonly ToolContract[]): ReplanDraft | null {
  const state = foldOf(trace, builtIn);
  if (state.draft === null) return null;
  const before = state.program.plan;
  const plan = revisedPlan(state, state.draft.calls);
  const { added, removed, revised } = diffCalls(before.calls, plan.calls);
  const callsOf = (ids: readonly string[]) => before.calls.filter((call) => ids.includes(call._id));
  const builtIns = catalogueOf(builtIn);
  return {
    plan,
    added,
    removed: callsOf(removed),
    revised: callsOf(revised),
    kept: plan.calls.length - added.length - revised.length,
    beyond: beyondScope(before, plan, catalogueOf(builtIn, plan.tools), builtIns),
  };
}

/** What running it again from a call would do; an ended run is left as it is, so nothing in it is in the way. */
export function previewFrom(
  trace: RunTrace,
  call: string,
  order: ClearOrder,
  builtIn: readonly ToolContract[],
): RunFromPreview {
  const state = foldOf(trace, builtIn);
  const anew = isEnded(trace);
  const cleared = clearedFrom(state.program, call, order);
  const refusals = anew && cleared.length > 0 ? [] : refusalToRunFrom(state, call, order);
  const stepOf = (id: string) => state.program.index.get(id)!;
  return {
    refusal: refusals.length > 0 ? refusals.join(' ') : null,
    cleared: cleared.map((id) => {
      const step = state.program.steps[stepOf(id)]!;
      const description = step.call._description ?? step.call._tool;
      return { call: id, description, effect: step.effect, hadResult: state.steps.attempt[step.index]! > 0 };
    }),
    kept: state.steps.status.filter(
      (status, at) => status === 'completed' && !cleared.includes(state.program.steps[at]!.id),
    ).length,
    inFlight: state.inFlight,
    ...costOf(cleared.map((id) => state.program.steps[stepOf(id)]!.contract)),
    anew,
  };
}

function costOf(contracts: readonly (ToolContract | undefined)[]): { cost?: number } {
  const prices = contracts.flatMap((contract) => (contract?.cost === undefined ? [] : [contract.cost]));
  return prices.length > 0 ? { cost: prices.reduce((sum, one) => sum + one, 0) } : {};
}

/** Seed 001's `plan.status` of a run (T-17 to T-20). */
export const statusOfPlan = (
  trace: RunTrace,
  options: PlanStatusOptions,
  builtIn: readonly ToolContract[],
): PlanStatus | PlanStatusError => planStatus(foldOf(trace, builtIn), options);
