/** A run that begins with the results of another (docs/decisions/0008): its first events. Changes nothing of the other. */

import type { Part } from '../flows/flows-of.ts';
import { intAt, itemAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import { rowOf } from '../plan/rows.ts';
import { schemaCheck } from '../tools/json-schema.ts';
import { type Beginning, beginning } from './begin.ts';
import { byFoldOrder } from './commit-queues.ts';
import type { RunEventBody } from './events.ts';
import { carried } from './large-value.ts';
import type { Fork } from './messages.ts';
import { mayHaveSent, outcomeOf } from './outcome.ts';
import type { Program } from './program.ts';
import type { RunState } from './state.ts';
import { violation } from './state-schema.ts';
import { seenDetail } from './step-table.ts';
import type { Step } from './steps.ts';

/** Why a fork can't be made, as sentences; empty where it can. Given values pass the checks of a returned one (L-41). */
export function refusalToFork(source: RunState, fork: Fork): string[] {
  const { index } = source.program;
  const unknown = [fork.call, ...fork.cleared].filter((call) => call !== undefined && !index.has(call));
  const problems = [...new Set(unknown)].map((call) => `The plan of that run has no call "${call}".`);
  return [...problems, ...refusalToGive(source.program, fork.values, (step) => branchOf(source, step))];
}

/** Why the values can't stand in the place of results, as sentences. @param branchOf the way out that each takes */
export const refusalToGive = (
  program: Program,
  values: Fork['values'],
  branchOf: (step: number) => number = () => 0,
): string[] =>
  Object.entries(values).flatMap(([call, value]) => {
    const step = program.index.get(call);
    return problemsWithValue(program, call, value, step === undefined ? 0 : branchOf(step));
  });

/**
 * What a fork signs (L-76): the calls whose results it does not take over, with the values that a person gave. Undefined
 * where that is the whole plan. What the plan does not have is left to `refusalToFork`.
 */
export function partOf(source: RunState, fork: Fork): Part | undefined {
  const cleared = clearedBy(fork);
  const starts = new Set<string>();
  const all = new Set<string>();
  for (const step of source.program.steps) {
    const { _id } = step.call;
    all.add(_id);
    if (!Object.hasOwn(fork.values, step.id) && !isTakenOver(source, step, cleared)) starts.add(_id);
  }
  const isWhole = starts.size === all.size && Object.keys(fork.values).length === 0;
  return isWhole ? undefined : { starts, given: fork.values };
}

/** The run whose results are taken over. */
export interface ForkSource {
  /** Folded. */
  readonly state: RunState;
  /** It came from outside this device: its results are taken over as unproven (L-74). */
  readonly isForeign: boolean;
}

/**
 * The first events: the revision with `forkOf`, the start, what a person decided, the results taken over, in plan
 * order, and what is in doubt. A result that is lost is not taken over, nor is a failure: those calls run.
 * @param start its plan, input and delegates as the starter has them, with the hash that was approved now
 * @param problems errors of the checks
 */
export function forkBeginning(
  { state: source, isForeign }: ForkSource,
  fork: Fork,
  start: Beginning,
  problems: readonly string[] = [],
): RunEventBody[] {
  const { runId, call, again } = fork;
  const forkOf = { runId, ...(call === undefined ? {} : { call }), ...(again ? { again } : {}) };
  const first = beginning({ ...start, forkOf }, [...problems, ...refusalToFork(source, fork)]);
  if (!first.some(({ type }) => type === 'plan_started')) return first;
  const cleared = clearedBy(fork);
  const asked = doubtsOf(source, fork);
  // What a person said at a gate they said of all instances, those that failed among them.
  const behind = again ? NOBODY : cleared;
  return [...first, ...gatesOf(source, behind), ...resultsOf(source, fork, cleared, isForeign), ...asked];
}

/** A call whose value was given is not run, whatever else is. */
function clearedBy(fork: Fork): ReadonlySet<string> {
  const cleared = new Set(fork.cleared);
  for (const id of Object.keys(fork.values)) cleared.delete(id);
  return cleared;
}

const NOBODY: ReadonlySet<string> = new Set();

/** Whether what it did is not done again: what was sent and forgotten is not (L-29), nor is what a person skipped. */
export function isTakenOver(source: RunState, { id, index }: Step, cleared: ReadonlySet<string>): boolean {
  if (cleared.has(id)) return false;
  if (seenDetail(source.steps, index).skippedFor?.because === 'person') return true;
  const { status, lost } = source.steps;
  return (hasResult(source, index) || status[index] === 'dispatched') && lost[index] === 0;
}

/**
 * Calls that change something outside, were entered and have no result, and of which nobody knows that they did nothing:
 * a person is asked before they go out again, cleared or not (L-41). Idempotent ones too: the key that went out with them
 * is the other run's, so that no tool could tell the repetition.
 */
function doubtsOf(source: RunState, fork: Fork): RunEventBody[] {
  return source.program.steps.flatMap((step) =>
    Object.hasOwn(fork.values, step.id) || !mayHaveHappened(source, step)
      ? []
      : [{ type: 'plan_step_waiting', call: step.id, kind: 'in_doubt' } as const],
  );
}

/** Whether it changes something outside, was entered, and nobody knows that it did nothing. */
export function mayHaveHappened(source: RunState, step: Step): boolean {
  const { index, effect } = step;
  const { status, attempt } = source.steps;
  if (effect !== 'write' && effect !== 'irreversible') return false;
  if (status[index] === 'in_doubt') return true;
  const { parked, skippedFor, failure, settledAs } = seenDetail(source.steps, index);
  if (!mayHaveSent(source.steps, index)) return false;
  // One that asks before it writes has done nothing yet (L-91a).
  if (attempt[index] === 0 || parked !== null || skippedFor !== null || settledAs !== null) return false;
  if (hasResult(source, index) || status[index] === 'dispatched') return false;
  // Of a sub-run that was cut off or has failed, its own calls would go out again under other keys.
  if (step.call._delegate !== undefined || failure === null) return true;
  const outcome = outcomeOf(step, failure);
  return outcome === 'unknown' || outcome === 'done';
}

/**
 * What a person said at a gate stands as long as nobody behind it runs again: then it is about something else.
 * @param program the new run's, where it is another
 */
export function gatesOf(
  source: RunState,
  cleared: ReadonlySet<string>,
  program: Program = source.program,
): RunEventBody[] {
  const openAgain = new Set<string>();
  for (const { id, index } of program.steps) {
    if (!cleared.has(id)) continue;
    for (const path of rowOf(program.reads, index)) openAgain.add(itemAt(program.paths, path).gate ?? '');
  }
  const decided: RunEventBody[] = [];
  for (const [gate, { status, value, unanswered }] of source.gates) {
    if (status === 'open' || openAgain.has(gate) || !program.gates.has(gate)) continue;
    const by = unanswered ? ({ by: 'nobody' } as const) : {};
    decided.push({
      type: 'approval',
      gate,
      choose: status === 'approved' ? 'approve' : 'reject',
      value,
      ...by,
    });
  }
  return decided;
}

function resultsOf(
  source: RunState,
  fork: Fork,
  cleared: ReadonlySet<string>,
  isForeign: boolean,
): RunEventBody[] {
  const { steps, rank } = source.program;
  const foldOrder = byFoldOrder(steps, rank);
  const inOrder = [...steps].sort((a, b) => foldOrder(a.index, b.index));
  return inOrder.flatMap((step) => {
    const given = givenResult(fork.values, step, branchOf(source, step.index));
    if (given) return [given];
    if (!isTakenOver(source, step, cleared)) return [];
    return [resultOf(source, step, isForeign)];
  });
}

/** What the new run's journal has of a call that is taken over. */
export function resultOf(source: RunState, step: Step, isForeign: boolean): RunEventBody {
  const { via, skippedFor } = seenDetail(source.steps, step.index);
  if (skippedFor?.because === 'person')
    return { type: 'plan_step_skipped', call: step.id, because: 'person' };
  // One that this run had only taken over itself is no better proven by another fork.
  const isUnproven = isForeign || via === 'unproven';
  const value = source.steps.value[step.index] ?? null;
  return memoized(step, value, branchOf(source, step.index), isUnproven ? 'unproven' : undefined);
}

/** What the new run's journal has of a call whose result a person gave; undefined where they gave none. */
export const givenResult = (values: Fork['values'], step: Step, branch = 0): RunEventBody | undefined => {
  const value = Object.hasOwn(values, step.id) ? values[step.id] : undefined;
  return value === undefined ? undefined : memoized(step, value, branch, 'person');
};

function memoized(step: Step, value: Json, branch: number, via?: 'person' | 'unproven'): RunEventBody {
  return {
    type: 'plan_step_memoized',
    call: step.id,
    ...carried(value),
    ...(branch === 0 ? {} : { branch }),
    ...(via ? { via } : {}),
  };
}

/** The alternative that a result went to; a call without one takes the first. */
export const branchOf = (source: RunState, step: number): number =>
  hasResult(source, step) ? intAt(source.steps.branch, step) : 0;

const hasResult = ({ steps }: RunState, step: number): boolean =>
  steps.status[step] === 'completed' || steps.held[step] === 1;

// A value that a person gives in the place of a result (L-41): it passes the checks of a returned one.
// Changes nothing.

/**
 * Why the value can't be the call's result, as sentences; empty where it can.
 * @param call its id, or `id@LABEL`
 * @param branch index of the alternative it goes to
 */
function problemsWithValue(
  { index: steps, ...program }: Program,
  call: string,
  value: Json,
  branch = 0,
): string[] {
  const index = steps.get(call);
  if (index === undefined) return [`The plan has no call "${call}" that could be given a value.`];
  const { contract, alternatives, accumulating, errorAlternative } = itemAt(program.steps, index);
  const problems: string[] = [];
  // What goes to the error alternative is a failure's code and message (L-24), not what the tool returns.
  if (branch !== errorAlternative) {
    const fault = schemaCheck(contract?._output)(value);
    if (fault) {
      const place = fault.path.length > 0 ? `At ${fault.path.join('.')} the value` : 'The value';
      problems.push(`${place} for "${call}" ${fault.message}, as the result of ${contract!.name} does.`);
    }
  }
  // What an accumulating write comes to is known only with what stands there already.
  for (const ref of accumulating ? [] : (alternatives[branch] ?? [])) {
    const wrong = violation(program.plan, ref, value);
    if (wrong) problems.push(wrong);
  }
  return problems;
}
