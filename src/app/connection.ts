/** Which planner drafts, and its connection. The key goes to the worker and is kept only where a person asks for it. */

import { serverOf } from '../planner/openai/server-of.ts';
import type { Memory } from '../stores/ports.ts';
import type { SessionStore } from '../stores/session.ts';
import type { SettingsStore } from '../stores/settings.ts';
import type { PlannerChoice } from '../ui/services.ts';
import type { WorkerClient } from './worker-client.ts';

const MEMORY_NAME = 'obelus.planner';

const OFFLINE: PlannerChoice = { kind: 'offline', baseUrl: '', model: '', key: '', keepKey: false };

export interface ConnectionKeeper {
  current(): PlannerChoice;
  choose(choice: PlannerChoice): Promise<void>;
  /** Tells a new worker what the last one knew. */
  tellAgain(): Promise<void>;
  /** Takes up what was chosen last time. */
  restore(): Promise<void>;
}

export function createConnection(
  session: SessionStore,
  settings: SettingsStore,
  worker: WorkerClient,
  memory: Memory,
): ConnectionKeeper {
  let choice = OFFLINE;

  // How often a model may try goes with the connection: a change of it counts from the next call on.
  settings.subscribe((now, before) => {
    if (now.plan.stepMaxIterations !== before.plan.stepMaxIterations && choice.kind !== 'offline')
      void take(choice);
  });

  const take = async (next: PlannerChoice): Promise<void> => {
    choice = next;
    session.actions.set({ planner: { kind: next.kind, model: next.model, host: serverOf(next.baseUrl) } });
    try {
      const { baseUrl, model, key } = next;
      const { stepMaxIterations } = settings.getState().plan;
      const connection = { baseUrl, model, stepMaxIterations, ...(key === '' ? {} : { key }) };
      await worker.request({ kind: 'connect', connection: next.kind === 'offline' ? null : connection });
    } catch (error) {
      session.actions.tellFault(error);
    }
  };

  return {
    current: () => choice,
    choose: async (next) => {
      const kept = next.keepKey ? next : { ...next, key: '' };
      memory.write(MEMORY_NAME, JSON.stringify(kept));
      await take(next);
    },
    tellAgain: () => (choice.kind === 'offline' ? Promise.resolve() : take(choice)),
    restore: async () => {
      try {
        const kept = JSON.parse(memory.read(MEMORY_NAME) ?? 'null') as Partial<PlannerChoice> | null;
        if (kept?.kind !== 'openai') return;
        await take({ ...OFFLINE, ...kept });
      } catch {
        // What is remembered can't be read: the offline planner needs nothing.
      }
    },
  };
}
