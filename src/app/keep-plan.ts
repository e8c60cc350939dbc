/**
 * Keeps the plan on the table and the one on this device in step: saves as the person types, merges where another tab
 * has saved since, and follows what other tabs save. Never covers what it has not read. Knows no screen.
 */

import { type History, isUnderWay } from '../plan/history.ts';
import type { Common, DocumentState } from '../stores/document.ts';
import type { PlansRepository, StoredPlan } from '../stores/ports.ts';
import type { Ground } from './ground.ts';
import type { PlanNews } from './plan-news.ts';

/** Long enough that typing is one write, short enough that a closed tab loses nothing a person would miss. */
export const SAVE_AFTER_MS = 400;

export interface PlanKeeper {
  /**
   * Resolves once what is on the table is durable; of a plan that is being drafted, what was there before. Rejects with a
   * sentence where it can't be.
   * @param evenBlank a blank plan, too: something was said to it
   */
  save(evenBlank?: boolean): Promise<void>;
  /** Looks whether another tab has saved or removed the plan on the table, and takes that in. */
  look(): Promise<void>;
  /** The plan goes on as a new one, which is durable then. */
  keepAsNew(): Promise<void>;
  /** Between two saves: none of this tab's is under way while it works. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** No save is to come any more. */
  close(): void;
}

interface Parts extends Pick<Ground, 'document' | 'session' | 'files' | 'ids' | 'tab' | 'now'> {
  readonly repository: () => Promise<PlansRepository>;
  /** Resolves once versions can be merged: what that takes is fetched late. */
  readonly rules: () => Promise<void>;
  /** What of the steps is kept. */
  readonly kept: (history: History) => History;
  /** The list of plans and the other tabs. */
  readonly tell: (news: PlanNews) => Promise<void>;
}

