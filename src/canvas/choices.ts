/** What can be chosen from a list, the tools to add a call of first of all. */

import type { Effect, ToolContract } from '../plan/contract-shape.ts';
import { BUILT_INS } from '../tools/built-ins.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import { effectOfCall } from '../tools/reach.ts';
import { titleOf } from '../tools/titles.ts';

/** One entry of a list that a person chooses from. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  /** A second line: what it is. */
  readonly about?: string;
  readonly effect?: Effect;
}

/**
 * Those that hold every word, in any order: first those whose name begins with the text, then those whose name holds it. Of
 * each once: of a plan there are thousands, and every key asks.
 */
export function matching(choices: readonly Choice[], text: string): readonly Choice[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return choices;
  const words = wanted.split(/\s+/);
  const [begins, names, rest]: [Choice[], Choice[], Choice[]] = [[], [], []];
  for (const choice of choices) {
    const { label, detail = '', about = '' } = choice;
    const name = `${label} ${detail}`.toLowerCase();
    const isNamed = words.every((word) => name.includes(word));
    if (isNamed && (name.startsWith(wanted) || detail.toLowerCase().startsWith(wanted))) begins.push(choice);
    else if (isNamed) names.push(choice);
    else {
      const all = `${name} ${about.toLowerCase()}`;
      if (words.every((word) => all.includes(word))) rest.push(choice);
    }
  }
  return [...begins, ...names, ...rest];
}

/** The tools a call can be added of. In the catalogue's order; a plan's own tools come last there and first here: they are what the plan is about. */
export function toolChoices(catalogue: Catalogue): readonly Choice[] {
  const own = catalogue.list().filter((contract) => BUILT_INS.get(contract.name) !== contract);
  const rest = catalogue.list().filter((contract) => !own.includes(contract));
  return [...own, ...rest].map((contract) => toolChoice(contract, catalogue));
}

/** A tool as an entry of a list. */
export const toolChoice = (contract: ToolContract, catalogue: Catalogue): Choice => ({
  id: contract.name,
  label: titleOf(contract, contract.name),
  effect: effectOfCall({ _id: '', _tool: contract.name }, catalogue, BUILT_INS),
  ...(contract.title === contract.name ? {} : { detail: contract.name }),
  ...(contract.description === undefined ? {} : { about: contract.description }),
});
