/** Builds everything once and hands it down: stores, worker, keepers, verbs. The one place where the rooms meet. */

import type { Result } from '../lib/result.ts';
import { messageOf } from '../lib/thrown.ts';
import type { Origin } from '../plan/origin.ts';
import type { WorkerMessage } from '../run/messages.ts';
import { createDocumentStore } from '../stores/document.ts';
import { createLibraryStore, type Example } from '../stores/library.ts';
import type {
  PlanFilesRepository,
  PlansRepository,
  ReceiptsRepository,
  RunsRepository,
} from '../stores/ports.ts';
import { createRevisingStore } from '../stores/revising.ts';
import { createRunsStore } from '../stores/runs.ts';
import { createSessionStore, modelServerOf } from '../stores/session.ts';
import { createSettingsStore } from '../stores/settings.ts';
import { createToApproveStore } from '../stores/to-approve.ts';
import { CanvasArea } from '../ui/frame/canvas-area.ts';
import { isNarrow } from '../ui/frame/narrow.ts';
import { loaded } from '../ui/parts/not-loaded.ts';
import type { Services } from '../ui/services.ts';
import { createAddressBar } from './address-bar.ts';
import { createApprovals, createApproving, STILL_DRAFTING } from './approving.ts';
import { besideStored } from './beside-stored.ts';
import { blankPlan, randomIds } from './blank-plan.ts';
import { browserAddresses } from './browser-addresses.ts';
import { browserMemory } from './browser-memory.ts';
import { createCommands } from './commands.ts';
import { createConnection } from './connection.ts';
import { keepDelegatesLoaded } from './delegates.ts';
import { createDevice } from './device.ts';
import { askToPersist } from './device-storage.ts';
import { download, exportText } from './export-plan.ts';
import { createFileShelf } from './file-shelf.ts';
import { createHistory } from './history.ts';
import { createIntake } from './intake.ts';
import { createPlanKeeper } from './keep-plan.ts';
import { NOWHERE, rememberPlace } from './last-place.ts';
import { lateLanguage } from './late-language.ts';
import { lateVault } from './late-vault.ts';
import { createLibraryKeeper } from './library.ts';
import { keepForOffline } from './offline.ts';
import { listenToOtherTabs } from './other-tabs.ts';
import { createPlanFiles } from './plan-files.ts';
import { openPlanChannel, type PlanNews } from './plan-news.ts';
import type { Planning } from './planning.ts';
import { createRunValues } from './run-values.ts';
import { createRunning, type Running } from './running.ts';
import { browserBreath, browserScreen, screenPace } from './screen-pace.ts';
import { isShareFragment } from './share-fragment.ts';
import { createWorkerClient, type WorkerLike } from './worker-client.ts';

/** What keeps plans and runs; opened after the first paint, so that the database is no part of the first load. */
export interface Storage {
  readonly plans: PlansRepository;
  readonly runs: RunsRepository;
  readonly files: PlanFilesRepository;
  readonly receipts: ReceiptsRepository;
  /** Everything on this device as one text, and back; a sentence where nothing was taken. */
  exportEverything(): Promise<string>;
  importEverything(
    text: string,
    from: Pick<Origin, 'name' | 'own'>,
  ): Promise<Result<{ plans: number; runs: number }, string>>;
  /** A file that a run made, kept with it. */
  file(runId: string, name: string): Promise<Blob | undefined>;
}

/** Fetched as soon as the first screen can be used: the first thing anybody does needs it. It tells its own fault. */
const canvasIsHere = CanvasArea.ahead;

export interface Composition {
  readonly services: Services;
  /** What happens once the page is up: lists, resumed runs, a plan that came in the link. */
  begin(): Promise<void>;
  /** What comes after a plan stands on the canvas: the rules that check it. */
  afterCanvas(): void;
}

