/**
 * Journal folders that were brought here (L-74): a run that this user did not begin is not gone on with. A new one in its
 * place may take over what it did, as unproven. What the folder says of itself is not asked.
 */

import type { RunRow } from '../../host/port.ts';
import { isForeign } from '../../plan/origin.ts';
import type { JournalFolder } from './journal-folder.ts';
import type { ReceiptBook } from './receipts.ts';

/** The row of the folder's run, where that was begun elsewhere. */
export async function broughtHere(
  { store, runId }: Pick<JournalFolder, 'store' | 'runId'>,
  book: Pick<ReceiptBook, 'began'>,
): Promise<RunRow | null> {
  const row = runId === undefined ? undefined : await store.run(runId);
  if (!row) return null;
  return isForeign(row.origin) || !(await book.began(row.runId)) ? row : null;
}

/** Marks it so for good: what is taken over from it is unproven. */
export async function markBrought(
  { store, folder }: Pick<JournalFolder, 'store' | 'folder'>,
  row: RunRow,
  at: number,
): Promise<void> {
  if (!isForeign(row.origin))
    await store.mark({ ...row, origin: { kind: 'file', at, ...(folder === null ? {} : { name: folder }) } });
}

export const TAKEN_OVER =
  'The run in that folder was not begun here with your approval. A new one goes on in its place: it takes over what that did, as unproven, and asks about what is in doubt.';
