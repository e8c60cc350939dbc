/** Runs a `run` or `resume` case in a place where time is virtual, with the same host as everything else. */

import { checkPlan } from '../../check/check.ts';
import { newContext } from '../../host/context.ts';
import { memoryStore } from '../../host/memory-place.ts';
import type { Activities, CallStart, RunFacts } from '../../host/port.ts';
import { LetGo } from '../../host/refusal.ts';
import { takenUp } from '../../host/stored-run.ts';
import { itemAt } from '../../lib/columns.ts';
import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import type { Plan } from '../../plan/document.ts';
import { parseExpression } from '../../plan/expression.ts';
import { kindsOf } from '../../plan/parsed-call.ts';
import { attemptsOf } from '../../run/attempt-log.ts';
import { beginning } from '../../run/begin.ts';
import type { RunEvent } from '../../run/events.ts';
import { lookUp, storedValue } from '../../run/reading.ts';
import type { RunState } from '../../run/state.ts';
import { type OpenQuestion, openQuestions } from '../../run/view.ts';
import { rootOf } from '../../run/write-log.ts';
import {
  type Played,
  type Question,
  runVirtually,
  type VirtualPlace,
  virtualPlace,
} from '../../simulate/virtual-place.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import type { Answer, Case, Outcome, ScriptEntry } from './case.ts';
import { entryOf } from './http-entry.ts';
import { catalogueFor, instancesOf, planOf } from './setting.ts';

/** The executor dies here: the journal keeps what it holds. */
class Killed extends LetGo {}

type Script = NonNullable<Case['script']>;

/** What activities and people did, over both lives of a resume case. */
interface World {
  readonly entered: Map<string, number>;
  readonly seen: JsonObject;
  readonly starts: string[];
  answers: Answer[];
  plannerCalls: number;
  maxInFlight: number;
}

