/** The worker: hears numbered requests, runs plans, drafts plans. The page spawns it by URL and never imports it. */

import { type Database, openDatabase, StorageFault } from '../journal/database.ts';
import { runFiles } from '../journal/files.ts';
import { runModels } from '../journal/model-record.ts';
import { runJournal } from '../journal/run-journal.ts';
import { tidy } from '../journal/tidy.ts';
import type { Json } from '../lib/json.ts';
import type { Connection, NumberedRequest, Request, WorkerMessage } from '../run/messages.ts';
import { loadPatterns } from '../tools/foreign-pattern.ts';
import { openChannel } from './channel.ts';
import { holdLife } from './life.ts';
import type { Place } from './place.ts';
import { draft, replan } from './planning.ts';
import { Refusal } from './refusal.ts';
import { createRuns, type Runs } from './runs.ts';

const scope = self as unknown as {
  readonly name: string;
  onmessage: ((event: MessageEvent<NumberedRequest>) => void) | null;
  postMessage(message: WorkerMessage): void;
};

let connection: Connection | null = null;
let secrets: ReadonlyMap<string, string> = new Map();
const drafting = new Map<number, AbortController>();

const tell = (message: WorkerMessage): void => scope.postMessage(message);
const channel = openChannel(() => crypto.randomUUID());
/** What happens to a run is told to every page, this worker's own among them. */
const tellAll = (message: WorkerMessage): void => {
  tell(message);
  channel.tell(message);
};

/** Opened with the first request that needs it: a plan can be drafted where storage is denied. */
let opened: Promise<{ readonly database: Database; readonly runs: Runs }> | undefined;

function keeping(): NonNullable<typeof opened> {
  // Before a run is checked or goes on: what a check says is recorded, and an untried pattern would say yes.
  opened ??= Promise.all([openDatabase(), loadPatterns()]).then(([database]) => {
    const place: Place = {
      journal: runJournal(database),
      files: runFiles(database),
      models: (runId) => runModels(database, runId),
      connection: () => connection,
      secrets: () => secrets,
      now: () => Date.now(),
      elapsed: () => performance.now(),
      published: (runId, events) => tellAll({ kind: 'events', runId, events }),
      made: (runId, callId, name, blob) => tellAll({ kind: 'file', runId, callId, name, blob }),
      logged: (runId, callId, line) => tellAll({ kind: 'log', runId, callId, line }),
      replan: (request, signal) => replan(request, connection, signal),
    };
    return { database, runs: createRuns(place, channel, navigator.locks, tell) };
  });
  // A database that could not be opened may be there the next time a person tries.
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

async function carryOut(id: number, request: Request): Promise<Json | undefined> {
  switch (request.kind) {
    case 'start-run':
      return (await keeping()).runs.start(request.start);
    case 'resume-all':
      return void (await (await keeping()).runs.resumeAll(request.policy));
    case 'answer':
    case 'stop-run':
    case 'resume-from':
    case 'discard-run':
      return void (await (await keeping()).runs.steer(request));
    case 'tidy':
      return { ...(await tidy((await keeping()).database, request.before)) };
    case 'put-file': {
      const { database } = await keeping();
      return void (await runFiles(database).put(request.runId, request.name, request.file, false));
    }
    case 'connect':
      connection = request.connection;
      return undefined;
    case 'secrets':
      secrets = new Map(Object.entries(request.secrets));
      return undefined;
    case 'plan': {
      const abort = new AbortController();
      drafting.set(id, abort);
      try {
        await draft(request.request, connection, abort.signal, (event) =>
          tell({ kind: 'planner', id, event }),
        );
      } finally {
        drafting.delete(id);
      }
      return undefined;
    }
    case 'cancel':
      drafting.get(request.request)?.abort();
      return undefined;
  }
}

const alive = holdLife(scope.name, navigator.locks);

scope.onmessage = ({ data: { id, request } }) => {
  const done = alive.then(() => carryOut(id, request));
  done.then(
    (value) => tell({ kind: 'answer', id, ok: true, ...(value === undefined ? {} : { value }) }),
    (error: unknown) => {
      const known = error instanceof Refusal || error instanceof StorageFault;
      const message = error instanceof Error ? error.message : String(error);
      tell({ kind: 'answer', id, ok: false, code: known ? error.code : 'failed', message });
    },
  );
};
