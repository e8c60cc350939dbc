/** One run in this worker's hands: the engine's host on IndexedDB, from the lease to the last event. */

import { ActivityError } from '../activities/activity.ts';
import { type ActivityHost, activityHost } from '../activities/activity-host.ts';
import { delegateActivity } from '../activities/delegate.ts';
import { checkPlan } from '../check/check.ts';
import type { RunRow } from '../journal/database.ts';
import type { RunFiles } from '../journal/files.ts';
import type { RunModels } from '../journal/model-record.ts';
import type { RunJournal } from '../journal/run-journal.ts';
import { type Delegates, delegatesOf, libraryOf } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { beginning } from '../run/begin.ts';
import { leftOf, type Spent, spentBy, UNLIMITED } from '../run/budget.ts';
import { drive } from '../run/drive.ts';
import type { ParentCall, RunEvent, RunEventBody } from '../run/events.ts';
import { evolve } from '../run/evolve.ts';
import type { Host } from '../run/host.ts';
import type { Connection, StartRun } from '../run/messages.ts';
import { newRun } from '../run/new-run.ts';
import type { ReplanRequest } from '../run/replan.ts';
import type { RunState } from '../run/state.ts';
import { openQuestions, runStatus } from '../run/view.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { hostsOf } from '../tools/reach.ts';
import type { Decision } from './channel.ts';
import { type SubRuns, subRunsOf } from './sub-runs.ts';
import { codeOf, setting } from './tools.ts';

/** What a run needs of its worker. */
export interface Place {
  readonly journal: RunJournal;
  readonly files: RunFiles;
  models(runId: string): RunModels;
  connection(): Connection | null;
  secrets(): ReadonlyMap<string, string>;
  now(): number;
  /** Events that are durable now. */
  published(runId: string, events: readonly RunEvent[]): void;
  made(runId: string, call: string, name: string, blob: Blob): void;
  logged(runId: string, call: string, line: string): void;
  replan(request: ReplanRequest, signal: AbortSignal): Promise<readonly Plan['calls'][number][]>;
}

export interface ActiveRun {
  readonly runId: string;
  /** Settles when the run has ended; rejects where it was let go of, with a storage fault. */
  readonly ended: Promise<RunState>;
  /** Carries a person's decision out; a sentence where there is no such question. */
  decide(decision: Decision): string | null;
  /** This run, or the sub-run of that id below it. */
  find(runId: string): ActiveRun | undefined;
  /** With what the runs below it spend. */
  spent(): Spent;
  /** Stops here, as a killed worker does: the journal goes on at the next resume. */
  letGo(reason: Error): void;
}

/** What a sub-run has above it (L-52). */
interface Above {
  readonly parent: ParentCall;
  readonly plans: readonly string[];
  /** The person approved them for the whole run. */
  hosts(): ReadonlySet<string>;
  /** Files belong to the run that a person started. */
  readonly filesOf: string;
  left(): Spent;
}

const TOP: Pick<Above, 'plans' | 'hosts' | 'left'> = {
  plans: [],
  hosts: () => new Set(),
  left: () => UNLIMITED,
};

export function startRun(place: Place, start: StartRun): ActiveRun {
  const { runId, plan, input, instances, hash, delegates = {} } = start;
  const beginningOf = { plan, input, hash, delegates, ...(instances ? { instances } : {}) };
  const first = beginning(beginningOf, errorsOf(plan, delegates));
  return run(place, runOf(runId), { planId: start.planId, title: titleOf(plan) }, first);
}

/**
 * Goes on with a run whose journal says that it has not ended (L-91). The plan is the journal's, never derived again
 * (L-94), and so are the plans it delegates to.
 */
export async function resumeRun(
  place: Place,
  row: RunRow,
  events: readonly RunEvent[],
  above?: Above,
): Promise<ActiveRun> {
  const opened = runOf(row.runId, above);
  for (const event of events) evolve(opened.state, event);
  // What they have spent counts before they are entered again.
  for (const { runId, parent, spent } of await place.journal.below(`${row.runId}.`)) {
    if (parent?.runId === row.runId && spent) opened.below.set(runId, () => spent);
  }
  return run(place, opened, row, [{ type: 'plan_run_interrupted' }], above);
}

const titleOf = (plan: Plan): string => plan.title ?? plan.goal ?? 'Untitled plan';

interface OpenedRun {
  readonly state: RunState;
  /** What its sub-runs have spent, by run id. */
  readonly below: Map<string, () => Spent>;
}

function runOf(runId: string, above?: Above): OpenedRun {
  const below = new Map<string, () => Spent>();
  const left = (state: RunState) => leftOf(state, below, (above ?? TOP).left());
  return { state: newRun(runId, { ...setting, left }), below };
}

const errorsOf = (plan: Plan, delegates: Delegates, kept?: ReadonlySet<string>): string[] =>
  checkPlan(plan, catalogueOf(setting.catalogue.list(), plan.tools), {
    library: libraryOf(delegates),
    ...(kept ? { kept } : {}),
  })
    .problems.filter((problem) => problem.severity === 'error')
    .map((problem) => problem.message);

