/** What is said and may be chosen where nobody knows whether a call happened (L-40a, L-91). For every screen and terminal alike. */

import { intAt, itemAt } from '../lib/columns.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import { isObject } from '../lib/json.ts';
import type { Choice } from './events.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';
import type { OpenQuestion } from './view.ts';

/** What is known of a doubtful call, as a sentence. @param call its id, or `id@LABEL` */
export function knownOfDoubt(state: RunState, call: string): string {
  const step = state.program.index.get(call);
  if (step === undefined) return '';
  const { failure } = seenDetail(state.steps, step);
  if (failure) return failure.message;
  if (intAt(state.steps.attempt, step) === 0)
    return 'In the run that this one goes on from it had begun, and nothing tells whether it was done.';
  return state.status === 'running'
    ? 'The run was interrupted while it was under way, so it may have had its effect already.'
    : 'The run ended while it was under way, so it may have had its effect already.';
}

/** The choices for a call that asks, the safe one first: what may have happened is run again last. */
export function choicesFor(
  question: Extract<OpenQuestion, { readonly retryLimit: number }>,
): readonly Choice[] {
  if (question.kind === 'approval') return ['approve', 'edit', 'reject'];
  if (question.over) return ['value', 'skip'];
  if (question.kind === 'in_doubt') return ['value', 'skip', 'abort', 'retry'];
  return question.happened
    ? ['value', 'skip', 'abort']
    : ['retry', 'edit', 'value', 'skip', 'replan', 'abort'];
}

/**
 * The web address at which a person can look whether a doubtful call happened; null where there is none. The read that
 * the contract names comes before the address that the call itself wrote to.
 */
export function lookAddress(state: RunState, call: string): string | null {
  const index = state.program.index.get(call);
  if (index === undefined) return null;
  const { contract } = itemAt(state.program.steps, index);
  const named = Object.values(contract?.look?.params ?? {});
  const own = addresses(contract?.parameters, state.steps.params[index] ?? {});
  return [...named, ...own].map(webAddress).find((address) => address !== null) ?? null;
}

function addresses(schema: unknown, params: JsonObject): Json[] {
  if (!isObject(schema) || !isObject(schema.properties)) return [];
  return Object.entries(schema.properties).flatMap(([key, property]) =>
    isObject(property) && property.format === 'uri' && Object.hasOwn(params, key)
      ? [params[key] ?? null]
      : [],
  );
}

/** An address that is whole, without a name or password in it. */
const webAddress = (text: unknown): string | null =>
  typeof text === 'string' && /^https?:\/\/[^\s/?#@\\]+([/?#]\S*)?$/i.test(text) ? text : null;
