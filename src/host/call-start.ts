/** A call that starts, as plain data: what it reads is taken now, and later writes don't change it (L-17). */

import { intAt, itemAt } from '../lib/columns.ts';
import type { JsonObject } from '../lib/json.ts';
import { carried, LARGE_FROM } from '../run/large-value.ts';
import { resolveItems, resolveScopes } from '../run/params.ts';
import type { RunState } from '../run/state.ts';
import { hasSchemaAt, hasStateSchema } from '../run/state-schema.ts';
import { seenDetail } from '../run/step-table.ts';
import type { Step } from '../run/steps.ts';
import type { CallStart } from './port.ts';

const NO_PARAMS: JsonObject = Object.freeze({});
const NO_SCOPES: JsonObject = Object.freeze({});

export function callStart(state: RunState, step: number): CallStart {
  const compiled = itemAt(state.program.steps, step);
  const { id, call, instance, contract, effect, latent } = compiled;
  const { answers, door, spentMs, sent } = seenDetail(state.steps, step);
  const { params, attempt, begun } = state.steps;
  const start: CallStart = {
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
    largeFrom: staysWhole(state, compiled) ? undefined : (state.setting.largeFrom ?? LARGE_FROM),
    attempt: intAt(attempt, step),
    begun: intAt(begun, step),
    recordedFrom: state.recordedFrom.size > 0 ? state.recordedFrom.get(id) : undefined,
    answers,
    door,
    spentMs,
    announced: sent !== null,
  };
  return state.looked.isUsed ? asCarried(start) : start;
}

/** The call with what it is given as plain data. */
function asCarried(start: CallStart): CallStart {
  const { value: params, large: inParams } = carried(start.params);
  const { value: scopes, large: inScopes } = carried(start.scopes);
  const { value: items, large: inItems } = carried(start.items ?? null);
  if (!inParams && !inScopes && !inItems) return start;
  const large = {
    ...(inParams ? { params: inParams } : {}),
    ...(inScopes ? { scopes: inScopes } : {}),
    ...(inItems ? { items: inItems } : {}),
  };
  return {
    ...start,
    params: params as JsonObject,
    scopes: scopes as JsonObject,
    items: start.items === undefined ? undefined : items,
    large,
  };
}

/** What the engine itself reads of a result would be kept for nothing: one that is joined with another, or checked. */
function staysWhole({ program, setting }: RunState, step: Step): boolean {
  const { method } = step;
  if (method !== 'set' && method !== 'push') return true;
  if (setting.invented || !hasStateSchema(program.plan)) return false;
  return step.alternatives.some((targets) => targets.some((target) => hasSchemaAt(program.plan, target)));
}

/**
 * The same for every attempt of the call (L-91). What a person has run again is to happen again: whoever remembers the
 * key must not take it for a repetition, so it is another then.
 */
export function idempotencyKey(runId: string, { id, recordedFrom }: CallStart): string {
  const key = `${runId}/${id}`;
  return recordedFrom === undefined ? key : `${key}/${recordedFrom}`;
}
