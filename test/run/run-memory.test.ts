import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Plan } from '../../src/plan/document.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import { outputOf } from '../../src/run/output.ts';
import { stateValues, writeLog } from '../../src/run/written.ts';
import { folded, play } from './play.ts';
import { randomReplan, randomRun } from './random-plan.ts';
import { callNamed, completed, planOf, runAfter } from './written-run.ts';

test('what stands in the end does not depend on who read in between (L-20)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(randomRun(), randomReplan()), async (given) => {
      const { journal } = await play(given);
      const unread = folded(given, journal);
      const read = newRun('random', given);
      for (const event of journal) {
        evolve(read, event);
        stateValues(read);
      }
      expect(stateValues(read)).toEqual(stateValues(unread));
      expect(writeLog(read)).toEqual(writeLog(unread));
    }),
    { numRuns: 200 },
  );
});

//
test('a push joins what was logged before it and nobody had read (L-21)', () => {
  const push = (id: string) => callNamed(id, { _outputPath: '†state.list', _outputMethod: 'push' });
  const plan = planOf([callNamed('list'), push('b'), push('c')]);
  const state = runAfter(plan, [...completed('list', [1]), ...completed('b', 2), ...completed('c', 3)]);
  expect(stateValues(state)).toEqual({ state: { list: [1, 2, 3] } });
  expect(writeLog(state).map(({ value }) => value)).toEqual([[1], 2, 3]);
  expect(writeLog(state).map(({ call, method }) => `${call} ${method}`)).toEqual([
    'list set',
    'b push',
    'c push',
  ]);
  // When each was written: when its call ended.
  expect(writeLog(state).map(({ time }) => time)).toEqual([3000, 5000, 7000]);
});

test('the output has what a call wrote that a later revision left out (L-42)', () => {
  const kept = callNamed('x');
  const leftOut = callNamed('y', { _outputPath: '†state.x.y' });
  const output = '†state.x';
  const first: Plan = { ...planOf([kept, leftOut]), output };
  const happened = [...completed('x', { own: 1 }), ...completed('y', 2)];
  expect(outputOf(runAfter(first, happened))?.output).toEqual({ own: 1, y: 2 });
  const then: Plan = { ...planOf([kept]), output };
  const state = runAfter(first, [...happened, { type: 'plan.commit', revision: 2, plan: then }]);
  expect(outputOf(state)?.output).toEqual({ own: 1, y: 2 });
});
