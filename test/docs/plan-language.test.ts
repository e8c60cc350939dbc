/**
 * Holds docs/plan-language.md to what it says. A fence `json plan` is checked clean and run; `json plan warns CODE` and
 * `json plan refused CODE` have just that problem; `json plan tested` is clean and passes its
 * tests; `json output` is what the plan above it comes to.
 */

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkPlan } from '../../src/check/check.ts';
import type { Json } from '../../src/lib/json.ts';
import { memoryHost } from '../../src/package/memory-host.ts';
import type { Plan } from '../../src/plan/document.ts';
import { importPlan } from '../../src/plan/import.ts';
import { testsOf } from '../../src/plan/plan-tests.ts';
import { createPlanTester } from '../../src/preview/plan-test.ts';
import { builtIns, runInMemory } from '../examples/run-in-memory.ts';

interface Fence {
  readonly line: number;
  readonly kind: string;
  readonly code: string | undefined;
  readonly text: string;
}

const PAGE = readFileSync(new URL('../../docs/plan-language.md', import.meta.url), 'utf8');

const fences: readonly Fence[] = [...PAGE.matchAll(/^```json (.*)\n([\s\S]*?)^```$/gm)].map((match) => {
  const [kind = '', verb, code] = match[1]!.split(' ');
  const line = PAGE.slice(0, match.index).split('\n').length;
  return { line, kind: [kind, verb].filter(Boolean).join(' '), code, text: match[2]! };
});

const read = ({ text }: Fence): Plan => {
  const imported = importPlan(text, { planId: () => 'plan_page' });
  if (!imported.ok) throw new Error(JSON.stringify(imported.error));
  return imported.value.plan;
};

const problemsOf = (plan: Plan, severity: 'error' | 'warning'): string[] =>
  checkPlan(plan, builtIns)
    .problems.filter((problem) => problem.severity === severity)
    .map(({ code }) => code);

const labelled = (kind: string) =>
  fences.filter((fence) => fence.kind === kind).map((fence) => [fence.line, fence] as const);

/** A plan with sub-plans under a whole host, any other with a person beside it. */
async function ranToTheEnd(plan: Plan) {
  if (!plan.plans) {
    const { state, output } = await runInMemory(
      plan,
      new Map(),
      {},
      { answers: ['Ada'], atGates: 'approve' },
    );
    return { status: state.status, reason: state.reason, output };
  }
  vi.useRealTimers();
  const host = memoryHost();
  return host.run(plan, { approved: host.sign(plan) });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('every fence is of a kind that is looked at, and there is at least one of each', () => {
  const kinds = new Set(fences.map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(['output', 'plan', 'plan refused', 'plan tested', 'plan warns']);
  expect(PAGE.match(/^```./gm)).toHaveLength(fences.length);
});

test.each(labelled('plan'))(
  'line %i: the plan is clean, completes, and comes to what is shown',
  async (_, fence) => {
    const plan = read(fence);
    expect(checkPlan(plan, builtIns).problems).toEqual([]);
    const { status, reason, output } = await ranToTheEnd(plan);
    expect([status, reason]).toEqual(['completed', 'goal_met']);
    const shown = fences[fences.indexOf(fence) + 1];
    expect(shown?.kind).toBe('output');
    expect(output).toEqual(JSON.parse(shown!.text) as Json);
  },
);

test.each(labelled('plan tested'))('line %i: the plan is clean, and its tests pass', async (_, fence) => {
  const plan = read(fence);
  expect(checkPlan(plan, builtIns).problems).toEqual([]);
  const { tests } = testsOf(plan);
  const outcomes = await createPlanTester({ now: () => 0 }).run({
    ...{ plan, tests, files: new Map(), allowed: true },
  });
  expect(outcomes.map(({ state }) => state)).toEqual(tests.map(() => 'passes'));
});

test.each(labelled('plan refused'))('line %i: the plan is refused for what is shown', (_, fence) => {
  expect(problemsOf(read(fence), 'error')).toEqual([fence.code]);
});

test.each(labelled('plan warns'))('line %i: the plan is warned about, and not refused', (_, fence) => {
  const plan = read(fence);
  expect(problemsOf(plan, 'error')).toEqual([]);
  expect(problemsOf(plan, 'warning')).toContain(fence.code);
});
