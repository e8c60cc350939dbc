/** The order of writers (L-27), against a reader that asks every pair. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Call } from '../../src/plan/document.ts';
import { buildGraph, edgesOf } from '../../src/plan/graph.ts';
import { hostilePlan } from '../hostile-plans.ts';
import { check, planOf } from './plan-of.ts';

const paths = ['a', 'a.b', 'a.b.c', 'a.d', 'e'];
const calls = fc.array(
  fc.record({
    writes: fc.constantFrom(...paths),
    method: fc.constantFrom('set', 'set', 'push', 'merge'),
    after: fc.array(fc.nat(12), { maxLength: 2 }),
    instance: fc.constantFrom(undefined, undefined, undefined, undefined, null, 'x', 'y'),
  }),
  { minLength: 2, maxLength: 12 },
);

const scopesMeet = (a: unknown, b: unknown) =>
  a === b || (a !== null && b !== null && (a === undefined || b === undefined));
const isPrefix = (a: string, b: string) => a === b || b.startsWith(`${a}.`);

// A-25, K-14
test('a conflict is told of each pair that neither order nor method decides, and of no other', () => {
  fc.assert(
    fc.property(calls, (drawn) => {
      const list = drawn.map(({ writes, method, after, instance }, i) => ({
        _id: `c${i}`,
        _outputPath: `†state.own${i} && †state.${writes}`,
        _outputMethod: method,
        ...(instance === undefined ? {} : { _instance: instance }),
        ...Object.fromEntries(
          after.filter((other) => other < i).map((other) => [`p${other}`, `†state.own${other}`]),
        ),
      }));
      const plan = planOf(list);
      const graph = buildGraph(plan);
      const behind = list.map(() => new Set<number>());
      for (const { from, to } of edgesOf(graph)) {
        behind[to]!.add(from);
        for (const one of behind[from]!) behind[to]!.add(one);
      }
      const expected: string[] = [];
      for (let b = 0; b < list.length; b++) {
        for (let a = 0; a < b; a++) {
          const [first, second] = [drawn[a]!, drawn[b]!];
          if (!isPrefix(first.writes, second.writes) && !isPrefix(second.writes, first.writes)) continue;
          if (first.method !== 'set' && second.method !== 'set') continue;
          if (!scopesMeet(first.instance, second.instance) || behind[b]!.has(a)) continue;
          expected.push(`c${a} c${b}`);
        }
      }
      const told = check({ calls: plan.calls, instances: ['x', 'y'] } as never)
        .filter(({ code }) => code === 'write-conflict')
        .map((problem) => problem.calls.join(' '));
      expect(told.sort()).toEqual(expected.sort());
    }),
    { numRuns: 100 },
  );
});

test('of thousands in one order none conflicts, and one that the others pass by conflicts with those', () => {
  const plan = hostilePlan('ordered writers of one path', 1_500);
  expect(check(plan).filter(({ severity }) => severity === 'error')).toEqual([]);
  const calls = plan.calls.with(800, { ...plan.calls[800]!, a: '†state.p798' } as Call);
  const told = check({ ...plan, calls }).filter(({ severity }) => severity === 'error');
  expect(told.length).toBe(500);
  expect(told.every((problem) => problem.code === 'write-conflict' && problem.calls[0] === 'c799')).toBe(
    true,
  );
});

test('of thousands in no order the first conflicts are told', () => {
  const calls = Array.from({ length: 1_500 }, (_, i) => ({ _id: `c${i}`, _outputPath: '†state.all' }));
  const problems = check(calls).filter(({ severity }) => severity === 'error');
  expect(problems.length).toBe(500);
  expect(problems.every(({ code }) => code === 'write-conflict')).toBe(true);
});
