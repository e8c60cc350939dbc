/** What a person has signed on this device: given, asked for where there is none, taken back. Owns what waits for a signature. */

import type { StoredPlan } from '../../stores/ports.ts';
import { createToApproveStore } from '../../stores/to-approve.ts';
import { loaded } from '../../ui/parts/not-loaded.ts';
import type { Services } from '../../ui/services.ts';
import type { Approvals } from '../../ui/verbs.ts';
import type { Approving } from '../approving.ts';
import type { Ground } from '../ground.ts';
import { lateVerbs } from '../late-verbs.ts';
import { standing } from '../standing.ts';
import type { RunningService } from './running.ts';

/** What the other services ask of this one, beside what the screen asks. */
export interface ApprovalsService extends Approvals, Pick<Approving, 'ask' | 'signIf'> {
  /** The plan as it is kept, without an approval that was taken back or never given here. */
  standing(stored: StoredPlan): Promise<StoredPlan>;
  readonly toApprove: Services['toApprove'];
}

interface Asks extends Pick<Ground, 'document' | 'session' | 'late' | 'storage' | 'memory' | 'ids' | 'now'> {
  readonly running: Pick<RunningService, 'keeper' | 'runs'>;
}

export function createApprovalsService(asks: Asks): ApprovalsService {
  const { document, session, late, storage, memory, ids, now, running } = asks;
  const { language, builtIn, rules } = late;
  const toApprove = createToApproveStore();
  const repository = async () => (await storage()).receipts;
  const verbs = lateVerbs<Approvals & Pick<Approving, 'ask' | 'signIf'>>(async () => {
    const { createApprovals, createApproving } = await loaded(import('../approving.ts'));
    const approving = createApproving({
      ...{ document, session, toApprove, language, builtIn, rules, memory, now, repository },
      newId: ids.next,
      keepVersion: async (hash) => {
        const { createVersions } = await loaded(import('../versions.ts'));
        await createVersions({ document, session, storage, ids, now }).approved(hash);
      },
      cameFrom: (runId) => {
        const row = running.runs.getState().list.find((run) => run.runId === runId);
        return row?.origin ?? row?.planOrigin ?? null;
      },
      partOf: async (start) => {
        const { fork } = start;
        if (!fork)
          return (await loaded(import('../../run/changed-fork.ts'))).givenPart(start.plan, start.given);
        await running.keeper.load(fork.runId);
        const run = running.runs.getState().known.get(fork.runId);
        if (run && fork.changed)
          return (await loaded(import('../changed-start.ts'))).changedPart(run, { ...start, fork });
        const { partOf } = await loaded(import('../../run/fork.ts'));
        return run && partOf(run.state, fork);
      },
    });
    const { ask, signIf } = approving;
    return {
      ...createApprovals({ approving, toApprove, session, begin: running.keeper.begin }),
      ask,
      signIf,
    };
  }, session.actions.tellFault);
  return {
    approve: verbs.approve,
    // What is not fetched was told of.
    goOn: (choices) => void Promise.resolve(verbs.goOn(choices)).catch(() => {}),
    list: verbs.list,
    takeBack: verbs.takeBack,
    ask: verbs.ask,
    signIf: verbs.signIf,
    standing: (stored) => standing(stored, repository),
    toApprove,
  };
}
