/** The ways to what a plan, and an agent in it, may do by itself (L-56, L-64), as rows of the table of actions: they come once a plan is drawn. */

import { isAgent } from '../../tools/agent.ts';
import { inSection } from '../actions/action.ts';
import { ACTIONS } from '../actions/actions.ts';
import { type At, oneCall, type WhyNot } from '../actions/when.ts';
import { focusInspector } from '../frame/focus.ts';
import { openPart } from '../frame/open-part.ts';
import { shownIn } from '../within/actions.ts';

const isPlanShown = ({ session }: At): WhyNot =>
  /plan|within/.test(session.getState().view.kind) ? null : 'The canvas shows no plan to change.';

/** The agent that is meant: the one that is selected, else the only one there is; a sentence where that says none. */
function agentMeant(at: At): { readonly id: string } | string {
  const { plan, catalogue } = shownIn(at).document.getState();
  const agents = plan.calls.filter((call) => isAgent(call, catalogue.get(call._tool))).map(({ _id }) => _id);
  const one = oneCall(at);
  const id = one !== undefined && agents.includes(one) ? one : agents[0];
  if (id === undefined) return 'The plan has no agent.';
  return id === one || agents.length === 1 ? { id } : 'Several calls are agents: select one.';
}

const PLAN_PART_ACTIONS = inSection('View', {
  'going-on': {
    title: 'Going on by itself: how the calls come, and the mandate – tools, effects, hosts, turns, cost',
    short: 'Going on by itself',
    also: ['let it go on', 'eager', 'iterative', 'agentic', 'autonomous', 'unasked'],
    whyNot: isPlanShown,
    run: ({ session }) => {
      session.actions.set({ welcome: false });
      openPart(session, 'mandate');
    },
  },
  'agent-mandate': {
    title: 'Agent: the tools it may use, its hosts and limits',
    short: 'What the agent may do',
    also: ['mandate', 'turns', 'autonomous'],
    whyNot: (at) => {
      const why = isPlanShown(at);
      if (why !== null) return why;
      const agent = agentMeant(at);
      return typeof agent === 'string' ? agent : null;
    },
    run: (at) => {
      const agent = agentMeant(at);
      if (typeof agent === 'string') return;
      at.session.actions.select([agent.id]);
      // The palette is closed by then.
      requestAnimationFrame(() => focusInspector(agent.id, 'tools'));
    },
  },
});

export type PlanPartActionId = keyof typeof PLAN_PART_ACTIONS;

/** From here on they are in the table. */
export function offerPlanParts(): void {
  for (const [id, row] of Object.entries(PLAN_PART_ACTIONS)) ACTIONS.set(id as PlanPartActionId, row);
}
