/** The store in memory keeps what every store promises; leases are had by one at a time. */

import { describe, expect, it } from 'vitest';
import { memoryLeases, memoryStore } from '../../src/host/memory-place.ts';
import { storeContract } from './store-contract.ts';

describe('a store in memory', () => {
  storeContract(async () => {
    const store = memoryStore();
    return { store, again: async () => store, close: async () => {} };
  });
});

describe('leases in memory', () => {
  it('are had by one at a time, in the order in which they were asked for', async () => {
    const leases = memoryLeases();
    const got: string[] = [];
    const first = await leases.take('r');
    const second = leases.take('r').then((lease) => {
      got.push('second');
      return lease;
    });
    const third = leases.take('r').then(() => got.push('third'));
    expect(await leases.takeIfFree('r')).toBeNull();
    expect(await leases.takeIfFree('other')).not.toBeNull();
    expect(got).toEqual([]);
    first.release();
    first.release();
    (await second).release();
    await third;
    expect(got).toEqual(['second', 'third']);
  });
});
