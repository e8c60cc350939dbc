import { describe, expect, test } from 'vitest';
import type { Step } from '../../src/plan/history.ts';
import { NO_ORIGINS } from '../../src/plan/origin.ts';
import { isTitlePlanned, titleAfter } from '../../src/plan/planned-title.ts';

describe('a title that nobody has given', () => {
  test('says which changes made the plan what it is', () => {
    expect(titleAfter('Sum the amount per month', 'only 2026.')).toBe('Sum the amount per month · only 2026');
    expect(titleAfter('Sum the amount per month · only 2026', 'As a chart')).toBe(
      'Sum the amount per month · only 2026 · As a chart',
    );
  });

  test('is a line all the same: what it began as and the last of them stay', () => {
    let title = 'Sum the amount per month';
    for (const said of [
      'only 2026',
      'per category as well',
      'as a chart',
      'warn me if a month is over 1,000',
    ])
      title = titleAfter(title, said);
    expect(title).toBe('Sum the amount per month · … · as a chart · warn me if a month is over 1,000');
    expect(titleAfter(title, 'without the rent')).toBe(
      'Sum the amount per month · … · warn me if a month is over 1,000 · without the rent',
    );
    expect(titleAfter('Sum', `first line ${'word '.repeat(40)}\nsecond line`).length).toBeLessThan(60);
  });
});

describe('who gave a title', () => {
  const MOVED: Step = {
    ...({ label: 'moved', forward: [], backward: [] } as const),
    origins: { before: NO_ORIGINS, after: NO_ORIGINS },
  };
  const titled = (more: Partial<Step> = {}): Step => ({
    label: 't',
    forward: [{ kind: 'set-field', field: 'title', value: 'T' }],
    backward: [],
    origins: { before: NO_ORIGINS, after: NO_ORIGINS },
    ...more,
  });

  test('is a planner’s while the last step that gave one was made of a sentence', () => {
    const planned = titled({ said: 'sum it' });
    expect(isTitlePlanned({ past: [planned, MOVED], future: [] })).toBe(true);
    expect(isTitlePlanned({ past: [planned, titled()], future: [] })).toBe(false);
    expect(isTitlePlanned({ past: [titled(), planned], future: [] })).toBe(true);
  });

  test('may be somebody’s own where the steps tell nothing of it', () => {
    expect(isTitlePlanned({ past: [MOVED], future: [titled({ said: 'sum it' })] })).toBe(false);
  });
});
