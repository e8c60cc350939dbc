/** The words and defaults of the document that code reads without reading a document: no schema library behind them. */

/** What `format` says in every plan document. */
export const FORMAT = 'obelus/plan';
/** The file with the JSON Schema of a plan, beside the app and in the package. */
export const PLAN_SCHEMA_FILE = 'plan.schema.json';
/** The version of the document's shape. */
export const VERSION = 1;

/** From the most harmless to the least. */
export const EFFECTS = ['none', 'read', 'write', 'irreversible'] as const;
/** What a call does to the world, from nothing to what can't be taken back. */
export type Effect = (typeof EFFECTS)[number];

export const OUTPUT_METHODS = ['set', 'merge', 'assign', 'push', 'concat'] as const;
export type OutputMethod = (typeof OUTPUT_METHODS)[number];

export const FAILURE_POLICIES = ['ask', 'abort', 'skip', 'continue', 'replan'] as const;
/** How a run goes on after a call has failed for good (L-41). */
export type FailurePolicy = (typeof FAILURE_POLICIES)[number];

/** The meta-properties of a call. Every other key is a parameter of its tool. */
export const META_KEYS = [
  '_id',
  '_tool',
  '_description',
  '_expected',
  '_outputPath',
  '_outputMethod',
  '_after',
  '_instance',
  '_scopes',
  '_delegate',
  '_forEach',
  '_activity',
  '_off',
  '_reasoningForCall',
] as const;

/** Calls that replans may add to a plan which sets no `maxSteps` (L-44): its own calls have no ceiling then. */
export const MOST_ADDED_CALLS = 12;

/** What a policy means where it says nothing (PLAN-LANGUAGE §2, L-40, L-44, L-42). */
export const DEFAULT_POLICY = {
  onFailure: 'ask',
  retryLimit: 3,
  maxConcurrent: 3,
  maxReplans: 5,
  askBefore: 'none',
} as const;
