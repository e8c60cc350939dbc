/** The secrets of this device (L-9): they go to the worker and nowhere else, and are kept only where a person asks. */

import { isObject } from '../lib/json.ts';
import { parseExpression } from '../plan/expression.ts';
import type { Memory } from '../stores/ports.ts';
import type { SessionStore } from '../stores/session.ts';
import type { WorkerClient } from './worker-client.ts';

const MEMORY_NAME = 'obelus.secrets';

export interface Vault {
  /** A sentence where the name can't stand after `†secret.`; null once the worker has it. */
  put(name: string, value: string, keep: boolean): Promise<string | null>;
  remove(name: string): Promise<void>;
  /** Takes up what was kept; the worker is woken only where there is something to tell it. */
  restore(): Promise<void>;
  /** Tells a new worker what the last one knew. */
  tellAgain(): Promise<void>;
}

interface Secret {
  readonly value: string;
  readonly kept: boolean;
}

export function createVault(session: SessionStore, worker: WorkerClient, memory: Memory): Vault {
  const secrets = new Map<string, Secret>();

  const tell = async (): Promise<void> => {
    // The store, which everything on the screen may read, learns names alone.
    session.actions.set({ secrets: [...secrets].map(([name, { kept }]) => ({ name, kept })) });
    const values = Object.fromEntries([...secrets].map(([name, { value }]) => [name, value]));
    try {
      await worker.request({ kind: 'secrets', secrets: values });
    } catch (error) {
      session.actions.tellFault(error);
    }
  };

  const change = async (): Promise<void> => {
    const kept = [...secrets].filter(([, secret]) => secret.kept).map(([name, { value }]) => [name, value]);
    memory.write(MEMORY_NAME, JSON.stringify(Object.fromEntries(kept)));
    await tell();
  };

  return {
    put: async (name, value, keep) => {
      const read = parseExpression(`†secret.${name}`);
      const path = read.ok && read.value.type === 'ref' ? read.value.path : [];
      if (path.length !== 1 || path[0] !== name) {
        return 'A name begins with a letter and goes on with letters, digits, - or _.';
      }
      secrets.set(name, { value, kept: keep });
      await change();
      return null;
    },
    remove: async (name) => {
      secrets.delete(name);
      await change();
    },
    restore: async () => {
      try {
        const kept: unknown = JSON.parse(memory.read(MEMORY_NAME) ?? 'null');
        if (!isObject(kept)) return;
        for (const [name, value] of Object.entries(kept)) {
          if (typeof value === 'string') secrets.set(name, { value, kept: true });
        }
      } catch {
        // What is remembered can't be read: the person is asked for it again by the call that needs it.
      }
      if (secrets.size > 0) await tell();
    },
    tellAgain: async () => {
      if (secrets.size > 0) await tell();
    },
  };
}
