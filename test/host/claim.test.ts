/** What a place that serves many may take: never what is held, paused, or parked before its time. */

import { expect, test } from 'vitest';
import { claim } from '../../src/host/claim.ts';
import { virtualClock } from '../../src/host/memory-place.ts';
import type { RunRow } from '../../src/host/port.ts';
import { SETTING } from '../run/written-run.ts';
import { virtualPlace } from './virtual-place.ts';

const row = (runId: string, more: Partial<RunRow> = {}): RunRow => ({
  runId,
  planId: 'p',
  title: runId,
  startedAt: 0,
  status: 'running',
  reason: null,
  lastSeq: 0,
  open: 1,
  ...more,
});

test('runs are claimed a few at a time, and only those that may be gone on with now', async () => {
  const clock = virtualClock(1000);
  const place = virtualPlace({ setting: SETTING, play: () => ({ ms: 0, value: null }), clock });
  const rows = [
    row('ended', { open: 0 }),
    row('paused', { paused: true }),
    row('asks', { parked: { due: null } }),
    row('later', { parked: { due: 1500 } }),
    row('due', { parked: { due: 1000 } }),
    row('held'),
    row('a'),
    row('a.d.3', { parent: { runId: 'a', call: 'd' } }),
    row('b'),
  ];
  for (const one of rows) await place.store.mark(one);
  const held = await place.leases.take('held');

  const first = await claim(place, 2);
  expect(first.map(({ runId, until }) => [runId, until])).toEqual([
    ['due', null],
    ['a', null],
  ]);
  expect((await claim(place, 9)).map(({ runId }) => runId)).toEqual(['b']);
  expect(await claim(place, 9)).toEqual([]);

  held.release();
  first[0]!.release();
  clock.alarm(500, () => {});
  clock.advance();
  expect((await claim(place, 9)).map(({ runId }) => runId)).toEqual(['later', 'due', 'held']);
});
