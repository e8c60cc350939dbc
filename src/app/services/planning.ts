/** From a goal to a draft, and who drafts. Owns the connection; what drafts is fetched with the first goal. */

import { serverOf } from '../../planner/openai/server-of.ts';
import type { Connection, ConnectionTest } from '../../run/messages.ts';
import type { Memory } from '../../stores/ports.ts';
import type { SessionStore } from '../../stores/session.ts';
import type { SettingsStore } from '../../stores/settings.ts';
import { CanvasArea } from '../../ui/frame/canvas-area.ts';
import { loaded } from '../../ui/parts/not-loaded.ts';
import type { PlannerChoice, Planning as PlanningVerbs } from '../../ui/verbs.ts';
import type { BesideRun } from '../beside-run.ts';
import type { Ground } from '../ground.ts';
import type { Pending } from '../pending.ts';
import type { Planning, PlansToPlanIn } from '../planning.ts';
import type { WorkerClient } from '../worker-client.ts';
import type { RunningService } from './running.ts';

/** What the other services ask of this one, beside what the screen asks. */
export interface PlanningService extends PlanningVerbs, Pick<ConnectionKeeper, 'restore' | 'tellAgain'> {}

interface Asks
  extends Pick<Ground, 'document' | 'session' | 'settings' | 'late' | 'worker' | 'memory' | 'now'> {
  readonly plans: PlansToPlanIn;
  readonly ids: Ground['ids'];
  readonly running: () => Pick<RunningService, 'runs' | 'keeper'>;
  readonly mayTry: () => Promise<boolean>;
}

export function createPlanningService(asks: Asks): PlanningService {
  const { document, session, settings, late, worker, plans, memory, now, ids, mayTry } = asks;
  const connection = createConnection(session, settings, worker, memory);
  /** The browser's own model is asked in the window, wherever its planner is. */
  const drafting: WorkerClient = {
    ...worker,
    plan: async (request, onEvent, signal) => {
      if (request.planner !== 'browser') return worker.plan(request, onEvent, signal);
      const { planInWindow } = await inWindow();
      const wishes = connection.current().more;
      await planInWindow(worker, wishes ? { ...request, wishes } : request, onEvent, signal);
    },
  };
  let planning: Promise<Planning> | undefined;
  let besideHere: BesideRun | undefined;
  const beside = async (pending: Pending): Promise<BesideRun> => {
    const { createBesideRun } = await loaded(import('../beside-run.ts'));
    const { runs, keeper } = asks.running();
    const { language, builtIn } = late;
    besideHere ??= createBesideRun({
      document,
      session,
      runs,
      ids,
      language,
      builtIn,
      now,
      pending,
      begin: keeper.begin,
    });
    return besideHere;
  };
  /** What is proposed was proposed by it: no part of it is taken or refused before it is here. */
  let here: Planning | undefined;
  const fetched = async (): Promise<Planning> => {
    planning ??= loaded(import('../planning.ts')).then((module) => {
      const pending = module.createPending(memory);
      return module.createPlanning({
        ...{ document, session, worker: drafting, now, ...plans, mayTry, builtIn: late.builtIn, pending },
        beside: () => beside(pending),
        runs: asks.running().runs,
        wish: (runId, said) => asks.running().keeper.send({ kind: 'wish', runId, said }),
        load: (runId) => asks.running().keeper.load(runId),
        learns: () => settings.getState().learns,
      });
    });
    [here] = await Promise.all([planning, late.tools()]);
    return here;
  };
  /** What holds the change that is on the canvas: of the plan on the table, or of a run's. */
  const open = () => (session.getState().view.kind === 'run' ? besideHere : here);
  /** Where its code can't be fetched the goal stays in its box, and the next try fetches again. */
  const withPlanning = async (action: (planning: Planning) => unknown): Promise<void> => {
    try {
      const [made] = await Promise.all([fetched(), late.rules(), CanvasArea.ahead()]);
      await action(made);
    } catch (error) {
      planning = undefined;
      session.actions.tellFault(error);
    }
  };

  return {
    draftPlan: (meant) => void withPlanning(({ draft }) => draft(meant)),
    tryGoal: async (goal, signal) => (await fetched()).tryGoal(goal, signal),
    compareVersion: (version, words, by) =>
      void withPlanning(({ propose }) => {
        const { plan } = document.getState();
        session.actions.set({ view: { kind: 'plan' }, selection: [] });
        const ofRun = { isSaid: false, isVersion: true } as const;
        const answered = { sentence: words, before: plan, after: version, from: by, ofRun };
        if (!propose(answered)) session.actions.notify('Its calls and its result are those of the plan now.');
      }),
    proposals: async (step, signal) => (await fetched()).proposals(step, signal),
    settle: (settles) => void withPlanning(({ settle }) => settle(settles)),
    cancelDraft: () => void withPlanning(({ cancel }) => cancel()),
    takeChange: () => open()?.take(),
    leaveChange: () => open()?.leave(),
    chooseParts: () => open()?.choose(),
    setPart: (part, isTaken) => open()?.setPart(part, isTaken),
    offerFromRun: (runId) => void withPlanning(({ fromRun }) => fromRun(runId)),
    choosePlanner: (choice) => void connection.choose(choice),
    plannerChoice: connection.current,
    browserModel: async () => (await inWindow()).browserModel,
    testPlanner: connection.test,
    restore: connection.restore,
    tellAgain: connection.tellAgain,
  };
}

