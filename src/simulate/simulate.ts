/** The dry run (PLAN-LANGUAGE §11): a run in a place where time is virtual and results are invented. Nothing is called. */

import { newContext, spentFor, titleOf } from '../host/context.ts';
import type { CallStart } from '../host/port.ts';
import { intAt, itemAt, realAt } from '../lib/columns.ts';
import { isObject, type Json, type JsonObject, setOwn } from '../lib/json.ts';
import { type Delegates, NO_DELEGATES, withOwnPlans } from '../plan/delegates.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Ref } from '../plan/expression.ts';
import type { Write } from '../plan/graph.ts';
import { rowOf } from '../plan/rows.ts';
import { beginning } from '../run/begin.ts';
import type { CallStatus, RunEvent, RunReason, RunStatus } from '../run/events.ts';
import { withDefaults } from '../run/revision.ts';
import type { RunSetting, RunState } from '../run/state.ts';
import { runStatus } from '../run/view.ts';
import { type WriteView, writeLog } from '../run/written.ts';
import { namesAgent } from '../tools/agent-mandate.ts';
import { type Reads, readsOf } from './reads.ts';
import { completed, placeholder, sampleOf } from './sample.ts';
import type { Decision, Scenario } from './scenario.ts';
import {
  type Answered,
  type Played,
  type Question,
  runVirtually,
  type VirtualPlace,
  virtualPlace,
} from './virtual-place.ts';

/** What a dry run is made with. */
export interface SimulationOptions {
  readonly setting: RunSetting;
  /** Values of the input; what is missing is invented from its schema. */
  readonly input?: JsonObject;
  /** The plans of the library below this one (L-52); those in its own document need not be among them. A call whose plan is not among them is played as a tool is. */
  readonly delegates?: Delegates;
  /** Milliseconds a call takes, where an earlier run or its contract tells. */
  readonly durationOf?: (start: CallStart) => number | undefined;
}

/** How one call went in a dry run. */
export interface SimulatedCall {
  readonly status: CallStatus;
  /** Virtual milliseconds; 0 for a call that never started. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** 1 for calls that wait for none that ran, else one more than the latest of those. 0: it never ran. */
  readonly wave: number;
}

/** What a dry run came to. */
export interface Simulation {
  readonly status: RunStatus;
  readonly reason: RunReason | null;
  readonly output: Json;
  readonly calls: Readonly<Record<string, SimulatedCall>>;
  /** Call ids in the order of their first start. */
  readonly order: readonly string[];
  readonly waves: readonly (readonly string[])[];
  readonly writes: readonly WriteView[];
  /** What it came to that a scenario decides, in order: calls that were entered, gates that were asked for. */
  readonly met: readonly { readonly kind: Decision['kind']; readonly name: string }[];
  /** The journal, for a playback. */
  readonly events: readonly RunEvent[];
  /** Virtual milliseconds from start to end. */
  readonly elapsedMs: number;
  /** US dollars, by the contracts, with what the sub-plans spend. */
  readonly cost: number;
}

/** Plays one scenario, its sub-plans with it. Never rejects for a plan that passed the checks. */
export async function simulate(
  plan: Plan,
  scenario: Scenario,
  options: SimulationOptions,
): Promise<Simulation> {
  const delegates = asHandedInvented(withOwnPlans(plan, options.delegates ?? NO_DELEGATES));
  // Which way a sub-plan goes is no choice of this plan's: there all succeeds.
  const scenarioIn = (runId: string): Scenario => (runId === DRY_RUN ? scenario : {});
  const reads = readsByPlan(delegates);
  const place: VirtualPlace = virtualPlace({
    setting: { ...options.setting, invented: true },
    play: (runId, start) =>
      play(start, scenarioIn(runId), reads(planOf(place.journal(runId)) ?? plan), options),
    answer: (question, runId) => answerTo(question, scenarioIn(runId)),
    // What a planner would add nobody knows before it is asked (L-63): the calls that stand there are all that is played.
    replan: ({ cause }) =>
      cause === 'tick'
        ? { ms: GUESSED_MS.latent, answer: { calls: [], output: placeholder('result', []) } }
        : undefined,
  });
  const run = newContext(place, DRY_RUN, { planId: plan.id, title: titleOf(plan) });
  const input = inventedInput(plan, options.input ?? {}, reads(plan));
  const first = beginning({ plan: withoutAgents(goneInto(plan, scenario, delegates)), input, delegates }, []);
  await runVirtually(run, place, first);
  return report(run.state, place.journal(DRY_RUN), place.clock.now(), spentFor(run).cost);
}

