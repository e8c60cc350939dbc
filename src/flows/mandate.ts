/** What lies within a mandate (L-64): of a call that nobody knew when the plan was signed. Knows no run. */

import { isObject, type Json, type JsonObject } from '../lib/json.ts';
import type { Effect, ToolContract } from '../plan/contract-shape.ts';
import type { Call, Mandate, Plan } from '../plan/document.ts';
import { isOff } from '../plan/open-step.ts';
import { isAgent } from '../tools/agent.ts';
import { mandateOf } from '../tools/agent-mandate.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import { isWebScheme, reachedBy, schemeOf } from '../tools/reach.ts';
import type { Sink } from './flow.ts';
import { callUse, enteredBy, type FlowSetting, placesOf } from './use.ts';

/** What a call with its values would use of the world. */
export interface CallReach {
  /** The tool that it names; where it enters other code than that tool's, that too. */
  readonly tools: readonly string[];
  readonly effect: Effect;
  /** As `reachedAt` has them; null for an address that names none. */
  readonly hosts: readonly (string | null)[];
  /** Where it goes, all of it. */
  readonly sinks: readonly Sink[];
}

/** @param params resolved: they count as they are, whatever a text of them looks like */
export function reachOf(
  call: Call,
  params: JsonObject,
  contract: ToolContract | undefined,
  setting: FlowSetting,
): CallReach {
  const known = { get: () => contract, list: () => [] };
  const { effect, sinks } = callUse({ ...call, ...written(params) }, known, setting);
  const { _activity: alias, ...plain } = call;
  const entered = enteredBy(call, contract, setting);
  const isOwn = entered !== null && setting.contractBehind?.(entered) === undefined;
  const isAlias = alias !== undefined && entered !== enteredBy(plain as Call, contract, setting);
  return {
    tools: isAlias ? [call._tool, entered ?? ''] : [call._tool],
    effect,
    hosts: isOwn ? addressedIn(params) : sinks.flatMap((sink) => (sink.kind === 'host' ? [sink.host] : [])),
    sinks,
  };
}

/**
 * The hosts of all addresses among the values of a call. A person's own code says of no parameter that it is one, and goes
 * where any of them leads: else it would carry what the run holds to a host that a model has thought of.
 */
function addressedIn(value: Json): readonly (string | null)[] {
  if (typeof value === 'string') {
    const scheme = schemeOf(value);
    return scheme !== null && isWebScheme(scheme) ? [reachedBy(value)] : [];
  }
  const parts: readonly Json[] = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return [...new Set(parts.flatMap(addressedIn))];
}

/** Values as a plan would have them written: a text that begins like an expression is a text. */
const written = (params: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(params).map(([key, value]) => [
      key,
      typeof value === 'string' && /^\(*\s*†/.test(value) ? value.replace('†', '††') : value,
    ]),
  );

/** Whether it goes on without a question. Names are the same where every code point is. */
export function isWithin({ tools, effects, hosts }: Mandate, reach: CallReach): boolean {
  const allowed = new Set(hosts.map(placed));
  return (
    reach.tools.every((tool) => tools.includes(tool)) &&
    (reach.effect === 'none' || effects.includes(reach.effect)) &&
    reach.hosts.every((host) => host !== null && allowed.has(host))
  );
}

/** Names what a person allows of a call for the whole run: its tool and host, by that code and with that effect. */
export const mandateQuestion = ({ tools, effect, hosts }: CallReach): string =>
  `mandate ${JSON.stringify([tools, effect, hosts.toSorted()])}`;

/** The mandates that a plan is signed with: its own, and those of its agents (L-56), each with the id of its call. */
export function mandatesIn(
  plan: Plan,
  catalogue: Catalogue,
): readonly { readonly call?: string; readonly mandate: Mandate }[] {
  const agents = plan.calls.flatMap((call) => {
    const mandate = isAgent(call, catalogue.get(call._tool)) && !isOff(call) ? mandateOf(call) : null;
    return mandate ? [{ call: call._id, mandate }] : [];
  });
  return plan.mandate ? [{ mandate: plan.mandate }, ...agents] : agents;
}

/** What calls of a mandate's tools may do with it: for each tool where that goes, one line a host. */
export function allowedBy(
  { tools, effects, hosts }: Mandate,
  catalogue: Catalogue,
  setting: FlowSetting,
): readonly { readonly tool: string; readonly sink: Sink; readonly effect: Effect }[] {
  return [...new Set(tools)].flatMap((tool) => {
    const { effect, sinks, contract, behind } = useOf(tool, catalogue, setting);
    // What its effect does not allow asks, each time.
    if (effect !== 'none' && !effects.includes(effect)) return [];
    const places = behind && contract ? placesOf(contract) : undefined;
    const isOut = places !== undefined && places.addresses.length > 0;
    const changes = effect === 'write' || effect === 'irreversible';
    const files: readonly Sink[] =
      changes && places && places.files.length > 0 ? [{ kind: 'file', name: null }] : [];
    const out = isOut ? hosts.map((host): Sink => ({ kind: 'host', host: placed(host) })) : [];
    const all = isOut || files.length > 0 ? [...out, ...files] : sinks;
    return all.map((sink) => ({ tool, sink, effect }));
  });
}

function useOf(tool: string, catalogue: Catalogue, setting: FlowSetting) {
  const call: Call = { _id: '', _tool: tool };
  const entered = enteredBy(call, catalogue.get(tool), setting);
  return {
    ...callUse(call, catalogue, setting),
    behind: entered !== null && setting.contractBehind?.(entered) !== undefined,
  };
}

/** A host as it is reached. */
const placed = (host: string): string => reachedBy(host) ?? host.trim().toLowerCase();