export function compose(
  openStorage: (onDenied: (sentence: string) => void) => Promise<Storage>,
  spawnWorker: () => WorkerLike,
): Composition {
  const ids = randomIds;
  const now = () => Date.now();
  const late = lateLanguage(
    {
      tools: () => loaded(import('../tools/built-in.ts').then((module) => module.builtInTools)),
      rules: async () => {
        const rules = await loaded(import('./language.ts'));
        rules.checksMore(document.actions.recheck);
        return rules.languageWith(() => modelServerOf(session.getState()));
      },
    },
    () => document.actions.recheck(),
  );
  const { language, builtIn } = late;
  const settings = createSettingsStore(browserMemory);
  const blank = () => blankPlan(ids, settings.getState().plan);
  const document = createDocumentStore(language, builtIn, blank());
  const session = createSessionStore(browserMemory, isNarrow(), now);
  const runs = createRunsStore({
    engine: async () => {
      const [{ runEngine }] = await Promise.all([import('../stores/run-engine.ts'), late.tools()]);
      return runEngine(builtIn);
    },
    pace: screenPace(browserScreen),
    breath: browserBreath,
  });
  const listed = createLibraryStore();
  const shelf = createFileShelf();

  let opened: Promise<Storage> | undefined;
  const storage = (): Promise<Storage> => {
    opened ??= openStorage((sentence) => session.actions.notify(sentence, 'danger'));
    return opened;
  };

  const worker = createWorkerClient(
    spawnWorker,
    (message) => heard(message),
    (sentence) => {
      session.actions.notify(sentence, 'danger');
      // The new worker knows no key yet, and what it resumes may need one.
      void Promise.all([connection.tellAgain(), vault.tellAgain()]).then(resumeAll);
    },
  );
  // What was interrupted goes on as soon as a worker is up (L-91).
  const resumeAll = async (): Promise<void> => {
    try {
      await worker.request({ kind: 'resume-all', policy: settings.getState().resume });
    } catch (error) {
      session.actions.notify(messageOf(error), 'danger');
    }
  };

  const heard = (message: WorkerMessage): void => {
    if (message.kind === 'secret-bound') void quiet(vault.bound(message.secret, message.host));
    else running.onNews(message);
  };
  const quiet = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => session.actions.notify(messageOf(error), 'danger'));

  const files = createPlanFiles({
    document,
    session,
    shelf,
    repository: async () => (await storage()).files,
  });
  const tab = ids.next();
  const channel = openPlanChannel();
  const planNews = async (news: PlanNews): Promise<void> => {
    channel.tell(news);
    await library.refresh();
  };
  const keeper = createPlanKeeper({
    files,
    document,
    session,
    ids,
    tab,
    now,
    tell: planNews,
    rules: late.rules,
    repository: async () => (await storage()).plans,
  });
  const library = createLibraryKeeper({
    files,
    document,
    session,
    library: listed,
    blank,
    keeper,
    tell: planNews,
    standing: (stored) => approving.standing(stored),
    repository: async () => (await storage()).plans,
  });
  // What nobody has put a call into yet begins with what the device is set to now.
  settings.subscribe(() => {
    const { plan, saved } = document.getState();
    if (plan.calls.length === 0 && saved === 'saved') {
      const { policy } = blank();
      document.actions.open(
        { plan: { ...plan, ...(policy ? { policy } : {}) }, revision: 0, input: {}, approval: null },
        'saved',
      );
    }
  });
  // What latent calls are sent to is part of what is signed.
  session.subscribe((state, before) => {
    if (state.planner !== before.planner) document.actions.lookAgain();
  });
  keepDelegatesLoaded(
    document,
    async () => (await storage()).plans,
    late.rules,
    (sentence) => session.actions.notify(sentence, 'danger'),
  );
  const toApprove = createToApproveStore();
  const approving = createApproving({
    document,
    session,
    toApprove,
    language,
    builtIn,
    now,
    newId: ids.next,
    rules: late.rules,
    memory: browserMemory,
    repository: async () => (await storage()).receipts,
  });
  const running: Running = createRunning({
    document,
    session,
    runs,
    worker,
    shelf,
    ids,
    savePlan: keeper.save,
    askToApprove: approving.ask,
    repository: async () => (await storage()).runs,
  });
  const draftOf: Services['running']['draftOf'] = async (run) =>
    (await import('./run-previews.ts')).replanDraft(run);
  const revising = createRevisingStore();
  // What acts on a run of the past comes when it is asked for, and signs: it waits for the rules.
  const revise = async () => {
    const [{ createReviseRun }] = await Promise.all([loaded(import('./revise-run.ts')), late.rules()]);
    return createReviseRun({ session, runs, revising, language, builtIn, send: running.send, draftOf });
  };
  const steering = async () => {
    const [{ createSteering }] = await Promise.all([loaded(import('./steering.ts')), late.rules()]);
    const previewOf: Parameters<typeof createSteering>[0]['previewOf'] = async (run, call, order) =>
      (await import('./run-previews.ts')).previewFrom(run, call, order);
    return createSteering({ session, runs, running, ids, language, builtIn, previewOf });
  };
  const history = createHistory({
    session,
    runs,
    settings,
    running,
    worker,
    ids,
    language,
    builtIn,
    now,
    repository: async () => (await storage()).runs,
  });
  const address = createAddressBar({
    document,
    session,
    runs,
    keeper: library,
    running,
    addresses: browserAddresses,
  });
  const openLinkHere = async (): Promise<void> => {
    const { hash } = location;
    if (isShareFragment(hash)) await address.during(() => onTable(() => intake.openLink(hash)));
  };
  /** Does what puts a plan on the table, once there is what it is drawn with: no card is drawn twice. */
  const onTable = async <T>(put: () => Promise<T>): Promise<T> => {
    await Promise.all([late.tools(), canvasIsHere()]);
    return put();
  };
  let planning: Promise<Planning> | undefined;
  /** Its code is fetched with the first goal. Where that fails the goal stays in its box, and the next try fetches again. */
  const withPlanning = async (action: (planning: Planning) => unknown): Promise<void> => {
    try {
      planning ??= loaded(import('./planning.ts')).then((module) =>
        module.createPlanning(document, session, worker, now),
      );
      await Promise.all([planning, late.tools(), late.rules(), canvasIsHere()]);
      await action(await planning);
    } catch (error) {
      planning = undefined;
      session.actions.notify(messageOf(error), 'danger');
    }
  };
  const connection = createConnection(session, settings, worker, browserMemory);
  const vault = lateVault(session, worker, browserMemory);
  const intake = createIntake({
    document,
    session,
    shelf,
    files,
    save: keeper.save,
    now,
    beside: async (imported) => {
      const stored = await (await storage()).plans.get(imported.plan.id);
      return besideStored(imported, stored?.plan, () => `plan_${ids.next()}`);
    },
    read: async (source) => {
      // The reader of foreign shapes is loaded with the first plan that comes in.
      const [{ importPlan }, { takenIn }] = await Promise.all([
        import('../plan/import.ts'),
        import('./taken-in.ts'),
        late.tools(),
      ]);
      const read = importPlan(source, { planId: () => `plan_${ids.next()}` });
      if (!read.ok) return { ok: false, error: read.error.map((problem) => problem.message).join(' ') };
      const { input, normalised } = read.value;
      const { plan, notes } = takenIn(read.value.plan, builtIn);
      return { ok: true, value: { plan, notes: [...normalised, ...notes], ...(input ? { input } : {}) } };
    },
  });

  const refresh = () => Promise.all([library.refresh(), running.refreshList()]);
  const parts: Omit<Services, 'commands'> = {
    ...{ document, session, runs, library: listed, revising, settings, toApprove, tab, now },
    planning: {
      draftPlan: () => void withPlanning(({ draft }) => draft()),
      cancelDraft: () => void withPlanning(({ cancel }) => cancel()),
      choosePlanner: (choice) => void connection.choose(choice),
      plannerChoice: connection.current,
    },
    plans: {
      dryRun: () => {
        if (session.getState().drafting) return session.actions.notify(STILL_DRAFTING);
        document.actions.seal();
        const { revision } = document.getState();
        session.actions.set({ view: { kind: 'dry-run' }, triedDry: revision, welcome: false });
      },
      newPlan: () => void library.startNew(),
      keepAsNew: () => void quiet(keeper.keepAsNew()),
      openPlan: (id) => void quiet(onTable(() => library.open(id))),
      removePlan: (id) => void library.remove(id),
      openExample: (example: Example) => void quiet(onTable(() => intake.openExample(example))),
      addFiles: (files) => void intake.addFiles(files),
      importText: (text, from, came) => onTable(() => intake.importText(text, from, came)).catch(messageOf),
      dropFiles: (files) => void quiet(onTable(() => intake.dropFiles(files))),
      exportPlan: () => {
        const { plan } = document.getState();
        download(`${plan.title ?? plan.id}.json`, exportText(plan, location.href));
      },
      shareLink: async () => {
        const { origin, pathname } = location;
        const { encodeShareFragment } = await import('./share-link.ts');
        return `${origin}${pathname}${await encodeShareFragment(JSON.stringify(document.getState().plan))}`;
      },
      leftOut: async () => {
        const { plan, input, delegates } = document.getState();
        return (await import('./run-previews.ts')).callsLeftOut({ plan, input, delegates }, builtIn);
      },
    },
    running: {
      startRun: (replans = 'ask') => {
        void askToPersist();
        void running.start(replans);
      },
      stopRun: (runId) => void running.stop(runId),
      pauseRun: (runId) => void running.pause(runId),
      goOnRun: (runId) => void running.send({ kind: 'go-on-run', runId }),
      goOnAsNew: (runId) => void quiet(steering().then((steer) => steer.goOnAsNew(runId))),
      answer: (runId, answer) => void running.answer(runId, answer),
      openRun: (runId, call) => void running.open(runId, call),
      discardRun: (runId) => void quiet(steering().then((steer) => steer.discard(runId))),
      runFromPreview: async (runId, call, order) => (await steering()).preview(runId, call, order),
      runFrom: (runId, call, order) =>
        void quiet(steering().then((steer) => steer.runFrom(runId, call, order))),
      planCommand: async (text) => {
        const { carryOutPlanCommand, heldRuns } = await loaded(import('./plan-command.ts'));
        return carryOutPlanCommand(text, {
          steering: await steering(),
          list: async () => {
            await running.refreshList();
            return runs.getState().list;
          },
          held: heldRuns,
          record: async (runId) => {
            await running.load(runId);
            return runs.getState().known.get(runId);
          },
          ask: (runId, call, order) => session.actions.openAbout('run-from', { runId, call, order }),
        });
      },
      reviseRun: (runId, call) => void quiet(revise().then(({ begin }) => begin(runId, call))),
      submitRevision: () => void quiet(revise().then(({ submit }) => submit())),
      leaveRevision: () => void quiet(revise().then(({ leave }) => leave())),
      paramsOf: async (run, call) => (await import('./run-previews.ts')).resolvedParams(run, call),
      draftOf,
    },
    approvals: createApprovals({ approving, toApprove, session, begin: running.begin }),
    history: { ...history, ...createRunValues({ session, storage, fileOf: running.fileOf }) },
    device: createDevice({ session, vault: vault.vault, storage, refresh }),
  };
  const services: Services = { ...parts, commands: createCommands(parts) };

  return {
    services,
    begin: async () => {
      listenToOtherTabs((message) => {
        heard(message);
        // This tab's worker queues for the run, to take it over when the tab that runs it is closed.
        if (message.kind === 'events' && message.events.some((event) => event.type === 'plan_started'))
          void resumeAll();
      });
      channel.hear((news) => void library.hear(news));
      // A tab may have been killed before it told of its last save; and whoever leaves this one may close it.
      globalThis.document.addEventListener('visibilitychange', () => {
        const isSeen = globalThis.document.visibilityState === 'visible';
        void quiet(isSeen ? keeper.look() : keeper.save());
      });
      const place = rememberPlace(document, session, browserMemory);
      const { hash } = location;
      await Promise.all([
        isShareFragment(hash) ? quiet(onTable(() => intake.openLink(hash))) : undefined,
        quiet(library.loadExamples()),
        quiet(library.refresh()),
        quiet(running.refreshList()),
      ]);
      // What a plan is drawn with would come in the way of the first screen: that is seen first.
      await new Promise<void>(browserScreen.painted);
      await Promise.all([quiet(late.tools()), canvasIsHere()]);
      // A plan that came in a link is where the person wants to be.
      const shown = quiet(address.begin(session.getState().welcome ? place : NOWHERE));
      window.addEventListener('popstate', () => void quiet(address.follow()));
      window.addEventListener('hashchange', () => void quiet(openLinkHere()));
      await connection.restore();
      await quiet(vault.restore());
      // Whatever becomes of what is shown, what was interrupted goes on.
      if (running.hasOpen()) await resumeAll();
      await shown;
      await quiet(running.loadOpen());
      await quiet(history.tidyOnStart());
      await keepForOffline();
    },
    afterCanvas: () => void quiet(late.rules()),
  };
}
