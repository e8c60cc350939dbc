/** Runs a `run` or `resume` case in a place where time is virtual, with the same host as everything else. */

import { checkPlan } from '../../check/check.ts';
import { refusesRun } from '../../check/errors-of.ts';
import { fold, newContext, type RunContext, spentFor } from '../../host/context.ts';
import { memoryStore } from '../../host/memory-place.ts';
import type { Activities, CallStart, RunFacts, RunRow } from '../../host/port.ts';
import { LetGo } from '../../host/refusal.ts';
import { takenUp } from '../../host/stored-run.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import { libraryOf as approved, type Delegates, delegatesOf, ownPlansIn } from '../../plan/delegates.ts';
import type { Plan } from '../../plan/document.ts';
import { type Beginning, beginning } from '../../run/begin.ts';
import type { Choice } from '../../run/decision.ts';
import type { RunEvent, RunEventBody } from '../../run/events.ts';
import { forkBeginning } from '../../run/fork.ts';
import { failedAgain } from '../../run/instance-view.ts';
import type { Fork } from '../../run/messages.ts';
import { type OpenQuestion, openQuestions } from '../../run/view.ts';
import {
  type Played,
  type Question,
  runVirtually,
  type VirtualPlace,
  virtualPlace,
} from '../../simulate/virtual-place.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import type { Answer, Case, Outcome, ScriptEntry } from './case.ts';
import { type CaseNames, caseNames, scriptKeys } from './case-names.ts';
import { entryOf } from './http-entry.ts';
import { outcomeOf } from './outcome-of.ts';
import { answerIn, answerStreamed, callsPlanned, plannersOf, streamIn } from './planned.ts';
import { catalogueFor, instancesOf, libraryOf, planOf, settingFor } from './setting.ts';

/** The executor dies here: the journal keeps what it holds. */
class Killed extends LetGo {}

type Script = NonNullable<Case['script']>;

/** What activities and people did, over both lives of a resume case. */
interface World {
  readonly names: CaseNames;
  readonly entered: Map<string, number>;
  readonly seen: JsonObject;
  readonly starts: string[];
  answers: Answer[];
  maxInFlight: number;
}

export const runCase = async (given: Case): Promise<Outcome> => (await playedCase(given)).outcome;

