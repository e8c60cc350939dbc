/** The tools that a plan's mandate, or an agent, may use by itself (L-56, L-64): each has to be one that is known (L-35). */

import type { Json } from '../../lib/json.ts';
import type { Mandate } from '../../plan/document.ts';
import type { Edit, JsonPath } from '../../plan/edit.ts';
import { isAgent } from '../../tools/agent.ts';
import { areNames } from '../../tools/agent-mandate.ts';
import { meantWords, type NamedTools, namedTools, nearTools } from '../near-tools.ts';
import { error, fix, type PlanRule } from '../rule.ts';

/** A list of tools that somebody allows. */
interface Allowed {
  readonly tools: readonly string[];
  /** Who allows it, as a sentence about a tool begins. */
  readonly who: string;
  readonly calls: readonly string[];
  readonly path: JsonPath;
  readonly change: (tools: readonly string[]) => Edit;
}

/** For so many is looked what was meant; more are a list from elsewhere, each of which with each would take seconds. */
const LOOKED_UP = 10;

export const allowedTools: PlanRule = ({ plan, graph, catalogue }, problems) => {
  const own = new Set(plan.tools?.map(({ name }) => name));
  const isKnown = (name: string): boolean => own.has(name) || catalogue.get(name) !== undefined;
  let named: NamedTools | undefined;
  const look = ({ tools, who, calls, path, change }: Allowed): void => {
    const unknown = [...new Set(tools)].filter((name) => !isKnown(name));
    for (const name of unknown.slice(0, LOOKED_UP)) {
      named ??= namedTools([...(plan.tools ?? []), ...catalogue.list()]);
      const near = nearTools(name, named).filter((other) => !tools.includes(other));
      const others = tools.filter((one) => one !== name);
      problems.push(
        error(
          'unknown-tool',
          `${who} the tool "${name}", which is not known. ${meantWords(near, 'Take it off the list, choose another, or give it a contract in the plan\'s "tools".')}`,
          {
            calls,
            path: [...path, tools.indexOf(name)],
            fixes: [
              ...near.map((other) =>
                fix(`Use "${other}"`, change(tools.map((one) => (one === name ? other : one)))),
              ),
              fix('Take it off the list', change(others)),
            ],
          },
        ),
      );
    }
    const more = new Set(unknown.slice(LOOKED_UP));
    if (more.size === 0) return;
    const count =
      more.size === 1 ? 'another tool that is' : `${more.size.toLocaleString('en')} more tools that are`;
    problems.push(
      error('unknown-tool', `${who} ${count} not known.`, {
        calls,
        path: [...path, tools.findIndex((name) => more.has(name))],
        fixes: [
          fix(
            more.size === 1 ? 'Take it off the list' : 'Take them off the list',
            change(tools.filter((name) => !more.has(name))),
          ),
        ],
      }),
    );
  };
  if (plan.mandate) look(ofMandate(plan.mandate));
  for (const { call } of graph.calls) {
    if (!isAgent(call, catalogue.get(call._tool)) || !areNames(call.tools)) continue;
    look({
      tools: call.tools,
      who: `Call "${call._id}" lets a model use`,
      calls: [call._id],
      path: ['tools'],
      change: (tools) => ({ kind: 'set-in-call', id: call._id, path: ['tools'], value: [...tools] }),
    });
  }
};

const ofMandate = (mandate: Mandate): Allowed => ({
  tools: mandate.tools,
  who: 'The mandate allows',
  calls: [],
  path: ['mandate', 'tools'],
  change: (tools) => ({
    kind: 'set-field',
    field: 'mandate',
    value: { ...mandate, tools: [...tools] } as Json,
  }),
});
