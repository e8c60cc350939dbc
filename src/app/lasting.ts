/**
 * What a killed browser must not forget: which planner drafts, secrets, what was said of hosts, the settings. A browser
 * writes its local storage to disk up to a minute late; a run that is taken up again without them would plan with another
 * planner (docs/decisions/0074).
 */

import type { Memory } from '../stores/ports.ts';
import type { Storage } from './storage.ts';

export interface Lasting extends Memory {
  /** Brings back what local storage lost, but for what was written since; once. Resolves when it can be read. */
  recover(): Promise<void>;
}

/** @param memory what is read and written at once; where the browser keeps no database, that alone is left */
export const lasting = (memory: Memory, storage: () => Promise<Pick<Storage, 'lasting'>>): Lasting => {
  const rows = async () => (await storage()).lasting;
  const written = new Set<string>();
  let recovered: Promise<void> | undefined;
  return {
    read: memory.read,
    write: (name, text) => {
      written.add(name);
      memory.write(name, text);
      const isWritten = memory.read(name) === text;
      void rows().then(({ put }) => put(memory, name, text, isWritten));
    },
    recover: () => {
      recovered ??= rows().then(({ recover }) => recover(memory, written));
      return recovered;
    },
  };
};
