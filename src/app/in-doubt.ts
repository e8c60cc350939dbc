/** Which run of a plan left a write of which nobody has said what became of it (L-41). Fetched when there may be one. */

import { type Beginning, beginning } from '../run/begin.ts';
import { codeOf, requestDigest } from '../run/done-writes.ts';
import type { OpenWrite } from '../run/open-writes.ts';
import { resolveParams } from '../run/params.ts';
import { isDoubtful } from '../stores/doubtful-runs.ts';
import type { Language, RunSummary, RunsRepository } from '../stores/ports.ts';
import { runEngine } from '../stores/run-engine.ts';
import type { ToolContract } from '../tools/catalogue.ts';

interface Parts {
  readonly repository: () => Promise<Pick<RunsRepository, 'events'> | null>;
  readonly language: Pick<Language, 'signedAlike'>;
  readonly builtIn: readonly ToolContract[];
  /** Writes of a run and its sub-runs of which nobody knows whether they happened; rejects where one can't be read. */
  readonly openWrites: (runId: string) => Promise<readonly OpenWrite[]>;
}

/** What would begin. */
type ToldOf = Pick<Beginning, 'plan' | 'input' | 'instances' | 'canary'>;

/**
 * The newest run of the plan, then of what is the same but for its id, as what came in twice, or of any other that has in
 * doubt what this one would send, as far as that stands in the plan and its input; else it is asked when it comes to it.
 * @param rows as `maybeDoubtful` has them
 */
export async function inDoubt(
  start: ToldOf,
  rows: readonly RunSummary[],
  { repository, language, builtIn, openWrites }: Parts,
): Promise<RunSummary | undefined> {
  const { plan } = start;
  const isCopy = async ({ runId }: RunSummary): Promise<boolean> => {
    // Of a record that can't be read nobody knows whether it is one.
    const [first] = (await (await repository())?.events(runId).catch(() => [])) ?? [];
    return first?.type === 'plan.commit' && language.signedAlike({ ...first.plan, id: plan.id }, plan);
  };
  const isThere = async ({ runId }: RunSummary): Promise<boolean> =>
    ((await (await repository())?.events(runId).catch(() => [])) ?? []).length > 0;
  let told: ReadonlySet<string> | undefined;
  const own = rows.filter(({ planId }) => planId === plan.id);
  for (const row of new Set([...own, ...rows])) {
    // One that goes on may wait for that very word. What is only under way is heard of, or is in doubt later.
    const writes = (await openWrites(row.runId).catch(() => [])).filter(({ underWay }) => !underWay);
    told ??= toldRequests(start, builtIn);
    const isSame = writes.some(({ digest }) => digest !== null && told?.has(digest));
    if (row.planId !== plan.id && !isSame && !(await isCopy(row))) continue;
    if (writes.length > 0) return row;
    // What its row says of a record that is gone or can't be read, nobody can look up.
    if (isDoubtful(row) && !(await isThere(row))) return row;
  }
  return undefined;
}

/** What a run would send that waits for nothing, as `requestDigest` has it. */
function toldRequests(start: ToldOf, builtIn: readonly ToolContract[]): ReadonlySet<string> {
  const engine = runEngine(builtIn);
  const state = engine.blank('', false);
  beginning(start, []).forEach((body, at) => {
    engine.evolve(state, { ...body, runId: '', seq: at + 1, time: 0 });
  });
  const ready = state.program.steps.filter(({ index }) => state.steps.status[index] === 'ready');
  return new Set(
    ready.flatMap((step) => requestDigest(codeOf(state, step), resolveParams(state, step)) ?? []),
  );
}
