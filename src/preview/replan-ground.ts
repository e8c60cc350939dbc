/** What a planner goes by that writes the rest of a run's plan: the files that the plan reads, and a trial of its answer on them (L-83). */

import type { FilePool } from '../activities/pool.ts';
import { type ToldFile, toldFile } from '../activities/profile/input-file.ts';
import type { ReplanRequest } from '../run/replan.ts';
import type { TryPlan } from '../tools/trial.ts';
import type { Given } from './outcomes.ts';
import { makeTryPlan } from './preview-plan.ts';

interface Around {
  readonly pool: FilePool;
  readonly now: () => number;
  /** undefined, or a rejection, where it is not there: the run says so itself when a call reads it. */
  readonly read: (name: string) => Promise<Blob | undefined>;
  readonly signal: AbortSignal;
}

/** Of the files only those that can be used; no trial where nothing is known to try it with. */
export async function replanGround(
  { plan, files: names, history, input }: ReplanRequest,
  { pool, now, read, signal }: Around,
): Promise<{ readonly files: readonly ToldFile[]; readonly tryPlan?: TryPlan }> {
  const contents = new Map<string, Blob>();
  const files: ToldFile[] = [];
  for (const name of names.slice(0, MOST_FILES)) {
    const content = await read(name).catch(() => undefined);
    if (content === undefined) continue;
    const told = await toldFile(pool, content, name);
    if (told.profile.fault !== undefined) continue;
    contents.set(name, content);
    files.push(told);
  }
  if (input === undefined) return { files };
  const tryPlan = makeTryPlan({ pool, now }, { files: contents, given: doneIn(history), signal });
  const tried: TryPlan = ({ calls, output }) =>
    tryPlan({ ...plan, calls, ...(output == null ? {} : { output }) }, input);
  return { files, tryPlan: tried };
}

/** As many as a planner is told of. */
const MOST_FILES = 20;

/** What has come to its end is not done again to try what follows. Of what is too large only a preview's own head is known. */
function doneIn(history: ReplanRequest['history']): ReadonlyMap<string, Given> {
  const given = new Map<string, Given>();
  for (const { call, status, result, isHead } of history)
    if (status === 'completed' && result !== undefined && !isHead)
      given.set(call._id, { value: result, word: 'recorded' });
  return given;
}
