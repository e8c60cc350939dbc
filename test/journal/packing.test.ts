/** Events packed and unpacked: nothing is cut, and what is lost says so. */

import { readdir, readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { INLINE_LIMIT, pack, unpack } from '../../src/journal/packing.ts';
import type { Json } from '../../src/lib/json.ts';
import type { RunEvent } from '../../src/run/events.ts';

const completed = (value: Json, seq = 1): RunEvent => ({
  type: 'plan_step_completed',
  runId: 'r',
  seq,
  time: 0,
  call: 'a',
  attempt: 1,
  value,
});

/** A text whose JSON is exactly so many UTF-16 units. */
const jsonOfLength = (units: number): string => 'x'.repeat(units - 2);

const whole = (events: readonly RunEvent[]): RunEvent[] => {
  const { text, apart } = pack(events);
  return unpack(text, (seq) => apart.find((one) => one.seq === seq)?.json);
};

test('a value of exactly the limit is inline, and one unit more lies apart (R-15)', () => {
  expect(INLINE_LIMIT).toBe(32_768);
  expect(pack([completed(jsonOfLength(INLINE_LIMIT))]).apart).toEqual([]);
  const { apart, text } = pack([completed(jsonOfLength(INLINE_LIMIT + 1), 7)]);
  expect(apart).toEqual([{ seq: 7, json: JSON.stringify(jsonOfLength(INLINE_LIMIT + 1)) }]);
  expect(text.length).toBeLessThan(1000);
});

// K-24
test('the limit counts UTF-16 units, not bytes and not characters', () => {
  const daggers = '†'.repeat(INLINE_LIMIT - 2);
  expect(pack([completed(daggers)]).apart).toEqual([]);
  const pairs = '𝒙'.repeat(INLINE_LIMIT / 2);
  expect(pack([completed(pairs)]).apart).toHaveLength(1);
});

test('the output of a plan lies apart as well', () => {
  const output = jsonOfLength(INLINE_LIMIT + 1);
  const events: RunEvent[] = [
    { type: 'plan_aggregated', runId: 'r', seq: 1, time: 0, output },
    { type: 'plan_completed', runId: 'r', seq: 2, time: 0, status: 'completed', reason: 'goal_met', output },
  ];
  expect(pack(events).apart.map((one) => one.seq)).toEqual([1, 2]);
  expect(whole(events)).toEqual(events);
});

test('a value that is gone is null and marked lost; its neighbours are whole', () => {
  const events = [completed('kept', 1), completed(jsonOfLength(INLINE_LIMIT + 1), 2), completed('too', 3)];
  const [before, gone, after] = unpack(pack(events).text, () => undefined);
  expect(before).toEqual(events[0]);
  expect(gone).toMatchObject({ seq: 2, call: 'a', value: null, lost: true });
  expect(after).toEqual(events[2]);
});

test('a value that looks like the mark of a stored one comes back as it was', () => {
  const events = [completed({ stored: { as: 'value', length: 3 }, lost: true })];
  expect(whole(events)).toEqual(events);
});

test('every event of the audit trail comes back as it was, out of every kept journal (R-18, R-50)', async () => {
  const folder = new URL('../run/journals/', import.meta.url);
  const types = new Set<string>();
  for (const name of await readdir(folder)) {
    const { events } = JSON.parse(await readFile(new URL(name, folder), 'utf8')) as { events: RunEvent[] };
    for (const { type } of events) types.add(type);
    expect(whole(events), name).toEqual(events);
  }
  expect([...types]).toEqual(
    expect.arrayContaining([
      'plan_started',
      'plan_step_started',
      'plan_step_completed',
      'plan_step_failed',
      'plan_step_memoized',
      'plan_aggregated',
      'plan_completed',
      'plan_aborted',
      'plan_run_interrupted',
    ]),
  );
});

test('whatever JSON is packed comes back as it was, long or short', () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }).map((text) => text.repeat(20_000)),
  );
  fc.assert(
    fc.property(fc.array(value, { maxLength: 4 }), (values) => {
      const events = values.map((one, at) => completed(JSON.parse(JSON.stringify(one)) as Json, at + 1));
      expect(whole(events)).toEqual(events);
    }),
    { numRuns: 60 },
  );
});
