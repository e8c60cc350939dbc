/** Attempts that are cut off to be made again: they leave no end behind, and their calls are entered anew. */

import { expect, test } from 'vitest';
import { type Activity, ActivityError, Interruption } from '../../src/activities/activity.ts';
import type { CallStart } from '../../src/host/port.ts';
import type { Json } from '../../src/lib/json.ts';
import { openDoor } from './context.ts';
import { hostWithInbox } from './host-with-inbox.ts';

const start = (id: string, attempt: number): CallStart => ({
  id,
  call: { _id: id, _tool: 'tool' },
  instance: null,
  contract: undefined,
  effect: 'none',
  latent: false,
  params: {},
  scopes: {},
  items: undefined,
  attempt,
  begun: 1,
  answers: [],
  door: {},
  spentMs: 0,
  step: 0,
});

/** A host whose activities end when the test says so. */
function heldHost() {
  const entered: { id: string; attempt: number; signal: AbortSignal; end(value: Json): void }[] = [];
  const activity: Activity = (_, { callId: id, attempt, signal }) =>
    new Promise((end) => entered.push({ id, attempt, signal, end }));
  const host = hostWithInbox({
    runId: 'r',
    now: () => 0,
    activityFor: () => Promise.resolve(activity),
    readFile: async () => new Blob([]),
    saveFile: async () => {},
    log: () => {},
    secrets: () => new Map(),
    secretsOf: () => [],
    door: () => openDoor,
  });
  return { host, entered };
}

const interrupted = { kind: 'event', body: { type: 'plan_run_interrupted' } } as const;
const resumedFrom = {
  kind: 'event',
  body: { type: 'plan_resumed_from', call: 'a', order: 'dependants', cleared: ['a'] },
} as const;

const turns = async (): Promise<void> => {
  for (let n = 0; n < 10; n++) await Promise.resolve();
};

test('the two events of running again are handed over together, and what was in flight ends without a word (R-42)', async () => {
  const { host, entered } = heldHost();
  host.start(start('a', 1));
  host.start(start('b', 1));
  await turns();
  const waiting = host.next(null);
  host.push(interrupted, resumedFrom);
  expect(await waiting).toEqual([interrupted, resumedFrom]);
  const [a, b] = entered;
  expect(a!.signal.reason).toBeInstanceOf(ActivityError);
  // What b has begun is found again, not undone.
  expect(b!.signal.reason).toBeInstanceOf(Interruption);

  host.start(start('b', 2));
  await turns();
  a!.end('late');
  b!.end('late');
  entered[2]!.end('anew');
  expect(await host.next(null)).toMatchObject([{ kind: 'returned', call: 'b', attempt: 2, value: 'anew' }]);
});

test('a call that is entered again can be stopped and asked as if it were the first time', async () => {
  const { host, entered } = heldHost();
  host.start(start('a', 1));
  await turns();
  host.push(interrupted);
  await host.next(null);
  host.start(start('a', 2));
  await turns();
  host.cancel();
  expect(entered[1]!.signal.aborted).toBe(true);
  expect(await host.next(null)).toMatchObject([{ kind: 'threw', call: 'a', attempt: 2, code: 'cancelled' }]);
});