const inWindow = () => loaded(import('../window-model.ts'));

const MEMORY_NAME = 'obelus.planner';

const OFFLINE: PlannerChoice = { kind: 'offline', baseUrl: '', model: '', key: '', keepKey: false };

interface ConnectionKeeper {
  current(): PlannerChoice;
  choose(choice: PlannerChoice): Promise<void>;
  test: PlanningVerbs['testPlanner'];
  /** Tells a new worker what the last one knew. */
  tellAgain(): Promise<void>;
  /** Takes up what was chosen last time. */
  restore(): Promise<void>;
}

/** Which planner drafts, and its connection. The key goes to the worker and is kept only where a person asks for it. */
function createConnection(
  session: SessionStore,
  settings: SettingsStore,
  worker: WorkerClient,
  memory: Memory,
): ConnectionKeeper {
  let choice = OFFLINE;

  // How often a model may try goes with the connection: a change of it counts from the next call on.
  settings.subscribe((now, before) => {
    if (now.plan.stepMaxIterations !== before.plan.stepMaxIterations && choice.kind === 'openai')
      void take(choice);
  });

  const connectionOf = ({ baseUrl, model, key, more }: PlannerChoice): Connection => {
    const { stepMaxIterations } = settings.getState().plan;
    return { ...more, baseUrl, model, stepMaxIterations, ...(key === '' ? {} : { key }) };
  };

  const take = async (next: PlannerChoice): Promise<void> => {
    choice = next;
    const showsApproved = next.kind === 'openai' && next.more?.showsApproved === true;
    session.actions.set({
      planner:
        next.kind === 'browser'
          ? { kind: 'browser', model: 'the browser’s own model', host: '' }
          : { kind: next.kind, model: next.model, host: serverOf(next.baseUrl), showsApproved },
    });
    try {
      await worker.request({
        kind: 'connect',
        connection: next.kind === 'openai' ? connectionOf(next) : null,
      });
    } catch (error) {
      session.actions.tellFault(error);
    }
  };

  return {
    current: () => choice,
    test: async (asked, signal) =>
      (await worker.request(
        { kind: 'test-connection', connection: connectionOf(asked) },
        signal,
      )) as unknown as ConnectionTest,
    choose: async (next) => {
      const kept = next.keepKey ? next : { ...next, key: '' };
      memory.write(MEMORY_NAME, JSON.stringify(kept));
      await take(next);
    },
    tellAgain: () => (choice.kind === 'offline' ? Promise.resolve() : take(choice)),
    restore: async () => {
      try {
        const kept = JSON.parse(memory.read(MEMORY_NAME) ?? 'null') as Partial<PlannerChoice> | null;
        if (kept?.kind === 'openai' || kept?.kind === 'browser') await take({ ...OFFLINE, ...kept });
        // Its server's address and model are there when it is chosen again.
        else if (kept?.kind === 'offline') choice = { ...OFFLINE, ...kept };
      } catch {
        // What is remembered can't be read: the offline planner needs nothing.
      }
    },
  };
}
