/** What became of calls that do something and send no request at the door: a file written, a note kept, own code run. */

import { enteredBy, placesOf } from '../flows/use.ts';
import { changesTheWorld, type EffectOutcome, outcomeOf } from './outcome.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';
import type { Step } from './steps.ts';
import { type AttemptView, attemptsAt } from './view.ts';
import { isOver } from './whole.ts';

/** An attempt of such a call, as the journal tells of it. */
export interface CarriedOut {
  /** The call's id, or `id@LABEL`. */
  readonly call: string;
  readonly attempt: number;
  /** When it began, ms. */
  readonly time: number;
  /** What is known of its effect; `failed` where no more than that is known. */
  readonly outcome: EffectOutcome | 'under-way' | 'failed';
  /** The file's name as the run had it, where it writes one. */
  readonly file?: string;
}

/** Oldest first; none where its result was taken over, or given by a person before anything began. */
export function carriedOut(state: RunState, step: Step): readonly CarriedOut[] {
  const attempts = attemptsAt(state, step.index);
  const file = fileOf(state, step);
  return attempts.map((one, at) => ({
    ...{ call: step.id, attempt: one.attempt, time: one.startedAt },
    outcome: outcomeIn(state, step, one, at === attempts.length - 1),
    ...(file === undefined ? {} : { file }),
  }));
}

function outcomeIn(
  state: RunState,
  step: Step,
  { outcome }: AttemptView,
  isLast: boolean,
): CarriedOut['outcome'] {
  if (outcome === 'completed') return 'done';
  const isCut = isOver(state) || state.steps.status[step.index] === 'in_doubt';
  if (outcome === 'running' && !isCut) return 'under-way';
  if (!changesTheWorld(step)) return 'failed';
  if (outcome !== 'failed') return 'unknown';
  const { failure } = seenDetail(state.steps, step.index);
  return isLast && failure !== null ? outcomeOf(step, failure) : 'failed';
}

/** As its last attempt was given it. */
function fileOf({ setting, steps }: RunState, { call, contract, index }: Step): string | undefined {
  const activity = enteredBy(call, contract, setting);
  const behind = activity === null ? undefined : setting.contractBehind?.(activity);
  const params = steps.params[index] ?? {};
  const [name] = (behind ? placesOf(behind).files : []).map((key) => params[key]);
  return typeof name === 'string' ? name.trim() : undefined;
}
