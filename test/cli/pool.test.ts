/** The pool of a terminal, over Node's real threads: a call is ended while it computes, and by what it holds. */

import { afterAll, describe, expect, test } from 'vitest';
import { ActivityError } from '../../src/activities/activity.ts';
import { threadPool } from '../../src/cli/run/pool.ts';
import { testContext } from '../activities/context.ts';

const pool = threadPool();
afterAll(() => pool.close());

/** RE2 goes through it in a time linear in the text, which for these lasts for minutes. */
const slow = { text: 'a'.repeat(5_000_000), pattern: '((a{0,30}){0,30}b?)*$' };

/** The longest time in which this thread did not come to a timer, while that goes on. */
async function worstGap(during: Promise<unknown>): Promise<number> {
  let worst = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    worst = Math.max(worst, performance.now() - last);
    last = performance.now();
  }, 5);
  await during;
  clearInterval(timer);
  return worst;
}

describe('a thread of the pool', () => {
  test('reads a file and computes', async () => {
    const context = testContext({ files: { 'a.csv': 'name,total\nAda,3\nBo,4' } });
    expect(await pool.compute('readCsv', { file: 'a.csv' }, context)).toEqual([
      { name: 'Ada', total: 3 },
      { name: 'Bo', total: 4 },
    ]);
  });

  test('is ended in the middle of a call, which the run hears at once', async () => {
    const context = testContext();
    const failed = pool.compute('matchText', slow, context).catch((error: unknown) => error);
    // Another call is through: the thread of the first has long begun.
    await pool.compute('queryJson', { data: { a: 1 }, expression: 'a' }, testContext());
    // It would go on for minutes, which is longer than a test may.
    context.stop(new ActivityError('timeout', 'Too long.'));
    expect(await failed).toMatchObject({ code: 'timeout' });
    expect(await pool.compute('queryJson', { data: { a: 2 }, expression: 'a' }, testContext())).toBe(2);
  });

  test('keeps this thread free while it computes', async () => {
    const expression = '$sum([1..100000].($ * 2))';
    const begun = performance.now();
    const gap = await worstGap(pool.compute('queryJson', { data: {}, expression }, testContext()));
    // Computed here, it would be one gap from its beginning to its end.
    expect(gap).toBeLessThan((performance.now() - begun) / 2);
  });

  test('that would hold too much is ended, and the call says why', async () => {
    const small = threadPool(null, 64);
    const expression = '[1..4000000].{"a": $, "b": [$, $]}';
    const error = await small
      .compute('queryJson', { data: {}, expression }, testContext())
      .catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'invalid-arguments', message: expect.stringContaining('memory') });
    small.close();
  });
});
