/** What an approval signs (L-70): a revision as it is run, the contracts of what it calls, and its flows. */

import { canonicalJson } from '../lib/canonical.ts';
import { isObject, type Json, jsonEquals, setOwn } from '../lib/json.ts';
import { ok, type Result } from '../lib/result.ts';
import { sha256Hex } from '../lib/sha256.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import { type Delegates, NO_DELEGATES, withOwnPlans } from '../plan/delegates.ts';
import type { Call, OwnPlan, Plan } from '../plan/document.ts';
import { normalCall, normalValue } from '../plan/normal-form.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { codeVersion } from '../tools/code-versions.ts';
import type { Flow } from './flow.ts';
import { flowsOf, type Part } from './flows-of.ts';
import { enteredBy, type FlowSetting } from './use.ts';

/** The version of what is signed. A run goes on under the one it was signed with. */
const SIGNED = 2;

/** What a person signed, as a run carries it (`plan.commit`). */
export interface Signed {
  readonly v: typeof SIGNED;
  /** SHA-256, in hexadecimal. */
  readonly hash: string;
  readonly flows: readonly Flow[];
}

/**
 * Makes what a person signs: the SHA-256 of the canonical JSON of `{v, revision, contracts, flows}`, and of the part where
 * only one is started (L-76). Any change gives another hash, but for what says nothing about what is run.
 * The error is a sentence: the plan holds something that has no canonical form.
 * @param delegates every plan that it delegates to, to any depth (L-52): an edit of one of them voids the approval too
 */
export function sign(
  plan: Plan,
  setting: FlowSetting,
  delegates: Delegates = NO_DELEGATES,
  part?: Part,
): Result<Signed, string> {
  const all = withOwnPlans(plan, delegates);
  const flows = flowsOf(plan, setting, all, part);
  const below = Object.entries(all);
  const text = canonicalJson({
    v: SIGNED,
    revision: {
      plan: revisionOf(plan),
      delegates: Object.fromEntries(below.map(([reference, sub]) => [reference, revisionOf(sub)])),
    },
    contracts: {
      plan: contractsOf(plan, setting),
      delegates: Object.fromEntries(below.map(([reference, sub]) => [reference, contractsOf(sub, setting)])),
    },
    flows,
    ...(part ? { part: { given: part.given } } : {}),
  });
  return text.ok ? ok({ v: SIGNED, hash: sha256Hex(text.value), flows }) : text;
}

/**
 * Whether two revisions have the same hash, given the same place and sub-plans, without making either: an edit costs
 * what it touched. What is the same object in both is not looked into.
 */
export function signedAlike(a: Plan, b: Plan): boolean {
  if (a.calls.length !== b.calls.length) return false;
  for (let i = 0; i < a.calls.length; i++) {
    const [own, other] = [a.calls[i], b.calls[i]];
    if (own !== other && !jsonEquals(own && signedCall(own), other && signedCall(other))) return false;
  }
  return jsonEquals(aroundCalls(a), aroundCalls(b));
}

// The revision. What is left out is what nobody runs by; a parameter, an initial value or an output is never left out,
// whatever its key is called: it goes to a tool or to a person.

const revisionOf = (plan: Plan | OwnPlan) => ({ ...aroundCalls(plan), calls: plan.calls.map(signedCall) });

function signedCall(call: Call): Call {
  const { _reasoningForCall: _, ...rest } = normalCall(call);
  return rest as Call;
}

function aroundCalls(plan: Plan | OwnPlan): Record<string, unknown> {
  const { calls: _, layout: __, notes: ___, title: ____, $schema: _____, ...rest } = plan;
  const signed: Record<string, unknown> = { ...rest };
  if (plan.output !== undefined) signed.output = normalValue(plan.output as Json);
  if (plan.tools) signed.tools = plan.tools.map(signedContract);
  for (const key of ['input', 'state']) {
    const kind = signed[key];
    if (isObject(kind) && kind.schema !== undefined)
      signed[key] = { ...kind, schema: signedSchema(kind.schema) };
  }
  if ('plans' in plan && plan.plans) {
    const own = Object.entries(plan.plans).map(([name, sub]) => [name, revisionOf(sub)]);
    signed.plans = Object.fromEntries(own);
  }
  if (signed.outputSchema !== undefined) signed.outputSchema = signedSchema(signed.outputSchema);
  return signed;
}

const signedContract = (contract: ToolContract): ToolContract => ({
  ...contract,
  ...(contract.parameters === undefined ? {} : { parameters: signedSchema(contract.parameters) }),
  ...(contract._output === undefined ? {} : { _output: signedSchema(contract._output) }),
});

/** Values that a schema holds: a key in one is content. */
const VALUES: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples']);

/** A schema without the addresses of its dialect, at any depth: nothing reads them. */
function signedSchema<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(signedSchema) as T;
  if (!isObject(schema)) return schema;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$schema' && typeof value === 'string') continue;
    setOwn(copy, key, VALUES.has(key) ? value : signedSchema(value));
  }
  return copy as T;
}

// The contracts.

/** Where a contract is from (L-75). */
type ContractOrigin = 'app' | 'own' | 'plan';

interface SignedTool {
  readonly name: string;
  readonly origin: ContractOrigin;
  readonly contract: ToolContract;
  /** Of code that comes with the app. */
  readonly code?: number;
}

/** The contracts in force for its calls and those of the code they enter, each once, by name and origin. */
function contractsOf(plan: Plan, setting: FlowSetting): readonly SignedTool[] {
  const catalogue = catalogueOf(setting.catalogue.list(), plan.tools);
  const written = new Set((plan.tools ?? []).map(({ name }) => name));
  const tools = new Map<string, SignedTool>();
  const add = (name: string, contract: ToolContract | undefined, isPlans: boolean) => {
    const origin = isPlans ? 'plan' : contract === setting.contractBehind?.(name) ? 'app' : 'own';
    const key = `${name}\u0000${origin}`;
    if (!contract || tools.has(key)) return;
    const signed = { name, origin, contract: signedContract(contract) } as const;
    tools.set(key, origin === 'app' ? { ...signed, code: codeVersion(name) } : signed);
  };
  for (const call of plan.calls) {
    const contract = catalogue.get(call._tool);
    add(call._tool, contract, written.has(call._tool));
    const entered = enteredBy(call, contract, setting);
    if (entered !== null)
      add(entered, setting.contractBehind?.(entered) ?? setting.catalogue.get(entered), false);
  }
  return [...tools].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tool]) => tool);
}
