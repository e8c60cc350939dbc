/** What is wrong with a plan before it is approved or run: every problem with its place, a sentence and quick fixes. */

export { type CheckOptions, type CheckState, checkPlan, isSound } from '../check/check.ts';
export type { ErrorCode, Problem, QuickFix, WarningCode } from '../check/problem.ts';
export { loadPatterns } from '../tools/foreign-pattern.ts';
