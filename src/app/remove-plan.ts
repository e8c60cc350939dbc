/** A plan is removed from this device, and brought back while this tab knows what it was. Fetched with the first removal. */

import { visible } from '../lib/visible-text.ts';
import type { StoredPlan } from '../stores/ports.ts';
import type { LibraryParts } from './library.ts';
import type { Storage } from './storage.ts';

/** All that is kept under a plan's id and goes with it. */
interface Removed {
  readonly stored: StoredPlan;
  readonly versions: Awaited<ReturnType<Storage['versions']['list']>>;
  readonly files: Awaited<ReturnType<Storage['files']['list']>>;
}

type Shelves = Pick<Storage, 'plans' | 'versions' | 'files'>;

interface Parts extends LibraryParts {
  readonly layBlank: () => void;
  readonly open: (id: string) => Promise<void>;
}

/** Removes it, and offers to bring it back. Rejects with a sentence where storage refuses. */
export async function removePlan(parts: Parts, id: string): Promise<void> {
  const { document, session, keeper, files, tell, layBlank, open } = parts;
  const storage = await parts.storage();
  const isOpen = id === document.getState().plan.id;
  // What was typed last is a part of it.
  if (isOpen) await keeper.save();
  // A save that came in between would find it gone, and keep as a new plan what the person has just removed.
  const removed = await keeper.alone(async () => {
    const before = await readBeforeRemoval(storage, id);
    await storage.plans.remove(id);
    if (isOpen) layBlank();
    return before;
  });
  await files.forget(id);
  await tell({ kind: 'removed', planId: id });
  if (removed === undefined) return;
  const back = async () => {
    if (!(await bringBack(storage, removed))) return;
    await tell({ kind: 'saved', planId: id });
    if (isOpen) await open(id);
  };
  const { title, goal } = removed.stored.plan;
  session.actions.notify(
    `Removed “${visible(title ?? goal ?? 'Untitled plan')}”.`,
    'plain',
    () => void back().catch(session.actions.tellFault),
  );
}

/** What is kept of it, its steps that can be undone with it; undefined where it is not on this device. */
async function readBeforeRemoval(shelves: Shelves, id: string): Promise<Removed | undefined> {
  const stored = await shelves.plans.get(id);
  if (stored === undefined) return undefined;
  const [history, versions, files] = await Promise.all([
    shelves.plans.history(id, stored.save),
    shelves.versions.list(id),
    shelves.files.list(id),
  ]);
  return { stored: { ...stored, ...(history && { history }) }, versions, files };
}

/** As it was. False where a plan of that id has come meanwhile, which stays as it is. */
async function bringBack(shelves: Shelves, { stored, versions, files }: Removed): Promise<boolean> {
  const { id } = stored.plan;
  // The row has what lists show beside what a save is made of; it is worked out anew.
  const { plan, revision, origins, input, approval, savedAt, conflicts, talk, history, save, tab } = stored;
  const kept = { plan, revision, input, approval, savedAt, conflicts, save, tab };
  const more = { ...(origins && { origins }), ...(talk && { talk }), ...(history && { history }) };
  const saving = await shelves.plans.save({ ...kept, ...more }, null);
  if (saving.kind !== 'saved') return false;
  // The oldest first: of those that were approved only the last ones are kept.
  for (const { id: named, ...version } of [...versions].reverse())
    await shelves.versions.put({ ...version, key: keyOf(named, version) });
  for (const { name, blob } of files) await shelves.files.put(id, name, blob);
  return true;
}

/** What a version's id says behind why and, in a database, when it was kept. */
function keyOf(id: string, { why, at }: { readonly why: string; readonly at: number }): string {
  const rest = id.slice(`${why} `.length);
  return rest.startsWith(`${at} `) ? rest.slice(`${at} `.length) : rest;
}