export async function runCase(given: Case): Promise<Outcome> {
  const plan = planOf(given.plan ?? {}, given.policy);
  const instances = instancesOf(given.instances);
  const catalogue = catalogueFor(plan, ...(given.planner ?? []));
  const setting = { catalogue, hasActivity: () => !plan.tools };
  const world: World = {
    entered: new Map(),
    seen: {},
    starts: [],
    answers: [...(given.answers ?? [])],
    plannerCalls: 0,
    maxInFlight: 0,
  };
  const problemsOf = (revision: Plan, kept?: ReadonlySet<string>): string[] => {
    const labels = instances.map((instance) => instance.label);
    const initials = instances.map((instance) => instance.state).filter((state) => state !== undefined);
    const plans = [revision, ...initials.map((initial) => withInitial(revision, initial))];
    return plans.flatMap((one) =>
      checkPlan(one, catalogue, {
        ...(labels.length > 0 ? { instances: labels } : {}),
        ...(kept ? { kept } : {}),
      })
        .problems.filter((problem) => problem.severity === 'error')
        .map((problem) => problem.message),
    );
  };

  const script = await scriptOf(given, plan, catalogue);
  const store = memoryStore();
  const written: RunEvent[] = [];

  /** One life of the executor. @param kill after which event it dies */
  const live = async (kill: Case['killAfter']) => {
    let killed = false;
    const place: VirtualPlace = virtualPlace({
      setting,
      play: (_, start) => play(world, script, start),
      answer: (question) => answerTo(world, question),
      replan: () => given.planner?.[world.plannerCalls++] ?? [],
      check: (revision, _, kept) => problemsOf(revision, kept),
      startAt: written.at(-1)?.time ?? 0,
      store: {
        ...store,
        append: async (row, events, strict) => {
          const kept: RunEvent[] = [];
          for (const event of events) {
            if (killed) break;
            kept.push(event);
            written.push(event);
            if (event.type === 'plan_step_started' && event.attempt === 1 && !event.again)
              world.starts.push(event.call);
            killed = kill !== undefined && isReached(written, kill);
          }
          await store.append({ ...row, lastSeq: kept.at(-1)?.seq ?? 0 }, kept, strict);
          // What was started in this batch is entered before the executor dies; nothing else follows.
          if (killed && kill?.event !== 'plan_step_started') throw new Killed();
          if (killed) place.find(RUN)?.letGo(new Killed());
        },
      },
    });
    const { activities } = place;
    const dying: VirtualPlace = Object.assign(place, {
      activities: (facts: RunFacts): Activities => {
        const own = activities(facts);
        const { start } = own;
        const isDurable = ({ id, attempt }: CallStart) =>
          written.some((e) => e.type === 'plan_step_started' && e.call === id && e.attempt === attempt);
        return Object.assign(own, {
          start: (call: CallStart) => (!killed || isDurable(call) ? start(call) : undefined),
        });
      },
    });
    const run = newContext(dying, RUN, { planId: plan.id, title: given.name });
    const begun = { plan, ...(given.input ? { input: given.input } : {}), instances };
    const { first, again } =
      written.length > 0
        ? await takenUp(run, written)
        : { first: beginning(begun, problemsOf(plan)), again: [] };
    for (const question of openQuestions(run.state).flatMap(asQuestion)) place.ask(question, RUN);
    try {
      await runVirtually(run, place, first, again);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
    world.maxInFlight = Math.max(world.maxInFlight, place.maxInFlight);
    return { state: run.state, killed, now: place.clock.now() };
  };

  let life = await live(given.killAfter);
  if (life.killed) {
    world.answers = answersLeft(given.answers ?? [], written);
    life = await live(undefined);
  }
  return outcomeOf(given, life.state, world, written, life.now);
}

const RUN = 'case';

const withInitial = (plan: Plan, initial: JsonObject): Plan => ({
  ...plan,
  state: { ...plan.state, initial: { ...(plan.state?.initial ?? {}), ...initial } },
});

function isReached(
  journal: readonly RunEvent[],
  { event, count, call }: NonNullable<Case['killAfter']>,
): boolean {
  const held = journal.filter(
    (one) => one.type === event && (call === undefined || ('call' in one && one.call === call)),
  );
  return held.length >= count;
}

/** The script with what the app's own HTTP makes of the answers in it. */
async function scriptOf({ script = {} }: Case, plan: Plan, catalogue: Catalogue): Promise<Script> {
  const played = async ([id, entries]: [string, Script[string]]): Promise<[string, Script[string]]> => {
    const effect = catalogue.get(plan.calls.find(({ _id }) => _id === id)?._tool ?? '')?.effect;
    const writes = effect === 'write' || effect === 'irreversible';
    return [id, await Promise.all(entries.map((entry) => (entry.http ? entryOf(entry, writes) : entry)))];
  };
  return Object.fromEntries(await Promise.all(Object.entries(script).map(played)));
}

const DEFAULT_MS = 10;

function play(world: World, script: Script, start: CallStart): Played {
  const entered = world.entered.get(start.id) ?? 0;
  world.entered.set(start.id, entered + 1);
  world.seen[start.id] = start.params;
  const entries: readonly ScriptEntry[] = script[start.id] ??
    script[start.call._id] ?? [{ value: { ok: true } }];
  const entry = entries[Math.min(entered, entries.length - 1)] ?? {};
  const ms = entry.ms ?? DEFAULT_MS;
  if (entry.throw) return { ms, throws: entry.throw };
  return { ms, value: entry.value ?? null, ...(entry.branch === undefined ? {} : { route: entry.branch }) };
}

/** What a person had not said yet when the executor died. */
function answersLeft(answers: readonly Answer[], journal: readonly RunEvent[]): Answer[] {
  const left = [...answers];
  for (const event of journal) {
    if (event.type !== 'approval') continue;
    const said = left.findIndex((answer) => answer.gate === event.gate && answer.call === event.call);
    if (said !== -1) left.splice(said, 1);
  }
  return left;
}

/** An open question as it was asked. */
function asQuestion(question: OpenQuestion): Question[] {
  if (question.kind === 'replan') return [];
  const call = question.kind === 'gate' ? (question.calls[0] ?? '') : question.call;
  const gate = question.kind === 'gate' ? { gate: question.gate } : {};
  return [{ type: 'plan_step_waiting', call, kind: question.kind, ...gate }];
}

function answerTo(world: World, question: Question) {
  const at = world.answers.findIndex((answer) =>
    question.kind === 'gate'
      ? answer.gate === question.gate
      : answer.gate === undefined && answer.call === question.call,
  );
  if (at === -1) return null;
  const [answer] = world.answers.splice(at, 1);
  const { ms = 0, ...decision } = answer!;
  return { ms, says: decision };
}

function outcomeOf(
  given: Case,
  state: RunState,
  world: World,
  journal: readonly RunEvent[],
  elapsed: number,
): Outcome {
  const count = (type: RunEvent['type']) => {
    const byCall: JsonObject = {};
    for (const event of journal) {
      if (event.type === type && 'call' in event && event.call !== undefined && !('again' in event)) {
        byCall[event.call] = (Number(byCall[event.call] ?? 0) || 0) + 1;
      }
    }
    return byCall;
  };
  const retryDelays: Record<string, number[]> = {};
  for (const event of journal) {
    if (event.type !== 'plan_step_retry') continue;
    retryDelays[event.call] = [...(retryDelays[event.call] ?? []), event.delayMs];
  }
  const failures: JsonObject = {};
  for (const attempt of attemptsOf(state.history))
    if (attempt.failure) failures[attempt.step] = attempt.failure.code;
  const calls: JsonObject = Object.fromEntries(state.retired);
  for (const step of state.program.steps) calls[step.id] = itemAt(state.steps.status, step.index);
  const ended = state.status !== 'running' && state.status !== 'new';
  return {
    status: ended ? state.status : 'waiting',
    reason: state.reason,
    calls,
    state: valuesAt(state, isObject(given.expect.state) ? Object.keys(given.expect.state) : []),
    absent: absentOf(state, Array.isArray(given.expect.absent) ? given.expect.absent.map(String) : []),
    output: state.output,
    starts: world.starts,
    attempts: count('plan_step_started'),
    retryDelays,
    maxInFlight: world.maxInFlight,
    elapsed,
    failures,
    diffs: journal.flatMap((event) =>
      event.type === 'plan.diff'
        ? [{ removed: [...event.removed], added: [...event.added], revised: [...event.revised] }]
        : [],
    ),
    plannerCalls: world.plannerCalls,
    seen: world.seen,
    executions: Object.fromEntries(world.entered),
    warnings: journal.flatMap((event) =>
      event.type === 'plan_step_completed' && event.unreadable !== undefined ? ['unreadable-answer'] : [],
    ),
  };
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
