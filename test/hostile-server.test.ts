/**
 * A server that answers as badly as one can, a run that is disturbed meanwhile: no write is done twice (L-40a, L-41, L-91).
 * A sample over real sockets; the same trials on a virtual clock are many more (`host/writes-once.test.ts`), a thousand
 * writes are `npm run bench -- crash-hostile`.
 */

import { expect, test } from 'vitest';
import { hostileWrites } from '../scripts/bench/hostile/campaign.ts';

test('nothing is done twice at a hostile server, whatever it answers and whenever the run is killed, stopped or planned anew', async () => {
  const { faults, doubled, entries, sent } = await hostileWrites({ writes: 40, seed: 7, endless: false });
  expect(faults).toEqual([]);
  expect(doubled).toEqual([]);
  expect(entries).toEqual([]);
  expect(sent.length).toBeGreaterThanOrEqual(40);
}, 300_000);
