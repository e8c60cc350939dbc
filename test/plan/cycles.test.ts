import { describe, expect, test } from 'vitest';
import { findCycles } from '../../src/plan/cycles.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { buildGraph } from '../../src/plan/graph.ts';

const planOf = (calls: readonly Call[]): Plan => ({ format: 'obelus/plan', version: 1, id: 'p', calls });
const many = (count: number, call: (i: number) => Partial<Call>): Call[] =>
  Array.from({ length: count }, (_, i) => ({ _id: `c${i}`, _tool: 'text', ...call(i) }) as Call);

describe('cycles of large plans', () => {
  test('a whole kind that every call reads and writes into is one knot, not 10^8 arrows', () => {
    const calls = many(10_000, (i) => ({ all: '†state', _outputPath: `†state.x${i}` }));
    const cycles = findCycles(buildGraph(planOf(calls)));
    expect(cycles.map((cycle) => cycle.calls)).toEqual([[0]]);
  });

  test('a ring is named whole, from its least call on', () => {
    const calls = many(5_000, (i) => ({ a: `†state.x${(i + 4_999) % 5_000}`, _outputPath: `†state.x${i}` }));
    const [cycle, ...others] = findCycles(buildGraph(planOf(calls)));
    expect(others).toEqual([]);
    expect(cycle!.calls).toEqual(calls.map((_, i) => i));
    expect(cycle!.refs[0]!.path).toEqual(['x0']);
  });
});

test('an edit leaves the parsed form of every other call as it is', () => {
  const calls = many(20, (i) => ({ a: `†state.x${i}`, _outputPath: `†state.y${i}` }));
  const before = buildGraph(planOf(calls));
  const after = buildGraph(planOf(calls.toSpliced(7, 1)));
  expect(after.calls).toHaveLength(19);
  for (const [i, parsed] of after.calls.entries()) expect(parsed).toBe(before.calls[i < 7 ? i : i + 1]);
});
