/** One run in a terminal: the engine's host on files. From the first event, or from where the journal ends, to the last. */

import { type Activity, ActivityError } from '../../activities/activity.ts';
import { activityHost } from '../../activities/activity-host.ts';
import { guarded } from '../../activities/host-guard.ts';
import { createLatentActivity, type ModelRecord } from '../../activities/latent.ts';
import { activityFor } from '../../activities/registry.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { Plan } from '../../plan/document.ts';
import { kindsOf } from '../../plan/parsed-call.ts';
import { createChatModel } from '../../planner/openai/chat-model.ts';
import type { ModelConnection } from '../../planner/openai/connection.ts';
import { beginning } from '../../run/begin.ts';
import { drive } from '../../run/drive.ts';
import type { RunEvent, RunEventBody } from '../../run/events.ts';
import { evolve } from '../../run/evolve.ts';
import type { CallStart, Host } from '../../run/host.ts';
import { newRun } from '../../run/new-run.ts';
import type { ReplanRequest } from '../../run/replan.ts';
import type { RunSetting, RunState } from '../../run/state.ts';
import { openQuestions, runStatus } from '../../run/view.ts';
import { hostsOf } from '../../tools/reach.ts';
import type { Terminal } from '../command.ts';
import { hasErrors, problemsOf } from '../open-plan.ts';
import { draft, plannerOf } from '../planners.ts';
import { askPerson } from './ask-person.ts';
import type { JournalFolder } from './journal-folder.ts';
import type { RunFiles } from './run-files.ts';

/** Where a run's events and models' answers go; without a folder they are gone with the process. */
export type Journal = Pick<JournalFolder, 'events' | 'append' | 'modelAnswer' | 'keepModelAnswer'>;

export interface LiveRun {
  readonly plan: Plan;
  readonly hash: string;
  readonly input: JsonObject | undefined;
  readonly runId: string;
  readonly setting: RunSetting;
  readonly own: ReadonlyMap<string, Activity>;
  readonly journal: Journal;
  readonly files: RunFiles;
  readonly connection: ModelConnection | null;
  readonly terminal: Terminal;
  /** Hears every event that is durable. */
  readonly heard: (event: RunEvent) => void;
}

/** The run is let go of: Ctrl-C, or a question that nobody is there to answer. Its journal is whole. */
class LetGo extends Error {}

/** Runs until the run ends or is let go of; the state tells which. Rejects with a fault of the journal. */
export async function live(run: LiveRun): Promise<RunState> {
  const { journal, setting, plan, hash, input } = run;
  const state = newRun(journal.events[0]?.runId ?? run.runId, setting);
  for (const event of journal.events) evolve(state, event);
  if (state.status !== 'new' && state.status !== 'running') return state;
  const first: RunEventBody[] =
    state.status === 'running'
      ? [{ type: 'plan_run_interrupted' }]
      : beginning({ plan, hash, ...(input === undefined ? {} : { input }) }, []);
  const host = hostOf(run, state);
  try {
    return await drive(state, host, first);
  } catch (error) {
    host.cancel();
    if (error instanceof LetGo) return state;
    throw error;
  }
}

