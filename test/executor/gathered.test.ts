import { expect, test } from 'vitest';
import { gathered } from '../../src/executor/channel.ts';
import type { RunEvent } from '../../src/run/events.ts';

const eventsOf = (runId: string, ...seqs: number[]) => ({
  kind: 'events' as const,
  runId,
  events: seqs.map((seq): RunEvent => ({ type: 'plan_run_interrupted', runId, seq, time: seq })),
});

function world() {
  const sent: string[] = [];
  let ring: (() => void) | null = null;
  const gather = gathered(
    ({ runId, events }) => sent.push(`${runId} ${events.map(({ seq }) => seq).join(' ')}`),
    (_, then) => {
      ring = then;
    },
  );
  const passes = () => {
    const due = ring;
    ring = null;
    due?.();
  };
  return { ...gather, sent, passes, rests: () => ring !== null };
}

test('after a quiet time an event is told at once, and what follows within a moment together', () => {
  const { send, sent, passes, rests } = world();
  send(eventsOf('a', 1, 2));
  expect(sent).toEqual(['a 1 2']);
  send(eventsOf('a', 3));
  send(eventsOf('a', 4, 5));
  expect(sent).toHaveLength(1);
  passes();
  expect(sent).toEqual(['a 1 2', 'a 3 4 5']);
  // It rests after what it told, and then knows of nothing any more.
  send(eventsOf('a', 6));
  expect(sent).toHaveLength(2);
  passes();
  passes();
  expect(rests()).toBe(false);
  send(eventsOf('a', 7));
  expect(sent.at(-1)).toBe('a 7');
});

test('events of several runs stay in the order in which they became durable', () => {
  const { send, sent, passes } = world();
  send(eventsOf('first', 1));
  send(eventsOf('child', 1));
  send(eventsOf('parent', 7));
  send(eventsOf('child', 2));
  passes();
  expect(sent).toEqual(['first 1', 'child 1', 'parent 7', 'child 2']);
});

test('that a run begins, asks or ends is told at once: who tells may be gone in the next moment', () => {
  const { send, sent, passes } = world();
  send(eventsOf('a', 1));
  send(eventsOf('a', 2));
  const end = { type: 'plan_aborted', reason: 'aborted', runId: 'a', seq: 3, time: 3 } as const;
  send({ kind: 'events', runId: 'a', events: [end] });
  expect(sent).toEqual(['a 1', 'a 2 3']);
  passes();
  expect(sent).toHaveLength(2);
});

test('what else is to be said lets them go first, and none is told twice', () => {
  const { send, flush, sent, passes } = world();
  send(eventsOf('a', 1));
  send(eventsOf('a', 2));
  flush();
  expect(sent).toEqual(['a 1', 'a 2']);
  passes();
  expect(sent).toHaveLength(2);
});
