/** Before a plan is run whose earlier run left a write in doubt: which, and that the new run may do it again (L-41). */

import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { visible } from '../../lib/visible-text.ts';
import type { NotedWrite } from '../../run/done-writes.ts';
import { notedDoubts, openWrites, openWriteWords } from '../../run/open-writes.ts';
import { isOver } from '../../run/whole.ts';
import { Fault, printFault, type Terminal } from '../command.ts';
import { isHeld } from './folder-lock.ts';
import { readPart } from './journal-folder.ts';
import type { KnownPlan, ReceiptBook } from './receipts.ts';
import { standing } from './standing.ts';

/** An earlier run, and what nobody knows of it. */
interface LeftInDoubt {
  readonly folder: string;
  /** A line for each write. */
  readonly writes: readonly string[];
  /** Its journal is, from some line on: nothing can be written there any more. */
  readonly isDamaged?: boolean;
}

/**
 * Of the runs of a plan that were begun here and that no process is at work on, and what those of other plans have in doubt:
 * what would do the same asks when it is about to. A journal that is gone or can't be read tells nothing.
 * @param notes whether those of which nothing is left to say are noted, and not read again
 */
export async function leftInDoubt(
  plan: KnownPlan,
  book: Pick<ReceiptBook, 'foldersOf' | 'settle'>,
  notes: boolean,
): Promise<{ readonly own: readonly LeftInDoubt[]; readonly others: readonly NotedWrite[] }> {
  const left: LeftInDoubt[] = [];
  const noted: NotedWrite[] = [];
  const { own, others } = await book.foldersOf(plan);
  for (const folder of [...own, ...others]) {
    if (!existsSync(join(folder, 'journal.jsonl')) || (await isHeld(folder))) continue;
    const known = await familyIn(folder);
    if (!known) continue;
    const { family, isDamaged } = known;
    const writes = family.flatMap(openWrites);
    const name = relative('.', folder) || '.';
    if (writes.length === 0) {
      if (notes && family.every(isOver)) await book.settle(folder);
    } else if (others.includes(folder))
      noted.push(...family.flatMap((state) => notedDoubts(state, name, true)));
    else
      left.push({
        folder: name,
        ...(isDamaged ? { isDamaged } : {}),
        writes: writes.map((write) => openWriteWords(write, (ms) => new Date(ms).toISOString())),
      });
  }
  return { own: left, others: noted };
}

async function familyIn(folder: string) {
  try {
    const journal = await readPart(folder);
    try {
      const family = [...(await standing(journal, folder)).family.values()];
      return { family, isDamaged: journal.damage !== undefined };
    } finally {
      await journal.close();
    }
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

/** Names them, for whoever would begin a new run. */
const namedIn = (left: readonly LeftInDoubt[]): string =>
  [
    'An earlier run of this plan was cut off or has ended, and nobody has said what became of what it sent:',
    ...left.flatMap(({ folder, writes }) => writes.map((write) => visible(`- ${write} (in ${folder})`))),
    'A new run begins from the start and may do it a second time. Look where it would show, and say what became of it:',
    ...left.map(({ folder, isDamaged }) =>
      visible(
        isDamaged
          ? `- the journal in ${folder} is damaged and takes no answer: remove that folder when you have looked`
          : `- obelus status ${folder}, and then obelus answer ${folder}`,
      ),
    ),
    'Then this is not asked again.',
  ].join('\n');

/** Before it is approved: what whoever reads the table should know. */
export function sayLeft(left: readonly LeftInDoubt[], terminal: Terminal): void {
  if (left.length > 0) terminal.err(namedIn(left));
}

/** Whether the person has it run all the same; where nobody can be asked, it is not, and that is said. */
export async function runsAllTheSame(
  left: readonly LeftInDoubt[],
  asJson: boolean,
  terminal: Terminal,
): Promise<boolean> {
  const words = namedIn(left);
  if (asJson || terminal.ask === null) {
    const refusal = `${words}\nNothing was run. To run it all the same, add --despite-doubts.`;
    if (asJson) printFault(terminal, 'in-doubt', refusal);
    else terminal.err(refusal);
    return false;
  }
  const prompt = `${words}\n  run: Run all the same\n  nothing: Settle first\n> `;
  for (let given = await terminal.ask(prompt); ; given = await terminal.ask('run, or nothing: ')) {
    const said = given.trim().toLowerCase();
    if (said === 'run') return true;
    if (said !== '') continue;
    terminal.err('Nothing was run.');
    return false;
  }
}
