/** The catalogue: contracts by name. Declared properties only; code never asks which tool it has before it. */

import type { ToolContract } from '../plan/contract-shape.ts';
import { EFFECTS, type Effect } from '../plan/vocabulary.ts';
import { agentTool, agentWhole } from './agent.ts';

export type { Effect, ToolContract };

/** Contracts by the names of their tools. */
export interface Catalogue {
  get(name: string): ToolContract | undefined;
  list(): readonly ToolContract[];
}

/**
 * Known everywhere where nobody has given their names to others, and in no list: no planner is offered an agent unasked (L-56),
 * nor a step that thinks where no model would answer it (L-51).
 */
const UNLISTED = new Map<string, ToolContract>([[agentTool.name, agentTool]]);

/** Those that are known and not listed. */
export const unlisted = (): Iterable<ToolContract> => UNLISTED.values();

/** Said once by the checks, which nothing is signed or run without: a page fetches them after what a plan is drawn with. */
export function knowUnlisted(tools: readonly ToolContract[]): void {
  for (const tool of tools) UNLISTED.set(tool.name, tool);
}

/** Of several definitions of one tool the latest wins (L-35, A-13): pass built-ins first, the plan's own last. */
export function catalogueOf(...sources: readonly (readonly ToolContract[] | undefined)[]): Catalogue {
  const byName = new Map<string, ToolContract>();
  for (const source of sources) {
    for (const contract of source ?? []) byName.set(contract.name, agentWhole(contract));
  }
  return {
    get: (name) => byName.get(name) ?? UNLISTED.get(name),
    list: () => [...byName.values()],
  };
}

/** An absent effect means `write` (§2): the careful reading of a contract that does not say. */
export const effectOf = (contract: ToolContract | undefined): Effect => contract?.effect ?? 'write';

/**
 * The effect of a tool whose code has a contract of its own: the stronger of the two. A plan from a stranger may
 * call `httpSend` harmless, under its own name or another; what it does, and asks for, stays what the code does.
 */
export function strictestEffect(
  contract: ToolContract | undefined,
  behind: ToolContract | undefined,
): Effect {
  const declared = effectOf(contract);
  if (!behind) return declared;
  const actual = effectOf(behind);
  return EFFECTS.indexOf(actual) > EFFECTS.indexOf(declared) ? actual : declared;
}
