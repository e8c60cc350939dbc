/** Which run of a plan left a write of which nobody has said what became of it (L-41). Fetched when there may be one. */

import type { Plan } from '../plan/document.ts';
import type { OpenWrite } from '../run/open-writes.ts';
import { isDoubtful } from '../stores/doubtful-runs.ts';
import type { Language, RunSummary, RunsRepository } from '../stores/ports.ts';

interface Parts {
  readonly repository: () => Promise<Pick<RunsRepository, 'events'> | null>;
  readonly language: Pick<Language, 'signedAlike'>;
  /** Writes of a run and its sub-runs of which nobody knows whether they happened; rejects where one can't be read. */
  readonly openWrites: (runId: string) => Promise<readonly OpenWrite[]>;
}

/**
 * The newest run of the plan, then of what is the same but for its id, as what came in twice.
 * @param rows as `maybeDoubtful` has them
 */
export async function inDoubt(
  plan: Plan,
  rows: readonly RunSummary[],
  { repository, language, openWrites }: Parts,
): Promise<RunSummary | undefined> {
  const isCopy = async ({ runId }: RunSummary): Promise<boolean> => {
    // Of a record that can't be read nobody knows whether it is one.
    const [first] = (await (await repository())?.events(runId).catch(() => [])) ?? [];
    return first?.type === 'plan.commit' && language.signedAlike({ ...first.plan, id: plan.id }, plan);
  };
  const isThere = async ({ runId }: RunSummary): Promise<boolean> =>
    ((await (await repository())?.events(runId).catch(() => [])) ?? []).length > 0;
  const own = rows.filter(({ planId }) => planId === plan.id);
  for (const row of new Set([...own, ...rows])) {
    if (row.planId !== plan.id && !(await isCopy(row))) continue;
    // One that goes on may wait for that very word. What is only under way is heard of, or is in doubt later.
    const writes = await openWrites(row.runId).catch(() => []);
    if (writes.some(({ underWay }) => !underWay)) return row;
    // What its row says of a record that is gone or can't be read, nobody can look up.
    if (isDoubtful(row) && !(await isThere(row))) return row;
  }
  return undefined;
}
