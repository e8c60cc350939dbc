/** The tools a call can be added of, as choices: what it is called, what it does, what it touches. */

import { builtInTools } from '../../tools/built-in.ts';
import { type Catalogue, catalogueOf } from '../../tools/catalogue.ts';
import { effectOfCall } from '../../tools/reach.ts';
import type { Choice } from './ChoiceList.tsx';

const BUILT_IN = catalogueOf(builtInTools);

/** In the catalogue's order; a plan's own tools come last there and first here: they are what the plan is about. */
export function toolChoices(catalogue: Catalogue): readonly Choice[] {
  const own = catalogue.list().filter((contract) => BUILT_IN.get(contract.name) !== contract);
  const rest = catalogue.list().filter((contract) => !own.includes(contract));
  return [...own, ...rest].map((contract) => ({
    id: contract.name,
    label: contract.title ?? contract.name,
    effect: effectOfCall({ _id: '', _tool: contract.name }, catalogue, BUILT_IN),
    ...(contract.title === undefined || contract.title === contract.name ? {} : { detail: contract.name }),
    ...(contract.description === undefined ? {} : { about: contract.description }),
  }));
}