function run(
  place: Place,
  { state, below }: OpenedRun,
  about: { readonly planId: string; readonly title: string },
  first: readonly RunEventBody[],
  above?: Above,
): ActiveRun {
  const { runId } = state;
  const filesOf = above?.filesOf ?? runId;
  const stopping = new AbortController();
  const models = place.models(runId);
  const approvedHosts = () => new Set([...(above ?? TOP).hosts(), ...hostsOf(state.program.plan)]);
  const activities: ActivityHost = activityHost({
    runId,
    now: place.now,
    activityFor: (start) => {
      const { _delegate } = start.call;
      if (_delegate !== undefined) {
        const plan = Object.hasOwn(state.delegates, _delegate) ? state.delegates[_delegate] : undefined;
        return Promise.resolve(delegateActivity(start, plan, state.policy, subRuns.enter));
      }
      const record = {
        get: models.get,
        put: async (hash: string, response: Parameters<RunModels['put']>[1]) => {
          await models.put(hash, response);
          activities.push({ kind: 'event', body: { type: 'llm_recorded', call: start.id, hash } });
        },
      };
      return codeOf(start, state.program.plan, approvedHosts(), place.connection(), record);
    },
    readFile: async (name) => {
      const file = await place.files.get(filesOf, name);
      if (file) return file;
      const names = await place.files.names(filesOf);
      const there = names.length === 0 ? 'This run was given no files.' : `This run has ${names.join(', ')}.`;
      throw new ActivityError(
        'invalid-arguments',
        `There is no file "${name}". ${there} Drop the file beside the goal and run again.`,
      );
    },
    saveFile: async (call, name, blob) => {
      await place.files.put(filesOf, name, blob, true);
      place.made(filesOf, call, name, blob);
    },
    log: (call, line) => place.logged(runId, call, line),
    secret: (name) => place.secrets().get(name),
    redact: (text) => redact(text, place.secrets()),
  });
  const subRuns = openSubRuns(place, { state, below }, above, approvedHosts, activities);

  const host: Host = {
    now: place.now,
    append: async (events, strict) => {
      const row: RunRow = {
        runId,
        planId: about.planId,
        title: about.title,
        startedAt: state.startedAt || state.time,
        status: runStatus(state),
        reason: state.reason,
        lastSeq: state.seq,
        open: state.status === 'running' ? 1 : 0,
        ...(above ? { parent: above.parent, spent: spentBy(state, below) } : {}),
      };
      await place.journal.append(row, events, strict);
      place.published(runId, events);
    },
    start: activities.start,
    cancel: () => {
      stopping.abort();
      activities.cancel();
    },
    next: activities.next,
    check: (plan, kept) => errorsOf(plan, state.delegates, kept),
    replan: (request) => {
      place
        .replan(request, stopping.signal)
        .catch((): readonly Plan['calls'][number][] => [])
        .then((calls) => activities.push({ kind: 'planned', calls }));
    },
  };

  const ended = drive(state, host, first).then(
    async () => {
      await subRuns.settled();
      return state;
    },
    async (error: Error) => {
      // Before they are cancelled: a sub-run that is only let go of must not be recorded as stopped.
      subRuns.letGo(error);
      host.cancel();
      await subRuns.settled();
      throw error;
    },
  );
  const self: ActiveRun = {
    runId,
    ended,
    decide: (decision) => carryOut(state, activities, decision),
    find: (id) => (id === runId ? self : subRuns.find(id)),
    spent: () => spentBy(state, below),
    letGo: activities.abandon,
  };
  return self;
}

/** Sub-runs are runs like any other, with this one above them. */
function openSubRuns(
  place: Place,
  { state, below }: OpenedRun,
  above: Above | undefined,
  hosts: () => ReadonlySet<string>,
  activities: ActivityHost,
): SubRuns {
  const plansHere = () => [...(above ?? TOP).plans, state.program.plan.id];
  const over = (parent: ParentCall): Above => ({
    parent,
    plans: plansHere(),
    hosts,
    filesOf: above?.filesOf ?? state.runId,
    left: () => leftOf(state, below, (above ?? TOP).left()),
  });
  const delegatesFor = (plan: Plan) => delegatesOf(plan, libraryOf(state.delegates));
  return subRunsOf({
    state,
    plans: plansHere,
    journal: place.journal,
    spent: below,
    check: (plan) => errorsOf(plan, delegatesFor(plan)),
    start: (runId, parent, { plan, input }) => {
      const first = beginning({ plan, input, delegates: delegatesFor(plan), parent }, []);
      return run(
        place,
        runOf(runId, over(parent)),
        { planId: plan.id, title: titleOf(plan) },
        first,
        over(parent),
      );
    },
    resume: (row, parent, events) => resumeRun(place, row, events, over(parent)),
    fold: (runId, events) => events.reduce(evolve, newRun(runId, setting)),
    tell: (body) => activities.push({ kind: 'event', body }),
    abandon: activities.abandon,
  });
}

function carryOut(state: RunState, activities: ActivityHost, decision: Decision): string | null {
  if (decision.kind === 'stop-run') {
    activities.push({ kind: 'event', body: { type: 'plan_aborted', reason: 'aborted' } });
    return null;
  }
  const { kind: _, runId: __, ...answer } = decision;
  const question = openQuestions(state).find((one) => {
    if (one.kind === 'gate') return answer.gate === one.gate;
    if (one.kind === 'replan') return answer.gate === undefined && answer.call === undefined;
    return answer.call === one.call;
  });
  if (!question) return 'This question is no longer open: it was answered, or the run went on without it.';
  if (question.kind === 'answer') {
    return activities.answer(question.call, answer.value ?? null) ? null : 'This question is no longer open.';
  }
  activities.push({ kind: 'event', body: { type: 'approval', ...answer } });
  return null;
}

/** Secrets shorter than this would take half of any text with them. */
const SHORTEST_SECRET = 6;

function redact(text: string, secrets: ReadonlyMap<string, string>): string {
  let result = text;
  for (const [name, value] of secrets) {
    if (value.length >= SHORTEST_SECRET) result = result.replaceAll(value, `†secret.${name}`);
  }
  return result;
}
