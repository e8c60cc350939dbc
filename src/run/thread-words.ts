/** The sentences of a run's thread: summary, progress, retries, failures, completion (R-27 to R-32). */

import { cut } from '../lib/cut-text.ts';
import type { Json } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import { isOff } from '../plan/open-step.ts';
import type { PlanDiff, ResumeClass, RunStatus, Saved, SkipReason } from './events.ts';
import { LargeValue, sizeInWords } from './large-value.ts';
import type { PlannerTold } from './planner-said.ts';
import { turnWords } from './turn-words.ts';

/** R-32: code points of an error in a progress line; R-31: of one in a question. */
const ERROR = 80;
const LAST_ERROR = 120;
/** Code points of what is told of a planner's answer; the whole is in the journal. */
const PLANNER = 400;

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Where a call stands in its plan: the n-th of so many, by what it does. */
export interface Place {
  readonly n: number;
  readonly total: number;
  readonly name: string;
}

const stepWords = ({ n, total, name }: Place): string => `plan step ${n}/${total}: ${name}`;

/** R-27: every call, before the first one runs. @param isPart what is switched off is no part of the run (L-76) */
export function summary({ calls }: Plan, isPart: boolean): string {
  const why = isPart ? 'not in this run' : 'switched off';
  const lines = calls.map(
    (call, at) => `${at + 1}. ${call._description ?? call._id}${isOff(call) ? ` (${why})` : ''}`,
  );
  return ['Executing plan:', ...lines].join('\n');
}

/** R-28. */
export const progress = stepWords;

/** R-30. @param limit retries that the call has by now: a person may have allowed more */
export const retrying = ({ name }: Place, retry: number, limit: number): string =>
  `retry ${retry}/${limit}: ${name}`;

/** R-32. */
export const hasFailed = (place: Place, error: string): string =>
  `${stepWords(place)} → failed (${cut(error, ERROR)})`;

export const tookErrorBranch = (place: Place, error: string): string =>
  `${stepWords(place)} → took its error branch (${cut(error, ERROR)})`;

const SKIPPED: Readonly<Record<SkipReason, string>> = {
  'branch-not-taken': 'the branch it needs was not taken',
  failure: 'something it needs has failed',
  rejected: 'its gate was rejected',
  person: 'you said so',
  unanswered: 'nobody answered in the time that the plan gives',
  'input-not-given': 'the input it needs was not given',
  'switched-off': 'it is switched off',
  'not-in-part': 'it is no part of this run',
};

/** Of a record from outside it may be a reason that is known nowhere. */
export const skippedFor = (because: SkipReason): string => SKIPPED[because] ?? because;

/** @param path that it reads and nothing will write; null where it is skipped for what it is itself */
export const wasSkipped = (place: Place, because: SkipReason, path: string | null): string =>
  `${stepWords(place)} → skipped (${
    because === 'switched-off' && path !== null ? `what writes ${path} is switched off` : skippedFor(because)
  })`;

/** R-31: the budget grows by the base limit, by one where that is 0 (L-41). */
export function moreRetries({ name }: Place, failures: number, retryLimit: number, error: string): string {
  const more = counted(Math.max(1, retryLimit), 'more retry', 'more retries');
  return `"${name}" has failed ${counted(failures, 'time')}. Allow ${more}? Last error: ${cut(error, LAST_ERROR)}`;
}

export const wasStopped = (place: Place): string => `${stepWords(place)} → stopped by you`;

export const asksStopped = ({ name }: Place): string => `You have stopped "${name}". What becomes of it?`;

export const inDoubt = ({ name }: Place): string =>
  `Nothing tells whether "${name}" happened. Only you can say.`;

export const asksApproval = ({ name }: Place): string => `"${name}" asks to be approved before it starts.`;

export const asksMandate = ({ name }: Place): string =>
  `"${name}" lies beyond what you allowed the plan to do by itself, and asks.`;

export const atGate = ({ name }: Place, gate: string): string =>
  `"${name}" waits for you to approve "${gate}".`;

export const asksAnswer = ({ name }: Place): string => `"${name}" asks you something.`;

/** What becomes of the calls of a run, each counted once. */
export interface Counts {
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
}

