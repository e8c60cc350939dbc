/** Which parameter of a call says in words what a model is to do. Knows no tool. */

import { isObject } from '../lib/json.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import type { Call, Plan } from '../plan/document.ts';
import { callParser } from '../plan/parsed-call.ts';

/**
 * The first that takes any text and is given one in the call itself; else the first that is given none. What comes from
 * elsewhere is what the words are about.
 */
export function wordingOf(call: Call, contract: ToolContract, plan: Plan): string | undefined {
  const properties =
    isObject(contract.parameters) && isObject(contract.parameters.properties)
      ? contract.parameters.properties
      : {};
  const texts = Object.entries(properties).flatMap(([name, schema]) =>
    isObject(schema) && schema.type === 'string' && schema.enum === undefined && schema.secret !== true
      ? [name]
      : [],
  );
  const { places } = callParser(plan)(call);
  const read = new Set(
    places.flatMap(({ path, refs }) => (path.length === 1 && refs.length > 0 ? path : [])),
  );
  return (
    texts.find((name) => typeof call[name] === 'string' && !read.has(name)) ??
    texts.find((name) => call[name] === undefined)
  );
}