const DRY_RUN = 'dry-run';

/** Sub-plans as they are handed what is invented: it must be there, and need fit no schema. */
function asHandedInvented(delegates: Delegates): Delegates {
  const plans: Record<string, Plan> = {};
  for (const [name, own] of Object.entries(delegates)) {
    const plan = withoutAgents(own);
    const schema = plan.input?.schema;
    if (!isObject(schema)) plans[name] = plan;
    else {
      const { required } = schema as JsonObject;
      const defaults = { ...onlyDefaults(schema), ...(required === undefined ? {} : { required }) };
      plans[name] = { ...plan, input: { ...plan.input, schema: defaults } };
    }
  }
  return plans;
}

function onlyDefaults(schema: Record<string, unknown>): JsonObject {
  const own: JsonObject = {};
  if (schema.default !== undefined) own.default = schema.default as Json;
  if (!isObject(schema.properties)) return own;
  const properties: JsonObject = {};
  for (const [key, property] of Object.entries(schema.properties))
    if (isObject(property)) setOwn(properties, key, onlyDefaults(property));
  return { ...own, properties };
}

/** An agent decides on its calls as it goes (L-56): its result is invented as a model's is. */
const withoutAgents = (plan: Plan): Plan =>
  plan.calls.some(namesAgent)
    ? { ...plan, calls: plan.calls.map((call) => (namesAgent(call) ? { ...call, _activity: '' } : call)) }
    : plan;

/** What a plan reads is worked out once; its calls stay the same in every room that it runs in. */
function readsByPlan(delegates: Delegates): (plan: Plan) => Reads {
  const known = new Map<Plan['calls'], Reads>();
  return (plan) => {
    const own = known.get(plan.calls) ?? readsOf(plan, delegates);
    known.set(plan.calls, own);
    return own;
  };
}

function planOf(journal: readonly RunEvent[]): Plan | undefined {
  const [first] = journal;
  return first?.type === 'plan.commit' ? first.plan : undefined;
}

/**
 * The plan with its calls that delegate as calls of their own where what comes of them is given: a failure, another
 * alternative, a result that stands, a sub-plan that is not there. All others are gone into.
 */
function goneInto(plan: Plan, scenario: Scenario, delegates: Delegates): Plan {
  const { calls: choices = {}, pinned = {}, recorded = {} } = scenario;
  const isGiven = ({ _id, _delegate }: Call): boolean =>
    _delegate !== undefined &&
    ((Object.hasOwn(choices, _id) && choices[_id] !== 0) ||
      Object.hasOwn(pinned, _id) ||
      Object.hasOwn(recorded, _id) ||
      !Object.hasOwn(delegates, _delegate));
  if (!plan.calls.some(isGiven)) return plan;
  const own = ({ _delegate, ...call }: Call): Call => call as Call;
  return { ...plan, calls: plan.calls.map((call) => (isGiven(call) ? own(call) : call)) };
}

function inventedInput(plan: Plan, given: JsonObject, reads: Reads): JsonObject {
  const schema = plan.input?.schema;
  const sample = isObject(schema) ? sampleOf({ ...schema, type: 'object' }) : {};
  // An input that no schema declares is asked for by the form (L-18): without a value its readers would seem dead.
  const invented = completed(sample, 'input', reads.below({ kind: 'input', path: [] })) as JsonObject;
  return withDefaults(schema, { ...invented, ...given });
}

/** A guess where nothing tells: a model takes seconds, a network call a moment, a computation next to nothing. */
const GUESSED_MS = { latent: 4000, outside: 400, inside: 50 } as const;

