/** A server that answers as badly as one can, a run that is disturbed meanwhile: no write is done twice (L-40a, L-41, L-91). */

import { expect, test } from 'vitest';
import { hostileWrites } from '../scripts/bench/hostile/campaign.ts';

test('nothing is done twice at a hostile server, whatever it answers and whenever the run is killed, stopped or planned anew', async () => {
  const { faults, doubled, entries, sent, came, replans } = await hostileWrites({
    writes: 100,
    seed: 7,
    endless: false,
  });
  expect(faults).toEqual([]);
  expect(doubled).toEqual([]);
  expect(entries).toEqual([]);
  // Writes of every kind came there, and what was refused came again.
  const kinds = new Set(sent.map((write) => /\/(\w+)/.exec(write)?.[1]));
  expect([...kinds]).toEqual(
    expect.arrayContaining(['beside', 'caught', 'element', 'first', 'inner', 'last', 'quiet', 'second']),
  );
  // Plans were made anew meanwhile.
  expect(replans).toBeGreaterThan(0);
  expect(sent.length).toBeGreaterThan(60);
  expect(came).toBeGreaterThan(sent.length);
}, 300_000);
