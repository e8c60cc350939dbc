/** The plan document (PLAN-LANGUAGE §2): its zod schema is its type. Knows no tool's meaning and no run. */

import { z } from 'zod';
import type { Json } from '../lib/json.ts';
import { toolContractShape } from './contract-shape.ts';
import { EFFECTS, FAILURE_POLICIES, FORMAT, VERSION } from './vocabulary.ts';

export {
  DEFAULT_POLICY,
  FAILURE_POLICIES,
  type FailurePolicy,
  FORMAT,
  META_KEYS,
  OUTPUT_METHODS,
  type OutputMethod,
  VERSION,
} from './vocabulary.ts';

/** A JSON Schema as a stranger wrote it: checked when it is used, kept as it came. */
const jsonSchemaShape = z.union([z.boolean(), z.record(z.string(), z.unknown())]);
/** A JSON Schema, draft 2020-12, or `true` or `false`. */
export type JsonSchema = z.infer<typeof jsonSchemaShape>;

/**
 * One call: a node of the plan. Keys not starting with `_` are parameters, values of any JSON with
 * expressions at any depth. Unknown `_` keys survive a round trip (§2).
 */
export interface Call {
  readonly _id: string;
  readonly _tool: string;
  readonly _description?: string;
  readonly _expected?: string;
  /** An expression over state paths: `||` between alternatives, `&&` for fan-out (L-5b). */
  readonly _outputPath?: string;
  /** Kept as written; a value outside OUTPUT_METHODS is the error `bad-output-method`. */
  readonly _outputMethod?: string;
  readonly _after?: string;
  /** absent or "*": once per instance; a label: only there; null: once for all (L-50). */
  readonly _instance?: string | null;
  readonly _scopes?: readonly string[];
  readonly _delegate?: string;
  readonly _forEach?: string;
  readonly _activity?: string;
  /** Switched off by a person (L-37). */
  readonly _off?: boolean;
  readonly _reasoningForCall?: string;
  readonly [key: string]: Json | readonly string[] | undefined;
}

/** A call as a document holds it. Parameters and unknown names pass: the checks judge them. */
export const callShape = z.looseObject({
  _id: z.string(),
  _tool: z.string(),
  _description: z.string().optional(),
  _expected: z.string().optional(),
  _outputPath: z.string().optional(),
  _outputMethod: z.string().optional(),
  _after: z.string().optional(),
  _instance: z.string().nullable().optional(),
  _scopes: z.array(z.string()).optional(),
  _delegate: z.string().optional(),
  _forEach: z.string().optional(),
  _activity: z.string().optional(),
  _off: z.boolean().optional(),
  _reasoningForCall: z.string().optional(),
});

const policyShape = z.looseObject({
  onFailure: z.enum(FAILURE_POLICIES).optional(),
  retryLimit: z.int().min(0).optional(),
  maxConcurrent: z.int().min(1).optional(),
  maxSteps: z.int().min(0).optional(),
  maxReplans: z.int().min(0).optional(),
  /** US dollars; the run stops with `cost_budget` when contracts' costs, or those of a model's answers, reach it. */
  maxCost: z.number().min(0).optional(),
  /** Milliseconds that the run may work; it stops with `time_budget`. What waits for a person alone is not counted. */
  maxDurationMs: z.number().positive().optional(),
  /** Milliseconds that a gate, or a call that asks before it starts, waits for a person: then it counts as refused (L-72). */
  approvalTimeoutMs: z.number().positive().optional(),
  /** L-72: which calls ask before they start. */
  askBefore: z.enum(['none', 'effects', 'all']).optional(),
  /** Every replan's draft waits for a person. One beyond the approved scope waits in any case (L-71). */
  reviewReplans: z.boolean().optional(),
});
/** How a run of the plan goes on after failures, and its ceilings; what is absent has the defaults of the language. */
export type Policy = z.infer<typeof policyShape>;

const mandateShape = z.looseObject({
  tools: z.array(z.string()),
  effects: z.array(z.enum(EFFECTS)),
  hosts: z.array(z.string()),
  maxSteps: z.int().min(0).optional(),
  maxTurns: z.int().min(0).optional(),
  maxCost: z.number().min(0).optional(),
  maxDurationMs: z.number().positive().optional(),
});
/** What a plan may do that goes on while it runs: signed in the place of calls that nobody knows yet (L-64). */
export type Mandate = z.infer<typeof mandateShape>;

const dataKindShape = z.looseObject({
  schema: jsonSchemaShape.optional(),
  initial: z.record(z.string(), z.unknown()).optional(),
});

/** What a plan has besides what a document of its own says of itself. */
const planParts = {
  /** For editors: never fetched, and no part of what is signed (§2). */
  $schema: z.string().optional(),
  title: z.string().optional(),
  goal: z.string().optional(),
  mode: z.enum(['lazy', 'eager']).optional(),
  strategy: z.enum(['flat', 'hierarchical', 'iterative']).optional(),
  input: z.looseObject({ schema: jsonSchemaShape.optional() }).optional(),
  state: dataKindShape.optional(),
  /** L-5a: more roots like `state`; the kind `data` is always declared. */
  data: z.record(z.string(), dataKindShape).optional(),
  tools: z.array(toolContractShape).optional(),
  calls: z.array(callShape),
  output: z.unknown().optional(),
  /** What the result must be (L-35). */
  outputSchema: jsonSchemaShape.optional(),
  policy: policyShape.optional(),
  mandate: mandateShape.optional(),
  layout: z.record(z.string(), z.looseObject({ x: z.number(), y: z.number() })).optional(),
  notes: z.array(z.unknown()).optional(),
};

/** A sub-plan that stands in the document of the plan that delegates to it, under a name (L-52). */
const ownPlanShape = z.looseObject(planParts);

/** A plan as a document holds it, of this version. */
export const planShape = z.looseObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  id: z.string(),
  ...planParts,
  /** Sub-plans by name, which `"_delegate": "#<name>"` runs (L-52): one level, and of the document that is run alone. */
  plans: z.record(z.string(), ownPlanShape).optional(),
});

/** The declared keys of a loose shape: its index signature would swallow them in `Omit`. */
type Declared<T> = { readonly [K in keyof T as string extends K ? never : K]: T[K] };

/** A plan document. `calls` is in list order, which means only start order and ties (L-36). */
export type Plan = Omit<Declared<z.infer<typeof planShape>>, 'calls' | 'output' | 'plans'> & {
  readonly calls: readonly Call[];
  readonly output?: Json;
  readonly plans?: Readonly<Record<string, OwnPlan>>;
};

/** A sub-plan as the document of its plan holds it: what the outer document says of format and version holds for it. */
export type OwnPlan = Omit<Plan, 'format' | 'version' | 'id' | 'plans'>;
