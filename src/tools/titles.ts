/** What a person reads for a tool and for its parameters: one place for cards, forms, lists and what is spoken. */

import { isObject } from '../lib/json.ts';
import { visible } from '../lib/visible-text.ts';
import { builtInTools } from './built-in.ts';
import { type ToolContract, unlisted } from './catalogue.ts';

/** `customerId` → `Customer id`; a name that says nothing better stays as it is. */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? name : words[0]!.toUpperCase() + words.slice(1);
}

/** A name as programs write it; any other is read as it is. */
const CODE_NAME = /^[a-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*$/;
const alike = (title: string): string => title.normalize('NFKC').toLowerCase();
const OURS = new Map<string, ToolContract>(builtInTools.map((contract) => [alike(contract.title), contract]));
/** The tool of ours that is called so. */
const ourOwn = (title: string): ToolContract | undefined =>
  OURS.get(alike(title)) ?? [...unlisted()].find((one) => alike(one.title ?? '') === alike(title));

/** A plan's own tool that calls itself as one of ours does is shown by its name: a person goes by the title (L-75). */
export function titleOf(contract: ToolContract | undefined, tool: string): string {
  const title = contract?.title ?? (CODE_NAME.test(tool) ? labelOf(tool) : tool);
  const own = ourOwn(title);
  return visible(own === undefined || own === contract ? title : tool);
}

/** A call as it is told apart from others of its tool: by its title, and its id where that says more. */
export const callTitle = (
  contract: ToolContract | undefined,
  call: { _id: string; _tool: string },
): string =>
  call._id === call._tool
    ? titleOf(contract, call._tool)
    : `${titleOf(contract, call._tool)} (${visible(call._id)})`;

/** As its form says it. */
export function parameterLabel(contract: ToolContract | undefined, name: string): string {
  const schema = isObject(contract?.parameters) ? contract.parameters.properties : undefined;
  const own = isObject(schema) && Object.hasOwn(schema, name) ? schema[name] : undefined;
  return visible(isObject(own) && typeof own.title === 'string' ? own.title : labelOf(name));
}
