/** From a goal to a draft, and who drafts. Owns the connection; what drafts is fetched with the first goal. */

import type { DocumentStore } from '../../stores/document.ts';
import type { Memory } from '../../stores/ports.ts';
import type { SessionStore } from '../../stores/session.ts';
import type { SettingsStore } from '../../stores/settings.ts';
import { CanvasArea } from '../../ui/frame/canvas-area.ts';
import { loaded } from '../../ui/parts/not-loaded.ts';
import type { Planning as PlanningVerbs } from '../../ui/services.ts';
import { type ConnectionKeeper, createConnection } from '../connection.ts';
import type { LateLanguage } from '../late-language.ts';
import type { FilesToPlanWith, Planning } from '../planning.ts';
import type { WorkerClient } from '../worker-client.ts';

/** What the other services ask of this one, beside what the screen asks. */
export interface PlanningService extends PlanningVerbs, Pick<ConnectionKeeper, 'restore' | 'tellAgain'> {}

interface Asks {
  readonly document: DocumentStore;
  readonly session: SessionStore;
  readonly settings: SettingsStore;
  readonly late: LateLanguage;
  readonly worker: WorkerClient;
  readonly plans: FilesToPlanWith;
  readonly memory: Memory;
  readonly now: () => number;
}

export function createPlanningService(asks: Asks): PlanningService {
  const { document, session, settings, late, worker, plans, memory, now } = asks;
  const connection = createConnection(session, settings, worker, memory);
  let planning: Promise<Planning> | undefined;
  const fetched = async (): Promise<Planning> => {
    planning ??= loaded(import('../planning.ts')).then((module) =>
      module.createPlanning(document, session, worker, plans, now),
    );
    await Promise.all([planning, late.tools()]);
    return planning;
  };
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
    draftPlan: (by) => void withPlanning(({ draft }) => draft(by)),
    tryGoal: async (goal, signal) => (await fetched()).tryGoal(goal, signal),
    proposals: async (step, signal) => (await fetched()).proposals(step, signal),
    cancelDraft: () => void withPlanning(({ cancel }) => cancel()),
    choosePlanner: (choice) => void connection.choose(choice),
    plannerChoice: connection.current,
    restore: connection.restore,
    tellAgain: connection.tellAgain,
  };
}
