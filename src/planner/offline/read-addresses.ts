/** What a goal wants read from the web: an address behind a word for getting it. Knows no tool by name. */

import { isObject } from '../../lib/json.ts';
import type { Catalogue, ToolContract } from '../../tools/catalogue.ts';
import type { Compiler, Made } from './compile.ts';
import type { Mention } from './mention.ts';

/**
 * One call for each address that is to be read. What is to be sent somewhere is not guessed: its address stays unused,
 * and so stands in the plan as an open step.
 */
export function readAddresses(mentions: readonly Mention[], compiler: Compiler, used: Set<Mention>): Made[] {
  const by = fetching(compiler.catalogue);
  if (by === undefined) return [];
  return mentions.flatMap((mention, at) => {
    const verb = mentions[at - 1];
    if (mention.address === undefined || verb === undefined || !gets(verb)) return [];
    used.add(mention).add(verb);
    const what = `${compiler.tongue === 'de' ? 'Abrufen von' : 'Get'} ${mention.address}`;
    const reference = compiler.call(by.tool, { [by.parameter]: mention.address }, what);
    return [{ reference, what, name: mention.address }];
  });
}

const gets = ({ meanings }: Mention): boolean => meanings.has('fetch') || meanings.has('show');

/** A tool that only reads, and asks for nothing but an address. */
function fetching(catalogue: Catalogue): { tool: string; parameter: string } | undefined {
  for (const contract of catalogue.list()) {
    const parameter = contract.effect === 'read' ? onlyAddress(contract) : undefined;
    if (parameter !== undefined) return { tool: contract.name, parameter };
  }
  return undefined;
}

function onlyAddress({ parameters }: ToolContract): string | undefined {
  const { required, properties } = parameters as { required?: unknown; properties?: unknown };
  const [name, ...others] = Array.isArray(required) ? required.map(String) : [];
  if (name === undefined || others.length > 0 || !isObject(properties)) return undefined;
  const schema = properties[name];
  return isObject(schema) && schema.format === 'uri' ? name : undefined;
}
