/** What a plan may touch, counted for the person who signs it: effects by tool, hosts, prices. */

import { isObject } from '../../lib/json.ts';
import { EFFECTS, type Effect } from '../../plan/contract-shape.ts';
import type { Plan } from '../../plan/document.ts';
import { type Catalogue, effectOf } from '../../tools/catalogue.ts';

export interface Touch {
  readonly effect: Effect;
  readonly tools: readonly { readonly name: string; readonly calls: number }[];
}

export interface Touches {
  /** The most serious effect first; effects no call has are left out. */
  readonly byEffect: readonly Touch[];
  /** Hosts named in parameters; a reference may bring others, which then ask. */
  readonly hosts: readonly string[];
  /** US dollars if every call runs once, as the contracts say; undefined where none says. */
  readonly cost: number | undefined;
}

function hostsIn(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') {
    if (/^https?:\/\//i.test(value) && URL.canParse(value)) found.add(new URL(value).host);
  } else if (Array.isArray(value)) {
    for (const item of value) hostsIn(item, found);
  } else if (isObject(value)) {
    for (const item of Object.values(value)) hostsIn(item, found);
  }
}

export function touchesOf(plan: Plan, catalogue: Catalogue): Touches {
  const counts = new Map<Effect, Map<string, number>>();
  const hosts = new Set<string>();
  let cost: number | undefined;
  for (const call of plan.calls) {
    const contract = catalogue.get(call._tool);
    const effect = effectOf(contract);
    const tools = counts.get(effect) ?? new Map<string, number>();
    tools.set(call._tool, (tools.get(call._tool) ?? 0) + 1);
    counts.set(effect, tools);
    if (contract?.cost !== undefined) cost = (cost ?? 0) + contract.cost;
    hostsIn(call, hosts);
  }
  const byEffect = EFFECTS.toReversed().flatMap((effect): Touch[] => {
    const tools = counts.get(effect);
    return tools ? [{ effect, tools: [...tools].map(([name, calls]) => ({ name, calls })) }] : [];
  });
  return { byEffect, hosts: [...hosts].sort(), cost };
}
