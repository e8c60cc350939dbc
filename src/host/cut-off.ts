/** What becomes of a run that was cut off, when a place takes it up: it goes on, or is discarded. */

import { itemAt } from '../lib/columns.ts';
import type { ResumePolicy } from '../run/messages.ts';
import type { OpenWrite } from '../run/open-writes.ts';
import { purityOf } from '../run/resume-policy.ts';
import { isOfTodaysRules, rulesOf } from '../run/rules.ts';
import type { RunState } from '../run/state.ts';
import { fold, newContext } from './context.ts';
import { inDoubt, inShort } from './discarding.ts';
import { doneAsNoted, doneInSource } from './done-before.ts';
import type { Holding } from './held-runs.ts';
import type { Place, RunRow } from './port.ts';
import { type ActiveRun, openRun } from './run.ts';
import { adoptRun, endFamily, endRun, openChildren, readPart, readRun, takenUp } from './stored-run.ts';

/**
 * The run as it goes on; null where it was discarded, in words, or is of older rules and stays as it is. The plan is the journal's, never derived again (L-94), and
 * so are the plans it delegates to. The caller holds its lease.
 * @param with.goOn goes on with a sub-run that has become a run of its own
 */
export async function takeUp(
  place: Place,
  policy: ResumePolicy,
  row: RunRow,
  { goOn, isWanted, stir, clocks }: Holding & { goOn(runId: string): void },
): Promise<ActiveRun | null> {
  const { runId } = row;
  const say = (message: string): void =>
    place.channel.tell({ kind: 'storage-fault', runId, code: 'run-discarded', message });
  const events = await readRun(place, runId);
  const left = async (): Promise<readonly OpenWrite[]> =>
    inDoubt(place, runId, await place.store.below(`${runId}.`));
  if (!events) {
    await endFamily(place, row, 'discarded');
    say(
      `The run of "${row.title}" was discarded: ${damagedWords((await readPart(place, runId)) !== null, await left())}`,
    );
    return null;
  }
  if (policy.default === 'retry_pending') {
    // Under today's rules its rest might be decided otherwise than its beginning was: it stays as it is (L-95).
    if (!isOfTodaysRules({ rules: rulesOf(events) })) return null;
    place.channel.tellAll({ kind: 'up-to', runId, seq: events.at(-1)?.seq ?? 0 });
    const doneBefore = doneAsNoted(events) ?? (await doneInSource(place, row.forkOf));
    const run = newContext(place, runId, row, { clocks, doneBefore });
    const { first, again } = await takenUp(run, events);
    return openRun(run, first, { again, isWanted, stir });
  }
  const adopted = await settleChildren(place, policy, row, fold(place, runId, events));
  await endRun(place, row, 'discarded');
  const writes = await left();
  const then =
    writes.length === 0
      ? 'Run the plan again.'
      : `Whether ${inShort(writes)} happened is not known: say what became of it before you run the plan again.`;
  say(
    `The run of "${row.title}" was cut off and has been discarded, as the settings say. What it did is kept in the list of runs. ${then}`,
  );
  for (const child of adopted) goOn(child);
  return null;
}

/** @param isLeft whether the plan and a part of the record can be read */
function damagedWords(isLeft: boolean, writes: readonly OpenWrite[]): string {
  if (!isLeft)
    return 'its journal is damaged or has lost its plan. Writes may have happened that nothing shows any more: look where they would show before you start it again from the plan.';
  const lost =
    writes.length === 0
      ? 'No write is in doubt by what is left of it.'
      : `Writes may have happened that it no longer shows, as ${inShort(writes)}: look where they would show.`;
  return `its journal is damaged from some point on. ${lost} A new run that goes on from it takes over what is left, and asks about each such write.`;
}

/** Each sub-run goes its own way or ends, by what the call that began it does to the world. Before their parent ends: a kill in between leaves them to it. */
async function settleChildren(
  place: Place,
  policy: ResumePolicy,
  row: RunRow,
  state: RunState,
): Promise<string[]> {
  const adopted: string[] = [];
  for (const child of await openChildren(place, row.runId)) {
    const step = state.program.index.get(child.parent?.call ?? '');
    const purity = step === undefined ? 'side_effect' : purityOf(itemAt(state.program.steps, step));
    if (policy.childPurity[purity] === 'cancel') await endFamily(place, child);
    else {
      await adoptRun(place, child, row.runId);
      adopted.push(child.runId);
    }
  }
  return adopted;
}
