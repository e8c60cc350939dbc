/** What a check finds: a closed vocabulary (PLAN-LANGUAGE §13), each with its place and, where one exists, quick fixes. */

import type { Edit, JsonPath } from '../plan/edit.ts';

const ERROR_CODES = [
  'not-a-plan',
  'syntax',
  'mixed-operators',
  'unknown-kind',
  'forbidden-segment',
  'limit',
  'duplicate-id',
  'bad-id',
  'unknown-tool',
  'open-step',
  'missing-parameter',
  'unknown-parameter',
  'type-mismatch',
  'unresolved-reference',
  'cycle',
  'write-conflict',
  'branch-overlap',
  'fan-overlap',
  'read-only-target',
  'bad-output-path',
  'bad-output-method',
  'bad-name',
  'shadowed-tool',
  'mandate-missing',
  'missing-branch',
  'path-not-in-schema',
  'output-in-lazy-plan',
  'secret-misplaced',
  'unknown-instance',
  'instance-scope',
  'delegate-missing',
  'delegate-recursion',
  'delegate-depth',
] as const;
/** Codes of problems that keep a plan from being approved and run (§13). */
export type ErrorCode = (typeof ERROR_CODES)[number];

const WARNING_CODES = [
  'embedded-reference',
  'undeclared-input',
  'timing-dependent',
  'no-data-edge',
  'discarded-result',
  'never-read',
  'many-calls',
  'exceeds-max-steps',
  'undeclared-state',
  'unchecked-pattern',
  'output-type',
  'unknown-column',
  'self-comparison',
  'list-for-one',
  'unit-mismatch',
  'wrong-file-kind',
  'never-true',
  'missing-file',
  'never-runs',
  'stale-test',
  'stale-note',
  'unknown-meta',
  'unknown-parameter',
] as const;
/** Codes of problems that a person may leave as they are (§13). */
export type WarningCode = (typeof WARNING_CODES)[number];

/** A quick fix is an edit, so that it is undone like any other. */
export interface QuickFix {
  readonly title: string;
  readonly edits: readonly Edit[];
}

/** Something that is wrong with a plan, or may be. */
export interface Problem {
  readonly code: ErrorCode | WarningCode;
  readonly severity: 'error' | 'warning';
  /** A sentence for a person: names the call, the parameter and the way out. */
  readonly message: string;
  /** The calls it concerns, the first being where a click goes. Empty for the document itself. */
  readonly calls: readonly string[];
  /** The sub-plan of the document that it is in, by its name (L-52): its calls are `#<name>/<id>`. */
  readonly within?: string;
  /** Where inside the first call (or the document, when `calls` is empty). */
  readonly path: JsonPath;
  /** Offset of the caret in the expression at `path`, UTF-16 units, where the problem is one of syntax. */
  readonly caret?: number;
  readonly fixes: readonly QuickFix[];
}

/** How a problem of a sub-plan begins where it is told beside those of the plan that has it. */
export const withinWords = (name: string): string => `Sub-plan "${name}": `;
