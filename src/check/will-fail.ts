/** Which problems a run would fail for. Some are warnings by their rank (§13): a plan may be approved with them, since another file may come. */

import type { Problem } from './problem.ts';

const CERTAIN: ReadonlySet<Problem['code']> = new Set(['unknown-column']);

/** Shown as an error is: a person who takes it for a hint would sign a plan that can't succeed with the files it has. */
export const willFail = ({ code, severity }: Pick<Problem, 'code' | 'severity'>): boolean =>
  severity === 'error' || CERTAIN.has(code);
