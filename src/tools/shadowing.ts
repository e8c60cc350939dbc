/** A plan's contract under the name of a tool of ours: whether it only repeats what ours says (L-75). */

import { isObject, type Json, jsonEquals } from '../lib/json.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import type { Plan } from '../plan/document.ts';
import type { Catalogue } from './catalogue.ts';

/** Prose: it changes neither what is taken nor what is done, and older versions said it otherwise. */
const PROSE: ReadonlySet<string> = new Set(['name', 'title', 'description', 'examples', '$schema']);

/** Whether all that theirs says of what the tool takes, gives and does, ours says too. What it leaves out it leaves to ours. */
export const saysTheSame = (theirs: ToolContract, ours: ToolContract): boolean =>
  Object.entries(theirs).every(
    ([key, value]) =>
      PROSE.has(key) ||
      // A tool's activity is the code of its name unless it says otherwise.
      (key === 'activity' && value === (ours.activity ?? ours.name)) ||
      jsonEquals(withoutProse(value as Json), withoutProse(ours[key] as Json | undefined)),
  );

function withoutProse(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => withoutProse(item) as Json);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key, inner]) => !(PROSE.has(key) && typeof inner === 'string'));
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutProse(inner as Json) as Json]));
}

/** The plan without contracts that repeat ours, and what was left out as a sentence. */
export function withoutRepeated(
  plan: Plan,
  builtIns: Catalogue,
): { readonly plan: Plan; readonly notes: readonly string[] } {
  const repeats = (tool: ToolContract): boolean => {
    const ours = builtIns.get(tool.name);
    return ours !== undefined && saysTheSame(tool, ours);
  };
  const dropped = (plan.tools ?? []).filter(repeats);
  if (dropped.length === 0) return { plan, notes: [] };
  const { tools = [], ...rest } = plan;
  const left = tools.filter((tool) => !repeats(tool));
  const names = dropped.map(({ name }) => `"${name}"`).join(', ');
  const note = `Left out the plan’s own contract of ${names}: it says what the built-in one says.`;
  return { plan: left.length > 0 ? { ...rest, tools: left } : rest, notes: [note] };
}