export function createPlanKeeper(parts: Parts): PlanKeeper {
  const { document, session, tab, now } = parts;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Something was taken that nobody types again by going on: it waits for nothing. */
  let isUrgent = false;
  let last: Promise<unknown> = Promise.resolve();

  /** Saves and looks follow each other: one that overtakes another would compare with what is no more. */
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };

  const say = session.actions.tellFault;

  const takeIn = (theirs: StoredPlan): void => {
    const { followed, conflicts, voided } = document.actions.takeIn(theirs, {
      mine: tab,
      theirs: theirs.tab,
      at: now(),
    });
    const here = new Set(document.getState().plan.calls.map(({ _id }) => _id));
    const { selection, view } = session.getState();
    if (view.kind === 'plan' && !selection.every((id) => here.has(id)))
      session.actions.select(selection.filter((id) => here.has(id)));
    const sentence = takenInWords(followed, conflicts, voided);
    if (sentence !== null) session.actions.notify(sentence);
  };

  /** Files first: under the new id none is kept yet. */
  const underNewId = async (): Promise<void> => {
    document.actions.keepAs(`plan_${parts.ids.next()}`);
    parts.files.begin(true);
    await parts.files.keep();
  };

  /** As often as another tab comes first. Each time one of the tabs has saved: it comes to an end. */
  const settle = async (evenBlank = false): Promise<void> => {
    clearTimeout(timer);
    isUrgent = false;
    await parts.files.keep();
    for (;;) {
      if (!hasToBeKept(document.getState(), session.getState().drafting, evenBlank)) return;
      const repository = await parts.repository();
      const { plan, revision, origins, input, approval, conflicts, talk, common, history } =
        document.getState();
      const written: Common = { plan, input, approval, conflicts, talk, save: parts.ids.next() };
      const saving = await repository.save(
        {
          ...{ ...written, save: written.save!, revision, origins, savedAt: now(), tab },
          history: parts.kept(history),
        },
        common.save,
      );
      // Another plan was put on the table meanwhile: what was there is kept, or was taken away by whoever put it there.
      const isHere = document.getState().plan.id === plan.id;
      if (saving.kind === 'saved') {
        if (isHere) document.actions.markSaved(written);
        return parts.tell({ kind: 'saved', planId: plan.id });
      }
      if (!isHere) return;
      if (saving.kind === 'behind') {
        await parts.rules();
        const theirs = await withSteps(repository, saving.theirs);
        if (document.getState().plan.id === plan.id) takeIn(theirs);
      } else {
        await underNewId();
        session.actions.notify('Another tab removed this plan. What you changed here is kept as a new one.');
      }
    }
  };

  const saveAfter = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void alone(() => settle()).catch(say), ms);
  };

  // What came of a draft is kept once it has ended, however it ended.
  const stopEnds = session.subscribe((state, before) => {
    if (before.drafting && !state.drafting) saveAfter(0);
  });

  const stop = document.subscribe((state, before) => {
    if (state.saved !== 'unsaved') return;
    const changed = (['plan', 'approval', 'input', 'conflicts', 'origins', 'talk', 'history'] as const).some(
      (part) => state[part] !== before[part],
    );
    if (!changed) return;
    isUrgent ||= isTaken(state, before);
    saveAfter(isUrgent ? 0 : SAVE_AFTER_MS);
  });

  return {
    alone,
    save: (evenBlank) => alone(() => settle(evenBlank)),
    look: () =>
      alone(async () => {
        const { plan } = document.getState();
        if (plan.calls.length === 0 && document.getState().common.save === null) return;
        const repository = await parts.repository();
        let theirs = await repository.get(plan.id);
        if (theirs && theirs.save !== document.getState().common.save) {
          await parts.rules();
          theirs = await withSteps(repository, theirs);
        }
        const { plan: present, common, saved } = document.getState();
        if (present.id !== plan.id) return;
        if (theirs === undefined) {
          // What was changed here since, the next save keeps as a new plan.
          if (common.save !== null && saved === 'saved') document.actions.markRemoved();
        } else if (theirs.save !== common.save) takeIn(theirs);
      }),
    keepAsNew: () =>
      alone(async () => {
        await underNewId();
        await settle();
      }),
    close: () => {
      clearTimeout(timer);
      stop();
      stopEnds();
    },
  };
}

/** With what can be undone of it, where that is still the one of this save. */
const withSteps = async (repository: PlansRepository, theirs: StoredPlan): Promise<StoredPlan> => {
  const history = await repository.history(theirs.plan.id, theirs.save);
  return history ? { ...theirs, history } : theirs;
};

/**
 * An untouched blank plan is nothing to keep. Nor is what streams into one before it is whole: of a page that was killed, half
 * a plan would stand there as any other, to be approved and run.
 */
function hasToBeKept(
  { saved, plan, common, history }: DocumentState,
  isDrafting: boolean,
  evenBlank: boolean,
): boolean {
  if (saved !== 'unsaved') return false;
  const isBlank = plan.calls.length === 0;
  const last = history.past.at(-1);
  if (isDrafting) return evenBlank && isBlank && !(last && isUnderWay(last));
  return !isBlank || common.save !== null;
}

/** Whether a change that the conversation tells of was taken here, whole; a draft that is being streamed is none yet. */
function isTaken({ history, common }: DocumentState, before: DocumentState): boolean {
  const step = history.past.at(-1);
  if (step === before.history.past.at(-1) || common !== before.common) return false;
  return step?.told === true && !isUnderWay(step);
}

/** What a person is told of another tab's save; null where there is nothing to say: the canvas shows it. */
function takenInWords(followed: boolean, conflicts: number, voided: boolean): string | null {
  const again = voided ? ' It has to be approved again.' : '';
  if (conflicts > 0)
    return `Another tab changed the same parts of this plan. Both versions are kept until you choose.${again}`;
  if (!followed) return `What another tab changed in this plan was merged with what you changed.${again}`;
  return voided ? `Another tab changed this plan.${again}` : null;
}
