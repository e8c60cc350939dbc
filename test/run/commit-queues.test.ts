/** Whose turn it is to commit (L-22), against a reader that looks at every step. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Plan } from '../../src/plan/document.ts';
import { commitTurns } from '../../src/run/commit-queues.ts';
import { compileProgram } from '../../src/run/program.ts';
import { rootsOf } from '../../src/run/read-paths.ts';
import type { Step } from '../../src/run/steps.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { hostilePlan } from '../hostile-plans.ts';

const programOf = (plan: Plan, labels: readonly string[] = []) =>
  compileProgram(plan, catalogueOf(plan.tools), {
    hasActivity: () => true,
    instances: labels.map((label) => ({ label })),
  });

const calls = fc.array(
  fc.record({
    path: fc.constantFrom('a', 'a.b', 'a.b.c', 'a.d', 'e', 'a.b || †state.e', 'a.d && †state.e'),
    method: fc.constantFrom('set', 'push', 'merge'),
    instance: fc.constantFrom(undefined, null, 'x'),
  }),
  { minLength: 2, maxLength: 10 },
);

const isPrefix = (a: readonly unknown[], b: readonly unknown[]) => a.every((segment, i) => segment === b[i]);

/** Whether the second, which accumulates, has to wait for what the first writes. */
function areConnected(writer: Step, adder: Step): boolean {
  const root = (step: Step, kind: string) => (step.instance === null ? kind : `${step.instance}/${kind}`);
  return writer.alternatives
    .flat()
    .some((target) =>
      adder.alternatives
        .flat()
        .some(
          (ref) =>
            rootsOf(ref, adder.instance).includes(root(writer, target.kind)) &&
            (isPrefix(ref.path, target.path) || isPrefix(target.path, ref.path)),
        ),
    );
}

test('a turn has come when all that is connected and before it in fold order has settled, not earlier', () => {
  fc.assert(
    fc.property(calls, fc.boolean(), fc.infiniteStream(fc.nat(100)), (drawn, instances, draws) => {
      const list = drawn.map(({ path, method, instance }, i) => ({
        _id: `c${i}`,
        _tool: 'work',
        _outputPath: `†state.${path}`,
        _outputMethod: method,
        ...(instance === undefined ? {} : { _instance: instance }),
      }));
      const { steps, rank, commits } = programOf(
        { format: 'obelus/plan', version: 1, id: 'p', calls: list } as unknown as Plan,
        instances ? ['x', 'y'] : [],
      );
      const settled = new Uint8Array(steps.length);
      const turns = commitTurns(commits, settled);
      const place = (step: Step) => (step.instance === null ? 0 : steps.length) + rank[step.index]!;
      const adders = steps.filter(({ accumulating }) => accumulating);
      const told = new Set<number>();
      for (let left = steps.length; ; left--) {
        for (const adder of adders) {
          const open = steps.some(
            (step) => settled[step.index] === 0 && place(step) < place(adder) && areConnected(step, adder),
          );
          expect(turns.hasCome(adder.index)).toBe(!open);
        }
        if (left === 0) break;
        const free = steps.filter(({ index }) => settled[index] === 0);
        const next = free[draws.next().value % free.length]!;
        settled[next.index] = 1;
        turns.settled(next.index, (come) => {
          expect(turns.hasCome(come)).toBe(true);
          expect(told.has(come)).toBe(false);
          told.add(come);
        });
      }
    }),
    { numRuns: 100 },
  );
});

test('queues have room for what waits, not for all that is connected', () => {
  for (const shape of ['pushes into one list', 'pushes above children', 'merges in nested places']) {
    const { commits } = programOf(hostilePlan(shape, 1_000));
    const places = commits.queues.reduce((sum, { steps }) => sum + steps.length, 0);
    expect(places, shape).toBeLessThan(4 * 1_000);
  }
});

test('many turns that come at once end no stack', () => {
  const { commits } = programOf(hostilePlan('pushes into one list', 20_000));
  const settled = new Uint8Array(20_000);
  const turns = commitTurns(commits, settled);
  const settle = (step: number): void => {
    settled[step] = 1;
    turns.settled(step, settle);
  };
  settle(0);
  expect(settled.subarray(0, 19_999).every((flag) => flag === 1)).toBe(true);
});
