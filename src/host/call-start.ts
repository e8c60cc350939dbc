/** A call that starts, as plain data: what it reads is taken now, and later writes don't change it (L-17). */

import type { JsonObject } from '../lib/json.ts';
import { resolveItems, resolveScopes } from '../run/params.ts';
import type { RunState } from '../run/state.ts';
import { seenDetail } from '../run/step-table.ts';
import type { CallStart } from './port.ts';

const NO_PARAMS: JsonObject = Object.freeze({});
const NO_SCOPES: JsonObject = Object.freeze({});

export function callStart(state: RunState, step: number): CallStart {
  const compiled = state.program.steps[step]!;
  const { id, call, instance, contract, effect, latent } = compiled;
  const { answers, spentMs } = seenDetail(state.steps, step);
  const { params, attempt, begun } = state.steps;
  return {
    id,
    step,
    call,
    instance,
    contract,
    effect,
    latent,
    params: params[step] ?? NO_PARAMS,
    scopes: call._scopes === undefined ? NO_SCOPES : resolveScopes(state, compiled),
    items: call._forEach === undefined ? undefined : resolveItems(state, compiled),
    attempt: attempt[step]!,
    begun: begun[step]!,
    recordedFrom: state.recordedFrom.size > 0 ? state.recordedFrom.get(id) : undefined,
    answers,
    spentMs,
  };
}

/**
 * The same for every attempt of the call (L-91). What a person has run again is to happen again: whoever remembers the
 * key must not take it for a repetition, so it is another then.
 */
export function idempotencyKey(runId: string, { id, recordedFrom }: CallStart): string {
  const key = `${runId}/${id}`;
  return recordedFrom === undefined ? key : `${key}/${recordedFrom}`;
}
