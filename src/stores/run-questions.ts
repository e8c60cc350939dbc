/** What a run and the sub-runs below it ask a person, in the order they asked. What a run asks, its view says. */

import { aboutOf } from '../run/grants.ts';
import { type OpenQuestion, openQuestions, waitOf } from '../run/view.ts';
import type { RunsState } from './runs.ts';
import type { ShownRun } from './shown-run.ts';

/** A question, and the run that asks it: the one a person looks at, or a sub-run below it (L-52). */
export interface Asked {
  readonly run: ShownRun;
  readonly question: OpenQuestion;
  /** Since when a call asks, ms; 0 for a gate or a draft. */
  readonly since: number;
}

function askedBy(run: ShownRun): readonly Asked[] {
  const asked = openQuestions(run.state).map((question): Asked => {
    const since = 'call' in question ? (waitOf(run.state, question.call)?.since ?? 0) : 0;
    return { run, question, since };
  });
  const ofCalls = asked.filter(({ question }) => 'call' in question).sort((a, b) => a.since - b.since);
  return [...ofCalls, ...asked.filter(({ question }) => !('call' in question))];
}

/** How many others ask at the door what this one asks. */
export function othersLike({ question }: Asked, all: readonly Asked[]): number {
  const about = question.kind === 'answer' ? aboutOf(question.form) : undefined;
  if (about === undefined) return 0;
  return all.filter(({ question: one }) => one.kind === 'answer' && aboutOf(one.form) === about).length - 1;
}

/** A sub-run's id begins with its parent's. */
export function askedWithin(
  run: ShownRun,
  { known, asking }: Pick<RunsState, 'known' | 'asking'>,
): readonly Asked[] {
  const asked = [...askedBy(run)];
  for (const id of asking) {
    const other = known.get(id);
    if (other?.state.parent && id.startsWith(`${run.runId}.`)) asked.push(...askedBy(other));
  }
  return asked;
}
