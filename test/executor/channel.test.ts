/** A decision on its way to the tab that has its run: what was refused with "does not answer" never takes effect later. */

import { afterEach, expect, test, vi } from 'vitest';
import { openChannel } from '../../src/executor/channel.ts';
import { DONE } from '../../src/host/refusal.ts';

afterEach(() => {
  vi.useRealTimers();
});

const STOP = { kind: 'stop-run', runId: 'r' } as const;
const NEVER_WAITED = 2_000;

/** The other end of the channel, in a test's own hands. */
function otherEnd() {
  const channel = new BroadcastChannel('obelus-decisions');
  const heard: { kind: string; ask?: string; outcome?: unknown }[] = [];
  let look = () => {};
  channel.onmessage = ({ data }: MessageEvent) => {
    heard.push(data as (typeof heard)[number]);
    look();
  };
  const until = async (kind: string) => {
    for (;;) {
      const found = heard.find((one) => one.kind === kind);
      if (found) return found;
      await new Promise<void>((resolve) => {
        look = resolve;
      });
    }
  };
  return { say: (message: unknown) => channel.postMessage(message), until, close: () => channel.close() };
}

function tabWithTheRun() {
  const done: string[] = [];
  const channel = openChannel(
    () => crypto.randomUUID(),
    () => {},
  );
  channel.onDecision(async ({ kind }, heard) => {
    if (!(await heard())) return null;
    done.push(kind);
    return DONE;
  });
  return { done, channel };
}

test('is carried out once whoever asked has said that it still waits', async () => {
  const { done } = tabWithTheRun();
  const asker = openChannel(
    () => crypto.randomUUID(),
    () => {},
  );
  expect(await asker.passOn(STOP)).toEqual(DONE);
  expect(done).toEqual(['stop-run']);
});

test('heard long after its asker gave up, by a tab that was frozen, it does nothing', async () => {
  const { done } = tabWithTheRun();
  const asker = otherEnd();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  asker.say({ kind: 'asked', ask: 'late', decision: STOP, confirms: true });
  await asker.until('heard');
  vi.advanceTimersByTime(NEVER_WAITED);
  expect(await asker.until('told')).toMatchObject({ ask: 'late', outcome: null });
  expect(done).toEqual([]);
  asker.close();
});

test('of a build of before, which says nothing more, is carried out at once', async () => {
  const { done } = tabWithTheRun();
  const asker = otherEnd();
  asker.say({ kind: 'asked', ask: 'old', decision: STOP });
  expect(await asker.until('told')).toMatchObject({ ask: 'old', outcome: DONE });
  expect(done).toEqual(['stop-run']);
  asker.close();
});
