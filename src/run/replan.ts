/** What a planner is asked that writes the rest of a run's plan, and what comes of its answer (L-42, L-63). */

import { type BeyondScope, beyondScope, isWithinScope } from '../flows/approved-scope.ts';
import { isWithin, reachOf } from '../flows/mandate.ts';
import { intAt, itemAt, realAt } from '../lib/columns.ts';
import { type Json, type JsonObject, jsonEquals } from '../lib/json.ts';
import { behavesAlike, diffCalls } from '../plan/diff.ts';
import type { Call, Plan } from '../plan/document.ts';
import { parseExpression, type Ref } from '../plan/expression.ts';
import { MOST_CALLS_A_TURN } from '../plan/goes-on.ts';
import { parseOutputPath } from '../plan/output-path.ts';
import { filesNamed } from '../tools/files-named.ts';
import type { RunEventBody } from './events.ts';
import type { Streaming } from './growing.ts';
import { shown } from './large-value.ts';
import { vouchedPlan } from './mandate.ts';
import type { Cause, PlannerSaid, SentBack } from './planner-said.ts';
import { revisedPart } from './signed-part.ts';
import type { RunSetting, RunState } from './state.ts';
import { passesCeiling } from './step-ceiling.ts';
import { seenDetail } from './step-table.ts';
import { instancesOf, type Step, stepId } from './steps.ts';
import { turnsAllowed } from './turn-calls.ts';

/** What a planner says to that. */
export interface PlannerAnswer extends PlannerSaid {
  /** The calls from here on; null where the answer had no list of calls that could be read. */
  readonly calls: readonly Call[] | null;
  /** There is none: its server did not give one, or the planner has no way. `told` says why. */
  readonly isNone?: true;
}

/** What a planner is given (P-4): the goal, what was done, and the most recent failure. */
export interface ReplanRequest {
  readonly cause: Cause;
  /** For `person`: what they want. */
  readonly said?: string;
  /** What they wanted before, in order: it holds from there on (L-63). Absent where nothing was said. */
  readonly saidBefore?: readonly string[];
  /** For `tick`: the turns that are left, this one among them. */
  readonly turnsLeft?: number;
  readonly goal: string;
  readonly plan: Plan;
  /** Names of the files that the plan reads, as far as it or its input says them. */
  readonly files: readonly string[];
  /** What an answer is tried with; no planner is told of it. Absent where each instance has its own: there nothing is tried. */
  readonly input?: JsonObject;
  readonly history: readonly {
    readonly call: Call;
    readonly status: 'completed' | 'failed' | 'skipped';
    /** Of what is kept apart its head. */
    readonly result?: Json;
    /** There is more of the result than this. */
    readonly isHead?: true;
    readonly error?: string;
  }[];
  readonly lastError: string | null;
  /** The last answer to this, where it went back and the run was cut off before the next one: so often an answer has. */
  readonly sentBack?: SentBack & { readonly times: number };
  /** US dollars that the run may still spend, where it is capped: an answer that passes that is not sent back. */
  readonly costLeft?: number;
}

/**
 * A replan is due and everything in flight has ended. A call in doubt has not: it may have happened. Nor has what was cut
 * off meanwhile.
 */
export function isDrained(state: RunState): boolean {
  if (state.streaming !== null) return false;
  if (state.replanning !== 'draining' || state.inFlight > state.forgotten) return false;
  if (state.toLook.commits.size > 0) return false;
  if (state.program.steps.some((step) => isCutOff(state, step))) return false;
  return ![...state.asking].some((step) => state.steps.status[step] === 'in_doubt');
}

/**
 * A call that was cut off in its middle is gone on with while a replan drains, too (L-91): it was in flight, and what is in
 * flight ends first (L-42). Else a kill would decide what the planner is told, and what its answer may read.
 */
export const isCutOff = ({ steps }: RunState, { index }: Step): boolean =>
  steps.begun[index] !== 0 && steps.status[index] === 'ready' && seenDetail(steps, index).parked === null;

/** What a planner is told that writes the rest of a plan (L-42). */
export function replanRequest(state: RunState, cause: Cause): ReplanRequest {
  const history: ReplanRequest['history'][number][] = [];
  const { plan, steps, rank } = state.program;
  for (const step of [...steps].sort((a, b) => intAt(rank, a.index) - intAt(rank, b.index))) {
    const { call, index } = step;
    const status = itemAt(state.steps.status, index);
    if (status === 'completed' || state.steps.held[index] === 1)
      history.push({ call, status: 'completed', ...resultOf(state.steps.value[index] ?? null) });
    else if (status === 'failed')
      history.push({ call, status: 'failed', error: seenDetail(state.steps, index).failure?.message ?? '' });
    else if (status === 'skipped') history.push({ call, status: 'skipped' });
  }
  const [said] = state.wishes;
  return {
    cause,
    ...(cause === 'person' && said !== undefined ? { said } : {}),
    ...(state.heardWishes.length > 0 ? { saidBefore: state.heardWishes } : {}),
    ...(cause === 'tick' ? { turnsLeft: turnsAllowed(state) - state.turnsTaken } : {}),
    goal: plan.goal ?? '',
    plan,
    files: [...filesNamed([plan], state.setting.contractBehind ?? (() => undefined), state.input)],
    ...(state.instances.length > 0 ? {} : { input: state.input }),
    history,
    lastError: cause === 'failure' ? state.lastError : (state.refusal ?? lastFailure(state)),
    ...sentBackFor(state, cause),
  };
}

