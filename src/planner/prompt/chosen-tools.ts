/**
 * Which contracts a prompt carries where there are more than a model can use well: by what they are called, say, take and
 * give, and by synonyms; with those that make what they need. Pure.
 */

import type { ToolContract } from '../../plan/contract-shape.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import { effectOf } from '../../tools/catalogue.ts';
import { type Tool, type Toolbox, toolboxOf } from '../offline/retrieval/toolbox.ts';
import { textStems } from '../offline/retrieval/words.ts';

/** Up to here every contract goes into the prompt, and never more than this before the model has searched. */
export const MOST_TOOLS = 60;
/** For a model whose context is too short for those. */
export const FEWER_TOOLS = 15;

/** Each search of the model brings so many more at most. */
const MOST_FOUND = 12;

/** A result is what a parameter needs from here on (0 to 1, `Affinity.rate`). */
const SUPPLIES = 0.4;

/** Tools found by the goal's words whose needs are looked into: further down a find is a guess already. */
const CORE = 30;

/** In the catalogue's own order. */
export interface ChosenTools {
  readonly shown: readonly ToolContract[];
  readonly leftOut: number;
}

/** @param needed names that have to be there: what the plan so far calls */
export function chosenTools(
  catalogue: Catalogue,
  goal: string,
  needed: ReadonlySet<string>,
  limit = MOST_TOOLS,
): ChosenTools {
  const all = catalogue.list();
  if (all.length <= limit) return { shown: all, leftOut: 0 };
  const toolbox = toolboxOf(catalogue);
  const found = toolbox.find([...textStems(goal)], limit);
  const sure = toolbox.tools.filter(({ contract }) => needed.has(contract.name));
  // What has to be there is never left out, however much it is; of the rest each with its makers, the best first.
  const wanted = [
    ...sure,
    ...found.flatMap((tool, at) => [tool, ...(at < CORE ? makersFor(tool, toolbox) : [])]),
  ];
  const chosen = new Set<Tool>();
  for (const tool of [...wanted, ...toolbox.tools]) {
    if (chosen.size >= Math.max(limit, sure.length)) break;
    chosen.add(tool);
  }
  return inOrder(toolbox, chosen);
}

/** With what the model looked for besides, and what that needs. @param words as it wrote them */
export function withSearched(
  catalogue: Catalogue,
  { shown }: ChosenTools,
  words: readonly string[],
): ChosenTools {
  const toolbox = toolboxOf(catalogue);
  const known = new Set(shown);
  const each = words.map((one) => toolbox.find([...textStems(one)]));
  // In turns, so that no word takes all the room.
  const inTurns = Array.from({ length: Math.max(0, ...each.map(({ length }) => length)) }, (_, at) =>
    each.flatMap((found) => found[at] ?? []),
  ).flat();
  const fresh = new Set<Tool>();
  for (const tool of inTurns.flatMap((one) => [one, ...makersFor(one, toolbox)])) {
    if (fresh.size >= MOST_FOUND) break;
    if (!known.has(tool.contract)) fresh.add(tool);
  }
  return inOrder(
    toolbox,
    new Set([...toolbox.tools.filter(({ contract }) => known.has(contract)), ...fresh]),
  );
}

const inOrder = ({ tools }: Toolbox, chosen: ReadonlySet<Tool>): ChosenTools => ({
  shown: tools.flatMap((tool) => (chosen.has(tool) ? [tool.contract] : [])),
  leftOut: tools.length - chosen.size,
});

/** For each required parameter the tool that makes its value best, where one does: never one that writes. */
function makersFor(consumer: Tool, { tools, affinity }: Toolbox): Tool[] {
  return consumer.parameters
    .filter(({ required }) => required)
    .flatMap((field) => {
      let best: { readonly tool: Tool; readonly rate: number } | undefined;
      for (const tool of tools) {
        if (tool === consumer || !isHarmless(tool.contract)) continue;
        for (const output of tool.outputs) {
          const rate = affinity.rate(tool.contract, output, consumer.contract, field);
          if (rate >= SUPPLIES && rate > (best?.rate ?? 0)) best = { tool, rate };
        }
      }
      return best === undefined ? [] : [best.tool];
    });
}

/** One that says nothing of what it does may be shown: nothing is called by being shown. */
const isHarmless = (contract: ToolContract): boolean =>
  contract.effect === undefined || ['none', 'read'].includes(effectOf(contract));
