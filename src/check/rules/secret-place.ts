/** Secrets anywhere but whole in a parameter that is declared secret (L-9): elsewhere they would reach a log or a model. */

import { printRef } from '../../plan/expression.ts';
import type { Place } from '../../plan/parsed-call.ts';
import { TRAITS } from '../../plan/text-paths.ts';
import { builtInTools } from '../../tools/built-in.ts';
import type { ToolContract } from '../../tools/catalogue.ts';
import { codeNameOf, isSecretPlace } from '../../tools/named-secrets.ts';
import { type CallFacts, type CallRule, error, pathWords } from '../rule.ts';

export const secretPlace: CallRule = (facts, problems) => {
  const { call } = facts;
  if ((facts.traits & TRAITS.secret) === 0) return;
  const trusted = trustedContract(facts);
  for (const place of facts.parsed.places) {
    const secret = place.refs.find((ref) => ref.kind === 'secret');
    if (!secret || isAllowed(place, trusted)) continue;
    const message = `Call "${call._id}", ${pathWords(place.path)}: ${printRef(secret)} may stand only alone, in a parameter that a tool of the app, or one that you installed, takes a secret in. A plan's own tools can't say so. Move it to such a parameter.`;
    problems.push(error('secret-misplaced', message, { calls: [call._id], path: place.path }));
  }
};

/** What the app or the person says of the code that is entered; what the plan says of it counts for nothing here. */
function trustedContract({ call, contract, catalogue, ownTools }: CallFacts): ToolContract | undefined {
  const name = codeNameOf(call, contract?.contract);
  // A catalogue may hold the plan's own contracts as well.
  const brought = ownTools.has(name) ? undefined : catalogue.get(name);
  return brought ?? builtInTools.find((tool) => tool.name === name);
}

const isAllowed = (place: Place, trusted: ToolContract | undefined): boolean =>
  place.role === 'parameter' &&
  place.expr.type === 'ref' &&
  place.expr.path.length === 1 &&
  isSecretPlace(place.path, trusted);