/** What is asked for another reason is another question. */
function sentBackFor({ sentBack }: RunState, cause: Cause): Pick<ReplanRequest, 'sentBack'> {
  if (sentBack === null || sentBack.cause !== cause) return {};
  const { times, last } = sentBack;
  return { sentBack: { ...last, times } };
}

function resultOf(value: Json): { readonly result: Json; readonly isHead?: true } {
  const result = shown(value);
  return result === value ? { result } : { result, isHead: true };
}

/** Of the calls of the present revision the failure that stands and came last: of those before, a planner has been told. */
function lastFailure({ steps }: RunState): string | null {
  let last = -1;
  for (let step = 0; step < steps.size; step++)
    if (
      steps.status[step] === 'failed' &&
      (last === -1 || realAt(steps.endedAt, step) >= realAt(steps.endedAt, last))
    )
      last = step;
  return last === -1 ? null : (seenDetail(steps, last).failure?.message ?? null);
}

/** Whether a step is done for good. What was dispatched and forgotten is: it is never dispatched twice (L-29). */
export function isDone(state: RunState, step: Step): boolean {
  const { status, held, begun, attempt } = state.steps;
  const { index, fireAndForget } = step;
  if (status[index] === 'completed' || held[index] === 1) return true;
  return fireAndForget && (begun[index] !== 0 || (status[index] === 'failed' && intAt(attempt, index) > 0));
}

