/** Plans on this device: the list of them, opening, removing, beginning; and the examples that ship. */

import { visiblyTitled } from '../lib/visible-text.ts';
import type { Plan } from '../plan/document.ts';
import type { Example } from '../stores/library.ts';
import type { PlansRepository, StoredPlan } from '../stores/ports.ts';
import type { Ground } from './ground.ts';
import type { PlanKeeper } from './keep-plan.ts';
import type { PlanNews } from './plan-news.ts';
import type { Storage } from './storage.ts';

export interface LibraryKeeper {
  has(id: string): Promise<boolean>;
  open(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** @param carry with the files of the plan that is left */
  startNew(carry?: boolean): Promise<void>;
  refresh(): Promise<void>;
  loadExamples(): Promise<void>;
  /** Another tab saved or removed a plan. */
  hear(news: PlanNews): Promise<void>;
}

export interface LibraryParts extends Pick<Ground, 'document' | 'session' | 'library' | 'files'> {
  readonly repository: () => Promise<PlansRepository>;
  readonly storage: () => Promise<Storage>;
  /** A plan with nothing in it, under an id of its own. */
  readonly blank: () => Plan;
  readonly keeper: PlanKeeper;
  readonly tell: (news: PlanNews) => Promise<void>;
  /** The plan with its approval only where that still holds on this device. */
  readonly standing: (stored: StoredPlan) => Promise<StoredPlan>;
}

export function createLibraryKeeper(parts: LibraryParts): LibraryKeeper {
  const { document, session, library, keeper } = parts;

  const refresh = async (): Promise<void> => {
    library.setState({ plans: (await (await parts.repository()).list()).map(visiblyTitled) });
  };

  const say = session.actions.tellFault;

  /** Leaving a plan keeps it; a plan that can't be kept is not left behind in silence. */
  const leave = async (): Promise<void> => {
    await keeper.save();
    session.actions.set({
      selection: [],
      thread: [],
      view: { kind: 'plan' },
      goal: '',
      triedDry: null,
    });
  };

  const layBlank = (carry = false): void => {
    document.actions.open({ plan: parts.blank(), revision: 0, input: {}, approval: null }, 'saved');
    parts.files.begin(carry);
    session.actions.set({ welcome: !carry, selection: [] });
  };

  const open = async (id: string): Promise<void> => {
    try {
      if (id === document.getState().plan.id) {
        session.actions.set({ welcome: false, view: { kind: 'plan' } });
        return;
      }
      await leave();
      const repository = await parts.repository();
      const stored = await repository.get(id);
      if (!stored) {
        session.actions.notify('This plan is no longer on this device.', 'danger');
        return;
      }
      const history = await repository.history(id, stored.save);
      document.actions.open({ ...(await parts.standing(stored)), ...(history && { history }) }, 'saved');
      session.actions.set({ welcome: false });
      await parts.files.restore();
    } catch (error) {
      say(error);
    }
  };

  return {
    refresh,
    open,
    has: async (id) => (await (await parts.repository()).get(id)) !== undefined,
    remove: (id) =>
      import('./remove-plan.ts')
        .then(({ removePlan }) => removePlan({ ...parts, layBlank, open }, id))
        .catch(say),
    startNew: async (carry) => {
      try {
        await leave();
        layBlank(carry);
      } catch (error) {
        say(error);
      }
    },
    hear: async ({ planId }) => {
      try {
        await refresh();
        if (planId === document.getState().plan.id) await keeper.look();
      } catch (error) {
        say(error);
      }
    },
    loadExamples: async () => {
      const response = await fetch('./examples/index.json');
      // A build without examples shows none; everything else works.
      if (!response.ok || !response.headers.get('content-type')?.includes('json')) return;
      library.setState({ examples: (await response.json()) as Example[] });
    },
  };
}
