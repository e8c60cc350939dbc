/** What an approval signs (L-70). */

import { canonicalJson } from '../lib/canonical.ts';
import { type Json, jsonEquals } from '../lib/json.ts';
import { ok, type Result } from '../lib/result.ts';
import { sha256Hex } from '../lib/sha256.ts';
import type { ToolContract } from './contract-shape.ts';
import type { Plan } from './document.ts';
import { normalCall, normalValue } from './normal-form.ts';

/** A sub-plan that the approval covers, with the contracts in force in it. */
export interface SignedDelegate {
  /** As the calls name it: `plan:<id>@<revision>`. */
  readonly reference: string;
  readonly plan: Plan;
  readonly contractOf: (tool: string) => ToolContract | undefined;
}

/**
 * The SHA-256, in hexadecimal, of the canonical JSON of a revision without `layout`, `notes` and `$schema`, together
 * with the contracts of the tools it uses, by name. Expressions count in their normal form (L-43).
 * @param contractOf the contract in force for a tool, undefined where it has none.
 * @param delegates every plan that it delegates to, to any depth (L-52): an edit of one of them voids the approval too.
 * The error is a sentence: the plan holds something that has no canonical form.
 */
export function approvalHash(
  plan: Plan,
  contractOf: (tool: string) => ToolContract | undefined,
  delegates: readonly SignedDelegate[] = [],
): Result<string, string> {
  const own = signedPart(plan, contractOf);
  const below = delegates.map((sub): [string, unknown] => [
    sub.reference,
    signedPart(sub.plan, sub.contractOf),
  ]);
  // Left out where there are none: what was approved before there were sub-plans stays approved.
  const text = canonicalJson(below.length === 0 ? own : { ...own, delegates: Object.fromEntries(below) });
  return text.ok ? ok(sha256Hex(text.value)) : text;
}

/**
 * Whether two revisions have the same hash, given the same catalogue and sub-plans, without making either: an edit
 * costs what it touched. What is the same object in both is not looked into.
 */
export function signedAlike(a: Plan, b: Plan): boolean {
  if (a.calls.length !== b.calls.length) return false;
  for (let i = 0; i < a.calls.length; i++) {
    const [own, other] = [a.calls[i], b.calls[i]];
    if (own !== other && !jsonEquals(own && normalCall(own), other && normalCall(other))) return false;
  }
  const { calls: _calls, ...rest } = withoutUnsigned(a);
  const { calls: _c, ...others } = withoutUnsigned(b);
  return jsonEquals(withNormalOutput(rest), withNormalOutput(others));
}

const withoutUnsigned = ({ layout: _, notes: __, $schema: ___, ...rest }: Plan) => rest;

const withNormalOutput = <T extends Pick<Plan, 'output'>>(rest: T): T =>
  rest.output === undefined ? rest : { ...rest, output: normalValue(rest.output as Json) };

function signedPart(plan: Plan, contractOf: (tool: string) => ToolContract | undefined) {
  const revision = { ...withNormalOutput(withoutUnsigned(plan)), calls: plan.calls.map(normalCall) };
  const names = [...new Set(plan.calls.map((call) => call._tool))].sort();
  const contracts = names.flatMap((name) => contractOf(name) ?? []);
  return { revision, contracts };
}