function hostOf(run: LiveRun, state: RunState): Host {
  const { journal, setting, terminal } = run;
  const secrets = new Map<string, string>();
  const record: ModelRecord = { get: journal.modelAnswer, put: journal.keepModelAnswer };
  const stopping = new AbortController();
  const activities = activityHost({
    runId: state.runId,
    now: Date.now,
    activityFor: (start) =>
      codeOf(run, state, start, record, (body) => activities.push({ kind: 'event', body })),
    readFile: run.files.read,
    saveFile: (_, name, blob) => run.files.save(name, blob),
    log: (call, line) => terminal.err(`${call}: ${line}`),
    secret: (name) => {
      const value = process.env[`OBELUS_SECRET_${name}`];
      if (value !== undefined) secrets.set(name, value);
      return value;
    },
    redact: (text) => redact(text, secrets),
  });
  const letGo = () => activities.abandon(new LetGo());
  terminal.signal.addEventListener('abort', letGo, { once: true });

  let asking = false;
  /** Puts the first open question to the person; without one, a run in which nothing else goes on is let go of. */
  const consult = () => {
    const [question] = openQuestions(state);
    if (asking || question === undefined) return;
    if (terminal.ask === null) {
      if (runStatus(state) === 'waiting') letGo();
      return;
    }
    asking = true;
    askPerson(state, question, terminal.ask).then((decision) => {
      asking = false;
      activities.push({ kind: 'event', body: decision });
    }, letGo);
  };

  return {
    now: Date.now,
    append: async (events) => {
      await journal.append(events);
      events.forEach(run.heard);
    },
    start: activities.start,
    cancel: () => {
      stopping.abort();
      activities.cancel();
    },
    next: (wake) => {
      const happened = activities.next(wake);
      // Only where there is nothing to hear: what has happened already may answer the question.
      if (happened instanceof Promise) consult();
      return happened;
    },
    check: (revision, kept) => {
      const problems = problemsOf(revision, setting.catalogue, { kept });
      return hasErrors(problems)
        ? problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)
        : [];
    },
    replan: (request) => {
      void replan(run, request, stopping.signal).then((calls) => activities.push({ kind: 'planned', calls }));
    },
  };
}

/** The person's own code first, then what is built in; a latent call goes to the connected model. */
function codeOf(
  { own, connection }: LiveRun,
  state: RunState,
  start: CallStart,
  record: ModelRecord,
  push: (body: RunEventBody) => void,
): Promise<Activity> | undefined {
  if (!start.latent) {
    const name = start.call._activity ?? start.contract?.activity ?? start.call._tool;
    const mine = own.get(name);
    if (mine) return Promise.resolve(mine);
    const hosts = new Set(hostsOf(state.program.plan));
    const contract = state.setting.contractBehind?.(name);
    return activityFor(name)?.then((activity) => guarded(activity, contract, hosts));
  }
  if (!connection) {
    throw new ActivityError(
      'permission-denied',
      `"${start.call._tool}" has no code, so a model has to answer it. Set OPENAI_API_KEY or OPENAI_BASE_URL, or give its code with --activities.`,
    );
  }
  const recorded: ModelRecord = {
    get: record.get,
    put: async (hash, response, paid) => {
      await record.put(hash, response, paid);
      push({ type: 'llm_recorded', call: start.id, hash, ...paid });
    },
    paid: (hash, paid) => push({ type: 'llm_recorded', call: start.id, hash, ...paid }),
  };
  const latent = createLatentActivity(createChatModel(connection), recorded, {
    kinds: kindsOf(state.program.plan),
  });
  return Promise.resolve(latent(start.call, start.contract ?? { name: start.call._tool }));
}

const MOST_CALLS = 15;

/** The calls from here on (L-42); none where the planner has no way, which ends the run. */
async function replan(run: LiveRun, request: ReplanRequest, signal: AbortSignal): Promise<Plan['calls']> {
  const { goal, plan, history, lastError } = request;
  const planner = plannerOf(run.connection ? 'openai' : 'offline', run.connection);
  const made = await draft(planner, {
    goal,
    catalogue: run.setting.catalogue,
    files: [],
    ...(plan.input?.schema === undefined ? {} : { inputSchema: plan.input.schema }),
    ...(plan.state?.schema === undefined ? {} : { stateSchema: plan.state.schema }),
    history,
    lastError,
    minCalls: 1,
    maxCalls: MOST_CALLS,
    signal,
  }).catch((error: unknown) => {
    run.terminal.err(`The planner failed: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  });
  if (made?.error) run.terminal.err(made.error.message);
  return made?.calls ?? [];
}

/** Shorter secrets would take half of any text with them. */
const SHORTEST_SECRET = 6;

function redact(text: string, secrets: ReadonlyMap<string, string>): string {
  let result = text;
  for (const [name, value] of secrets) {
    if (value.length >= SHORTEST_SECRET) result = result.replaceAll(value, `†secret.${name}`);
  }
  return result;
}
