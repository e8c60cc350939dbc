/** Whatever comes of writes, and whatever is done to their run meanwhile: none is done twice, and none is asked about for nothing (L-40a, L-41, L-42). */

import { expect, test } from 'vitest';
import { playedTrial } from './played-server.ts';

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'nothing is done twice in trial %i',
  async (seed) => {
    const { done, faults } = await playedTrial(seed);
    expect(faults).toEqual([]);
    expect([...done].filter(([, times]) => times > 1)).toEqual([]);
  },
);
