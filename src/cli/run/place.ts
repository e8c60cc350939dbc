/** The terminal as a place of `host`: a folder or memory, the environment's model and secrets, files on the disk. Decides nothing. */

import type { Activity } from '../../activities/activity.ts';
import { type HostKeys, honoursKeyIn } from '../../activities/host-keys.ts';
import { deviceClock } from '../../activities/place-clock.ts';
import { askForModel, plannerFetch } from '../../activities/planner-door.ts';
import type { FilePool } from '../../activities/pool.ts';
import { activitiesIn, announcesIn } from '../../activities/run-activities.ts';
import { errorsWith } from '../../check/errors-of.ts';
import { lackingCode } from '../../host/lacking-code.ts';
import { aloneOn, memoryLeases } from '../../host/memory-place.ts';
import type { Place, PlaceClock, PlannerPass, Receipts, Replanning } from '../../host/port.ts';
import type { Call } from '../../plan/document.ts';
import { createChatModel } from '../../planner/openai/chat-model.ts';
import type { ModelConnection } from '../../planner/openai/connection.ts';
import { modelAt, serverOf } from '../../planner/openai/server-of.ts';
import { mended } from '../../planner/replan.ts';
import { replanGround } from '../../preview/replan-ground.ts';
import type { NotedWrite } from '../../run/done-writes.ts';
import type { HeldSecret, KeyUse, WorkerMessage } from '../../run/messages.ts';
import type { ReplanRequest } from '../../run/replan.ts';
import type { RunSetting } from '../../run/state.ts';
import { builtInTools } from '../../tools/built-in.ts';
import { catalogueOf } from '../../tools/catalogue.ts';
import { hostsNamed } from '../../tools/named-secrets.ts';
import { Misuse } from '../command.ts';
import { plannerOf } from '../planners.ts';
import type { JournalFolder } from './journal-folder.ts';
import type { RunFiles } from './run-files.ts';
import { secretsIn } from './secrets.ts';
import { builtInsWithout, contractBehindIn } from './setting.ts';

const builtIns = catalogueOf(builtInTools);

export interface TerminalParts {
  readonly setting: RunSetting;
  /** The person's own code, by the name of its tool. */
  readonly own: ReadonlyMap<string, Activity>;
  readonly kept: Pick<JournalFolder, 'store' | 'models' | 'folder'>;
  readonly files: Pick<RunFiles, 'read' | 'save'>;
  readonly connection: ModelConnection | null;
  readonly environment: NodeJS.ProcessEnv;
  readonly pool: FilePool;
  readonly receipts: Receipts;
  /** What other runs that were begun here have in doubt. */
  readonly doubted?: readonly NotedWrite[];
  readonly clock?: PlaceClock;
  hear(message: WorkerMessage): void;
}

export function terminalPlace({
  setting,
  own,
  kept,
  files,
  connection,
  environment,
  receipts,
  ...parts
}: TerminalParts): Place {
  const { clock = deviceClock, hear, pool, doubted = [] } = parts;
  const keys = hostKeysIn(environment);
  const secrets = secretsIn(environment);
  return {
    store: kept.store,
    clock,
    // The folder's own lock keeps other processes out.
    leases: memoryLeases(),
    channel: aloneOn(hear),
    receipts,
    setting: {
      ...setting,
      honoursKey: honoursKeyIn(() => keys, contractBehindIn(own)),
      announces: announcesIn(contractBehindIn(own)),
    },
    activities: activitiesIn({
      keys: () => keys,
      now: clock.now,
      own,
      pool,
      shelf: kept.store,
      contractBehind: (name) => builtIns.get(name),
      model: (send) => connection && { chat: createChatModel(connection, { fetch: send }) },
      modelServer: () => connection && serverOf(connection.baseUrl),
      noModel: NO_MODEL,
      models: kept.models,
      readFile: (_, name) => files.read(name),
      saveFile: (_, __, name, blob) => files.save(name, blob),
      log: (runId, callId, line) => hear({ kind: 'log', runId, callId, line }),
      trusted: setting.catalogue.get,
      secrets: () => secrets,
    }),
    replan: (request, pass, heard) =>
      replan(
        request,
        pass,
        { setting, connection: pass.staysHere ? null : connection, secrets, pool, files },
        heard,
      ),
    check: errorsWith(setting.catalogue, builtInsWithout(own)),
    lacks: (plan, delegates) =>
      lackingCode(plan, delegates, setting, {
        giveCode: 'Give it with --activities.',
        giveModel: connection ? null : NO_MODEL,
        giveLibrary: 'Name the folder that holds it with --library.',
      }),
    doubted: async () => doubted,
    // All runs of a terminal read from one folder and write into one.
    copyFiles: async () => {},
  };
}

interface ReplansIn extends Pick<TerminalParts, 'setting' | 'connection' | 'pool'> {
  readonly files: Pick<RunFiles, 'read'>;
  readonly secrets: ReadonlyMap<string, HeldSecret>;
}

const NO_MODEL = 'Set OPENAI_API_KEY or OPENAI_BASE_URL, or give its code with --activities.';

function replan(
  request: ReplanRequest,
  pass: PlannerPass,
  { setting, connection, secrets, pool, files }: ReplansIn,
  heard?: (call: Call) => void,
): Replanning {
  const stopping = new AbortController();
  const { signal } = stopping;
  const contracts = catalogueOf(setting.catalogue.list(), request.plan.tools);
  const planner = async () => {
    if (connection)
      return plannerOf('openai', connection, await plannerFetch(pass, serverOf(connection.baseUrl), secrets));
    await askForModel(pass);
    return plannerOf('offline', null);
  };
  return {
    answer: planner().then(async (one) => {
      const ground = await replanGround(request, { pool, now: () => Date.now(), read: files.read, signal });
      const most = connection?.mostCalls;
      const more = connection ? (most === undefined ? {} : { maxCalls: most }) : { isOffline: true };
      const asked = { ...request, ...ground, ...more, again: pass.again };
      return mended(one, contracts, asked, signal, heard);
    }),
    ...(connection ? { from: modelAt(connection) } : {}),
    stop: () => stopping.abort(),
  };
}

/**
 * `OBELUS_HOST_KEYS`, as in `api.example.org=honours other.example.org=off`.
 * @throws Misuse where an entry says nothing: whoever meant a host not to be sent the key would never hear that it is
 */
export function hostKeysIn({ OBELUS_HOST_KEYS: text = '' }: NodeJS.ProcessEnv): HostKeys {
  const keys = new Map<string, KeyUse>();
  for (const part of text.split(/[\s,;]+/).filter(Boolean)) {
    const at = part.lastIndexOf('=');
    const use = part.slice(at + 1);
    const { hosts } = hostsNamed(part.slice(0, Math.max(at, 0)));
    if (hosts.length === 0 || (use !== 'honours' && use !== 'off'))
      throw new Misuse(
        `OBELUS_HOST_KEYS says "${part}", which is no host with what is known of it. Write it as api.example.org=honours or other.example.org=off. Nothing was run.`,
      );
    for (const host of hosts) keys.set(host, use);
  }
  return keys;
}
