import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunStatus } from '../../../src/run/events.ts';
import type { RunSummary } from '../../../src/stores/ports.ts';
import type { Retention } from '../../../src/stores/settings.ts';
import { choiceOf, keptSince, letGo, RETENTION_CHOICES } from '../../../src/ui/settings/retention.ts';

const DAY = 86_400_000;
const NOW = 1000 * DAY;

const run = (runId: string, daysAgo: number, status: RunStatus = 'completed'): RunSummary => {
  const startedAt = NOW - daysAgo * DAY;
  const going = status === 'running' || status === 'waiting';
  return {
    runId,
    planId: 'p',
    title: runId,
    startedAt,
    status,
    ...(going ? {} : { endedAt: startedAt + 1000 }),
  };
};
const ids = (runs: readonly RunSummary[]) => runs.map(({ runId }) => runId);

describe('the retention of runs (R-45)', () => {
  it('for ever lets nothing go', () => {
    expect(letGo({ kind: 'for-ever' }, [run('old', 900)], NOW)).toEqual([]);
    expect(keptSince({ kind: 'for-ever' }, [run('old', 900)], NOW)).toBeNull();
  });

  it('by days lets go what ended before', () => {
    const runs = [run('new', 3), run('edge', 29.9), run('old', 31)];
    expect(ids(letGo({ kind: 'days', days: 30 }, runs, NOW))).toEqual(['old']);
  });

  it('by number keeps the newest that have ended', () => {
    const runs = [run('a', 1), run('b', 2), run('c', 3), run('d', 4)];
    expect(ids(letGo({ kind: 'last', runs: 2 }, runs, NOW))).toEqual(['c', 'd']);
    expect(letGo({ kind: 'last', runs: 4 }, runs, NOW)).toEqual([]);
  });

  it('never lets a run go that goes on or waits, however old', () => {
    const status = fc.constantFrom<RunStatus>('running', 'waiting', 'completed', 'failed', 'aborted');
    const some = fc.array(fc.record({ days: fc.nat(2000), status }), { maxLength: 12 });
    const retention = fc.oneof(
      fc.record({ kind: fc.constant('days' as const), days: fc.integer({ min: 1, max: 400 }) }),
      fc.record({ kind: fc.constant('last' as const), runs: fc.integer({ min: 1, max: 5 }) }),
    );
    fc.assert(
      fc.property(some, retention, (described, keep: Retention) => {
        const runs = described.map(({ days, status: own }, at) => run(`r${at}`, days, own));
        for (const gone of letGo(keep, runs, NOW)) expect(['running', 'waiting']).not.toContain(gone.status);
      }),
    );
  });

  it('never lets a run go whose write nobody has settled, however old (L-41)', () => {
    const runs = [run('new', 1), { ...run('doubtful', 900), doubts: 1 }, run('old', 901)];
    expect(ids(letGo({ kind: 'days', days: 30 }, runs, NOW))).toEqual(['old']);
    expect(ids(letGo({ kind: 'last', runs: 1 }, runs, NOW))).toEqual(['old']);
  });

  it('is offered as a choice, a number of days in between as the next longer one', () => {
    for (const { name, retention } of RETENTION_CHOICES) expect(choiceOf(retention)).toBe(name);
    expect(choiceOf({ kind: 'days', days: 60 })).toBe('days-90');
    expect(choiceOf({ kind: 'days', days: 7 })).toBe('days-30');
  });
});
