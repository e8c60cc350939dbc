import { expect, test } from 'vitest';
import type { Case } from '../../src/cli/conformance/case.ts';
import { playedCase } from '../../src/cli/conformance/run-case.ts';
import { planOf, settingFor } from '../../src/cli/conformance/setting.ts';
import { askAlike } from '../../src/cli/run/ask-alike.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import { questionGroups } from '../../src/run/question-groups.ts';
import { openQuestions } from '../../src/run/view.ts';

/** Calls `a` and `b` for three instances and `g` once; all of them fail and ask, `b` of two alone. */
async function asking() {
  const calls = ['a', 'b'].map((name) => ({ _id: name, _tool: name, _outputPath: `†state.${name}` }));
  const plan = { calls: [...calls, { _id: 'g', _tool: 'g', _instance: null, _outputPath: '†state.g' }] };
  const boom = (message: string) => [{ throw: { code: 'boom', message } }];
  const given: Case = {
    ...{ name: 'x', kind: 'run', expect: {}, plan, instances: ['A', 'B', 'C'] },
    policy: { onFailure: 'ask' },
    script: { a: boom('No.'), 'b@A': boom('Not A.'), 'b@C': boom('Not C.'), g: boom('Not at all.') },
  };
  const { journal } = await playedCase(given);
  return journal.reduce(evolve, newRun('case', settingFor(planOf(plan), {})));
}

const named = (groups: ReturnType<typeof questionGroups>) =>
  groups.map((group) => group.map((one) => ('call' in one ? one.call : one.kind)));

test('what asks about one call in several instances is one question with a list', async () => {
  const state = await asking();
  const groups = named(questionGroups(state, openQuestions(state)));
  expect(groups.map((group) => [...group].sort()).sort()).toEqual([
    ['a@A', 'a@B', 'a@C'],
    ['b@A', 'b@C'],
    ['g'],
  ]);
});

test('in a terminal it is put once, with whom it is about and why, and answered for all or for one', async () => {
  const state = await asking();
  const group = questionGroups(state, openQuestions(state)).find((one) => one.length === 2)!;
  const said: string[] = [];
  const person =
    (...answers: string[]) =>
    async (text: string) => {
      said.push(text);
      return answers.shift()!;
    };
  expect(await askAlike(state, group, person('perhaps', 'all', 'skip'))).toMatchObject({
    decision: { choose: 'skip' },
    isForAll: true,
  });
  expect(said[0]).toContain('2 of the list ask the same:\n  A: Not A.\n  C: Not C.');
  expect(await askAlike(state, group, person('each', 'skip'))).toMatchObject({ isForAll: false });
  // A stop is of the whole run, whatever asks.
  expect(await askAlike(state, group, person('all', 'abort'))).toMatchObject({ isForAll: false });
});
