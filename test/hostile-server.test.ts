/**
 * A server that answers as badly as one can, a run that is disturbed meanwhile: no write is done twice (L-40a, L-41, L-91).
 * A sample over real sockets; the same trials on a virtual clock are many more (`host/writes-once.test.ts`), a thousand
 * writes are `npm run bench -- crash-hostile`.
 */

import { expect, test } from 'vitest';
import { crossedWrites, hostileWrites } from '../scripts/bench/hostile/campaign.ts';

test('nothing is done twice at a hostile server, whatever it answers and whenever the run is killed, stopped or planned anew', async () => {
  const { faults, doubled, entries, sent } = await hostileWrites({ writes: 40, seed: 7, endless: false });
  expect(faults).toEqual([]);
  expect(doubled).toEqual([]);
  expect(entries).toEqual([]);
  expect(sent.length).toBeGreaterThanOrEqual(40);
}, 300_000);

/** A fork goes on with what was stopped: at once, or after the person has settled what was in doubt. */
test.each(['kill', 'stop', 'stop, settle', 'again', 'pause'] as const)(
  'every way to answer, cut after every byte, 64 MB of it and sent again by the platform, crossed with: %s',
  async (disturbance) => {
    const { faults, doubled, entries, sent } = await crossedWrites(disturbance, 11);
    expect(faults).toEqual([]);
    expect(doubled).toEqual([]);
    expect(entries).toEqual([]);
    expect(sent.length).toBeGreaterThanOrEqual(120);
  },
  300_000,
);
