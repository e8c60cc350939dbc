import { expect, test } from 'vitest';
import type { CallStart, Happening } from '../../src/host/port.ts';
import type { RunEvent } from '../../src/run/events.ts';
import type { Played } from '../../src/simulate/virtual-place.ts';
import { NothingHappens, type VirtualHost, virtualHost } from './virtual-loop.ts';

const start = (id: string, timeoutMs?: number) =>
  ({
    id,
    attempt: 1,
    spentMs: 0,
    contract: timeoutMs === undefined ? undefined : { timeoutMs },
  }) as unknown as CallStart;

const hostOf = (plays: Readonly<Record<string, Played>>) => virtualHost({ play: ({ id }) => plays[id]! });

const next = async (host: VirtualHost, wake: number | null) =>
  (await host.next(wake)) as readonly Happening[];

const names = (happenings: readonly Happening[]) =>
  happenings.map((one) => ('call' in one ? `${one.kind} ${one.call}` : one.kind));

test('what ends at one moment is told together, in the order it started', async () => {
  const host = hostOf({ a: { ms: 20, value: 1 }, b: { ms: 5, value: 2 }, c: { ms: 20, value: 3 } });
  for (const id of ['a', 'b', 'c']) host.start(start(id));
  expect(host.maxInFlight).toBe(3);
  expect(names(await next(host, null))).toEqual(['returned b']);
  expect(host.now()).toBe(5);
  expect(names(await next(host, null))).toEqual(['returned a', 'returned c']);
  expect(host.now()).toBe(20);
});

test('a wake before the next end moves the clock and tells nothing', async () => {
  const host = hostOf({ a: { ms: 20, value: 1 } });
  host.start(start('a'));
  expect(await host.next(7)).toEqual([]);
  expect(host.now()).toBe(7);
  expect(names(await next(host, 20))).toEqual(['returned a']);
});

test('an activity that takes longer than its limit has timed out, and its result never comes', async () => {
  const host = hostOf({ a: { ms: 100, value: 1 }, b: { ms: 50, value: 1 } });
  host.start(start('a', 50));
  host.start(start('b', 50));
  const happened = await next(host, null);
  expect(names(happened)).toEqual(['threw a', 'returned b']);
  expect(happened[0]).toMatchObject({ code: 'timeout' });
  expect(() => host.next(null)).toThrow(NothingHappens);
});

test('a question that was open when a run was stopped is asked again', async () => {
  const host = virtualHost(
    {
      play: () => ({ ms: 0, value: null }),
      answer: ({ call }) => ({ ms: 30, body: { type: 'approval', call, choose: 'skip' } }),
    },
    1000,
    [{ type: 'plan_step_waiting', call: 'a', kind: 'failure' }],
  );
  expect(await host.next(null)).toEqual([
    { kind: 'event', body: { type: 'approval', call: 'a', choose: 'skip' } },
  ]);
  expect(host.now()).toBe(1030);
});

test('a question with no answer leaves nothing to happen', () => {
  const host = virtualHost({ play: () => ({ ms: 0, value: null }), answer: () => null });
  const asked = { type: 'plan_step_waiting', call: 'a', kind: 'failure', runId: 'r', seq: 1, time: 0 };
  host.append([asked as RunEvent], false);
  expect(host.journal).toHaveLength(1);
  expect(() => host.next(null)).toThrow(NothingHappens);
});
