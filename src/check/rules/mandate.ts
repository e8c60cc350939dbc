/** What a plan needs signed in the place of calls that nobody knows when it is signed (L-64). */

import { itemAt } from '../../lib/columns.ts';
import type { Plan } from '../../plan/document.ts';
import { firstMandate } from '../../plan/first-mandate.ts';
import { needsMandate } from '../../plan/goes-on.ts';
import type { Graph } from '../../plan/graph.ts';
import { isAgent } from '../../tools/agent.ts';
import { MANDATE_KEYS, mandateOf } from '../../tools/agent-mandate.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import type { Problem, QuickFix } from '../problem.ts';
import { error, type PlanRule } from '../rule.ts';

export const mandate: PlanRule = ({ plan, graph, notable, catalogue }, problems) => {
  agents(graph, catalogue, problems);
  if (plan.mandate !== undefined) return;
  if (needsMandate(plan)) {
    const why = plan.mode === 'eager' ? '"mode": "eager"' : '"strategy": "iterative", and no output yet';
    const message = `The plan has ${why}: its calls are made while it runs. Give it a "mandate" – the tools, effects and hosts that you allow –, or make it a plan whose calls all stand in it.`;
    problems.push(error('mandate-missing', message, { path: ['mandate'], fixes: [asItStands(plan)] }));
    return;
  }
  for (const i of notable) {
    const { call } = itemAt(graph.calls, i);
    if (call._delegate !== 'anonymous') continue;
    const message = `Call "${call._id}": a sub-plan that is made while the plan runs needs a "mandate" in this plan: the tools, effects and hosts that you allow.`;
    problems.push(
      error('mandate-missing', message, {
        calls: [call._id],
        path: ['_delegate'],
        fixes: [asItStands(plan)],
      }),
    );
  }
};

const asItStands = (plan: Plan): QuickFix => ({
  title: 'Allow the tools that it names, to read',
  edits: [{ kind: 'set-field', field: 'mandate', value: firstMandate(plan) }],
});

/**
 * An agent's parameters are its mandate (L-56): what it may do stands in its call when that is signed. What stands there and is of
 * another type, its contract says.
 */
function agents(graph: Graph, catalogue: Catalogue, problems: Problem[]): void {
  for (const { call } of graph.calls) {
    if (!isAgent(call, catalogue.get(call._tool)) || mandateOf(call) !== null) continue;
    const key = MANDATE_KEYS.find((one) => isFromElsewhere(call[one]));
    if (key === undefined) continue;
    const message = `Call "${call._id}": what an agent may use has to stand in its call when it is signed: its tools, hosts, effects and limits can't come from another call. Write them out.`;
    problems.push(error('mandate-missing', message, { calls: [call._id], path: [key] }));
  }
}

const isFromElsewhere = (value: unknown): boolean =>
  typeof value === 'string' ? value.includes('†') : Array.isArray(value) && value.some(isFromElsewhere);
