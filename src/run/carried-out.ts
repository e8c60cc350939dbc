/** What became of the attempts of calls that do something: a request sent, a file written, a note kept, own code run. */

import { enteredBy, placesOf } from '../flows/use.ts';
import { itemAt } from '../lib/columns.ts';
import { changesTheWorld, type EffectOutcome, outcomeOf } from './outcome.ts';
import { isSafe, type Sent } from './sent.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';
import type { Step } from './steps.ts';
import { type AttemptView, attemptsAt } from './view.ts';
import { isOver } from './whole.ts';

/** What is known of an attempt's effect, and by whom. */
export interface Came {
  /** By the record; `failed` where no more than that is known. */
  readonly outcome: EffectOutcome | 'under-way' | 'failed';
  /** Why the answer of an effect that happened can't be used: a sentence. */
  readonly unreadable?: string;
  /** What a person said of it, which nobody here has seen: that it happened, that it did not, a result of their own, a skip. */
  readonly said?: 'happened' | 'did-not' | 'result' | 'skip';
}

/** An attempt of a call that sends no request at the door. */
export interface CarriedOut extends Came {
  /** The call's id, or `id@LABEL`. */
  readonly call: string;
  readonly attempt: number;
  /** When it began, ms. */
  readonly time: number;
  /** The file's name as the run had it, where it writes one. */
  readonly file?: string;
}

/** Oldest first; none where its result was taken over, or given by a person before anything began. */
export function carriedOut(state: RunState, step: Step): readonly CarriedOut[] {
  const attempts = attemptsAt(state, step.index);
  const file = fileOf(state, step);
  return attempts.map((one, at) => ({
    ...{ call: step.id, attempt: one.attempt, time: one.startedAt },
    ...cameOf(state, step, one, at === attempts.length - 1),
    ...(file === undefined ? {} : { file }),
  }));
}

/** What came of the attempt that sent a request; null where nobody has to ask: it changes nothing, or is under way. */
export function cameOfSent(state: RunState, { call, attempt, method }: Sent): Came | null {
  const index = state.program.index.get(call);
  if (index === undefined || isSafe(method)) return null;
  const step = itemAt(state.program.steps, index);
  if (!changesTheWorld(step)) return null;
  const attempts = attemptsAt(state, index);
  const at = attempts.findLastIndex((one) => one.attempt === attempt);
  const one = attempts[at];
  if (one === undefined) return null;
  const came = cameOf(state, step, one, at === attempts.length - 1);
  return came.outcome === 'under-way' ? null : came;
}

function cameOf(state: RunState, step: Step, one: AttemptView, isLast: boolean): Came {
  const outcome = outcomeIn(state, step, one);
  if (!isLast) return { outcome };
  const { unreadable } = seenDetail(state.steps, step.index);
  const said = saidOf(state, step, outcome);
  return {
    outcome,
    ...(outcome === 'done' && unreadable !== null ? { unreadable } : {}),
    ...(said === undefined ? {} : { said }),
  };
}

function saidOf({ steps }: RunState, { index }: Step, outcome: Came['outcome']): Came['said'] {
  const { settledAs, via, skippedFor } = seenDetail(steps, index);
  if (settledAs !== null) return settledAs;
  // Of a doubt a person gives the result that it had; of any other call one that it never gave.
  if (via === 'person') return outcome === 'unknown' ? 'happened' : 'result';
  return skippedFor?.because === 'person' ? 'skip' : undefined;
}

function outcomeIn(state: RunState, step: Step, { outcome, failure }: AttemptView): Came['outcome'] {
  if (outcome === 'completed') return 'done';
  const isCut = isOver(state) || state.steps.status[step.index] === 'in_doubt';
  if (outcome === 'running' && !isCut) return 'under-way';
  if (!changesTheWorld(step)) return 'failed';
  return failure === undefined ? 'unknown' : outcomeOf(step, failure);
}

/** As its last attempt was given it. */
function fileOf({ setting, steps }: RunState, { call, contract, index }: Step): string | undefined {
  const activity = enteredBy(call, contract, setting);
  const behind = activity === null ? undefined : setting.contractBehind?.(activity);
  const params = steps.params[index] ?? {};
  const [name] = (behind ? placesOf(behind).files : []).map((key) => params[key]);
  return typeof name === 'string' ? name.trim() : undefined;
}
