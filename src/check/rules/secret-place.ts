/** Secrets anywhere but whole in a parameter that is declared secret (L-9): elsewhere they would reach a log or a model. */

import { isObject } from '../../lib/json.ts';
import type { JsonPath } from '../../plan/edit.ts';
import { printRef } from '../../plan/expression.ts';
import type { Place } from '../../plan/parsed-call.ts';
import { TRAITS } from '../../plan/text-paths.ts';
import { resolveSchema } from '../../tools/schema-reference.ts';
import { childSchema } from '../../tools/schema-types.ts';
import { type ContractView, declaredParameter } from '../contract-view.ts';
import { type CallRule, error, pathWords } from '../rule.ts';

export const secretPlace: CallRule = ({ call, parsed, contract, traits }, problems) => {
  if ((traits & TRAITS.secret) === 0) return;
  for (const place of parsed.places) {
    const secret = place.refs.find((ref) => ref.kind === 'secret');
    if (!secret || isAllowed(place, contract)) continue;
    const message = `Call "${call._id}", ${pathWords(place.path)}: ${printRef(secret)} may stand only alone, in a parameter whose schema says "secret": true. Move it to such a parameter.`;
    problems.push(error('secret-misplaced', message, { calls: [call._id], path: place.path }));
  }
};

function isAllowed(place: Place, contract: ContractView | undefined): boolean {
  if (place.role !== 'parameter' || place.expr.type !== 'ref' || place.expr.path.length !== 1) return false;
  return contract !== undefined && isSecret(contract, place.path);
}

function isSecret(contract: ContractView, path: JsonPath): boolean {
  const [name, ...below] = path;
  let schema: unknown = resolveSchema(declaredParameter(contract, String(name))?.schema, contract.root);
  for (const segment of below) {
    if (!isObject(schema)) return false;
    schema = resolveSchema(childSchema(schema, segment), contract.root);
  }
  return isObject(schema) && schema.secret === true;
}
