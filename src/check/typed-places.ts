/** Which expressions of a call stand where its contract wants certain types (L-35, L-53). */

import { itemAt } from '../lib/columns.ts';
import { isObject } from '../lib/json.ts';
import type { JsonPath } from '../plan/edit.ts';
import type { Place } from '../plan/parsed-call.ts';
import { TRAITS } from '../plan/text-paths.ts';
import { resolveSchema } from '../tools/schema-reference.ts';
import { ANY_TYPE, childSchema, TYPES, type TypeSet, typesOf } from '../tools/schema-types.ts';
import { type ContractView, declaredParameter } from './contract-view.ts';
import type { CallFacts } from './rule.ts';

/** The types an expression may have where it stands: ANY_TYPE where nothing is asked of it. */
export function typesWanted({ role, path }: Place, contract: ContractView | undefined): TypeSet {
  return role === 'forEach' ? TYPES.array : role === 'parameter' ? wanted(contract, path) : ANY_TYPE;
}

/** What all expressions of a call are asked for in common. A value of such a type fits in every place. */
export function commonlyWanted({ parsed, traits, contract, keys }: CallFacts): TypeSet {
  // Every expression is a parameter by itself, and the call need not be read to find them.
  if ((traits & TRAITS.elsewhere) === 0) return keys.wants;
  let common = ANY_TYPE;
  for (const place of parsed.places) common &= typesWanted(place, contract);
  return common;
}

function wanted(contract: ContractView | undefined, path: JsonPath): TypeSet {
  const view = contract && declaredParameter(contract, path[0] as string);
  if (!view || view.trivial) return ANY_TYPE;
  if (path.length === 1) return view.types;
  let schema: unknown = resolveSchema(view.schema, contract.root);
  for (let i = 1; i < path.length; i++) {
    if (!isObject(schema)) return ANY_TYPE;
    schema = resolveSchema(childSchema(schema, itemAt(path, i)), contract.root);
  }
  return schema === undefined ? ANY_TYPE : typesOf(schema, contract.root);
}
