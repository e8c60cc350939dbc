/** Makes each service once and hands it what it asks of the others. The one place where they meet. */

import type { WorkerMessage } from '../run/messages.ts';
import { createLiveBoard } from '../stores/live.ts';
import { createSessionStore, modelServerOf, profilesOf } from '../stores/session.ts';
import type { FileProfile } from '../tools/file-profile.ts';
import { dialogsAhead } from '../ui/frame/Dialogs.tsx';
import { isNarrow, isNarrowest } from '../ui/frame/narrow.ts';
import { loaded } from '../ui/parts/not-loaded.ts';
import type { Services } from '../ui/services.ts';
import type { PlanVersions, Swaps, TryPromptVerb } from '../ui/verbs.ts';
import { begin } from './begin.ts';
import { randomIds } from './blank-plan.ts';
import { browserMemory } from './browser-memory.ts';
import { lasting } from './lasting.ts';
import { type LateLanguage, once, ownLanguage } from './late-language.ts';
import { lateVerbs } from './late-verbs.ts';
import { otherTabs } from './other-tabs.ts';
import { type ApprovalsService, createApprovalsService } from './services/approvals.ts';
import { createDevice, type DeviceService } from './services/device.ts';
import type { HistoryService } from './services/history.ts';
import { createPlanningService, type PlanningService } from './services/planning.ts';
import { createPlans, type PlansService } from './services/plans.ts';
import { createRunningService, type RunningService } from './services/running.ts';
import type { Storage } from './storage.ts';
import { createWorkerClient, type WorkerLike } from './worker-client.ts';

interface Composition {
  readonly services: Services;
  /** What happens once the page is up: lists, resumed runs, a plan that came in the link. */
  begin(): Promise<void>;
  /** What comes after a plan stands on the canvas: the rules that check it. */
  afterCanvas(): void;
}

/** @param openStorage called once, by the first who needs what is kept: the database is no part of the first load */
export function compose(
  openStorage: (onDenied: (sentence: string) => void) => Promise<Storage>,
  spawnWorker: () => WorkerLike,
): Composition {
  const ids = randomIds;
  const tab = ids.next();
  const now = () => Date.now();
  const memory = browserMemory;
  const session = createSessionStore(memory, isNarrowest() ? 'narrowest' : isNarrow() && 'narrow', now);
  const trouble = (sentence: string) => session.actions.notify(sentence, 'trouble');
  let opened: Promise<Storage> | undefined;
  const storage = (): Promise<Storage> => {
    opened ??= openStorage(trouble);
    return opened;
  };
  const kept = lasting(memory, storage);
  const worker = createWorkerClient(
    spawnWorker,
    (message) => hear(message),
    (sentence, inVain) => {
      trouble(sentence);
      tabs.passedOnBy(null);
      if (inVain) return;
      // The new worker knows no key yet, and what it resumes may need one.
      void Promise.all([planning.tellAgain(), device.tellAgain()]).then(running.resumeAll);
    },
  );
  const hear = (message: WorkerMessage): void => {
    if (message.kind === 'passes-on') tabs.passedOnBy(message.worker);
    else if (message.kind !== 'secret-bound') running.keeper.onNews(message);
    else void device.bound(message.secret, message.host).catch(session.actions.tellFault);
    // This tab's worker queues for the run, to take it over when the tab that runs it is closed.
    if (message.kind === 'events' && message.events.some((event) => event.type === 'plan_started'))
      void running.resumeAll();
  };
  const tabs = otherTabs((message) => hear(message));
  const late: LateLanguage = ownLanguage(
    [() => modelServerOf(session.getState()), () => profilesOf(session.getState())],
    () => plans.document.actions.recheck(),
  );
  const refresh = () => Promise.all([plans.keeper.refresh(), running.keeper.refreshList()]);

  const device: DeviceService = createDevice({ session, worker, storage, memory: kept, refresh });
  const { settings } = device;
  const standing: ApprovalsService['standing'] = (stored) => approvals.standing(stored);
  const judge = async (file: File): Promise<FileProfile> =>
    (await worker.request({ kind: 'judge-file', name: file.name, file })) as unknown as FileProfile;
  const plans: PlansService = createPlans({
    session,
    settings,
    late,
    storage,
    ids,
    standing,
    tab,
    now,
    judge,
  });
  const { document, library } = plans;
  // A plan reads other columns once another file lies beside the goal.
  session.subscribe(({ files, filesComing }, before) => {
    if (files !== before.files || filesComing !== before.filesComing) document.actions.recheck();
  });
  const told = { document, session, settings, late, worker };
  const planning: PlanningService = createPlanningService({
    ...{ ...told, plans, memory: kept, ids, now },
    running: () => running,
    mayTry: async () => (await tests()).isAllowed(),
  });
  const askToApprove: ApprovalsService['ask'] = (start) => approvals.ask(start);
  const signIf: ApprovalsService['signIf'] = (start, isSaid) => approvals.signIf(start, isSaid);
  const running: RunningService = createRunningService({
    ...{ ...told, plans, storage, ids, askToApprove, signIf },
  });
  const { runs, revising } = running;
  const approvals = createApprovalsService({ ...told, storage, memory: kept, ids, now, running });
  const { toApprove } = approvals;
  const history = lateVerbs<HistoryService>(
    async () =>
      (await loaded(import('./services/history.ts'))).createHistory({ ...told, running, storage, ids, now }),
    session.actions.tellFault,
  );

  const swaps = lateVerbs<Swaps>(
    async () => (await loaded(import('./swaps.ts'))).createSwaps({ ...told, plans, judge }),
    session.actions.tellFault,
  );

  const versions = lateVerbs<PlanVersions>(
    async () => (await loaded(import('./versions.ts'))).createVersions({ ...told, storage, ids, now }),
    session.actions.tellFault,
  );

  const live = createLiveBoard();
  const values = once(async () =>
    (await loaded(import('./value-door.ts'))).createValueDoor({ ...told, runs, storage, previews }),
  );
  const previews = once(async () =>
    (await loaded(import('./language.ts'))).createPreviews({ ...told, plans, running, live, memory, now }),
  );
  const tests = async () => (await previews()).tests;
  const tryPrompt: TryPromptVerb = async (...all) => (await previews()).tryPrompt(...all);
  const attend = once(async () => {
    const { beginAttention, browserSignals } = await loaded(import('./attention.ts'));
    const { open: openRun } = running.keeper;
    beginAttention({ document, session, runs, settings, openRun, signals: browserSignals });
  });
  const parts = {
    plans,
    planning,
    running,
    approvals,
    history,
    device,
    tests,
    tryPrompt,
    live,
    values,
    swaps,
    versions,
  };
  const stores = { document, session, runs, library, revising, settings, toApprove };
  return {
    services: { ...stores, ...parts, canvas: { controller: null, copied: null, left: new Map() }, tab, now },
    begin: () => begin({ ...parts, session, late, tabs, attend }),
    afterCanvas: () => {
      void late.rules().then(previews).then(attend).catch(session.actions.tellFault);
      void dialogsAhead();
    },
  };
}
