/** Plans on this device: autosave, opening, removing; and the examples that ship. */

import type { Plan } from '../plan/document.ts';
import type { DocumentStore } from '../stores/document.ts';
import type { Example, LibraryStore } from '../stores/library.ts';
import type { PlansRepository } from '../stores/ports.ts';
import type { SessionStore } from '../stores/session.ts';
import type { PlanFiles } from './plan-files.ts';

/** Long enough that typing is one write, short enough that a closed tab loses nothing a person would miss. */
const SAVE_AFTER_MS = 400;

export interface LibraryKeeper {
  /** Resolves once what is on the table is durable. Rejects with a sentence where it can't be. */
  save(): Promise<void>;
  has(id: string): Promise<boolean>;
  open(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  startNew(): Promise<void>;
  refresh(): Promise<void>;
  loadExamples(): Promise<void>;
}

interface Parts {
  readonly document: DocumentStore;
  readonly session: SessionStore;
  readonly library: LibraryStore;
  readonly repository: () => Promise<PlansRepository>;
  readonly files: PlanFiles;
  /** A plan with nothing in it, under an id of its own. */
  readonly blank: () => Plan;
  readonly now: () => number;
}

export function createLibraryKeeper(parts: Parts): LibraryKeeper {
  const { document, session, library } = parts;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const refresh = async (): Promise<void> => {
    library.setState({ plans: await (await parts.repository()).list() });
  };

  const save = async (): Promise<void> => {
    clearTimeout(timer);
    const { plan, revision, input, approval, saved } = document.getState();
    await parts.files.keep();
    // An untouched blank plan is nothing to keep.
    if (saved === 'saved' || plan.calls.length === 0) return;
    const repository = await parts.repository();
    await repository.put({ plan, revision, input, approval, savedAt: parts.now() });
    document.actions.markSaved(plan);
    await refresh();
  };

  const say = (error: unknown): void =>
    session.actions.notify(error instanceof Error ? error.message : String(error), 'danger');

  document.subscribe((state, before) => {
    if (state.saved === 'saved') return;
    if (state.plan === before.plan && state.approval === before.approval && state.input === before.input)
      return;
    clearTimeout(timer);
    timer = setTimeout(() => void save().catch(say), SAVE_AFTER_MS);
  });

  /** Leaving a plan keeps it; a plan that can't be kept is not left behind in silence. */
  const leave = async (): Promise<void> => {
    await save();
    session.actions.set({
      selection: [],
      thread: [],
      view: { kind: 'plan' },
      goal: '',
      triedDry: null,
    });
  };

  return {
    save,
    refresh,
    has: async (id) => (await (await parts.repository()).get(id)) !== undefined,
    open: async (id) => {
      try {
        if (id === document.getState().plan.id) {
          session.actions.set({ welcome: false, view: { kind: 'plan' } });
          return;
        }
        await leave();
        const stored = await (await parts.repository()).get(id);
        if (!stored) {
          session.actions.notify('This plan is no longer on this device.', 'danger');
          return;
        }
        document.actions.open(stored, 'saved');
        session.actions.set({ welcome: false });
        await parts.files.restore();
      } catch (error) {
        say(error);
      }
    },
    remove: async (id) => {
      try {
        await (await parts.repository()).remove(id);
        await parts.files.forget(id);
        if (id === document.getState().plan.id) {
          document.actions.open({ plan: parts.blank(), revision: 0, input: {}, approval: null }, 'saved');
          parts.files.begin();
          session.actions.set({ welcome: true, selection: [] });
        }
        await refresh();
      } catch (error) {
        say(error);
      }
    },
    startNew: async () => {
      try {
        await leave();
        document.actions.open({ plan: parts.blank(), revision: 0, input: {}, approval: null }, 'saved');
        parts.files.begin();
        session.actions.set({ welcome: true });
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
