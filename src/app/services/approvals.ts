/** What a person has signed on this device: given, asked for where there is none, taken back. Owns what waits for a signature. */

import { createToApproveStore } from '../../stores/to-approve.ts';
import { loaded } from '../../ui/parts/not-loaded.ts';
import type { Approvals, Services } from '../../ui/services.ts';
import { type Approving, createApprovals, createApproving } from '../approving.ts';
import type { Ground } from '../ground.ts';
import type { RunningService } from './running.ts';

/** What the other services ask of this one, beside what the screen asks. */
export interface ApprovalsService extends Approvals, Pick<Approving, 'ask' | 'standing'> {
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
  const approving = createApproving({
    ...{ document, session, toApprove, language, builtIn, rules, memory, now, repository },
    newId: ids.next,
    cameFrom: (runId) => {
      const row = running.runs.getState().list.find((run) => run.runId === runId);
      return row?.origin ?? row?.planOrigin ?? null;
    },
    partOf: async (start) => {
      const { fork } = start;
      await running.keeper.load(fork.runId);
      const run = running.runs.getState().known.get(fork.runId);
      if (run && fork.changed) return (await loaded(import('../changed-start.ts'))).changedPart(run, start);
      const { partOf } = await loaded(import('../../run/fork.ts'));
      return run && partOf(run.state, fork);
    },
  });
  const { ask, standing } = approving;
  return {
    ...createApprovals({ approving, toApprove, session, begin: running.keeper.begin }),
    ask,
    standing,
    toApprove,
  };
}
