/** What a plan needs signed in the place of calls that nobody knows when it is signed (L-64). */

import { itemAt } from '../../lib/columns.ts';
import { needsMandate } from '../../plan/goes-on.ts';
import { error, type PlanRule } from '../rule.ts';

export const mandate: PlanRule = ({ plan, graph, notable }, problems) => {
  if (plan.mandate !== undefined) return;
  if (needsMandate(plan)) {
    const why = plan.mode === 'eager' ? '"mode": "eager"' : '"strategy": "iterative", and no output yet';
    const message = `The plan has ${why}: its calls are made while it runs. Give it a "mandate" – the tools, effects and hosts that you allow –, or make it a plan whose calls all stand in it.`;
    problems.push(error('mandate-missing', message, { path: ['mandate'] }));
    return;
  }
  for (const i of notable) {
    const { call } = itemAt(graph.calls, i);
    if (call._delegate !== 'anonymous') continue;
    const message = `Call "${call._id}": a sub-plan that is made while the plan runs needs a "mandate" in this plan: the tools, effects and hosts that you allow.`;
    problems.push(error('mandate-missing', message, { calls: [call._id], path: ['_delegate'] }));
  }
};
