/** What a plan may reach, as the person who approves it sees it and as the executor holds it to. */

import { isObject } from '../lib/json.ts';
import type { Call, Plan } from '../plan/document.ts';
import { type Catalogue, type Effect, strictestEffect } from './catalogue.ts';

/**
 * The effect of a call: its contract's, or that of the code it really enters where that is stronger.
 * @param builtIns the contracts of the code on this device; a plan can't change them
 */
export function effectOfCall(call: Call, catalogue: Catalogue, builtIns: Catalogue): Effect {
  const contract = catalogue.get(call._tool);
  const activity = call._activity ?? contract?.activity ?? call._tool;
  return strictestEffect(contract, builtIns.get(activity));
}

/** A plan never changes: each of its ten thousand calls asks for them when it starts. */
const hostsOfPlans = new WeakMap<Plan, readonly string[]>();

/**
 * Hosts (with a port where one is written) of the addresses in a plan's calls, sorted; the same list each time. A
 * reference may bring others.
 */
export function hostsOf(plan: Plan): readonly string[] {
  const known = hostsOfPlans.get(plan);
  if (known) return known;
  const hosts = hostsIn(plan);
  hostsOfPlans.set(plan, hosts);
  return hosts;
}

function hostsIn(plan: Plan): string[] {
  const hosts = new Set<string>();
  const stack: unknown[] = [...plan.calls];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (typeof value === 'string') {
      const host = hostOf(value);
      if (host) hosts.add(host);
    } else if (Array.isArray(value)) stack.push(...value.filter((item) => item !== undefined));
    else if (isObject(value)) stack.push(...Object.values(value).filter((item) => item !== undefined));
  }
  return [...hosts].sort();
}

/** The host of an http address as URL parsing has it, for addresses written plainly; null for others, which are asked about. */
export function hostOf(text: string): string | null {
  const found = /^https?:\/\/([^/?#\\\s]+)/i.exec(text);
  if (!found) return null;
  const authority = found[1]!.toLowerCase();
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const plainPort = text.slice(0, 5).toLowerCase() === 'https' ? ':443' : ':80';
  // What URL parsing would spell another way is not signed as a host: the line would name one and the call reach another.
  if (!PLAIN_HOST.test(host)) return null;
  return host.endsWith(plainPort) ? host.slice(0, -plainPort.length) : host;
}

const PLAIN_HOST =
  /^([a-z0-9-]+\.)*[a-z0-9-]*[a-z][a-z0-9-]*(:[1-9]\d*)?$|^(\d{1,3}\.){3}\d{1,3}(:[1-9]\d*)?$/;