/** What stays whatever the planner says: calls that are done, in their order (L-42). */
export function keptCalls(state: RunState): Call[] {
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

/**
 * The next revision: what is done, then the planner's calls. One of its calls with a kept id takes that place.
 * @param output what it returns from then on; as before where the planner says nothing of it
 */
export function revisedPlan(state: RunState, { calls, output }: Drafted): Plan {
  const answered = new Set(calls.map((call) => call._id));
  const kept = keptCalls(state).filter((call) => !answered.has(call._id));
  return {
    ...state.program.plan,
    calls: [...kept, ...calls],
    ...(output === undefined ? {} : { output }),
  };
}

/** What the calls of a turn would make of the plan, and which calls of that are done. */
export function revisedFor(
  state: RunState,
  calls: readonly Call[],
): { readonly plan: Plan; readonly kept: ReadonlySet<string> } {
  const plan = revisedPlan(state, { calls });
  return { plan, kept: keptIds(state, plan) };
}

/** What a planner, or a person in its place, wants of the rest. */
interface Drafted extends PlannerSaid {
  readonly calls: readonly Call[];
}

type Check = (plan: Plan, kept: ReadonlySet<string>) => readonly string[];

/** The planner's answer as an event: accepted, sent back with its problems, or refused for the step ceiling. */
export function draftEvent(
  state: RunState,
  answer: Drafted,
  check: Check,
): Extract<RunEventBody, { type: 'plan.draft' }> {
  const { calls } = answer;
  const isPersons = state.cause === 'person';
  const revision = state.revision + 1;
  const cause = isPersons ? ({ cause: 'person' } as const) : {};
  const draft = { type: 'plan.draft', revision, calls, ...saidIn(answer), ...cause } as const;
  if (calls.length === 0 && (answer.output ?? null) === null) return draft;
  if (!isPersons && isOveruse(state)) return { ...draft, problems: [OVERUSE] };
  const plan = revisedPlan(state, answer);
  // What changes nothing leaves what waits for a retry as it is, too.
  if (isPersons && state.ownCalls === null && changesNothing(state.program.plan, plan))
    return { ...draft, calls: [] };
  const problems = check(plan, keptIds(state, plan));
  if (problems.length > 0) return { ...draft, problems };
  const toRun = stepsToRun(state, calls);
  if (passesCeiling(state, toRun.length, [...new Set(toRun)])) return { ...draft, refused: 'step_budget' };
  return goesBeyond(state, calls) ? { ...draft, beyond: true } : draft;
}

/** The planner's answer to a tick as an event. Refused or not, it uses up a turn. */
export function turnEvent(
  state: RunState,
  given: Drafted,
  check: Check,
): Extract<RunEventBody, { type: 'plan_turn' }> {
  const { streaming } = state;
  const named = new Set(given.calls.map(({ _id }) => _id));
  // What has streamed in stands, whatever was said after it.
  const come = streaming?.calls.filter(({ _id }) => !named.has(_id)) ?? [];
  const answer = come.length === 0 ? given : { ...given, calls: [...come, ...given.calls] };
  const { calls } = answer;
  const { program } = state;
  const numbers = { turn: state.turnsTaken + 1, revision: state.revision + 1 };
  const turn = { type: 'plan_turn', ...numbers, calls, ...saidIn(answer) } as const;
  const plan = revisedPlan(state, answer);
  const toRun = stepsToRun(state, calls);
  const different = streaming ? newIn(streaming, calls) : [...new Set(toRun)];
  const isDone = (answer.output ?? null) !== null;
  if (different.length === 0 && !isDone && state.idleRevision) return { ...turn, problems: [OVERUSE] };
  if (plan.strategy === 'iterative' && different.length > MOST_CALLS_A_TURN)
    return { ...turn, problems: [tooMany(different.length)] };
  const problems = check(plan, keptIds(state, plan));
  if (problems.length > 0) return { ...turn, problems };
  const { counted } = state.steps;
  const begun = program.steps.filter(({ index, call }) => counted[index] === 1 && toRun.includes(call));
  return passesCeiling(state, toRun.length - begun.length, [...new Set(toRun)])
    ? { ...turn, refused: 'step_budget' }
    : turn;
}

/** Calls of a turn that were not done before it, whatever has become of them since. */
const newIn = ({ kept }: Streaming, calls: readonly Call[]): readonly Call[] =>
  calls.filter((call) => !kept.some((own) => own._id === call._id && behavesAlike(own, call)));

const saidIn = ({ output, reflection, told, remedies, tokens, cost }: PlannerSaid): PlannerSaid => ({
  ...(output === undefined ? {} : { output }),
  ...(reflection === undefined ? {} : { reflection }),
  ...(told === undefined ? {} : { told }),
  ...(remedies === undefined ? {} : { remedies }),
  ...(tokens === undefined ? {} : { tokens }),
  ...(cost === undefined ? {} : { cost }),
});

function changesNothing(before: Plan, after: Plan): boolean {
  const { removed, added, revised } = diffCalls(before.calls, after.calls);
  return (
    removed.length + added.length + revised.length === 0 &&
    jsonEquals(before.output ?? null, after.output ?? null)
  );
}

/** C-6, L-61: two planner turns in a row that execute nothing, where a plan is made a step at a time. */
const isOveruse = ({ program, idleRevision, ownCalls }: RunState): boolean =>
  program.plan.strategy === 'iterative' && idleRevision && ownCalls === null;

const OVERUSE =
  'planner_overuse_execute_next_step: nothing of the last plan has been executed yet. Leave the plan as it is and execute its next step.';

const tooMany = (count: number): string =>
  `The plan is made a step at a time, and this turn would run ${count} calls. Answer with ${MOST_CALLS_A_TURN} at most; the others can come in a later turn.`;

/** Whether a draft brings a tool, effect, input or flow that was not approved. Only real code has effects. */
const goesBeyond = (state: RunState, calls: readonly Call[]): boolean =>
  state.setting.contractBehind !== undefined && !isWithinScope(beyondSigned(state, calls));

/** What a planner's calls bring that was not signed: of a part (L-76) they are measured against that part. */
export function beyondSigned(state: RunState, calls: readonly Call[]): BeyondScope {
  const { program, part, delegates } = state;
  const after = { plan: revisedPlan(state, { calls }), part: revisedPart(part, calls) };
  // What a planner has added without a person's looking at it widens nothing (L-64).
  const before = program.plan.mandate === undefined ? program.plan : vouchedPlan(state);
  const signed = { plan: before, part: part ?? undefined };
  return beyondScope(signed, after, settingSigned(state), delegates);
}

/** The same without what the plan's own mandate holds: a person has signed that, too (L-64). */
export function beyondApproved(state: RunState, calls: readonly Call[]): BeyondScope {
  const beyond = beyondSigned(state, calls);
  const { mandate } = state.program.plan;
  if (mandate === undefined) return beyond;
  const within = new Set(
    calls.flatMap((call) => {
      const reach = reachOf(call, {}, state.setting.catalogue.get(call._tool), state.setting);
      return isWithin(mandate, reach) ? [call._id] : [];
    }),
  );
  return {
    ...beyond,
    tools: beyond.tools.filter((tool) => !mandate.tools.includes(tool)),
    effects: beyond.effects.filter((effect) => !mandate.effects.includes(effect)),
    flows: beyond.flows.filter(({ call }) => !within.has(call)),
  };
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
