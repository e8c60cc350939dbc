/**
 * The plan on the table and the others on this device. Owns the document, the list of plans and the dropped files; what
 * reads foreign plans, and what makes links, is fetched when it is asked for.
 */

import type { IdSource } from '../../lib/id.ts';
import { messageOf } from '../../lib/thrown.ts';
import type { Plan } from '../../plan/document.ts';
import { createDocumentStore, type DocumentStore } from '../../stores/document.ts';
import { createLibraryStore, type LibraryStore } from '../../stores/library.ts';
import { modelServerOf } from '../../stores/session.ts';
import type { SettingsStore } from '../../stores/settings.ts';
import type { FileProfile } from '../../tools/file-profile.ts';
import { CanvasArea } from '../../ui/frame/canvas-area.ts';
import type { Plans, Sent } from '../../ui/verbs.ts';
import { besideStored } from '../beside-stored.ts';
import { blankPlan } from '../blank-plan.ts';
import { keepDelegatesLoaded } from '../delegates.ts';
import { download, exportText } from '../export-plan.ts';
import { createFileShelf, type FileShelf } from '../file-shelf.ts';
import type { Ground } from '../ground.ts';
import { createIntake, type Intake } from '../intake.ts';
import { createJudging, type Judging } from '../judging.ts';
import { createPlanKeeper, type PlanKeeper } from '../keep-plan.ts';
import { createLibraryKeeper, type LibraryKeeper } from '../library.ts';
import { createPlanFiles } from '../plan-files.ts';
import { openPlanChannel, type PlanNews } from '../plan-news.ts';
import { STILL_DRAFTING } from '../still-drafting.ts';
import type { Storage } from '../storage.ts';
import type { ApprovalsService } from './approvals.ts';

/** What the other services ask of this one, beside what the screen asks. */
export interface PlansService extends Plans {
  readonly document: DocumentStore;
  readonly library: LibraryStore;
  readonly shelf: FileShelf;
  /** Resolves once what is on the table is durable. */
  readonly save: PlanKeeper['save'];
  readonly keeper: LibraryKeeper;
  /** Resolves once every file beside the goal is judged. */
  readonly judged: Judging['settled'];
  /** Puts a blank plan on the table that has the files of the one there. */
  readonly startBeside: () => Promise<void>;
  /** Puts the plan that a link carries on the table. */
  openLink(fragment: string): Promise<void>;
  /** Lists what there is, and follows other tabs from here on. Never rejects. */
  begin(): Promise<unknown>;
}

interface Asks extends Pick<Ground, 'session' | 'settings' | 'late' | 'storage' | 'ids' | 'tab' | 'now'> {
  /** The plan as it is kept, without an approval that no longer stands. */
  readonly standing: ApprovalsService['standing'];
  /** Says what a file holds. */
  readonly judge: (file: File) => Promise<FileProfile>;
}

export function createPlans(asks: Asks): PlansService {
  const { session, settings, late, storage, ids, tab, now } = asks;
  const quiet = (work: Promise<unknown>) => work.catch(session.actions.tellFault);
  const repository = async () => (await storage()).plans;
  const blank = () => blankPlan(ids, settings.getState().plan);
  const document = createDocumentStore(late.language, late.builtIn, blank());
  const library = createLibraryStore();
  const shelf = createFileShelf();
  const judging = createJudging(session, shelf, asks.judge);
  const table = { document, session };
  const files = createPlanFiles({ ...table, shelf, repository: async () => (await storage()).files });
  const channel = openPlanChannel();
  const tell = async (news: PlanNews): Promise<void> => {
    channel.tell(news);
    await keeper.refresh();
  };
  const kept = { ...table, files, tell, repository };
  const { rules, language } = late;
  const saver = createPlanKeeper({ ...kept, ids, tab, now, rules, kept: language.kept });
  const keeper = createLibraryKeeper({
    ...kept,
    storage,
    library,
    blank,
    keeper: saver,
    standing: asks.standing,
  });
  const intake = intakeOf(
    { ...table, files, shelf, save: saver.save, open: keeper.open, now, late },
    repository,
    ids,
  );
  keepDelegatesLoaded(document, storage, now, late.rules, session.actions.tellFault);
  // What latent calls are sent to is part of what is signed.
  session.subscribe((state, before) => {
    if (state.planner === before.planner) return;
    document.actions.lookAgain();
    void late.offersThinking(modelServerOf(state) !== null);
  });
  beginAsSet(document, settings, blank);
  /** Does what puts a plan on the table, once there is what it is drawn with: no card is drawn twice. */
  const onTable = async <T>(put: () => Promise<T>): Promise<T> => {
    await Promise.all([late.tools(), CanvasArea.ahead()]);
    return put();
  };

  /** A new plan is on its way to the table: what is dropped meanwhile is for that one. Never rejects. */
  let turning: Promise<void> = Promise.resolve();

  return {
    ...{ document, library, shelf, keeper, save: saver.save, judged: judging.settled },
    openLink: (fragment) => onTable(() => intake.openLink(fragment)),
    begin: () => {
      channel.hear((news) => void keeper.hear(news));
      // A tab may have been killed before it told of its last save; and whoever leaves this one may close it.
      globalThis.document.addEventListener('visibilitychange', () => {
        const isSeen = globalThis.document.visibilityState === 'visible';
        void quiet(isSeen ? saver.look() : saver.save());
      });
      // Hidden, a page that is left may have no time for a whole save; asked whether it may go, it has.
      window.addEventListener('beforeunload', () => void quiet(saver.save()));
      return Promise.all([quiet(keeper.loadExamples()), quiet(keeper.refresh())]);
    },
    dryRun: () => {
      if (session.getState().drafting) return session.actions.notify(STILL_DRAFTING);
      document.actions.seal();
      const { revision } = document.getState();
      session.actions.set({ view: { kind: 'dry-run' }, triedDry: revision, welcome: false });
    },
    newPlan: () => {
      turning = keeper.startNew();
    },
    startBeside: () => keeper.startNew(true),
    keepAsNew: () => void quiet(saver.keepAsNew()),
    choose: (conflicts, choice) =>
      void quiet(
        late.rules().then(() => {
          for (const conflict of conflicts) {
            const done = document.actions.decide(conflict, choice);
            if (!done.ok) session.actions.notify(done.error, 'danger');
          }
        }),
      ),
    openPlan: (id) => void quiet(onTable(() => keeper.open(id))),
    removePlan: (id) => void keeper.remove(id),
    openExample: (example) => void quiet(onTable(() => intake.openExample(example))),
    addFiles: (dropped) => void turning.then(() => intake.addFiles(dropped)),
    importText: (text, from, came) => onTable(() => intake.importText(text, from, came)).catch(messageOf),
    dropFiles: (dropped) => void quiet(onTable(() => turning.then(() => intake.dropFiles(dropped)))),
    exportPlan: (sent) =>
      void quiet(
        toSend(document, sent).then((plan) =>
          download(`${plan.title ?? plan.id}.json`, exportText(plan, location.href)),
        ),
      ),
    shareLink: async (sent) => {
      const { origin, pathname } = location;
      const { encodeShareFragment } = await import('../share-link.ts');
      return `${origin}${pathname}${await encodeShareFragment(JSON.stringify(await toSend(document, sent)))}`;
    },
    leftOut: async () => {
      const { plan, input, delegates } = document.getState();
      return (await import('../run-previews.ts')).callsLeftOut({ plan, input, delegates }, late.builtIn);
    },
  };
}

