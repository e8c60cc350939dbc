/** The worker: hears numbered requests, runs plans, drafts plans. The page spawns it by URL and never imports it. */

import type { FilePool } from '../activities/pool.ts';
import { judged } from '../activities/profile/judged.ts';
import { StoreFault } from '../host/port.ts';
import { Refusal } from '../host/refusal.ts';
import { openRuns, type Runs } from '../host/runs.ts';
import { approvedPlans } from '../journal/approved-plans.ts';
import { type Database, openDatabase } from '../journal/database.ts';
import { runFiles } from '../journal/files.ts';
import { runJournal } from '../journal/run-journal.ts';
import { tidy } from '../journal/tidy.ts';
import { assertNever } from '../lib/assert.ts';
import type { Json } from '../lib/json.ts';
import { messageOf } from '../lib/thrown.ts';
import {
  type Connection,
  type HeldSecret,
  type KeyUse,
  MESSAGES_VERSION,
  type NumberedRequest,
  type Request,
  type StartRun,
  type WorkerMessage,
} from '../run/messages.ts';
import { loadPatterns } from '../tools/foreign-pattern.ts';
import { openChannel } from './channel.ts';
import {
  draft,
  followed,
  keptTest,
  lookedAt,
  matchedColumns,
  previewed,
  proposed,
  ranTests,
  tested,
  triedPrompt,
  triedTable,
  tryGoal,
} from './late-planning.ts';
import { holdLife } from './locks.ts';
import { workerPlace } from './place.ts';
import { workerPool } from './pool.ts';
import { type WindowModel, windowModel } from './window-model.ts';

const scope = self as unknown as {
  readonly name: string;
  onmessage: ((event: MessageEvent<NumberedRequest>) => void) | null;
  postMessage(message: WorkerMessage): void;
};

let connection: Connection | null = null;
let secrets: ReadonlyMap<string, HeldSecret> = new Map();
let locked: ReadonlySet<string> = new Set();
let hostKeys: ReadonlyMap<string, KeyUse> = new Map();
const drafting = new Map<number, { readonly abort: AbortController; readonly planId: string }>();
/** Drafts whose model is the window's, by their request. */
const asking = new Map<number, WindowModel>();

const channel = openChannel(
  () => crypto.randomUUID(),
  (message) => scope.postMessage(message),
);
const { tell } = channel;

/** Opened with the first request that needs it: a plan can be drafted where storage is denied. */
let opened: Promise<{ readonly database: Database; readonly runs: Runs }> | undefined;

/** Begun with the first file, goal or run: a file is judged where storage is denied, too. */
let threads: FilePool | undefined;
function pool(): FilePool {
  threads ??= workerPool();
  return threads;
}

