/** What a run and the sub-runs below it ask a person: of each a new plan first, then its calls as they asked. What it asks, its view says. */

import { aboutOf } from '../run/grants.ts';
import { questionGroups } from '../run/question-groups.ts';
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
  const isDraft = ({ question }: Asked) => question.kind === 'replan';
  const ofCalls = asked.filter(({ question }) => 'call' in question).sort((a, b) => a.since - b.since);
  const others = asked.filter((one) => !('call' in one.question) && !isDraft(one));
  // A new plan may drop what the calls ask, or put another tool in a call's place: whoever answered those first would
  // let run what they have just replaced.
  return [...asked.filter(isDraft), ...ofCalls, ...others];
}

/** How many others ask at the door what this one asks. */
export function othersLike({ question }: Asked, all: readonly Asked[]): number {
  const about = question.kind === 'answer' ? aboutOf(question.form) : undefined;
  if (about === undefined) return 0;
  return all.filter(({ question: one }) => one.kind === 'answer' && aboutOf(one.form) === about).length - 1;
}

/** Those that ask the same of one call in several instances of its run, under the first of them (L-55); that one alone where none does. */
export function alikeInList(one: Asked, all: readonly Asked[]): readonly Asked[] {
  const { run } = one;
  if (run.state.instances.length === 0) return [one];
  const own = all.filter((other) => other.run === run);
  const group = questionGroups(
    run.state,
    own.map(({ question }) => question),
  ).find((questions) => questions.includes(one.question));
  const its = new Set(group);
  return own.filter(({ question }) => its.has(question));
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

/** Whether a sub-run below it waits for a person: seen from above, the call that started it is at work. */
export const isAskedBelow = (run: ShownRun, runs: Pick<RunsState, 'known' | 'asking'>): boolean =>
  askedWithin(run, runs).some((asked) => asked.run !== run);