const ENDS: Readonly<Partial<Record<RunStatus, string>>> = {
  completed: 'Plan complete',
  completed_with_errors: 'Plan complete with errors',
  failed: 'Plan failed',
  aborted: 'Plan stopped',
};

/** The completion line with its counts; only what there was any of is named. */
export function completion(status: RunStatus, counts: Counts, why?: string): string {
  const { total, completed, failed, skipped } = counts;
  const cancelled = total - completed - failed - skipped;
  const parts = [`${completed} of ${counted(total, 'step')} completed`];
  for (const [count, word] of [
    [failed, 'failed'],
    [skipped, 'skipped'],
    [cancelled, 'not run'],
  ] as const)
    if (count > 0) parts.push(`${count} ${word}`);
  const reason = why === undefined ? '' : ` (${why.replaceAll('_', ' ')})`;
  return `${ENDS[status] ?? 'Plan ended'}${reason}: ${parts.join(', ')}.`;
}

/** R-38: what was cut off and is not gone on with has to be asked for again. */
export const DISCARDED = 'The run was discarded and will not go on. Run the plan again to have it done.';

const CLASS_WORDS: Readonly<Record<ResumeClass, string>> = {
  completed_with_result: 'done',
  pending: 'to do',
  failed: 'failed',
  in_doubt: 'in doubt',
  interrupted_with_child: 'with a sub-plan under way',
};

/** R-22: how the calls stand, and what is not paid for again. */
export function resumed(classes: Readonly<Record<ResumeClass, number>>, saved: Saved): string {
  const names = Object.keys(CLASS_WORDS) as ResumeClass[];
  const stand = names.filter((one) => classes[one] > 0).map((one) => `${classes[one]} ${CLASS_WORDS[one]}`);
  const said = `Resumed: ${stand.length > 0 ? stand.join(', ') : 'nothing to do'}`;
  const spared = savedWords(saved);
  // One sentence: the journal reflects in no more than one (C-9).
  return spared === null ? `${said}.` : `${said}; ${spared[0]!.toLowerCase()}${spared.slice(1)}`;
}

/** "This resume saved 3 calls and 7 model calls, about $0.42."; null where it saved nothing. No price known, no price. */
export function savedWords({ calls, modelCalls, cost }: Saved): string | null {
  const parts: string[] = [];
  if (calls > 0) parts.push(counted(calls, 'call'));
  if (modelCalls > 0) parts.push(counted(modelCalls, 'model call'));
  if (parts.length === 0) return null;
  return `This resume saved ${parts.join(' and ')}${cost > 0 ? `, about $${cost.toFixed(2)}` : ''}.`;
}

export const runsAgain = ({ name }: Place, cleared: number): string =>
  `Running again from "${name}": ${counted(cleared, 'call')} will run again.`;

/** P-10: a revision is never silent. */
export function revised({ removed, added, revised: changed }: PlanDiff): string {
  const parts = [
    [removed, 'removed'],
    [added, 'added'],
    [changed, 'changed'],
  ] as const;
  const said = parts.flatMap(([calls, word]) => (calls.length === 0 ? [] : [`${calls.length} ${word}`]));
  return `The plan was revised: ${said.length === 0 ? 'its calls stay as they are' : said.join(', ')}.`;
}

/** Why there is none, or what is wrong with the one there is, in a planner's words: never silent either. A turn makes no new plan. */
export const toldOfPlan = (isThere: boolean, { text, turn }: Pick<PlannerTold, 'text' | 'turn'>): string =>
  `${turn !== undefined ? `Turn ${turn}` : isThere ? 'Of the new plan' : 'No new plan was made'}: ${cut(text, PLANNER)}`;

/** A turn as the conversation has it. */
export const turnTold = (turn: Parameters<typeof turnWords>[0]): string => cut(turnWords(turn), PLANNER);

/** R-2: the value of the run as the reply; null where there is none. */
export function replyOf(output: Json): string | null {
  if (output === null || output === '') return null;
  if (output instanceof LargeValue) return `${replyOf(output.head) ?? ''}\n… ${sizeInWords(output)} in all`;
  return typeof output === 'string' ? output : JSON.stringify(output, null, 2);
}
