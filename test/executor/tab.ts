/** A tab as a test holds it: the page's end of a real worker, what it has told, and the network it believes in. */

import { languageWith } from '../../src/app/language.ts';
import { createWorkerClient } from '../../src/app/worker-client.ts';
import type { Part } from '../../src/flows/flows-of.ts';
import { openDatabase } from '../../src/journal/database.ts';
import { receipts } from '../../src/journal/receipts.ts';
import type { Json } from '../../src/lib/json.ts';
import type { Delegates } from '../../src/plan/delegates.ts';
import type { Plan } from '../../src/plan/document.ts';
import { serverOf } from '../../src/planner/openai/server-of.ts';
import type { RunEvent } from '../../src/run/events.ts';
import type { Request, StartRun, WorkerMessage } from '../../src/run/messages.ts';
import { BUILT_WORKER } from './built-worker-path.ts';
import type { Answered, Asked, BrokenNews, Dropped, FullDisk } from './wire.ts';

export interface Tab {
  request(request: Request): Promise<Json | undefined>;
  /** Approves the plan as it stands and starts it. */
  run(plan: Plan, start?: Partial<StartRun>): Promise<string>;
  /** Everything the worker said that answers no request, and the requests its calls sent. */
  readonly heard: readonly WorkerMessage[];
  readonly asked: readonly Asked[];
  /** The harmless reads before a first write (L-40a): the server answers each at once, and they are not among `asked`. */
  readonly looks: readonly Asked[];
  readonly dropped: readonly number[];
  /** The durable events of a run that this tab was told of. */
  events(runId: string): RunEvent[];
  /** Resolves with the first truthy value of `look`, asked again after everything that is heard. */
  until<T>(look: () => T | undefined | null | false): Promise<T>;
  /** The event of that type (and call), once it has been heard. */
  event<T extends RunEvent['type']>(
    runId: string,
    type: T,
    call?: string,
  ): Promise<Extract<RunEvent, { type: T }>>;
  /** The n-th request, from 0, once it has been sent. */
  sent(n: number): Promise<Asked>;
  answer(asked: Asked, answer?: Partial<Omit<Answered, 'id'>>): void;
  /** From here on the worker finds no room for another event. */
  fillDisk(): void;
  /** From here on the worker's loop fails when it tells of events. */
  breakNews(): void;
  /** As a closed tab ends its worker: in the middle of whatever it did. */
  kill(): void;
}

const open = new Set<Tab>();
let tabs = 0;
let runs = 0;

export const closeTabs = (): void => {
  for (const tab of open) tab.kill();
};

export function openTab(): Tab {
  tabs += 1;
  const name = `wire-${tabs}-${crypto.randomUUID()}`;
  const wire = new BroadcastChannel(name);
  const heard: WorkerMessage[] = [];
  const asked: Asked[] = [];
  const looks: Asked[] = [];
  const dropped: number[] = [];
  const waiting = new Set<() => void>();
  const stir = () => {
    for (const look of [...waiting]) look();
  };
  wire.onmessage = ({ data }: MessageEvent<Asked | Dropped>) => {
    if (data.kind === 'asked' && data.headers['idempotency-key']?.endsWith('/look')) {
      looks.push(data);
      tab.answer(data);
    } else if (data.kind === 'asked') asked.push(data);
    else dropped.push(data.id);
    stir();
  };
  let worker: Worker | undefined;
  const client = createWorkerClient(
    () => {
      worker = new Worker(BUILT_WORKER, { type: 'module', name });
      worker.addEventListener('error', ({ message, filename, lineno }) => {
        console.error(`The worker died of: ${message} (${filename}:${lineno})`);
      });
      return worker;
    },
    (message) => {
      heard.push(message);
      stir();
    },
    (sentence) => {
      throw new Error(sentence);
    },
  );

  const tab: Tab = {
    request: (request) => {
      if (request.kind === 'connect') server = request.connection && serverOf(request.connection.baseUrl);
      return client.request(request);
    },
    heard,
    asked,
    looks,
    dropped,
    events: (runId) =>
      heard.flatMap((message) =>
        message.kind === 'events' && message.runId === runId ? [...message.events] : [],
      ),
    run: async (plan, start = {}) => {
      runs += 1;
      const runId = start.runId ?? `run-${runs}`;
      await approved(plan, start.delegates);
      await client.request({
        kind: 'start-run',
        start: { runId, planId: plan.id, plan, hash: hashOf(plan), input: {}, ...start },
      });
      return runId;
    },
    until: (look) =>
      new Promise((resolve) => {
        const again = () => {
          const found = look();
          if (!found) return;
          waiting.delete(again);
          resolve(found);
        };
        waiting.add(again);
        again();
      }),
    event: (runId, type, call) =>
      tab.until(() =>
        tab
          .events(runId)
          .find(
            (event): event is Extract<RunEvent, { type: typeof type }> =>
              event.type === type && (call === undefined || ('call' in event && event.call === call)),
          ),
      ),
    sent: (n) => tab.until(() => asked[n]),
    answer: ({ id }, answer = {}) => {
      wire.postMessage({
        id,
        status: 200,
        type: 'application/json',
        body: '{}',
        ...answer,
      } satisfies Answered);
    },
    breakNews: () => wire.postMessage({ kind: 'broken-news' } satisfies BrokenNews),
    fillDisk: () => wire.postMessage({ kind: 'full-disk' } satisfies FullDisk),
    kill: () => {
      worker?.terminate();
      wire.close();
      open.delete(tab);
    },
  };
  open.add(tab);
  return tab;
}

/** The server that was connected last: latent calls are signed to go there. */
let server: string | null = null;
const language = languageWith(() => server);

export function hashOf(plan: Plan, delegates: Delegates = {}, part?: Part): string {
  const signed = language.sign(plan, delegates, part);
  if (!signed.ok) throw new Error(signed.error);
  return signed.value.hash;
}

/** A person has approved the plan as it stands, on this device. */
export async function approved(plan: Plan, delegates: Delegates = {}, part?: Part): Promise<void> {
  const database = await openDatabase();
  try {
    const about = { planId: plan.id, title: '', revision: 1, device: 'test', flows: null };
    await receipts(database).give({ hash: hashOf(plan, delegates, part), at: 1, ...about });
  } finally {
    database.close();
  }
}
