/** What is said and may be chosen where nobody knows whether a call happened (L-40a, L-91). For every screen and terminal alike. */

import { enteredBy, placesOf } from '../flows/use.ts';
import { intAt, itemAt } from '../lib/columns.ts';
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
 * a contract of the app's or an installed one names comes before the address that the call itself wrote to. A plan's own
 * `look` counts not at all (§2): it would send whoever doubts to where a stranger wants them.
 */
export function lookAddress(state: RunState, call: string): string | null {
  const index = state.program.index.get(call);
  if (index === undefined) return null;
  const { call: written, contract } = itemAt(state.program.steps, index);
  const { setting } = state;
  const activity = enteredBy(written, contract, setting);
  if (activity === null) return null;
  const behind = setting.contractBehind?.(activity);
  const isOfItsCode = written._activity === undefined && setting.catalogue.get(written._tool) === contract;
  const trusted = isOfItsCode ? contract : (behind ?? setting.catalogue.get(activity));
  const places = behind ?? contract;
  const params = state.steps.params[index] ?? {};
  const own = (places ? placesOf(places).addresses : []).map((key) =>
    Object.hasOwn(params, key) ? params[key] : null,
  );
  const named = Object.values(trusted?.look?.params ?? {});
  return [...named, ...own].map(webAddress).find((address) => address !== null) ?? null;
}

/** An address that is whole, without a name or password in it. */
const webAddress = (text: unknown): string | null =>
  typeof text === 'string' && /^https?:\/\/[^\s/?#@\\]+([/?#]\S*)?$/i.test(text) && URL.canParse(text)
    ? text
    : null;
