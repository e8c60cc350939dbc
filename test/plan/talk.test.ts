/** What was said of a plan: lines are kept in order and bounded, and what models took is summed over all of them. */

import { describe, expect, test } from 'vitest';
import { inWords, type Said, spentInAll, talkWith } from '../../src/plan/talk.ts';

const line = (at: number, more: Partial<Said> = {}): Said => ({
  ...{ from: 'obelus', text: `${at}`, tone: 'plain', at },
  ...more,
});

test('what stands in somebody’s own words: no answer that was pressed, and nothing that Obelus says', () => {
  const lines = [
    line(1, { from: 'person' }),
    line(2, { from: 'person', answers: true }),
    line(3, { from: 'planner' }),
    line(4),
  ];
  expect(inWords(lines).map(({ at }) => at)).toEqual([1, 3]);
});

describe('what models took', () => {
  test('is summed; what a server did not tell is no nought', () => {
    const lines = [
      line(1, { spent: { ms: 1000, tokens: 10, cost: 0.5 } }),
      line(2),
      line(3, { spent: { ms: 500, tokens: 5 } }),
    ];
    expect(spentInAll(lines)).toEqual({
      ...{ sentences: 2, ms: 1500, tokens: 15, cost: 0.5 },
      more: { tokens: false, cost: true },
    });
    expect(spentInAll([line(1, { spent: { ms: 7 } })])).toEqual({
      ...{ sentences: 1, ms: 7 },
      more: { tokens: true, cost: true },
    });
    expect(spentInAll([line(1)])).toBeNull();
  });

  test('is not forgotten with old lines, and two tabs that both have it count it once', () => {
    let lines: readonly Said[] = [line(0, { spent: { ms: 7, tokens: 3 } })];
    lines = talkWith(
      lines,
      Array.from({ length: 300 }, (_, at) => line(at + 1)),
    );
    expect(lines).toHaveLength(201);
    expect(spentInAll(talkWith(lines, [line(0, { spent: { ms: 7, tokens: 3 } })]))).toMatchObject({
      sentences: 1,
      tokens: 3,
    });
  });
});