/** What came of a case, and the journals of the run and all below it, in the order in which their events became durable. */
export async function playedCase(
  given: Case,
): Promise<{ readonly outcome: Outcome; readonly journal: readonly RunEvent[] }> {
  const plan = planOf(given.plan ?? {}, given.policy);
  const library = libraryOf(given);
  const delegates = delegatesOf(plan, library);
  const { instances, canary } = instancesOf(given.instances);
  const planned = callsPlanned(given);
  const setting = settingFor(plan, delegates, ...planned);
  const names = caseNames();
  const planners = plannersOf(given);
  const world: World = {
    names,
    entered: new Map(),
    seen: {},
    starts: [],
    answers: [...(given.answers ?? [])],
    maxInFlight: 0,
  };
  const problemsOf = (
    revision: Plan,
    below: Delegates,
    kept?: ReadonlySet<string>,
    isOpen = false,
  ): string[] => {
    const isTop = revision.id === plan.id;
    const labels = isTop ? instances.map((instance) => instance.label) : [];
    const initials = isTop
      ? instances.map((instance) => instance.state).filter((state) => state !== undefined)
      : [];
    const plans = [revision, ...initials.map((initial) => withInitial(revision, initial))];
    const catalogue = catalogueFor(revision, ...planned);
    return plans.flatMap((one) =>
      checkPlan(one, catalogue, {
        library: approved(below),
        catalogueBelow: catalogueFor,
        ...(one.plans ? {} : { ownPlans: ownPlansIn(below) }),
        ...(labels.length > 0 ? { instances: labels } : {}),
        ...(kept ? { kept } : {}),
      })
        .problems.filter((problem) => refusesRun(problem, isOpen))
        .map((problem) => problem.message),
    );
  };

  const script = await scriptOf(given, plan, catalogueFor(plan));
  const store = memoryStore();
  const written: RunEvent[] = [];

  /** One life of the executor. @param kill after which event it dies */
  const live = async (runId: string, kill: Case['killAfter'], anew: () => readonly RunEventBody[]) => {
    let killed = false;
    const place: VirtualPlace = virtualPlace({
      setting,
      play: (runId, start) => play(world, script, names.call(runId, start.id), start),
      answer: (question, runId) => answerTo(world, question, runId),
      replan: (request, runId) => {
        const entry = planners.next(names.run(runId), request);
        const stream = streamIn(entry);
        if (!stream) return { ms: 0, answer: answerIn(entry) };
        const come = stream.flatMap(({ ms, call }) => (call ? [{ ms, call }] : []));
        return { ms: stream.at(-1)?.ms ?? 0, answer: answerStreamed(stream), stream: come };
      },
      check: problemsOf,
      startAt: written.reduce((latest, { time }) => Math.max(latest, time), 0),
      store: {
        ...store,
        append: async (row, events, strict) => {
          names.learn(row.runId, row.parent);
          const kept: RunEvent[] = [];
          for (const event of events) {
            if (killed) break;
            kept.push(event);
            written.push(event);
            note(world, event);
            killed = kill !== undefined && isReached(written, kill, names);
          }
          if (kept.length > 0) await store.append(rowUpTo(row, kept, events), kept, strict);
          // What was started in this batch is entered before the executor dies; nothing else follows.
          if (killed && kill?.event !== 'plan_step_started') throw new Killed();
          if (killed) place.find(runId)?.letGo(new Killed());
        },
      },
    });
    const { activities } = place;
    const dying: VirtualPlace = Object.assign(place, {
      activities: (facts: RunFacts): Activities => {
        const own = activities(facts);
        const { start } = own;
        const isDurable = ({ id, attempt }: CallStart) =>
          written.some(
            (e) =>
              e.type === 'plan_step_started' &&
              e.runId === facts.runId &&
              e.call === id &&
              e.attempt === attempt,
          );
        return Object.assign(own, {
          start: (call: CallStart) => (!killed || isDurable(call) ? start(call) : undefined),
        });
      },
    });
    const run = newContext(dying, runId, { planId: plan.id, title: given.name });
    const own = written.filter((event) => event.runId === runId);
    const { first, again } = own.length > 0 ? await takenUp(run, own) : { first: [...anew()], again: [] };
    for (const { runId: asking, question } of await stillOpen(run, names)) place.ask(question, asking);
    for (const { ms, say } of changesLeft(given, written))
      place.clock.alarm(Math.max(0, ms - place.clock.now()), () => void place.find(runId)?.wish(say));
    for (const { ms, call } of stopsLeft(given, written, names))
      place.clock.alarm(Math.max(0, ms - place.clock.now()), () => stopIn(place, names, call));
    try {
      await runVirtually(run, place, first, again);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
    world.maxInFlight = Math.max(world.maxInFlight, place.maxInFlight);
    return { run, killed, now: place.clock.now() };
  };

  let kill = given.killAfter;
  /** A run to its end, over as many lives of the executor as it takes. */
  const lived = async (runId: string, anew: () => readonly RunEventBody[]) => {
    const life = await live(runId, kill, anew);
    if (!life.killed) return life;
    kill = undefined;
    world.answers = answersLeft(given.answers ?? [], written, names);
    planners.died(answersIn(written, names));
    return live(runId, undefined, anew);
  };
  const begun: Beginning = {
    ...{ plan, instances, delegates },
    ...(given.input ? { input: given.input } : {}),
    ...(canary === undefined ? {} : { canary }),
  };
  let life = await lived(RUN, () => beginning(begun, problemsOf(plan, delegates)));
  if (given.again === 'failed') {
    const before = { state: life.run.state, isForeign: false };
    const { cleared } = failedAgain(before.state);
    const fork: Fork = { runId: RUN, cleared, values: {}, again: 'failed' };
    if (cleared.length > 0) life = await lived(AGAIN, () => forkBeginning(before, fork, begun));
  }
  const { state } = life.run;
  const below = await Promise.all(
    [...names.below].map(async (runId) => fold(life.run.place, runId, await store.events(runId))),
  );
  const { cost } = spentFor(life.run);
  const came = { ...world, planners, state, below, journal: written, elapsed: life.now, cost };
  return { outcome: outcomeOf(given, came), journal: written };
}

/** How many answers of planners are in the journals, by name: those that went back among them. */
function answersIn(journal: readonly RunEvent[], names: CaseNames): ReadonlyMap<string, number> {
  const answered = new Map<string, number>();
  for (const event of journal) {
    const isPlanners = event.type === 'plan_turn' || event.type === 'plan_replan_again';
    if (!isPlanners && (event.type !== 'plan.draft' || event.by === 'person')) continue;
    const name = names.run(event.runId);
    answered.set(name, (answered.get(name) ?? 0) + 1);
  }
  return answered;
}

/** What a person had not said yet when the executor died. */
function changesLeft({ changes = [] }: Case, journal: readonly RunEvent[]): NonNullable<Case['changes']> {
  const said = journal.filter(({ type }) => type === 'plan_said').length;
  return changes.toSorted((a, b) => a.ms - b.ms).slice(said);
}

/** Those that no journal had when the executor died. */
const stopsLeft = ({ stops = [] }: Case, journal: readonly RunEvent[], names: CaseNames) =>
  stops.filter(
    ({ call }) =>
      !journal.some(
        (one) =>
          one.type === 'plan_step_failed' && one.by === 'person' && names.call(one.runId, one.call) === call,
      ),
  );

/** Of a call in a sub-run that run is asked. */
function stopIn(place: VirtualPlace, names: CaseNames, call: string): void {
  const own = call.slice(call.lastIndexOf('/') + 1);
  const runId = [RUN, AGAIN, ...names.below].find((id) => names.call(id, own) === call);
  void place.find(runId ?? '')?.stopCall(own);
}

/** The row as it stands after the part of a batch that was kept: what was cut off may have been the run's end. */
const rowUpTo = (row: RunRow, kept: readonly RunEvent[], events: readonly RunEvent[]): RunRow =>
  kept.length === events.length
    ? row
    : { ...row, lastSeq: kept.at(-1)?.seq ?? 0, status: 'running', reason: null, open: 1 };

/** What an event that is kept says beside what the states tell. */
function note({ names, starts, seen }: World, event: RunEvent): void {
  if (event.type === 'plan_step_started' && event.attempt === 1 && !event.again) {
    const name = names.call(event.runId, event.call);
    if (!starts.includes(name)) starts.push(name);
  }
  const below = names.run(event.runId);
  if (event.type === 'plan.commit' && event.revision === 1 && below !== '') seen[below] = event.input ?? {};
}

/** The questions that the journals of a run and all below it leave open. */
async function stillOpen(
  { place, state }: RunContext,
  names: CaseNames,
): Promise<{ readonly runId: string; readonly question: Question }[]> {
  const below = await Promise.all(
    [...names.below].map(async (runId) => fold(place, runId, await place.store.events(runId))),
  );
  return [state, ...below]
    .filter(({ status }) => status === 'running')
    .flatMap((one) =>
      openQuestions(one)
        .flatMap(asQuestion)
        .map((question) => ({ runId: one.runId, question })),
    );
}

const RUN = 'case';
/** The run in which those of its instances run again that failed. */
const AGAIN = 'case-again';

/** As the kind of event to be killed behind: each counts. */
const ANY = '*';

const withInitial = (plan: Plan, initial: JsonObject): Plan => ({
  ...plan,
  state: { ...plan.state, initial: { ...(plan.state?.initial ?? {}), ...initial } },
});

function isReached(
  journal: readonly RunEvent[],
  { event, count, call }: NonNullable<Case['killAfter']>,
  names: CaseNames,
): boolean {
  const held = journal.filter(
    (one) =>
      (event === ANY || one.type === event) &&
      (call === undefined ||
        ('call' in one && one.call !== undefined && names.call(one.runId, one.call) === call)),
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

function play(world: World, script: Script, name: string, { call, params }: CallStart): Played {
  const entered = world.entered.get(name) ?? 0;
  world.entered.set(name, entered + 1);
  world.seen[name] = params;
  const key = [...scriptKeys(name), call._id].find((one) => Object.hasOwn(script, one));
  const entries: readonly ScriptEntry[] = (key === undefined ? undefined : script[key]) ?? [
    { value: { ok: true } },
  ];
  const entry = entries[Math.min(entered, entries.length - 1)] ?? {};
  const ms = entry.ms ?? DEFAULT_MS;
  if (entry.throw) return { ms, throws: entry.throw };
  return { ms, value: entry.value ?? null, ...(entry.branch === undefined ? {} : { route: entry.branch }) };
}

/** What a person had not said yet when the executor died. */
function answersLeft(answers: readonly Answer[], journal: readonly RunEvent[], names: CaseNames): Answer[] {
  const left = [...answers];
  for (const event of journal) {
    if (event.type !== 'approval') continue;
    const { runId, gate, call } = event;
    const nameOf = (one: string | undefined) => (one === undefined ? one : names.call(runId, one));
    const said = left.findIndex(
      (answer) => answer.gate === nameOf(gate) && (answer.mandate ?? answer.call) === nameOf(call),
    );
    if (said !== -1) left.splice(said, 1);
  }
  return left;
}

/** An open question as it was asked. */
function asQuestion(question: OpenQuestion): Question[] {
  if (question.kind === 'replan' || question.kind === 'planner') return [];
  const call = question.kind === 'gate' ? (question.calls[0] ?? '') : question.call;
  const gate = question.kind === 'gate' ? { gate: question.gate } : {};
  return [{ type: 'plan_step_waiting', call, kind: question.kind, ...gate }];
}

function answerTo(
  { names, answers }: World,
  { kind, gate, call }: Question,
  runId: string,
): ReturnType<NonNullable<Parameters<typeof virtualPlace>[0]['answer']>> {
  const name = names.call(runId, call);
  const at = answers.findIndex((answer) => {
    if (kind === 'gate') return gate !== undefined && answer.gate === names.call(runId, gate);
    if (answer.gate !== undefined) return false;
    return answer.mandate === undefined
      ? answer.call === name
      : kind === 'mandate' && answer.mandate === name;
  });
  const [answer] = at === -1 ? [] : answers.splice(at, 1);
  if (!answer) return null;
  const { ms = 0, mandate: _, call: __, gate: ___, choose, ...decision } = answer;
  // Inside a sub-run a call and a gate go by their own names.
  const subject = kind === 'gate' && gate !== undefined ? { gate } : { call };
  return { ms, says: { ...decision, ...subject, ...saidAs(choose) } };
}

function saidAs(choose: Answer['choose']): { readonly choose: Choice; readonly value?: Json } {
  if (choose === 'allow') return { choose: 'approve' };
  if (choose === 'allow-run') return { choose: 'approve', value: { run: true } };
  return { choose: choose === 'refuse' ? 'reject' : choose };
}
