import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCycles } from '../../src/plan/cycles.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { buildGraph, edgesOf } from '../../src/plan/graph.ts';

/** Call i writes `†state.pi` and reads what its list names. */
const planOf = (reads: readonly (readonly number[])[]): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: reads.map((list, i) => ({
    _id: `c${i}`,
    _tool: 't',
    _outputPath: `†state.p${i}`,
    ...Object.fromEntries(list.map((from, r) => [`r${r}`, `†state.p${from}`])),
  })) as Call[],
});

const randomReads = fc
  .integer({ min: 1, max: 9 })
  .chain((size) =>
    fc.array(fc.array(fc.nat(size - 1), { maxLength: 3 }), { minLength: size, maxLength: size }),
  );

/** Steps from each call to each: the naive way. */
function distances(reads: readonly (readonly number[])[]): number[][] {
  const size = reads.length;
  const far = reads.map(() => reads.map(() => Number.POSITIVE_INFINITY));
  reads.forEach((list, to) => {
    for (const from of list) far[from]![to] = 1;
  });
  for (let k = 0; k < size; k++)
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++) far[i]![j] = Math.min(far[i]![j]!, far[i]![k]! + far[k]![j]!);
  return far;
}

describe('cycles', () => {
  test('one for each knot of calls, a shortest one, along real edges', () => {
    fc.assert(
      fc.property(randomReads, (reads) => {
        const graph = buildGraph(planOf(reads));
        const cycles = findCycles(graph);
        const far = distances(reads);
        const knots = new Map<string, number>();
        reads.forEach((_, i) => {
          if (far[i]![i] === Number.POSITIVE_INFINITY) return;
          const knot = reads.flatMap((_, j) =>
            far[i]![j]! + far[j]![i]! < Number.POSITIVE_INFINITY ? [j] : [],
          );
          const key = knot.join(' ');
          knots.set(key, Math.min(knots.get(key) ?? Number.POSITIVE_INFINITY, far[i]![i]!));
        });
        expect(cycles.length).toBe(knots.size);
        for (const { calls, refs } of cycles) {
          const [first] = calls;
          const knot = reads.flatMap((_, j) =>
            far[first!]![j]! + far[j]![first!]! < Number.POSITIVE_INFINITY ? [j] : [],
          );
          expect(calls.length).toBe(knots.get(knot.join(' ')));
          expect(first).toBe(Math.min(...calls));
          expect(refs.length).toBe(calls.length);
          calls.forEach((from, i) => {
            const to = calls[(i + 1) % calls.length]!;
            expect(reads[to]).toContain(from);
            expect(refs[i]!.path).toEqual([`p${from}`]);
          });
        }
      }),
    );
  });

  test('a plan without any has none', () => {
    fc.assert(
      fc.property(randomReads, (reads) => {
        const acyclic = reads.map((list, i) => list.filter((from) => from < i));
        const graph = buildGraph(planOf(acyclic));
        expect(findCycles(graph)).toEqual([]);
        expect(edgesOf(graph).every(({ from, to }) => from < to)).toBe(true);
      }),
    );
  });

  test('a call that only waits behind a cycle is not named', () => {
    const [cycle, ...others] = findCycles(buildGraph(planOf([[1], [0], [1], [2]])));
    expect(others).toEqual([]);
    expect(cycle?.calls).toEqual([0, 1]);
  });

  test('a ring of ten thousand calls is found without a deep stack', () => {
    const size = 10_000;
    const ring = Array.from({ length: size }, (_, i) => [(i + size - 1) % size]);
    expect(findCycles(buildGraph(planOf(ring)))[0]?.calls.length).toBe(size);
  });
});
