/** The dropped files of the plan on the table: on the shelf while it is open, in storage so that a reload keeps them. */

import type { PlanFilesRepository } from '../stores/ports.ts';
import type { Ground } from './ground.ts';

export interface PlanFiles {
  /** The plan on the table was opened from storage: its files come back to the shelf. */
  restore(): Promise<void>;
  /** Another plan is on the table that has no files, or, with `carry`, takes over those on the shelf. */
  begin(carry?: boolean): void;
  /** Resolves once storage holds what the shelf holds. Rejects with a sentence where it can't. */
  keep(): Promise<void>;
  forget(planId: string): Promise<void>;
}

interface Parts extends Pick<Ground, 'document' | 'session' | 'shelf'> {
  readonly repository: () => Promise<PlanFilesRepository>;
}

export function createPlanFiles({ document, session, shelf, repository }: Parts): PlanFiles {
  /** Whose files the shelf holds. While another plan is being opened, the two differ and nothing is written. */
  let owner = document.getState().plan.id;
  /** What storage has of the owner's files. */
  let kept = new Map<string, File>();
  /** Writes follow each other: a removal must not be overtaken by the put before it. */
  let last: Promise<void> = Promise.resolve();

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    last = last.catch(() => undefined).then(work);
    return last;
  };

  const keep = (): Promise<void> => {
    const { plan } = document.getState();
    // A goal that never became a plan leaves nothing behind.
    if (plan.id !== owner || plan.calls.length === 0) return Promise.resolve();
    const names = session.getState().files.map(({ name }) => name);
    const before = kept;
    const now = new Map(names.flatMap((name) => [[name, shelf.get(name)!] as const]));
    if (before.size === now.size && [...now].every(([name, file]) => before.get(name) === file)) return last;
    kept = now;
    return inTurn(async () => {
      try {
        const files = await repository();
        for (const name of before.keys()) if (!now.has(name)) await files.remove(plan.id, name);
        for (const [name, file] of now) if (before.get(name) !== file) await files.put(plan.id, name, file);
      } catch (error) {
        // Tried again with the next save: a disk that was full may have room by then.
        if (kept === now) kept = before;
        throw error;
      }
    });
  };

  session.subscribe((now, before) => {
    if (now.files === before.files) return;
    void keep().catch(session.actions.tellFault);
  });

  const begin = (carry = false): void => {
    owner = document.getState().plan.id;
    kept = new Map();
    session.actions.set({ filesComing: false, ...(carry ? {} : { files: [] }) });
  };

  return {
    begin,
    keep,
    restore: async () => {
      const { id } = document.getState().plan;
      owner = '';
      session.actions.set({ files: [], filesComing: true });
      try {
        await last.catch(() => undefined);
        const blobs = await (await repository()).list(id);
        const files = blobs.map(({ name, blob }) => new File([blob], name, { type: blob.type }));
        const described = await Promise.all(files.map(shelf.add));
        // The person may have opened another plan while these were read.
        if (document.getState().plan.id !== id) return;
        owner = id;
        kept = new Map(files.map((file) => [file.name, file]));
        session.actions.addFiles(described);
      } finally {
        if (document.getState().plan.id === id) session.actions.set({ filesComing: false });
      }
    },
    forget: (planId) => inTurn(async () => (await repository()).removeAll(planId)),
  };
}
