import { describe, expect, it } from 'vitest';
import { planSuggestions, rankOf } from '../../../src/ui/palette/Palette.tsx';

describe('the palette’s order', () => {
  const ordered = (typed: string, names: readonly string[]) =>
    [...names].sort((a, b) => rankOf(b, typed, 0.9) - rankOf(a, typed, 0.9));

  it('has Run before Dry run when “Run” is typed, and what only begins so between them', () => {
    expect(ordered('Run', ['Dry run', 'Run again from the selected call', 'Stop the run', 'Run'])).toEqual([
      'Run',
      'Run again from the selected call',
      'Dry run',
      'Stop the run',
    ]);
  });

  it('leaves out what does not match at all, and everything is in it before a word is typed', () => {
    expect(rankOf('Share as a link', 'zzz', 0)).toBe(0);
    expect(rankOf('Share as a link', ' ', 0)).toBe(1);
  });
});

describe('what a typed command may become', () => {
  const runs = [{ runId: '7f3a', title: 'Sums', calls: ['one', 'two'] }];

  it('is every command that begins so, with the runs and calls that there are (R-40, R-41, R-42)', () => {
    expect(planSuggestions('/', runs).map(({ text }) => text)).toEqual([
      '/plan list',
      '/plan discard 7f3a',
      '/plan resume 7f3a --from one',
      '/plan resume 7f3a --from two',
    ]);
    expect(planSuggestions('/plan r', runs)).toHaveLength(2);
  });

  it('is not what stands there already, nor anything for a word that no command begins with', () => {
    expect(planSuggestions('/plan list', [])).toEqual([]);
    expect(planSuggestions('/plan x', runs)).toEqual([]);
  });
});
