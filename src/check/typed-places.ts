/** Which expressions of a call stand where its contract wants certain types (L-35, L-53). */

import { isObject } from '../lib/json.ts';
import type { JsonPath } from '../plan/edit.ts';
import type { ParsedCall } from '../plan/parsed-call.ts';
import { resolveSchema } from '../tools/schema-reference.ts';
import { ANY_TYPE, childSchema, TYPES, type TypeSet, typesOf } from '../tools/schema-types.ts';
import { type ContractView, declaredParameter } from './contract-view.ts';
import type { TypedPlace } from './rule.ts';

const NONE: readonly TypedPlace[] = [];

export function typedPlaces(parsed: ParsedCall, contract: ContractView | undefined): readonly TypedPlace[] {
  let typed: TypedPlace[] | undefined;
  for (let place = 0; place < parsed.places.length; place++) {
    const { role, path } = parsed.places[place]!;
    const types = role === 'forEach' ? TYPES.array : role === 'parameter' ? wanted(contract, path) : ANY_TYPE;
    if (types === ANY_TYPE) continue;
    typed ??= [];
    typed.push({ place, types });
  }
  return typed ?? NONE;
}

function wanted(contract: ContractView | undefined, path: JsonPath): TypeSet {
  const view = contract && declaredParameter(contract, path[0] as string);
  if (!view || view.trivial) return ANY_TYPE;
  if (path.length === 1) return view.types;
  let schema: unknown = resolveSchema(view.schema, contract.root);
  for (let i = 1; i < path.length; i++) {
    if (!isObject(schema)) return ANY_TYPE;
    schema = resolveSchema(childSchema(schema, path[i]!), contract.root);
  }
  return schema === undefined ? ANY_TYPE : typesOf(schema, contract.root);
}
