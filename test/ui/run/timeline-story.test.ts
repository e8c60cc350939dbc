import { expect, test } from 'vitest';
import type { Moment } from '../../../src/ui/run/timeline-moments.ts';
import { storyOf } from '../../../src/ui/run/timeline-story.ts';

const bars = (starts: readonly number[], rows = starts.length) => ({
  ...{ rows, starts, totalMs: 100 },
  row: (at: number) => ({ call: `c${at}`, bars: [] }),
});
const moment = (ms: number, kind: Moment['kind'] = 'person'): Moment => ({ kind, ms, text: `${kind} ${ms}` });
const told = (story: ReturnType<typeof storyOf>): readonly string[] =>
  Array.from({ length: story.rows }, (_, at) => {
    const { moment: said, bars: row } = story.row(at);
    return said?.text ?? row?.call ?? '';
  });

test('what was said stands between the calls that it lies between, and before what it brings', () => {
  expect(told(storyOf(bars([0, 10, 30]), [moment(5), moment(10), moment(20, 'turn'), moment(99)]))).toEqual([
    ...['c0', 'person 5', 'person 10', 'c1', 'turn 20', 'c2', 'person 99'],
  ]);
});

test('where a run was cut off stands after what began last before that', () => {
  expect(told(storyOf(bars([0, 10, 10, 30]), [moment(10, 'cut'), moment(30)]))).toEqual([
    ...['c0', 'c1', 'c2', 'cut 10', 'person 30', 'c3'],
  ]);
});

test('calls that have not started stand last', () => {
  expect(told(storyOf(bars([0], 3), [moment(5)]))).toEqual(['c0', 'person 5', 'c1', 'c2']);
  expect(told(storyOf(bars([], 1), []))).toEqual(['c0']);
});
