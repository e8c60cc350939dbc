/** The tool `agent` (L-56): a call whose plan is made while it runs, by a model, with a subset of tools. It has no code. */

import { isObject } from '../lib/json.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import type { Call, Mandate } from '../plan/document.ts';
import { EFFECTS, type Effect } from '../plan/vocabulary.ts';

/** Its name, and what its contract enters: no code is called so. */
const AGENT = 'agent';
const NO_CODE = '†agent';

/** Turns of an agent of which nothing is said. */
const TURNS = 5;

const effects = { type: 'array', items: { enum: [...EFFECTS] } };
const names = { type: 'array', items: { type: 'string' } };
const count = { type: 'integer', minimum: 1 };

export const agentTool: ToolContract = {
  name: AGENT,
  title: 'Agent',
  description: 'Lets a model look after a task by itself, with the tools it is given and no others.',
  activity: NO_CODE,
  effect: 'none',
  parameters: {
    type: 'object',
    properties: {
      task: { type: 'string', title: 'Task' },
      tools: { ...names, title: 'Tools it may use' },
      maxTurns: { ...count, title: 'Turns at most' },
      hosts: { ...names, title: 'Hosts it may reach' },
      effects: { ...effects, title: 'What its calls may do' },
      maxSteps: { ...count, title: 'Calls at most' },
      maxCost: { type: 'number', minimum: 0, title: 'Dollars at most' },
    },
    required: ['task', 'tools'],
  },
};

/** Whether a call is one; with a contract of the plan's own under that name it is not. */
export const isAgent = (call: Call, contract: ToolContract | undefined): boolean =>
  call._tool === AGENT &&
  contract?.activity === NO_CODE &&
  call._delegate === undefined &&
  call._activity === undefined;

/** Whether what a call does is done by a plan below it, that is made meanwhile: an agent's, or an anonymous one. */
export const isRoomMaker = (call: Call, contract: ToolContract | undefined): boolean =>
  call._delegate === 'anonymous' || isAgent(call, contract);

/** Whether a call is done by a run below it (L-52). */
export const runsBelow = (call: Call, contract: ToolContract | undefined): boolean =>
  call._delegate !== undefined || isAgent(call, contract);

/** A call to it by name, whatever stands behind: what an agent never calls. */
export const namesAgent = ({ _tool }: Call): boolean => _tool === AGENT;

/** What an agent may do, as its call says it; null where a part of it stands there only when the plan runs. */
export function mandateOf({
  tools,
  hosts = [],
  effects = ['none', 'read', 'write'],
  ...caps
}: Call): Mandate | null {
  const texts = (list: unknown): list is readonly string[] =>
    Array.isArray(list) && list.every((one) => typeof one === 'string' && !one.startsWith('†'));
  if (!texts(tools) || !texts(hosts) || !texts(effects)) return null;
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
