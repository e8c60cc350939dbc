/** What an approval signs (L-70). */

import { canonicalJson } from '../lib/canonical.ts';
import type { Json } from '../lib/json.ts';
import { ok, type Result } from '../lib/result.ts';
import { sha256Hex } from '../lib/sha256.ts';
import type { ToolContract } from './contract-shape.ts';
import type { Plan } from './document.ts';
import { normalCall, normalValue } from './normal-form.ts';

/**
 * The SHA-256, in hexadecimal, of the canonical JSON of a revision without `layout` and `notes`, together
 * with the contracts of the tools it uses, by name. Expressions count in their normal form (L-43).
 * @param contractOf the contract in force for a tool, undefined where it has none.
 * The error is a sentence: the plan holds something that has no canonical form.
 */
export function approvalHash(
  plan: Plan,
  contractOf: (tool: string) => ToolContract | undefined,
): Result<string, string> {
  const { layout: _layout, notes: _notes, ...rest } = plan;
  const revision = {
    ...rest,
    calls: plan.calls.map(normalCall),
    ...(plan.output === undefined ? {} : { output: normalValue(plan.output as Json) }),
  };
  const names = [...new Set(plan.calls.map((call) => call._tool))].sort();
  const contracts = names.flatMap((name) => contractOf(name) ?? []);
  const text = canonicalJson({ revision, contracts });
  return text.ok ? ok(sha256Hex(text.value)) : text;
}
