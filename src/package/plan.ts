/** Plans: reading them in every shape the language accepts, their expressions, edits and differences, the contracts of tools. */

export type { Json, JsonObject } from '../lib/json.ts';
export type { Result } from '../lib/result.ts';
export { applyEdits, type Edited } from '../plan/apply-edit.ts';
export { type Delegates, delegatesOf, type PlanLibrary } from '../plan/delegates.ts';
export { diffCalls, type PlanDiff } from '../plan/diff.ts';
export {
  type Call,
  type FailurePolicy,
  FORMAT,
  type JsonSchema,
  type Plan,
  type Policy,
  VERSION,
} from '../plan/document.ts';
export type { Edit, JsonPath } from '../plan/edit.ts';
export {
  type Expr,
  type ExpressionError,
  isExpression,
  parseExpression,
  printExpression,
  type Ref,
} from '../plan/expression.ts';
export { type Imported, type ImportProblem, importPlan } from '../plan/import.ts';
export { builtInTools } from '../tools/built-in.ts';
export { type Catalogue, catalogueOf, type Effect, type ToolContract } from '../tools/catalogue.ts';
