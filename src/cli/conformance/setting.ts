/** What a case leaves unsaid (its README): the tools every case may use, and the policy of a run. */

import { isRoom } from '../../host/agent-room.ts';
import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import type { Delegates, PlanLibrary } from '../../plan/delegates.ts';
import { type Call, FORMAT, type Plan, type Policy, VERSION } from '../../plan/document.ts';
import type { InstanceInput } from '../../run/events.ts';
import { instancesFrom, rowsOf } from '../../run/instances.ts';
import type { RunSetting } from '../../run/state.ts';
import { agentTool } from '../../tools/agent.ts';
import { areNames, namesAgent } from '../../tools/agent-mandate.ts';
import { type Catalogue, catalogueOf, type ToolContract } from '../../tools/catalogue.ts';
import type { Case } from './case.ts';

const CASE_POLICY = {
  onFailure: 'skip',
  retryLimit: 0,
  maxConcurrent: 100,
  maxSteps: 1000,
} as const satisfies Policy;

/** The plan of a case, and each plan of its `plans` by itself: a case's policy is the top plan's alone. */
export function planOf(given: JsonObject, policy?: Policy): Plan {
  return {
    id: 'case',
    ...given,
    format: FORMAT,
    version: VERSION,
    policy: policyOf(given, policy),
    ...(isObject(given.plans) ? { plans: ownPlansOf(given.plans as JsonObject) } : {}),
  } as unknown as Plan;
}

const policyOf = ({ policy: own }: JsonObject, policy?: Policy) => ({
  ...CASE_POLICY,
  ...(isObject(own) ? own : {}),
  ...policy,
});

const ownPlansOf = (plans: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(plans).map(([name, own]) =>
      isObject(own) ? [name, { ...own, policy: policyOf(own as JsonObject) } as JsonObject] : [name, own],
    ),
  );

/** The plans that the device of a case holds. */
export function libraryOf({ library = {} }: Case): PlanLibrary {
  const plans = new Map(
    Object.entries(library).map(([reference, plan]) => [
      reference,
      planOf({ ...plan, id: reference.replace(/@.*$/, '') }),
    ]),
  );
  return (id, revision) => plans.get(revision === undefined ? id : `${id}@${revision}`);
}

/** Unless the plan brings tools, every tool named is explicit, takes any parameters and has effect `read`. */
export function catalogueFor(plan: Plan, ...more: readonly (readonly { _tool: string }[])[]): Catalogue {
  // An agent's room has the tools of the plan above it, and any other is any tool.
  if (plan.tools) return isRoom(plan) ? catalogueOf(toolsNamedIn(more), plan.tools) : catalogueOf(plan.tools);
  return catalogueOf(toolsNamedIn([plan.calls, allowedIn(plan), ...more]));
}

/** What a mandate or an agent may use (L-56, L-64) is named, too. */
const allowedIn = ({ mandate, calls }: Plan): readonly { _tool: string }[] =>
  [mandate?.tools, ...calls.filter(namesAgent).map(({ tools }) => tools)].flatMap((tools) =>
    areNames(tools) ? tools.map((_tool) => ({ _tool })) : [],
  );

function toolsNamedIn(lists: readonly (readonly { _tool: string }[])[]): readonly ToolContract[] {
  const names = new Set(lists.flatMap((calls) => calls.map((call) => call._tool)));
  names.delete(agentTool.name);
  return [...names].map((name): ToolContract => ({ name, effect: 'read', parameters: {} }));
}

/** What the runs of a case are made with: each of its plans as `catalogueFor` has it, and brought tools with activities alone. */
export function settingFor(plan: Plan, below: Delegates, ...more: readonly (readonly Call[])[]): RunSetting {
  const plans = [plan, ...Object.values(below)];
  const bare = plans.filter(({ tools }) => !tools).map(({ calls }) => calls);
  const brought = new Set(plans.flatMap(({ tools = [] }) => tools.map(({ name }) => name)));
  return {
    catalogue: catalogueOf(toolsNamedIn([...bare, ...more]).filter(({ name }) => !brought.has(name))),
    room: CASE_POLICY,
    hasActivity: (name) => !brought.has(name),
  };
}

/** What a case runs over. */
interface Instances {
  readonly instances: readonly InstanceInput[];
  readonly canary?: number;
}

/** `{rows, label, canary}`, a list of labels, a list of `{label, input, state}`, or an object of `{input, state}` by label. */
export function instancesOf(given: Case['instances']): Instances {
  if (Array.isArray(given)) return { instances: given.map((one) => instance(nameOf(one), one)) };
  if (!isObject(given)) return { instances: [] };
  if (!Array.isArray(given.rows))
    return { instances: Object.entries(given).map(([label, one]) => instance(label, one as Json)) };
  const rows = rowsOf(given.rows as Json);
  if (typeof rows === 'string') throw new Error(rows);
  const instances = instancesFrom(rows, typeof given.label === 'string' ? given.label : undefined);
  return { instances, ...(typeof given.canary === 'number' ? { canary: given.canary } : {}) };
}

const nameOf = (one: Json): string => {
  if (!isObject(one)) return String(one);
  return String(one.label ?? one.id ?? one.instance ?? one._instance ?? one.name);
};

function instance(label: string, given: Json): InstanceInput {
  if (!isObject(given)) return { label };
  const state = isObject(given.state) && isObject(given.state.initial) ? given.state.initial : given.state;
  return {
    label,
    ...(isObject(given.input) ? { input: given.input as JsonObject } : {}),
    ...(isObject(state) ? { state: state as JsonObject } : {}),
  };
}
