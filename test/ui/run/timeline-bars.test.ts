import { describe, expect, it } from 'vitest';
import { type CallTrace, emptyTrace, type RunTrace } from '../../../src/stores/run-trace.ts';
import { timelineOf } from '../../../src/ui/run/timeline-bars.ts';

const ran = (startedAt: number, endedAt?: number): CallTrace => ({
  status: endedAt === undefined ? 'in_progress' : 'completed',
  attempts: [
    {
      attempt: 1,
      startedAt,
      ...(endedAt === undefined ? { outcome: 'running' } : { endedAt, outcome: 'completed' }),
    },
  ],
});
const traceOf = (calls: Record<string, CallTrace>, part: Partial<RunTrace> = {}): RunTrace => ({
  ...emptyTrace('r'),
  startedAt: 100,
  calls: new Map(Object.entries(calls)),
  ...part,
});

describe('the timeline', () => {
  it('puts bars on one scale from start to end', () => {
    const { rows, totalMs } = timelineOf(
      traceOf({ a: ran(100, 150), b: ran(150, 200) }, { endedAt: 200 }),
      999,
    );
    expect(totalMs).toBe(100);
    expect(rows.map(({ bars }) => [bars[0]!.from, bars[0]!.to])).toEqual([
      [0, 0.5],
      [0.5, 1],
    ]);
  });

  it('draws what still runs up to now', () => {
    expect(timelineOf(traceOf({ a: ran(100) }), 300).rows[0]!.bars[0]).toMatchObject({ to: 1, ms: 200 });
  });

  it('lists by first start, and last what never started', () => {
    const idle: CallTrace = { status: 'pending', attempts: [] };
    const { rows } = timelineOf(
      traceOf({ x: idle, y: idle, late: ran(180, 190), early: ran(110, 120) }),
      200,
    );
    expect(rows.map(({ call }) => call)).toEqual(['early', 'late', 'x', 'y']);
  });

  it('stays whole where a clock ran backwards', () => {
    const { rows } = timelineOf(traceOf({ a: ran(50, 60) }), 40);
    expect(rows[0]!.bars[0]).toMatchObject({ from: 0, to: 0 });
  });
});