function play(start: CallStart, scenario: Scenario, reads: Reads, options: SimulationOptions): Played {
  const guess = start.latent
    ? GUESSED_MS.latent
    : start.effect === 'none'
      ? GUESSED_MS.inside
      : GUESSED_MS.outside;
  const typical = start.contract?.typicalMs;
  const ms = options.durationOf?.(start) ?? (typeof typical === 'number' ? typical : guess);
  const choice = scenario.calls?.[start.call._id] ?? 0;
  if (choice === 'fail') {
    const message = `${start.call._id} was chosen to fail in this dry run.`;
    return { ms, throws: { code: 'tool-error', message } };
  }
  const alternatives = reads.alternatives(start.call);
  const value = inventedValue(start, alternatives[choice] ?? [], scenario, reads);
  return alternatives.length > 1 ? { ms, value, route: choice } : { ms, value };
}

/** In order: a pinned value, a recorded result, a sample of `_output`, a placeholder (L-81). */
function inventedValue(start: CallStart, targets: readonly Ref[], scenario: Scenario, reads: Reads): Json {
  const { _id: id } = start.call;
  for (const known of [scenario.pinned, scenario.recorded]) {
    if (known && Object.hasOwn(known, id)) return known[id]!;
  }
  const inside = targets.flatMap(reads.below);
  const sample = start.contract?._output === undefined ? null : sampleOf(start.contract._output);
  return sample === null ? placeholder(id, inside) : completed(sample, id, inside);
}

/** A person's part is played too: what fails is skipped, what asks is approved. */
function answerTo({ kind, call, gate }: Question, scenario: Scenario): Answered | null {
  switch (kind) {
    case 'gate':
      return { ms: 0, says: { gate: gate ?? '', choose: scenario.gates?.[gate ?? ''] ?? 'approve' } };
    case 'approval':
      return { ms: 0, says: { call, choose: 'approve' } };
    case 'failure':
    case 'in_doubt':
      return { ms: 0, says: { call, choose: 'skip' } };
    default:
      return null;
  }
}

function report(state: RunState, events: readonly RunEvent[], elapsedMs: number, cost: number): Simulation {
  const { program } = state;
  const calls: Record<string, SimulatedCall> = {};
  const waves: string[][] = [];
  const waveOf = new Map<number, number>();
  /** By list of writers, which all who see the same share: every writer comes before every reader. */
  const latest = new Map<readonly Write[], number>();
  function latestOf(writes: readonly Write[]): number {
    let wave = latest.get(writes);
    if (wave === undefined) {
      wave = 0;
      for (const { call } of writes) wave = Math.max(wave, waveOf.get(call) ?? 0);
      latest.set(writes, wave);
    }
    return wave;
  }
  const byRank = [...program.steps].sort(
    (a, b) => intAt(program.rank, a.index) - intAt(program.rank, b.index),
  );
  for (const step of byRank) {
    const { status, attempt, startedAt, endedAt } = state.steps;
    let wave = 0;
    if (intAt(attempt, step.index) > 0) {
      for (const read of rowOf(program.reads, step.index))
        wave = Math.max(wave, latestOf(itemAt(program.paths, read).writes));
      wave += 1;
      waveOf.set(step.index, wave);
      const row = waves[wave - 1];
      if (row) row.push(step.id);
      else waves[wave - 1] = [step.id];
    }
    calls[step.id] = {
      status: itemAt(status, step.index),
      startedAt: realAt(startedAt, step.index),
      endedAt: realAt(endedAt, step.index),
      wave,
    };
  }
  const order = events.flatMap((event) =>
    event.type === 'plan_step_started' && event.attempt === 1 && !event.again ? [event.call] : [],
  );
  const status = runStatus(state);
  return {
    status: status === 'new' ? 'failed' : status,
    reason: state.reason,
    output: state.output,
    calls,
    order,
    waves,
    writes: writeLog(state),
    met: metIn(state, events),
    events,
    elapsedMs,
    cost,
  };
}

function metIn({ program }: RunState, events: readonly RunEvent[]): Simulation['met'] {
  const met = new Map<string, Simulation['met'][number]>();
  const add = (kind: Decision['kind'], name: string) => met.set(`${kind} ${name}`, { kind, name });
  for (const event of events) {
    if (event.type === 'plan_step_waiting' && event.gate !== undefined) add('gate', event.gate);
    if (event.type !== 'plan_step_started') continue;
    const step = program.index.get(event.call);
    if (step !== undefined) add('call', itemAt(program.steps, step).call._id);
  }
  return [...met.values()];
}
