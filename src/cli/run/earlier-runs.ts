/** What another run of a plan is likely to take, by those that were begun here: read before it is approved. */

import type { Plan } from '../../plan/document.ts';
import { newRun } from '../../run/new-run.ts';
import type { RunSetting } from '../../run/state.ts';
import { EARLIER_RUNS, type Estimate, estimateOf, type Took, tookOf } from '../../run/took.ts';
import { Fault } from '../command.ts';
import { isHeld } from './folder-lock.ts';
import { readJournal } from './journal-folder.ts';
import type { KnownPlan, ReceiptBook } from './receipts.ts';

/** null where no run says it. A journal that is gone or can't be read tells nothing. */
export async function estimated(
  plan: Plan,
  known: KnownPlan,
  book: Pick<ReceiptBook, 'journalsOf'>,
  setting: RunSetting,
): Promise<Estimate | null> {
  const all: Took[] = [];
  for (const folder of (await book.journalsOf(known)).slice(0, EARLIER_RUNS)) {
    const took = (await isHeld(folder)) ? null : await tookIn(folder, setting);
    if (took) all.push(took);
  }
  return estimateOf(plan, all);
}

async function tookIn(folder: string, setting: RunSetting): Promise<Took | null> {
  try {
    const journal = await readJournal(folder);
    try {
      const { store, runId = '' } = journal;
      const below = await store.below(`${runId}.`);
      const events = [runId, ...below.map((row) => row.runId)].map((id) => store.events(id));
      const [own = [], ...others] = await Promise.all(events);
      return tookOf(own, others, newRun(runId, setting));
    } finally {
      await journal.close();
    }
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}
