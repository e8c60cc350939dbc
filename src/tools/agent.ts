/** The tool `agent` (L-56): a call whose plan is made while it runs, by a model, with a subset of tools. It has no code. */

import type { ToolContract } from '../plan/contract-shape.ts';
import type { Call } from '../plan/document.ts';
import { EFFECTS } from '../plan/vocabulary.ts';

/** Its name, and what its contract enters: no code is called so. */
export const AGENT = 'agent';
const NO_CODE = '†agent';

/** More is no task any more, and nobody reads so many turns: a slip, or a stranger’s. */
const MOST_AGENT_TURNS = 100;

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
      tools: { ...names, 'x-kind': 'tools', title: 'Tools it may use' },
      maxTurns: { ...count, maximum: MOST_AGENT_TURNS, title: 'Turns at most' },
      hosts: { ...names, title: 'Hosts it may reach' },
      effects: { ...effects, title: 'What its calls may do' },
      maxSteps: { ...count, title: 'Calls at most' },
      maxCost: { type: 'number', minimum: 0, title: 'Dollars at most' },
    },
    required: ['task', 'tools'],
  },
};

/** What a plan says of it: one without its parameters would say the same, and have no limits that a check knows. */
export const agentWhole = (contract: ToolContract): ToolContract =>
  contract.name === AGENT && contract.activity === NO_CODE ? agentTool : contract;

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
