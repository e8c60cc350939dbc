/** The wait of a loop: it ends with what happened, at its time, or because the run is let go of. */

import { expect, test } from 'vitest';
import { createInbox, type Inbox } from '../../src/host/inbox.ts';
import { virtualClock } from '../../src/host/memory-place.ts';
import type { Happening } from '../../src/host/port.ts';

const planned: Happening = { kind: 'planned', calls: [] };

function inboxAt(startAt = 0): { inbox: Inbox; clock: ReturnType<typeof virtualClock> } {
  const clock = virtualClock(startAt);
  return { inbox: createInbox(clock.now, clock), clock };
}

test('letting go of a run makes the next wait reject', async () => {
  const { inbox } = inboxAt();
  const waiting = inbox.next(null) as Promise<unknown>;
  inbox.abandon(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  await expect(inbox.next(null)).rejects.toThrow('gone');
});

test('a wait with a wake ends empty when its time has come, and not before', async () => {
  const { inbox, clock } = inboxAt(50);
  const waiting = inbox.next(80);
  expect(inbox.waitsUntil()).toBe(80);
  expect(clock.advance()).toBe(true);
  expect(clock.now()).toBe(80);
  expect(await waiting).toEqual([]);
  expect(inbox.waitsUntil()).toBeUndefined();
});

test('what happened during a wait ends it, and its alarm rings for nobody', async () => {
  const { inbox, clock } = inboxAt();
  const waiting = inbox.next(80);
  inbox.push(planned, planned);
  expect(await waiting).toEqual([planned, planned]);
  expect(clock.advance()).toBe(false);
});

test('what happened before the wait is handed over at once, together', () => {
  const { inbox } = inboxAt();
  inbox.push(planned);
  inbox.push(planned);
  expect(inbox.next(null)).toEqual([planned, planned]);
});

test('a run that comes to rest in its wait hears why, and what was set for it is forgotten', async () => {
  const { inbox, clock } = inboxAt();
  const waiting = inbox.next(80);
  inbox.rest('parked');
  expect(await waiting).toBe('parked');
  expect(clock.advance()).toBe(false);
});
