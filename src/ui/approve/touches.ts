/** What a plan may touch, counted for the person who signs it: effects by tool, hosts, prices. */

import { EFFECTS, type Effect } from '../../plan/contract-shape.ts';
import type { Plan } from '../../plan/document.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import { effectOfCall, hostsOf } from '../../tools/reach.ts';

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

/** @param builtIns contracts of the code on this device: a plan can't call it more harmless than it is */
export function touchesOf(plan: Plan, catalogue: Catalogue, builtIns: Catalogue): Touches {
  const counts = new Map<Effect, Map<string, number>>();
  let cost: number | undefined;
  for (const call of plan.calls) {
    const contract = catalogue.get(call._tool);
    const effect = effectOfCall(call, catalogue, builtIns);
    const tools = counts.get(effect) ?? new Map<string, number>();
    tools.set(call._tool, (tools.get(call._tool) ?? 0) + 1);
    counts.set(effect, tools);
    if (contract?.cost !== undefined) cost = (cost ?? 0) + contract.cost;
  }
  const byEffect = EFFECTS.toReversed().flatMap((effect): Touch[] => {
    const tools = counts.get(effect);
    return tools ? [{ effect, tools: [...tools].map(([name, calls]) => ({ name, calls })) }] : [];
  });
  return { byEffect, hosts: hostsOf(plan), cost };
}
