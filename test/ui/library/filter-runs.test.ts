import { describe, expect, it } from 'vitest';
import type { RunSummary } from '../../../src/stores/ports.ts';
import { EVERY_RUN, filterRuns, plansOf } from '../../../src/ui/library/RunsDialog.tsx';
import { originWords, runFacts, troubleWords } from '../../../src/ui/library/run-words.ts';

const run = (runId: string, part: Partial<RunSummary> = {}): RunSummary => ({
  runId,
  planId: 'p1',
  title: 'Sales by region',
  startedAt: 1000,
  status: 'completed',
  ...part,
});
const RUNS = [
  run('aa11'),
  run('bb22', { planId: 'p2', title: 'Minutes in short', status: 'failed' }),
  run('cc33', { status: 'waiting', forkOf: { runId: 'aa11' } }),
];
const found = (part: Partial<typeof EVERY_RUN>) =>
  filterRuns(RUNS, { ...EVERY_RUN, ...part }).map(({ runId }) => runId);

describe('the list of runs', () => {
  it('is whole until something is looked for', () => {
    expect(found({})).toEqual(['aa11', 'bb22', 'cc33']);
  });

  it('is found by words of the title in any order and case, by id, and by the run it came from', () => {
    expect(found({ text: 'REGION sales' })).toEqual(['aa11', 'cc33']);
    expect(found({ text: 'bb22' })).toEqual(['bb22']);
    expect(found({ text: 'aa11' })).toEqual(['aa11', 'cc33']);
  });

  it('is found by plan and by how runs stand, all at once', () => {
    expect(found({ planId: 'p2' })).toEqual(['bb22']);
    expect(found({ status: 'going' })).toEqual(['cc33']);
    expect(found({ status: 'trouble', planId: 'p1' })).toEqual([]);
  });

  it('names each plan once, the one that ran last first', () => {
    expect(plansOf(RUNS)).toEqual([
      { id: 'p1', title: 'Sales by region' },
      { id: 'p2', title: 'Minutes in short' },
    ]);
  });
});

describe('a run in words', () => {
  it('says how it stands, when it began, how long it took and what it cost', () => {
    expect(runFacts(run('a', { endedAt: 3000, cost: 0.0124 }), 5000)).toBe(
      'Completed · 4 s ago · 2.0 s · $0.012',
    );
    expect(runFacts(run('a', { status: 'running', cost: 0 }), 5000)).toBe('In progress · 4 s ago');
  });

  it('says which run it came from, and from which call', () => {
    expect(originWords(run('a'))).toBeNull();
    expect(originWords(run('a', { forkOf: { runId: 'aa11' } }))).toBe('Fork of run aa11');
    const changed = { at: 0, part: true } as const;
    const begun = { forkOf: { runId: 'aa11' }, planOrigin: { ...changed, kind: 'made' } } as const;
    expect(originWords(run('a', begun))).toBe('Fork of run aa11 · Plan changed on this device');
    const byModel = {
      ...begun,
      planOrigin: { ...changed, kind: 'model', name: 'gpt at api.example.org' },
    } as const;
    expect(originWords(run('a', byModel))).toMatch(
      / · Plan in part from a model \(gpt at api.example.org\), /,
    );
    expect(originWords(run('a', { forkOf: { runId: 'aa11', call: 'sum' } }))).toBe(
      'Run aa11, again from sum',
    );
  });

  it('says what went wrong, and nothing where nothing did', () => {
    const counts = { calls: 4, completed: 1, failed: 2, skipped: 1 };
    expect(troubleWords(run('a', { counts }))).toBe('2 failed, 1 skipped');
    expect(troubleWords(run('a', { counts: { ...counts, failed: 0, skipped: 0 } }))).toBeNull();
  });
});
