import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunEvent, RunEventBody } from '../../../src/run/events.ts';
import { axisOf, marksOf, nextMark, placeOf, positionAt } from '../../../src/ui/history/time-axis.ts';

const at = (...times: number[]) => times.map((time) => ({ time }));
const times = fc.array(fc.nat(10_000_000), { minLength: 1, maxLength: 60 });
const journal = (...bodies: RunEventBody[]): RunEvent[] =>
  bodies.map((body, seq) => ({ ...body, runId: 'r', seq: seq + 1, time: seq }));

describe('the axis of a record', () => {
  it('goes from 0 to 1, each event after the one before', () => {
    fc.assert(
      fc.property(times, (some) => {
        const axis = axisOf(at(...some.sort((a, b) => a - b)));
        expect(placeOf(axis, axis.length)).toBeCloseTo(1);
        for (let i = 1; i < axis.length; i++) expect(placeOf(axis, i + 1)).toBeGreaterThan(placeOf(axis, i));
      }),
    );
  });

  it('finds the number of events that have happened at the place of any of them', () => {
    fc.assert(
      fc.property(times, (some) => {
        const axis = axisOf(at(...some.sort((a, b) => a - b)));
        for (let position = 1; position <= axis.length; position++) {
          expect(positionAt(axis, placeOf(axis, position))).toBe(position);
        }
      }),
    );
  });

  it('is the same for a record that came event by event', () => {
    const whole = at(0, 5, 9, 4000, 4001);
    const growing: { time: number }[] = [];
    for (const event of whole) {
      growing.push(event);
      axisOf(growing);
    }
    const places = (axis: ReturnType<typeof axisOf>) =>
      [1, 2, 3, 4, 5].map((position) => placeOf(axis, position));
    expect(places(axisOf(growing))).toEqual(places(axisOf(whole)));
  });

  it('leaves room for what happened before and after a night of waiting', () => {
    const night = 10 * 3600 * 1000;
    const axis = axisOf(at(0, 500, 1000, 1500, 1500 + night, 2000 + night));
    expect(placeOf(axis, 4)).toBeGreaterThan(0.3);
    expect(placeOf(axis, 6) - placeOf(axis, 5)).toBeGreaterThan(0.1);
  });
});

describe('marks', () => {
  const events = journal(
    { type: 'plan_step_started', call: 'a', attempt: 1 },
    { type: 'plan_step_failed', call: 'a', attempt: 1, code: 'timeout', message: 'Too slow.' },
    { type: 'plan_step_waiting', call: 'a', kind: 'retry' },
    { type: 'plan_step_waiting', call: 'a', kind: 'failure' },
    { type: 'plan_run_interrupted' },
    { type: 'plan_step_started', call: 'a', attempt: 2 },
  );

  it('stand at failures, at questions to a person and at interruptions; a wait for a retry asks nobody', () => {
    expect(marksOf(events)).toEqual([
      { kind: 'failure', position: 2 },
      { kind: 'question', position: 4 },
      { kind: 'resume', position: 5 },
    ]);
  });

  it('stand at no failure where a person stopped a call: the question that follows is one', () => {
    const stopped = {
      type: 'plan_step_failed',
      call: 'a',
      attempt: 1,
      code: 'cancelled',
      message: 'x',
    } as const;
    const asks = { type: 'plan_step_waiting', call: 'a', kind: 'failure' } as const;
    expect(marksOf(journal({ ...stopped, by: 'person' }, asks))).toEqual([{ kind: 'question', position: 2 }]);
  });

  it('are gone to one by one, and a tenth of the record further where there is none', () => {
    const marks = marksOf(events);
    expect(nextMark(marks, 2, 1, 6)).toBe(4);
    expect(nextMark(marks, 4, -1, 6)).toBe(2);
    expect(nextMark(marks, 5, 1, 6)).toBe(6);
    expect(nextMark([], 50, -1, 100)).toBe(40);
    expect(nextMark([], 3, -1, 100)).toBe(0);
  });
});
