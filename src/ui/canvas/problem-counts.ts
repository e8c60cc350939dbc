/** Problems counted by the call where a click on them goes. */

import type { Problem } from '../../check/problem.ts';

export interface ProblemCount {
  readonly errors: number;
  readonly warnings: number;
}

export function countProblems(problems: readonly Problem[]): ReadonlyMap<string, ProblemCount> {
  const counts = new Map<string, ProblemCount>();
  for (const problem of problems) {
    for (const id of new Set(problem.calls)) {
      const { errors, warnings } = counts.get(id) ?? { errors: 0, warnings: 0 };
      counts.set(
        id,
        problem.severity === 'error' ? { errors: errors + 1, warnings } : { errors, warnings: warnings + 1 },
      );
    }
  }
  return counts;
}

/** Remembers the calls that have errors: the same set until there are others. One a canvas. */
export function createFailing() {
  let last: ReadonlySet<string> = new Set();
  return (counts: ReadonlyMap<string, ProblemCount>): ReadonlySet<string> => {
    const failing = new Set([...counts].flatMap(([id, { errors }]) => (errors > 0 ? [id] : [])));
    if (failing.size !== last.size || [...failing].some((id) => !last.has(id))) last = failing;
    return last;
  };
}

/** "2 errors, 1 warning"; empty where there is nothing to say. */
export function problemWords(count: ProblemCount | undefined): string {
  if (!count) return '';
  const words: string[] = [];
  if (count.errors > 0) words.push(count.errors === 1 ? '1 error' : `${count.errors} errors`);
  if (count.warnings > 0) words.push(count.warnings === 1 ? '1 warning' : `${count.warnings} warnings`);
  return words.join(', ');
}