function keeping(): NonNullable<typeof opened> {
  // Before a run is checked or goes on: what a check says is recorded, and an untried pattern would say yes.
  opened ??= Promise.all([openDatabase(), loadPatterns()]).then(([database]) => {
    const told = {
      connection: () => connection,
      secrets: () => secrets,
      locked: () => locked,
      keys: () => hostKeys,
      pool: pool(),
    };
    return { database, runs: openRuns(workerPlace(database, channel, navigator.locks, told)) };
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
      refuseDraft(request.start);
      return (await keeping()).runs.start(request.start);
    case 'resume-all':
      return void (await (await keeping()).runs.resumeAll(request.policy));
    case 'answer':
    case 'look':
    case 'stop-run':
    case 'resume-from':
    case 'wish':
    case 'set-turns':
    case 'stop-call':
    case 'discard-run':
    case 'pause-run':
    case 'go-on-run':
      return void (await (await keeping()).runs.steer(request));
    case 'events-since': {
      const { database } = await keeping();
      return (await runJournal(database).events(request.runId, request.since)) as unknown as Json;
    }
    case 'list-runs':
      return (await runJournal((await keeping()).database).open()) as unknown as Json;
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
      locked = new Set(request.locked);
      return undefined;
    case 'host-keys':
      hostKeys = new Map(Object.entries(request.keys));
      return undefined;
    case 'test-connection':
      // No plan is drafted by it, either.
      return stoppable(id, '', async (signal) => ({ ...(await tested(request.connection, signal)) }));
    case 'plan':
      return void (await stoppable(id, request.request.planId, (signal) =>
        draft(
          request.request,
          connection,
          pool(),
          signal,
          (event) => tell({ kind: 'planner', id, event }),
          modelOf(id),
          // Nothing is learnt where nothing can be read: the draft is none the worse.
          () =>
            keeping()
              .then(({ database }) => approvedPlans(database))
              .catch(() => []),
        ).finally(() => asking.delete(id)),
      ));
    case 'model-said':
      return void asking.get(request.of)?.hear(request.said);
    case 'try-goal':
      return stoppable(id, request.request.planId, (signal) => tryGoal(request.request, pool(), signal));
    case 'propose':
      // No plan is drafted by it: what starts meanwhile does not wait for it.
      return stoppable(id, '', async (signal) => {
        const found = await proposed(request.request, pool(), signal);
        return found as unknown as Json;
      });
    case 'run-tests':
      return stoppable(id, '', async (signal) => {
        const outcomes = await ranTests(request.request, pool(), signal);
        return outcomes as unknown as Json;
      });
    case 'preview':
      return void (await stoppable(id, '', (signal) =>
        previewed(request.request, pool(), signal, (changes) => tell({ kind: 'previewed', id, changes })),
      ));
    case 'follow-row':
      return stoppable(id, '', async (signal) => {
        const found = await followed(request.request, pool(), signal);
        return found as unknown as Json;
      });
    case 'look-at':
      return stoppable(id, '', async (signal) => {
        const answer = await lookedAt(request.of, request.ask, signal);
        return answer as unknown as Json;
      });
    case 'keep-test':
      return stoppable(id, '', async (signal) => {
        const kept = await keptTest(request.request, pool(), signal);
        return kept as unknown as Json;
      });
    case 'judge-file':
      return (await judged(pool(), request.file, request.name)) as unknown as Json;
    case 'read-list': {
      const { name, content, onlyInput } = request;
      const bytes = new Uint8Array(await content.arrayBuffer());
      const { readList } = await import('../activities/read-list.ts');
      return (await readList({ name, content: bytes, onlyInput })) as unknown as Json;
    }
    case 'try-table':
      return stoppable(id, '', async (signal) => {
        const found = await triedTable(request.request, pool(), signal);
        return found as unknown as Json;
      });
    case 'try-prompt':
      return stoppable(id, '', async (signal) => {
        const found = await triedPrompt(request.request, connection, pool(), signal, (ask, answer) =>
          tell({ kind: 'tried', id, ask, answer }),
        );
        return found as unknown as Json;
      });
    case 'match-columns':
      return (await matchedColumns(request.request)) as unknown as Json;
    case 'cancel':
      drafting.get(request.request)?.abort.abort();
      return undefined;
    default:
      // What nobody here carries out must not look as if it had been.
      return assertNever(request);
  }
}

/** The model of the window that asked, should that be what drafts. */
const modelOf = (id: number) => (): WindowModel => {
  const model = windowModel((asked) => tell({ kind: 'model', id, asked }));
  asking.set(id, model);
  return model;
};

/** What `cancel` ends: as long as it goes on, its plan is a draft. */
async function stoppable<T>(
  id: number,
  planId: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  drafting.set(id, { abort, planId });
  try {
    return await work(abort.signal);
  } finally {
    drafting.delete(id);
  }
}

/** Half a plan is no plan (L-60). A fork is of what ran: whatever is drafted now, it does not touch. */
function refuseDraft({ planId, fork }: StartRun): void {
  if (fork || ![...drafting.values()].some((one) => one.planId === planId)) return;
  throw new Refusal(
    'still-drafting',
    'This plan is still being drafted, so it can’t run yet. Wait until it is whole, or stop drafting.',
  );
}

const alive = holdLife(scope.name, navigator.locks);
void alive.then(channel.passNewsOn);

const OTHER_VERSION =
  'This page and its worker are of different versions of Obelus. Reload the page; runs go on where they are.';

scope.onmessage = ({ data: { version, id, request } }) => {
  const done = alive.then(() => {
    if (version !== MESSAGES_VERSION) throw new Refusal('other-version', OTHER_VERSION);
    return carryOut(id, request);
  });
  done.then(
    (value) => tell({ kind: 'answer', id, ok: true, ...(value === undefined ? {} : { value }) }),
    (error: unknown) => {
      const known = error instanceof Refusal || error instanceof StoreFault;
      const message = messageOf(error);
      tell({ kind: 'answer', id, ok: false, code: known ? error.code : 'failed', message });
    },
  );
};
