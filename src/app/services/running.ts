/**
 * Runs that go on: started, stopped, answered, steered. Owns the runs that are known and the rest of a run's plan while
 * it is rewritten; the engine's fold, and what acts on a run as a whole, are fetched when they are asked for.
 */

import type { JsonObject } from '../../lib/json.ts';
import type { Plan } from '../../plan/document.ts';
import type { RunChoices } from '../../run/events.ts';
import { maybeDoubtful } from '../../stores/doubtful-runs.ts';
import type { RunsRepository } from '../../stores/ports.ts';
import { createRevisingStore, type RevisingStore } from '../../stores/revising.ts';
import { createRunsStore, type RunsStore } from '../../stores/runs.ts';
import { loaded } from '../../ui/parts/not-loaded.ts';
import type { Running as RunningVerbs } from '../../ui/verbs.ts';
import type { Approving } from '../approving.ts';
import { askToPersist } from '../device-storage.ts';
import type { Ground } from '../ground.ts';
import { once } from '../late-language.ts';
import type { ReviseRun } from '../revise-run.ts';
import { createRunning, type Running } from '../running.ts';
import { browserBreath, browserScreen, screenPace } from '../screen-pace.ts';
import type { Steering } from '../steering.ts';
import type { PlansService } from './plans.ts';

/** What the other services ask of this one, beside what the screen asks. */
export interface RunningService extends RunningVerbs {
  readonly runs: RunsStore;
  readonly revising: RevisingStore;
  readonly keeper: Running;
  /** What was interrupted goes on as soon as a worker is up (L-91). Never rejects. */
  resumeAll(): Promise<void>;
}

interface Asks extends Pick<Ground, 'session' | 'settings' | 'late' | 'storage' | 'worker' | 'ids'> {
  readonly plans: Pick<PlansService, 'document' | 'shelf' | 'save'>;
  /** Puts before the person what they would have to approve before a run begins. */
  readonly askToApprove: Approving['ask'];
  readonly signIf: Approving['signIf'];
}

export function createRunningService(asks: Asks): RunningService {
  const { session, settings, late, worker } = asks;
  const { builtIn, language } = late;
  const quiet = (work: Promise<unknown>) => void work.catch(session.actions.tellFault);
  const runs = createRunsStore({
    engine: async () => {
      const [{ runEngine }] = await Promise.all([import('../../stores/run-engine.ts'), late.tools()]);
      return runEngine(builtIn);
    },
    pace: screenPace(browserScreen),
    breath: browserBreath,
  });
  const revising = createRevisingStore();
  const { document, shelf, save } = asks.plans;
  const repository = async () => (await asks.storage()).runs;
  const openWrites = async (runId: string) => (await steering()).openWrites(runId);
  const inDoubt = async (plan: Plan, input: JsonObject, over: RunChoices) => {
    const doubtful = new Set(await (await repository())?.doubtful());
    const rows = maybeDoubtful(runs.getState().list, doubtful);
    if (rows.length === 0) return undefined;
    const parts = { repository, language, builtIn, openWrites };
    return (await loaded(import('../in-doubt.ts'))).inDoubt({ ...over, plan, input }, rows, parts);
  };
  const keeper = createRunning({ ...asks, document, shelf, runs, savePlan: save, repository, inDoubt });
  const { steering, revise } = lateVerbs(asks, runs, revising, keeper, repository);
  const part = once(async () => {
    const [{ createRunPart }] = await Promise.all([loaded(import('../run-part.ts')), late.rules()]);
    return createRunPart({ ...asks, document, shelf, runs, language, builtIn, keeper, save });
  });
  const resumeAll = () =>
    worker
      .request({ kind: 'resume-all', policy: settings.getState().resume })
      .then(() => undefined, session.actions.tellFault);

  return {
    ...{ runs, revising, keeper, resumeAll },
    startRun: (choices, despite) => {
      // What was said before, of the approval say, would lie over what the run shows; trouble stays.
      const { notice } = session.getState();
      if (notice && notice.tone !== 'danger' && notice.tone !== 'trouble')
        session.actions.set({ notice: null });
      void askToPersist();
      void keeper.start(choices, despite);
    },
    stopRun: (runId) => void keeper.stop(runId),
    stopCall: (runId, call) => void keeper.send({ kind: 'stop-call', runId, call }),
    estimate: async (plan) =>
      (await loaded(import('../earlier-runs.ts'))).estimated(
        plan,
        runs.getState().list,
        await repository(),
        builtIn,
      ),
    pauseRun: (runId) => void keeper.pause(runId),
    goOnRun: (runId) => void keeper.send({ kind: 'go-on-run', runId }),
    setTurns: (runId, turns) => void keeper.send({ kind: 'set-turns', runId, turns }),
    runPart: (way, call) => quiet(part().then((own) => own.run(way, call))),
    goOnAsNew: (runId) => quiet(steering().then((steer) => steer.goOnAsNew(runId))),
    answer: keeper.answer,
    giveFile: keeper.giveFile,
    look: async (runId, look) => void (await keeper.send({ kind: 'look', runId, ...look })),
    openRun: (runId, call) => void keeper.open(runId, call),
    discardRun: (runId, forget) => quiet(steering().then((steer) => steer.discard(runId, forget))),
    openWrites,
    runFromPreview: async (runId, call, order) => (await steering()).preview(runId, call, order),
    runFrom: (runId, call, order) => quiet(steering().then((steer) => steer.runFrom(runId, call, order))),
    planCommand: async (text) =>
      (await loaded(import('../plan-command.ts'))).planCommand(text, { steering, keeper, runs, session }),
    reviseRun: (...about) => quiet(revise().then(({ begin }) => begin(...about))),
    submitRevision: () => quiet(revise().then(({ submit }) => submit())),
    leaveRevision: () => quiet(revise().then(({ leave }) => leave())),
    paramsOf: async (run, call) => (await import('../run-previews.ts')).resolvedParams(run, call),
    draftOf: async (run) => (await import('../run-previews.ts')).replanDraft(run),
  };
}

/** What acts on a run of the past comes when it is asked for, and signs: it waits for the rules. */
function lateVerbs(
  { session, late, ids }: Asks,
  runs: RunsStore,
  revising: RevisingStore,
  running: Running,
  repository: () => Promise<RunsRepository | null>,
): { steering(): Promise<Steering>; revise(): Promise<ReviseRun> } {
  const parts = { session, runs, language: late.language, builtIn: late.builtIn };
  return {
    revise: async () => {
      const [{ reviseLate }] = await Promise.all([loaded(import('../revise-run.ts')), late.rules()]);
      return reviseLate({ ...parts, revising, send: running.send });
    },
    steering: async () => {
      const [{ steeringLate }] = await Promise.all([loaded(import('../steering.ts')), late.rules()]);
      return steeringLate({ ...parts, running, ids, repository });
    },
  };
}
