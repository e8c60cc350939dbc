/** Calls by what they do, never by id alone. */

import { isReplan } from '../flows/flow.ts';
import { cut } from '../lib/cut-text.ts';
import { visible } from '../lib/visible-text.ts';
import type { Call, Plan } from '../plan/document.ts';
import { isMadeInTurns } from '../plan/goes-on.ts';

/** the code points of a description in a progress line. */
const DESCRIPTION = 60;

/** What stands for a call where a model was asked to plan the rest. Where a plan goes on, a turn is no repair (L-63). */
const REPLANNING = 'Planning the rest anew';
const PLANNER = 'Its planner';

/** An element of a loop as a person counts them. @param index from 0 */
export const elementWords = (index: number): string => `element ${(index + 1).toLocaleString('en')}`;

const namers = new WeakMap<Plan, (call: string) => string>();

/** Names a call by its id or `id@LABEL`: its description as it may be shown, or its id where it has none, and the instance. */
export function namer(plan: Plan | null): (call: string) => string {
  const known = plan && namers.get(plan);
  if (known) return known;
  const byId = new Map<string, Call>(plan?.calls.map((call) => [call._id, call]));
  const nameOf = (name: string): string => {
    if (isReplan(name)) return plan && isMadeInTurns(plan) ? PLANNER : REPLANNING;
    const [id, instance] = name.split('@');
    const words = byId.get(id!)?._description ?? id!;
    return cut(visible(instance === undefined ? words : `${words} (${instance})`), DESCRIPTION);
  };
  if (plan) namers.set(plan, nameOf);
  return nameOf;
}
