/** What an agent may do (L-56, L-64), as its call says it, and what it is given. Needed where a plan is checked, signed or run. */

import { isObject } from '../lib/json.ts';
import type { Call, Mandate } from '../plan/document.ts';
import { EFFECTS, type Effect } from '../plan/vocabulary.ts';
import { AGENT, agentTool } from './agent.ts';

/** Turns of an agent of which nothing is said. */
const TURNS = 5;

/** A call to it by name, whatever stands behind: what an agent never calls. */
export const namesAgent = ({ _tool }: Call): boolean => _tool === AGENT;

/** A list that is written out: what a person signs by name. */
export const areNames = (list: unknown): list is readonly string[] =>
  Array.isArray(list) && list.every((one) => typeof one === 'string' && !one.startsWith('†'));

/** The parameters of an agent that are its mandate. */
export const MANDATE_KEYS = ['tools', 'hosts', 'effects', 'maxTurns', 'maxSteps', 'maxCost'] as const;

/** What an agent may do, as its call says it; null where a part of it stands there only when the plan runs. */
export function mandateOf({
  tools,
  hosts = [],
  effects = ['none', 'read', 'write'],
  ...caps
}: Call): Mandate | null {
  if (!areNames(tools) || !areNames(hosts) || !areNames(effects)) return null;
  const cap = (key: 'maxTurns' | 'maxSteps' | 'maxCost'): { readonly [name: string]: number } | null => {
    const value = caps[key];
    return value === undefined ? {} : typeof value === 'number' ? { [key]: value } : null;
  };
  const [maxTurns, maxSteps, maxCost] = [cap('maxTurns'), cap('maxSteps'), cap('maxCost')];
  if (maxTurns === null || maxSteps === null || maxCost === null) return null;
  return {
    // An agent calls no agent.
    tools: tools.filter((tool) => tool !== AGENT),
    effects: EFFECTS.filter((effect): effect is Effect => effects.includes(effect)),
    hosts: [...hosts],
    maxTurns: TURNS,
    ...maxTurns,
    ...maxSteps,
    ...maxCost,
  };
}

/** Parameters that are the mandate and the task: the others are what its plan is given. */
export function givenToAgent(params: object): object {
  const own =
    isObject(agentTool.parameters) && isObject(agentTool.parameters.properties)
      ? agentTool.parameters.properties
      : {};
  return Object.fromEntries(Object.entries(params).filter(([key]) => !Object.hasOwn(own, key)));
}
