/** What a replan starts from and what comes of its answer (L-42). */

import { type BeyondScope, beyondScope, isWithinScope } from '../flows/approved-scope.ts';
import { intAt, itemAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import { behavesAlike } from '../plan/diff.ts';
import type { Call, Plan } from '../plan/document.ts';
import { parseExpression, type Ref } from '../plan/expression.ts';
import { parseOutputPath } from '../plan/output-path.ts';
import type { RunEventBody } from './events.ts';
import { shown } from './large-value.ts';
import { revisedPart } from './signed-part.ts';
import type { RunSetting, RunState } from './state.ts';
import { passesCeiling } from './step-ceiling.ts';
import { seenDetail } from './step-table.ts';
import { instancesOf, type Step, stepId } from './steps.ts';

/** What a planner is given (P-4): the goal, what was done, and the most recent failure. */
export interface ReplanRequest {
  readonly goal: string;
  readonly plan: Plan;
  readonly history: readonly {
    readonly call: Call;
    readonly status: 'completed' | 'failed' | 'skipped';
    /** Of what is kept apart its head. */
    readonly result?: Json;
    readonly error?: string;
  }[];
  readonly lastError: string | null;
}

/**
 * A replan is due and everything in flight has ended. A call in doubt has not: it may have happened. Nor has a sub-run
 * that was cut off meanwhile.
 */
export function isDrained(state: RunState): boolean {
  if (state.replanning !== 'draining' || state.inFlight > state.forgotten) return false;
  if (state.toLook.commits.size > 0) return false;
  if (state.program.steps.some((step) => isCutOffChild(state, step))) return false;
  return ![...state.asking].some((step) => state.steps.status[step] === 'in_doubt');
}

/** A call whose sub-run was cut off in its middle, to be gone on with: while a replan drains, too (L-52). */
export const isCutOffChild = ({ steps }: RunState, { call, index }: Step): boolean =>
  call._delegate !== undefined && steps.begun[index] !== 0 && steps.status[index] === 'ready';

/** What a planner is told that writes the rest of a plan (L-42). */
export function replanRequest(state: RunState): ReplanRequest {
  const history: ReplanRequest['history'][number][] = [];
  const { plan, steps, rank } = state.program;
  for (const step of [...steps].sort((a, b) => intAt(rank, a.index) - intAt(rank, b.index))) {
    const { call, index } = step;
    const status = itemAt(state.steps.status, index);
    if (status === 'completed' || state.steps.held[index] === 1)
      history.push({ call, status: 'completed', result: shown(state.steps.value[index] ?? null) });
    else if (status === 'failed')
      history.push({ call, status: 'failed', error: seenDetail(state.steps, index).failure?.message ?? '' });
    else if (status === 'skipped') history.push({ call, status: 'skipped' });
  }
  return { goal: plan.goal ?? '', plan, history, lastError: state.lastError };
}

/** Whether a step is done for good. What was dispatched and forgotten is: it is never dispatched twice (L-29). */
export function isDone(state: RunState, step: Step): boolean {
  const { status, held, begun, attempt } = state.steps;
  const { index, fireAndForget } = step;
  if (status[index] === 'completed' || held[index] === 1) return true;
  return fireAndForget && (begun[index] !== 0 || (status[index] === 'failed' && intAt(attempt, index) > 0));
}

/** What stays whatever the planner says: calls that are done, in their order (L-42). */
function keptCalls(state: RunState): Call[] {
  const { program } = state;
  const open = new Set<Call>();
  for (const step of program.steps) if (!isDone(state, step)) open.add(step.call);
  return program.plan.calls.filter((call) => !open.has(call));
}

/** The calls of the steps that the planner's calls still have to run: one for each instance (L-44, L-50), without those that are done. */
function stepsToRun(state: RunState, calls: readonly Call[]): Call[] {
  const { program } = state;
  const toRun: Call[] = [];
  for (const call of calls) {
    for (const instance of instancesOf(call, state.instances)) {
      const index = program.index.get(stepId(call, instance));
      const before = index === undefined ? undefined : itemAt(program.steps, index);
      if (!before || !isDone(state, before) || !behavesAlike(before.call, call)) toRun.push(call);
    }
  }
  return toRun;
}

/** Ids of the revision's calls that are done and mean what they meant. */
function keptIds(state: RunState, plan: Plan): ReadonlySet<string> {
  const done = new Map(keptCalls(state).map((call) => [call._id, call]));
  const kept = plan.calls.filter((call) => {
    const before = done.get(call._id);
    return before !== undefined && behavesAlike(before, call);
  });
  return new Set(kept.map((call) => call._id));
}

/** The next revision: what is done, then the planner's calls. One of its calls with a kept id takes that place. */
export function revisedPlan(state: RunState, calls: readonly Call[]): Plan {
  const answered = new Set(calls.map((call) => call._id));
  const kept = keptCalls(state).filter((call) => !answered.has(call._id));
  return { ...state.program.plan, calls: [...kept, ...calls] };
}

/** The planner's answer as an event: accepted, sent back with its problems, or refused for the step ceiling. */
export function draftEvent(
  state: RunState,
  calls: readonly Call[],
  check: (plan: Plan, kept: ReadonlySet<string>) => readonly string[],
): Extract<RunEventBody, { type: 'plan.draft' }> {
  const draft = { type: 'plan.draft', revision: state.revision + 1, calls } as const;
  if (calls.length === 0) return draft;
  if (isOveruse(state)) return { ...draft, problems: [OVERUSE] };
  const plan = revisedPlan(state, calls);
  const problems = check(plan, keptIds(state, plan));
  if (problems.length > 0) return { ...draft, problems };
  const toRun = stepsToRun(state, calls);
  if (passesCeiling(state, toRun.length, [...new Set(toRun)])) return { ...draft, refused: 'step_budget' };
  return goesBeyond(state, calls) ? { ...draft, beyond: true } : draft;
}

/** C-6, L-61: two planner turns in a row that execute nothing, where a plan is made a step at a time. */
const isOveruse = ({ program, idleRevision, ownCalls }: RunState): boolean =>
  program.plan.strategy === 'iterative' && idleRevision && ownCalls === null;

const OVERUSE =
  'planner_overuse_execute_next_step: nothing of the last plan has been executed yet. Leave the plan as it is and execute its next step.';

/** Whether a draft brings a tool, effect, input or flow that was not approved. Only real code has effects. */
const goesBeyond = (state: RunState, calls: readonly Call[]): boolean =>
  state.setting.contractBehind !== undefined && !isWithinScope(beyondSigned(state, calls));

/** What a planner's calls bring that was not signed: of a part (L-76) they are measured against that part. */
export function beyondSigned(state: RunState, calls: readonly Call[]): BeyondScope {
  const { program, part, delegates } = state;
  const after = { plan: revisedPlan(state, calls), part: revisedPart(part, calls) };
  const signed = { plan: program.plan, part: part ?? undefined };
  return beyondScope(signed, after, settingSigned(state), delegates);
}

/** The place as it was when the run was signed: a model that was connected since is another flow (L-73). */
export function settingSigned({ setting, flows }: RunState): RunSetting {
  const sink = flows?.find((flow) => flow.sink.kind === 'model')?.sink;
  return sink?.kind === 'model' ? { ...setting, modelServer: sink.server } : setting;
}

const refOf = (text: unknown): Ref | undefined => {
  if (typeof text !== 'string') return undefined;
  const parsed = parseExpression(text);
  return parsed.ok && parsed.value.type === 'ref' && parsed.value.kind === 'state' ? parsed.value : undefined;
};

/** Whether one is the other, or inside it (L-14). */
const areConnected = (a: Ref, b: Ref): boolean => {
  const shared = Math.min(a.path.length, b.path.length);
  return a.path.slice(0, shared).every((segment, at) => String(segment) === String(b.path[at]));
};

function writes(call: Call, ref: Ref): boolean {
  const targets = call._outputPath === undefined ? undefined : parseOutputPath(call._outputPath);
  return (
    targets?.ok === true && targets.value.alternatives.flat().some((target) => areConnected(target, ref))
  );
}

/**
 * The calls with the last one's result where the plan's output reads it, if nothing would be written there any more:
 * without this, a plan that answers the goal is refused for an output path that only the old calls knew. The last call's
 * value is the reply. Calls are left as they are where the output is more than one path, or is written.
 * @param kept calls that are done and stay (L-42)
 */
export function withOutputWritten(
  plan: Plan,
  kept: readonly Call[],
  calls: readonly Call[],
): readonly Call[] {
  const wanted = refOf(plan.output);
  const last = calls.at(-1);
  if (!wanted || !last || [...kept, ...calls].some((call) => writes(call, wanted))) return calls;
  if (last._outputPath === undefined || !refOf(last._outputPath)) return calls;
  return [...calls.slice(0, -1), { ...last, _outputPath: plan.output as string }];
}
