/** Tests of a plan that mean nothing any more (L-84): what they pin or expect is gone, or they can't be read. */

import type { Plan } from '../../plan/document.ts';
import { expectNoMore, OUTPUT, type PlanTest, TEST_KEYS, testsOf, unpin } from '../../plan/plan-tests.ts';
import { pathOfTest } from '../../plan/test-values.ts';
import type { Problem } from '../problem.ts';
import { fix, named, type PlanFacts, type PlanRule, warning } from '../rule.ts';

export const planTests: PlanRule = (facts, problems) => {
  const { plan } = facts;
  if (plan.notes === undefined || plan.notes.length === 0) return;
  const { tests, faults } = testsOf(plan);
  for (const { at, message } of faults)
    problems.push(warning('stale-test', `${message} It is not run.`, { path: ['notes', at] }));
  for (const test of tests) {
    const path = ['notes', plan.notes.indexOf(test)];
    const unread = Object.keys(test).filter((key) => !TEST_KEYS.has(key));
    if (unread.length > 0) {
      const message = `The test "${test.name}" has ${named(unread)}, which nothing reads.`;
      problems.push(warning('unknown-meta', message, { path: [...path, unread[0]!] }));
    }
    pinsGone(plan, test, path, problems);
    for (const expected of Object.keys(test.expect)) {
      const message = faultOf(facts, expected);
      if (message === null) continue;
      const fixes = [fix(`Expect nothing at ${expected}`, expectNoMore(plan, test.name, expected))];
      const where = { path: [...path, 'expect', expected], fixes };
      problems.push(warning('stale-test', `The test "${test.name}": ${message}`, where));
    }
  }
};

function pinsGone(plan: Plan, test: PlanTest, path: Problem['path'], problems: Problem[]): void {
  for (const id of Object.keys(test.pins ?? {})) {
    if (plan.calls.some(({ _id }) => _id === id)) continue;
    const message = `The test "${test.name}" holds a value for the call "${id}", which is not in the plan any more.`;
    const fixes = [fix(`Drop the value for "${id}"`, unpin(plan, test.name, id))];
    problems.push(warning('stale-test', message, { path: [...path, 'pins', id], fixes }));
  }
}

/** Why nothing can be found at a path; null where a call writes it. */
function faultOf({ plan, graph, initial }: PlanFacts, path: string): string | null {
  if (path === OUTPUT) return null;
  const ref = pathOfTest(path, plan);
  if (!ref.ok) return ref.error;
  if (graph.isWritten(ref.value) || initial.declares(ref.value)) return null;
  return `no call writes ${path} any more, so it can only break. Expect something else, or let a call write it.`;
}
