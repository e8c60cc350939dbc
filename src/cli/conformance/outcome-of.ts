/** What came of a `run` or `resume` case, by the names its `expect` may use: of the run and of all below it. */

import { itemAt } from '../../lib/columns.ts';
import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import { parseExpression } from '../../plan/expression.ts';
import { kindsOf } from '../../plan/parsed-call.ts';
import { attemptsOf } from '../../run/attempt-log.ts';
import { ASKS_NOBODY } from '../../run/decision.ts';
import type { RunEvent } from '../../run/events.ts';
import { instanceViews } from '../../run/instance-view.ts';
import { lookUp, storedValue } from '../../run/reading.ts';
import type { RunState } from '../../run/state.ts';
import { rootOf } from '../../run/write-log.ts';
import type { Case, Outcome } from './case.ts';
import type { CaseNames } from './case-names.ts';
import type { Planners } from './planned.ts';

/** What is known when a case has come to its end, over both lives. */
interface Came {
  readonly names: CaseNames;
  readonly state: RunState;
  /** The sub-runs, later tries after earlier ones. */
  readonly below: readonly RunState[];
  /** Of the run and all below it. */
  readonly journal: readonly RunEvent[];
  readonly entered: ReadonlyMap<string, number>;
  readonly seen: JsonObject;
  readonly starts: string[];
  readonly planners: Planners;
  readonly maxInFlight: number;
  readonly elapsed: number;
  readonly cost: number;
}

export function outcomeOf(given: Case, came: Came): Outcome {
  const { names, state, below, journal, entered, elapsed, cost } = came;
  const { starts, seen, planners, maxInFlight } = came;
  const ownJournal = journal.filter(({ runId }) => runId === state.runId);
  const never = (name: string): [string, Json][] =>
    isObject(given.expect[name]) ? Object.keys(given.expect[name]).map((id) => [id, 0]) : [];
  return {
    status: isOver(state) ? state.status : 'waiting',
    reason: state.reason,
    state: valuesAt(state, isObject(given.expect.state) ? Object.keys(given.expect.state) : []),
    absent: absentOf(state, Array.isArray(given.expect.absent) ? given.expect.absent.map(String) : []),
    output: state.output,
    ...ofCalls([state, ...below], names),
    instances: Object.fromEntries(instanceViews(state).map((one) => [one.label, one.status])),
    ...ofSubRuns(below, journal, names),
    starts,
    attempts: counted('plan_step_started', journal, names),
    retryDelays: delaysIn(journal, names),
    maxInFlight,
    elapsed,
    diffs: ownJournal.flatMap((event) =>
      event.type === 'plan.diff'
        ? [{ removed: [...event.removed], added: [...event.added], revised: [...event.revised] }]
        : [],
    ),
    plannerCalls: planners.asked.length,
    turns: Object.fromEntries([...never('turns'), ...planners.turns]),
    causes: planners.asked.map(({ cause }) => cause),
    told: planners.asked.map(({ told }) => told),
    reflections: journal.flatMap((event) =>
      (event.type === 'plan_turn' || event.type === 'plan.draft') && event.reflection !== undefined
        ? [event.reflection]
        : [],
    ),
    seen,
    asked: askedIn(journal, names),
    cost,
    executions: Object.fromEntries([...never('executions'), ...entered]),
    warnings: journal.flatMap((event) =>
      event.type === 'plan_step_completed' && event.unreadable !== undefined ? ['unreadable-answer'] : [],
    ),
  };
}

const isOver = ({ status }: RunState): boolean => status !== 'running' && status !== 'new';

function ofCalls(states: readonly RunState[], names: CaseNames): Outcome {
  const calls: JsonObject = {};
  const failures: JsonObject = {};
  for (const { runId, retired, program, steps, history } of states) {
    for (const [id, status] of retired) calls[names.call(runId, id)] = status;
    for (const { id, index } of program.steps) calls[names.call(runId, id)] = statusAt(steps, index);
    for (const { step, failure } of attemptsOf(history))
      if (failure) failures[names.call(runId, step)] = failure.code;
  }
  return { calls, failures };
}

/** A call whose activity is a run below it waits for that (L-46). */
const statusAt = ({ status, waiting }: RunState['steps'], step: number): string => {
  const own = itemAt(status, step);
  return own === 'in_progress' && waiting[step] === 'child' ? 'waiting' : own;
};

function ofSubRuns(below: readonly RunState[], journal: readonly RunEvent[], names: CaseNames): Outcome {
  const subruns: JsonObject = {};
  const capsules: JsonObject = {};
  for (const state of below) subruns[names.run(state.runId)] = isOver(state) ? state.status : 'waiting';
  for (const event of journal)
    if (event.type === 'plan_sub_run_ended')
      capsules[names.run(event.run)] = event.capsule as unknown as JsonObject;
  return { subruns, capsules };
}

function counted(type: RunEvent['type'], journal: readonly RunEvent[], names: CaseNames): JsonObject {
  const byCall: Record<string, number> = {};
  for (const event of journal) {
    if (event.type !== type || !('call' in event) || event.call === undefined || 'again' in event) continue;
    const name = names.call(event.runId, event.call);
    byCall[name] = (byCall[name] ?? 0) + 1;
  }
  return byCall;
}

function delaysIn(journal: readonly RunEvent[], names: CaseNames): JsonObject {
  const delays: Record<string, number[]> = {};
  for (const event of journal) {
    if (event.type !== 'plan_step_retry') continue;
    const name = names.call(event.runId, event.call);
    delays[name] = [...(delays[name] ?? []), event.delayMs];
  }
  return delays;
}

/** The kinds of questions in their order; one that was open at a kill is not asked again. */
function askedIn(journal: readonly RunEvent[], names: CaseNames): Json {
  const open = new Set<string>();
  const asked: Json[] = [];
  for (const event of journal) {
    if (event.type === 'approval') {
      const about = event.gate ?? event.call;
      if (about !== undefined) open.delete(names.call(event.runId, about));
    }
    if (event.type !== 'plan_step_waiting' || ASKS_NOBODY.has(event.kind)) continue;
    const about = names.call(event.runId, event.gate ?? event.call);
    if (open.has(about)) continue;
    open.add(about);
    asked.push(event.kind);
  }
  return asked;
}

/** The value at `state.a.b`, or `LABEL/state.a.b` in a run over instances. */
function found(state: RunState, path: string) {
  const slash = path.indexOf('/');
  const label = slash === -1 ? null : path.slice(0, slash);
  const parsed = parseExpression(`†${path.slice(slash + 1)}`, kindsOf(state.program.plan));
  if (!parsed.ok || parsed.value.type !== 'ref') return undefined;
  const ref = parsed.value;
  return label === null || ref.kind === 'input'
    ? lookUp(state, ref, label)
    : storedValue(state, [rootOf(ref, label)], ref.path);
}

const valuesAt = (state: RunState, paths: readonly string[]): JsonObject =>
  Object.fromEntries(
    paths.flatMap((path) => {
      const value = found(state, path);
      return value ? [[path, value.value as Json]] : [];
    }),
  );

const absentOf = (state: RunState, paths: readonly string[]): string[] =>
  paths.filter((path) => found(state, path) === undefined);
