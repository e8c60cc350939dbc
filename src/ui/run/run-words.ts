/** What stands over the canvas of a run, in words: how it stands, how many of its calls are through, how long it took. */

import type { RunReason } from '../../run/events.ts';
import { progressOf } from '../../run/progress.ts';
import type { RunState } from '../../run/state.ts';
import { seenDetail } from '../../run/step-table.ts';
import { type AttemptView, runStatus, tookMs } from '../../run/view.ts';
import { counted, duration, runStatusWords } from '../words.ts';

export const RUN_REASON: Readonly<Record<RunReason, string>> = {
  goal_met: 'Everything it set out to do is done.',
  errors: 'Some calls failed or were skipped; the rest went on.',
  nothing_ran: 'None of its calls could run: each was left out.',
  call_failed: 'It stopped at a call, as the plan or a person said.',
  step_budget: 'It reached the most calls it may make. Raise the limit when you approve it again.',
  replan_budget: 'It reached the most replans it may ask for.',
  turn_budget: 'It reached the most turns it may take, and had no result by then.',
  cost_budget: 'It reached the price you allowed.',
  time_budget: 'It reached the time you allowed. What was in flight was stopped.',
  no_plan: 'The planner had no further plan.',
  rejected: 'You rejected it.',
  aborted: 'Stopped by you. What had been done is kept.',
  discarded: 'It was discarded.',
  invalid: 'The plan did not pass its checks, so nothing was run.',
};

/** Why it ended, as a sentence; empty while it goes on. The journal has one reason for a plan that stops and for a person who does. */
export function reasonWords(state: RunState): string {
  const { reason, policy, steps, program } = state;
  if (reason === 'goal_met') return doneWords(state);
  if (reason !== 'call_failed') return reason === null ? '' : RUN_REASON[reason];
  const hasFailed = program.steps.some(
    ({ index, fireAndForget }) => steps.status[index] === 'failed' && !fireAndForget,
  );
  if (!hasFailed) return 'You stopped it at a call of which nobody knows whether it happened.';
  return policy.onFailure === 'abort'
    ? 'A call failed, and the plan says to stop then.'
    : 'A call failed, and you stopped the run there.';
}

/** Calls whose result a person put in. */
export const givenByHand = ({ program, steps }: Pick<RunState, 'program' | 'steps'>): number =>
  program.steps.filter(({ index }) => seenDetail(steps, index).via === 'person').length;

/** A run completes with calls that nobody has seen succeed: “everything is done” would be more than is known. */
function doneWords({ program, steps, subRuns }: RunState): string {
  const unread = program.steps.filter(({ index }) => seenDetail(steps, index).unreadable !== null).length;
  const given = givenByHand({ program, steps });
  // The last run of a call, or of a loop's element, is what its result came from.
  const last = new Map([...subRuns.values()].map((run) => [`${run.call} ${run.index ?? ''}`, run]));
  const faulty = [...last.values()].filter(({ status }) => status !== 'completed').length;
  const but = [
    faulty > 0 ? `${counted(faulty, 'run')} of sub-plans ended with errors` : '',
    unread > 0 ? `the answer of ${counted(unread, 'call')} can’t be used` : '',
    given > 0 ? `what ${counted(given, 'call')} gave is your word` : '',
  ].filter(Boolean);
  return but.length === 0 ? RUN_REASON.goal_met : `Its calls are over, but ${but.join(', and ')}.`;
}

/** How an attempt went. Of a dry run neither the way nor the time is more than a guess. */
export function attemptWords({ startedAt, endedAt, outcome, failure }: AttemptView, dry: boolean): string {
  if (endedAt === undefined) return 'In progress';
  const took = duration(Math.max(0, endedAt - startedAt));
  if (failure?.by === 'person') return `stopped by you after ${took}`;
  return dry
    ? `would have ${outcome} after about ${took}: made up, no tool was called`
    : `${outcome} in ${took}`;
}

interface RunWords {
  readonly status: string;
  /** `12 of 40 calls, 2 skipped, 3 cancelled in 4.2 s`. */
  readonly facts: string;
  /** Calls that are through, whatever way, of all. */
  readonly over: number;
  readonly total: number;
}

export function runWords(state: RunState): RunWords {
  const { counts, total, memoized } = progressOf(state);
  const { skipped, cancelled } = counts;
  const through = counts.completed + counts.failed + counts.dispatched;
  const took = tookMs(state);
  const facts = [
    `${through} of ${counted(total, 'call')}`,
    skipped > 0 ? `, ${skipped} skipped` : '',
    cancelled > 0 ? `, ${cancelled} cancelled` : '',
    took === null ? '' : ` in ${duration(took)}`,
    memoized > 0 ? `, ${memoized} taken from the journal` : '',
  ];
  const over = through + skipped + cancelled;
  return { status: runStatusWords(runStatus(state)), facts: facts.join(''), over, total };
}
