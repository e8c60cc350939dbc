/** What there is to know about calls beside the plan: selection, problems, a difference. All by call id. */

import type { Problem } from '../check/problem.ts';
import { willFail } from '../check/will-fail.ts';
import type { CallComment, NoteAt } from '../plan/canvas-notes.ts';
import { parseCall } from '../plan/parsed-call.ts';
import { type CardModel, cardModel } from './card.ts';
import type { CanvasDiff, Given } from './given.ts';

/** What a revision did to a call; of a turn that nobody has taken, that it would do it. */
export type DiffMark = 'added' | 'revised' | 'removed' | 'ghost';

export interface Marks {
  readonly selected: ReadonlySet<string>;
  readonly selectedEdges: ReadonlySet<string>;
  /** The one call that Tab reaches. */
  readonly active: string | undefined;
  readonly problems: ReadonlyMap<string, ProblemCount>;
  readonly diff: ReadonlyMap<string, DiffMark>;
  readonly strangers: Given['strangers'];
  /** What people said of them. */
  readonly said: ReadonlyMap<string, readonly NoteAt<CallComment>[]>;
  /** Of revised calls: the card as it was. */
  readonly before: ReadonlyMap<string, CardModel>;
}

export function diffMarks(diff: CanvasDiff | undefined): ReadonlyMap<string, DiffMark> {
  const marks = new Map<string, DiffMark>();
  for (const id of diff?.added ?? []) marks.set(id, diff?.areGhosts ? 'ghost' : 'added');
  for (const call of diff?.revised ?? []) marks.set(call._id, diff?.areGhosts ? 'ghost' : 'revised');
  for (const call of diff?.removed ?? []) marks.set(call._id, 'removed');
  return marks;
}

export function cardsBefore(
  diff: Given['diff'],
  catalogue: Given['catalogue'],
): ReadonlyMap<string, CardModel> {
  const cards = (diff?.revised ?? []).map((call): [string, CardModel] => [
    call._id,
    cardModel(parseCall(call), catalogue),
  ]);
  return new Map(cards);
}

// ---- Problems counted by the call where a click on them goes ----

export interface ProblemCount {
  readonly errors: number;
  readonly warnings: number;
  /** Warnings that a run would fail for. */
  readonly fails: number;
}

export function countProblems(problems: readonly Problem[]): ReadonlyMap<string, ProblemCount> {
  const counts = new Map<string, ProblemCount>();
  for (const problem of problems) {
    for (const id of new Set(problem.calls)) {
      const { errors, warnings, fails } = counts.get(id) ?? { errors: 0, warnings: 0, fails: 0 };
      const isError = problem.severity === 'error';
      const fail = !isError && willFail(problem) ? 1 : 0;
      counts.set(id, {
        errors: errors + (isError ? 1 : 0),
        warnings: warnings + (isError ? 0 : 1 - fail),
        fails: fails + fail,
      });
    }
  }
  return counts;
}

/** Remembers the calls that have errors: the same set until there are others. One a canvas. */
export function createFailing() {
  let last: ReadonlySet<string> = new Set();
  return (counts: ReadonlyMap<string, ProblemCount>): ReadonlySet<string> => {
    const failing = new Set(
      [...counts].flatMap(([id, { errors, fails }]) => (errors + fails > 0 ? [id] : [])),
    );
    if (failing.size !== last.size || [...failing].some((id) => !last.has(id))) last = failing;
    return last;
  };
}

/** "2 errors, 1 warning"; empty where there is nothing to say. */
export function problemWords(count: ProblemCount | undefined): string {
  if (!count) return '';
  const words: string[] = [];
  if (count.errors > 0) words.push(count.errors === 1 ? '1 error' : `${count.errors} errors`);
  if (count.fails > 0)
    words.push(`${count.fails} ${count.fails === 1 ? 'problem' : 'problems'} that a run would fail for`);
  if (count.warnings > 0) words.push(count.warnings === 1 ? '1 warning' : `${count.warnings} warnings`);
  return words.join(', ');
}
