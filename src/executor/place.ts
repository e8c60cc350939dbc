/** The worker as a place of `host`: IndexedDB, Web Locks, the tabs' channel, the built-in tools. Decides nothing. */

import { ActivityError } from '../activities/activity.ts';
import { type HostKeys, honoursKeyIn } from '../activities/host-keys.ts';
import { deviceClock } from '../activities/place-clock.ts';
import type { FilePool } from '../activities/pool.ts';
import { hasActivity } from '../activities/registry.ts';
import { activitiesIn, announcesIn } from '../activities/run-activities.ts';
import { errorsWith } from '../check/errors-of.ts';
import type { Channel, Place } from '../host/port.ts';
import type { Database } from '../journal/database.ts';
import { type RunFiles, runFiles } from '../journal/files.ts';
import { runModels } from '../journal/model-record.ts';
import { receipts } from '../journal/receipts.ts';
import { runJournal } from '../journal/run-journal.ts';
import { createChatModel } from '../planner/openai/chat-model.ts';
import { serverOf } from '../planner/openai/server-of.ts';
import { lackingFile } from '../run/lacking-file.ts';
import type { Connection, HeldSecret } from '../run/messages.ts';
import type { RunSetting } from '../run/state.ts';
import { builtInTools } from '../tools/built-in.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { replan } from './late-planning.ts';
import { webLeases } from './locks.ts';

const builtIns = catalogueOf(builtInTools);

export const setting: RunSetting = {
  catalogue: builtIns,
  hasActivity,
  contractBehind: (name) => builtIns.get(name),
};

const NOTHING_SAID: HostKeys = new Map();

/** What the page tells the worker, as it stands now, and where it computes. */
interface Told {
  connection(): Connection | null;
  secrets(): ReadonlyMap<string, HeldSecret>;
  /** Names of secrets that are kept and sealed. */
  locked(): ReadonlySet<string>;
  /** What the person has said of hosts and the idempotency key; nothing where it is absent. */
  keys?(): HostKeys;
  readonly pool: FilePool;
}

export function workerPlace(
  database: Database,
  channel: Channel,
  locks: LockManager,
  { connection, secrets, locked, keys = () => NOTHING_SAID, pool }: Told,
): Place {
  const files = runFiles(database);
  const store = runJournal(database);
  const modelServer = () => {
    const to = connection();
    return to && serverOf(to.baseUrl);
  };
  return {
    store,
    clock: deviceClock,
    leases: webLeases(locks),
    channel,
    receipts: receipts(database),
    setting: {
      ...setting,
      honoursKey: honoursKeyIn(keys, (name) => builtIns.get(name)),
      announces: announcesIn((name) => builtIns.get(name)),
      get modelServer() {
        return modelServer();
      },
    },
    activities: activitiesIn({
      keys,
      now: deviceClock.now,
      pool,
      shelf: store,
      contractBehind: (name) => builtIns.get(name),
      model: (send) => {
        const to = connection();
        return (
          to && {
            chat: createChatModel(to, { fetch: send }),
            prices: to.prices,
            stepMaxIterations: to.stepMaxIterations,
          }
        );
      },
      modelServer,
      noModel: 'Connect one beside the goal box, then retry.',
      models: (runId) => runModels(database, runId),
      readFile: (owner, name) => readFile(files, owner, name),
      saveFile: async (owner, callId, name, blob) => {
        await files.put(owner, name, blob, true);
        channel.tellAll({ kind: 'file', runId: owner, callId, name, blob });
      },
      log: (runId, callId, line) => channel.tellAll({ kind: 'log', runId, callId, line }),
      trusted: (name) => builtIns.get(name),
      secrets,
      locked,
      bind: (secret, host) => channel.tellAll({ kind: 'secret-bound', secret, host }),
    }),
    replan: (request, pass, heard) => replan(request, pass, connection(), secrets(), { pool, files }, heard),
    check: errorsWith(builtIns, builtIns),
    copyFiles: async (from, to) => {
      const there = new Set(await files.names(to));
      for (const name of await files.names(from)) {
        const file = there.has(name) ? undefined : await files.get(from, name);
        if (file) await files.put(to, name, file, false);
      }
    },
  };
}

async function readFile(files: RunFiles, owner: string, name: string): Promise<Blob> {
  const file = await files.get(owner, name);
  if (file) return file;
  throw new ActivityError('invalid-arguments', lackingFile(name, await files.names(owner)));
}
