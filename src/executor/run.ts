/** One run in this worker's hands: the engine's host on IndexedDB, from the lease to the last event. */

import { ActivityError } from '../activities/activity.ts';
import { type ActivityHost, activityHost } from '../activities/activity-host.ts';
import { checkPlan } from '../check/check.ts';
import type { RunRow } from '../journal/database.ts';
import type { RunFiles } from '../journal/files.ts';
import type { RunModels } from '../journal/model-record.ts';
import type { RunJournal } from '../journal/run-journal.ts';
import type { Plan } from '../plan/document.ts';
import { beginning } from '../run/begin.ts';
import { drive } from '../run/drive.ts';
import type { RunEvent, RunEventBody } from '../run/events.ts';
import { evolve, newRun } from '../run/evolve.ts';
import type { Host } from '../run/host.ts';
import type { Connection, StartRun } from '../run/messages.ts';
import type { ReplanRequest } from '../run/replan.ts';
import type { RunState } from '../run/state.ts';
import { openQuestions, runStatus } from '../run/view.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import type { Decision } from './channel.ts';
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
  /** Settles when the run has ended or was let go of; rejects with a storage fault. */
  readonly ended: Promise<void>;
  /** Carries a person's decision out; a sentence where there is no such question. */
  decide(decision: Decision): string | null;
}

export function startRun(place: Place, start: StartRun): ActiveRun {
  const problems = errorsOf(start.plan);
  const { plan, input, instances, hash } = start;
  const first = beginning({ plan, input, hash, ...(instances ? { instances } : {}) }, problems);
  const title = plan.title ?? plan.goal ?? 'Untitled plan';
  return run(place, newRun(start.runId, setting), { planId: start.planId, title }, first);
}

/** Goes on with a run whose journal says that it has not ended (L-91). The plan is the journal's, never derived again (L-94). */
export function resumeRun(place: Place, row: RunRow, events: readonly RunEvent[]): ActiveRun {
  const state = newRun(row.runId, setting);
  for (const event of events) evolve(state, event);
  return run(place, state, row, [{ type: 'plan_run_interrupted' }]);
}

const errorsOf = (plan: Plan, kept?: ReadonlySet<string>): string[] =>
  checkPlan(plan, catalogueOf(setting.catalogue.list(), plan.tools), kept ? { kept } : {})
    .problems.filter((problem) => problem.severity === 'error')
    .map((problem) => problem.message);

function run(
  place: Place,
  state: RunState,
  about: { readonly planId: string; readonly title: string },
  first: readonly RunEventBody[],
): ActiveRun {
  const { runId } = state;
  const stopping = new AbortController();
  const models = place.models(runId);
  const activities: ActivityHost = activityHost({
    runId,
    now: place.now,
    activityFor: (start) => {
      const record = {
        get: models.get,
        put: async (hash: string, response: Parameters<RunModels['put']>[1]) => {
          await models.put(hash, response);
          activities.push({ kind: 'event', body: { type: 'llm_recorded', call: start.id, hash } });
        },
      };
      return codeOf(start, state.program.plan, place.connection(), record);
    },
    readFile: async (name) => {
      const file = await place.files.get(runId, name);
      if (file) return file;
      const names = await place.files.names(runId);
      const there = names.length === 0 ? 'This run was given no files.' : `This run has ${names.join(', ')}.`;
      throw new ActivityError(
        'invalid-arguments',
        `There is no file "${name}". ${there} Drop the file beside the goal and run again.`,
      );
    },
    saveFile: async (call, name, blob) => {
      await place.files.put(runId, name, blob, true);
      place.made(runId, call, name, blob);
    },
    log: (call, line) => place.logged(runId, call, line),
    secret: (name) => place.secrets().get(name),
    redact: (text) => redact(text, place.secrets()),
  });

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
    check: errorsOf,
    replan: (request) => {
      place
        .replan(request, stopping.signal)
        .catch((): readonly Plan['calls'][number][] => [])
        .then((calls) => activities.push({ kind: 'planned', calls }));
    },
  };

  const ended = drive(state, host, first).then(
    () => undefined,
    (error: unknown) => {
      host.cancel();
      throw error;
    },
  );
  return { runId, ended, decide: (decision) => carryOut(state, activities, decision) };
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
