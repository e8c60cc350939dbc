/** A problem in the words of the screen: calls and tools as their cards are called, not by the names of the code. */

import type { Plan } from '../../plan/document.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import { titleOf } from '../../tools/titles.ts';

/** Of two calls of one tool each keeps its id beside its title. */
export function problemWords(message: string, { calls }: Pick<Plan, 'calls'>, catalogue: Catalogue): string {
  const titled = (tool: string): string => titleOf(catalogue.get(tool), tool);
  return message
    .replace(/\b[Cc]all "([^"]+)"/gu, (said, id: string) => {
      const tool = calls.find((call) => call._id === id)?._tool;
      if (tool === undefined) return said;
      const isOnly = calls.filter((call) => call._tool === tool).length === 1;
      return isOnly ? titled(tool) : `${titled(tool)} (${id})`;
    })
    .replace(/\bthe tool "([^"]+)"/gu, (said, tool: string) =>
      catalogue.get(tool) === undefined ? said : `“${titled(tool)}”`,
    );
}
