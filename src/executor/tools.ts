/** Which code is behind a call in this worker: the built-in activities, and the model for tools without any. */

import { type Activity, ActivityError } from '../activities/activity.ts';
import { guarded } from '../activities/host-guard.ts';
import { createLatentActivity, type ModelRecord } from '../activities/latent.ts';
import { pooled } from '../activities/pool.ts';
import { activityFor, hasActivity } from '../activities/registry.ts';
import type { Plan } from '../plan/document.ts';
import { kindsOf } from '../plan/parsed-call.ts';
import { createChatModel } from '../planner/openai/chat-model.ts';
import type { CallStart } from '../run/host.ts';
import type { Connection } from '../run/messages.ts';
import type { RunSetting } from '../run/state.ts';
import { builtInTools } from '../tools/built-in.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { workerPool } from './pool.ts';

/** One pool for all runs of this worker. */
const codeFor = pooled(activityFor, workerPool());

const builtIns = catalogueOf(builtInTools);

/** What every run in this worker is compiled with. A plan's own contracts come on top of these (L-35). */
export const setting: RunSetting = {
  catalogue: builtIns,
  hasActivity,
  contractBehind: (name) => builtIns.get(name),
};

/** What a latent call needs of the run it belongs to. */
export interface ModelCalls {
  readonly connection: Connection | null;
  readonly record: ModelRecord;
  /** US dollars that may still be spent. */
  costLeft(): number;
}

/**
 * The code of one attempt; a latent call needs a connected model.
 * @param hosts what was approved: any other asks first
 */
export function codeOf(
  start: CallStart,
  plan: Plan,
  hosts: ReadonlySet<string>,
  { connection, record, costLeft }: ModelCalls,
): Promise<Activity> | undefined {
  if (!start.latent) {
    const name = start.call._activity ?? start.contract?.activity ?? start.call._tool;
    return codeFor(name)?.then((activity) => guarded(activity, builtIns.get(name), hosts));
  }
  if (!connection) {
    throw new ActivityError(
      'permission-denied',
      `"${start.call._tool}" has no code: a model has to answer it. Connect one beside the goal box, then retry.`,
    );
  }
  const contract = start.contract ?? { name: start.call._tool };
  const latent = createLatentActivity(createChatModel(connection), record, {
    kinds: kindsOf(plan),
    prices: connection.prices,
    costLeft,
    ...(connection.stepMaxIterations === undefined
      ? {}
      : { stepMaxIterations: connection.stepMaxIterations }),
  });
  return Promise.resolve(latent(start.call, contract));
}
