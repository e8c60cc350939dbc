/** Has every file that lies beside the goal judged, once, and puts what was found beside its name. Reads no file itself. */

import type { SessionStore } from '../stores/session.ts';
import type { FileProfile } from '../tools/file-profile.ts';
import type { FileShelf } from './file-shelf.ts';

export interface Judging {
  /** Resolves once nothing is being judged any more. Never rejects. */
  settled(): Promise<unknown>;
}

export function createJudging(
  session: SessionStore,
  shelf: FileShelf,
  judge: (file: File) => Promise<FileProfile>,
): Judging {
  const underWay = new Map<File, Promise<void>>();

  const one = async (file: File): Promise<void> => {
    // Where nothing judges here, a planner goes by the name and the head.
    const profile = await judge(file).catch(() => undefined);
    underWay.delete(file);
    // It may have been taken off, or replaced, meanwhile.
    if (profile === undefined || shelf.get(file.name) !== file) return;
    session.setState(({ files }) => ({
      files: files.map((other) => (other.name === file.name ? { ...other, profile } : other)),
    }));
  };

  session.subscribe(({ files }, before) => {
    if (files === before.files) return;
    for (const { name, profile } of files) {
      const file = profile === undefined ? shelf.get(name) : undefined;
      if (file !== undefined && !underWay.has(file)) underWay.set(file, one(file));
    }
  });

  const settled = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay.values());
  };
  return { settled };
}
