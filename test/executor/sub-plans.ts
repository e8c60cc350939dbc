/** Plans that delegate, for the executor's tests. */

import type { Call, Plan } from '../../src/plan/document.ts';
import { planOf } from './plans.ts';
import { hashOf, type Tab } from './tab.ts';

export const SUB = 'plan:sub@1';

export const subPlan = (calls: readonly Call[], more: Partial<Plan> = {}): Plan =>
  planOf(calls, { id: 'sub', title: 'A sub-plan', ...more });

/** A call that runs the sub-plan and writes what it comes to. */
export const delegate = (id: string, more: Partial<Call> = {}): Call => ({
  _id: id,
  _tool: 'sub',
  _delegate: SUB,
  _outputPath: `†state.${id}`,
  ...more,
});

export const runWith = (tab: Tab, plan: Plan, sub: Plan): Promise<string> =>
  tab.run(plan, { delegates: { [SUB]: sub }, hash: hashOf(plan, { [SUB]: sub }) });

/** The id of the n-th sub-run that the tab was told of, from 0. */
export const childOf = (tab: Tab, runId: string, n = 0): Promise<string> =>
  tab.until(() => {
    const ids = tab
      .events(runId)
      .flatMap((event) => (event.type === 'plan_step_waiting' && event.run ? [event.run] : []));
    return [...new Set(ids)][n];
  });