/** The plan as it leaves the device: what was said of it goes along only where that is asked for. */
async function toSend({ getState }: DocumentStore, sent?: Sent): Promise<Plan> {
  const { plan, talk } = getState();
  return sent?.withTalk ? (await import('../../plan/talk-notes.ts')).withTalk(plan, talk) : plan;
}

interface TableParts extends Pick<Ground, 'document' | 'session' | 'shelf' | 'files' | 'now' | 'late'> {
  readonly save: PlanKeeper['save'];
  readonly open: LibraryKeeper['open'];
}

/** What comes in from outside, beside the plans that are here. */
const intakeOf = (
  { late, ...parts }: TableParts,
  repository: () => Promise<Storage['plans']>,
  ids: IdSource,
): Intake =>
  createIntake({
    ...parts,
    builtIn: late.builtIn,
    beside: async (imported) => {
      const stored = await (await repository()).get(imported.plan.id);
      return besideStored(imported, stored?.plan, () => `plan_${ids.next()}`);
    },
    read: async (source) => {
      // The reader of foreign shapes is loaded with the first plan that comes in.
      const [{ importPlan }, { takeTalk }, { takenIn }] = await Promise.all([
        import('../../plan/import.ts'),
        import('../../plan/talk-notes.ts'),
        import('../taken-in.ts'),
        late.tools(),
      ]);
      if (isArchive(source)) return { ok: false, error: FOR_STORAGE };
      const read = importPlan(source, { planId: () => `plan_${ids.next()}` });
      if (!read.ok) return { ok: false, error: read.error.map((problem) => problem.message).join(' ') };
      const { input, normalised } = read.value;
      const { plan: apart, talk } = takeTalk(read.value.plan, parts.now());
      const { plan, notes } = takenIn(apart, late.builtIn);
      const beside = { ...(input && { input }), ...(talk && { talk }) };
      return { ok: true, value: { plan, notes: [...normalised, ...notes], ...beside } };
    },
  });

/** Whoever has an export looks for Import first, and that is the door for plans. */
const FOR_STORAGE =
  'This is an export of runs or of everything, not a plan. Take it in under Storage: open the command palette, choose “Storage: export or import everything”, then “Import a file”.';

const isArchive = (source: unknown): boolean =>
  typeof source === 'string' && /^[\s\uFEFF]*\{\s*"format"\s*:\s*"obelus\/archive"/.test(source);

/** What nobody has put a call into yet begins with what the device is set to now. */
function beginAsSet(
  document: DocumentStore,
  settings: SettingsStore,
  blank: () => ReturnType<typeof blankPlan>,
): void {
  settings.subscribe(() => {
    const { plan, saved, common } = document.getState();
    // One that was kept is empty because its draft was undone: its conversation and what can be done again stay.
    if (plan.calls.length > 0 || saved !== 'saved' || common.save !== null) return;
    const { policy } = blank();
    document.actions.open(
      { plan: { ...plan, ...(policy ? { policy } : {}) }, revision: 0, input: {}, approval: null },
      'saved',
    );
  });
}
