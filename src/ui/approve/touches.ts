/** What a plan may touch, counted for the person who signs it: effects by tool, hosts, prices. */

import { EFFECTS, type Effect } from '../../plan/contract-shape.ts';
import { type Delegates, NO_DELEGATES } from '../../plan/delegates.ts';
import type { Call, Plan } from '../../plan/document.ts';
import { type Catalogue, catalogueOf } from '../../tools/catalogue.ts';
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

/**
 * @param builtIns  contracts of the code on this device: a plan can't call it more harmless than it is
 * @param delegates every plan below this one (L-52): what those touch, it touches
 */
export function touchesOf(
  plan: Plan,
  catalogue: Catalogue,
  builtIns: Catalogue,
  delegates: Delegates = NO_DELEGATES,
): Touches {
  const counts = new Map<Effect, Map<string, number>>();
  let cost: number | undefined;
  const count = (calls: readonly Call[], known: Catalogue) => {
    for (const call of calls) {
      const contract = known.get(call._tool);
      if (contract?.cost !== undefined) cost = (cost ?? 0) + contract.cost;
      // Its tool is only a name: the calls of the sub-plan are what is done.
      if (call._delegate !== undefined && Object.hasOwn(delegates, call._delegate)) continue;
      const effect = effectOfCall(call, known, builtIns);
      const tools = counts.get(effect) ?? new Map<string, number>();
      tools.set(call._tool, (tools.get(call._tool) ?? 0) + 1);
      counts.set(effect, tools);
    }
  };
  count(plan.calls, catalogue);
  const below = Object.values(delegates);
  for (const sub of below) count(sub.calls, catalogueOf(builtIns.list(), sub.tools));
  const byEffect = EFFECTS.toReversed().flatMap((effect): Touch[] => {
    const tools = counts.get(effect);
    return tools ? [{ effect, tools: [...tools].map(([name, calls]) => ({ name, calls })) }] : [];
  });
  const hosts = [...new Set([plan, ...below].flatMap(hostsOf))].sort();
  return { byEffect, hosts, cost };
}
