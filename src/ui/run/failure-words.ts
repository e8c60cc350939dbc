/** What a failed call's question says: how often it failed, what more retries would be, and the last error. */

import { cut } from '../../lib/cut-text.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Failure } from '../../run/events.ts';
import { isForGood } from '../../run/outcome.ts';
import { seenDetail } from '../../run/step-table.ts';
import { callView } from '../../run/view.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { counted } from '../words.ts';

/** Characters of the last error that the question shows; the whole is in the journal. */
const ERROR = 120;

/** `“Charge the card” has failed 4 times. Allow 3 more retries?` @param forGood see `isLost` */
export function failureTitle(title: string, { state }: ShownRun, call: string, forGood: boolean): string {
  const attempts = callView(state, call)?.attempts ?? [];
  const failed = attempts.filter(({ outcome }) => outcome === 'failed').length;
  const times = failed > 1 ? ` ${failed} times` : '';
  if (forGood) return `“${title}” has failed${times}. Trying again as it is will hardly help.`;
  // The budget grows by the limit, by one where that is nought (L-41).
  const more = state.policy.retryLimit || 1;
  return `“${title}” has failed${times}. Allow ${counted(more, 'more retry', 'more retries')}?`;
}

/** Whether another attempt as it is would come to the same, as far as the failure tells. */
export function isLost({ state: { program, steps } }: ShownRun, call: string): boolean {
  const step = program.steps[program.index.get(call) ?? -1];
  const failure = step && seenDetail(steps, step.index).failure;
  // What was let go of from here may well come to its end next time.
  return step !== undefined && !!failure && failure.code !== 'cancelled' && isForGood(step, failure);
}

export const failureText = (failure: Failure | undefined): string =>
  `${cut(visible(failure?.message ?? 'No reason was given.'), ERROR)} Everything that does not need it goes on.`;

/** The sentence of a secret that is not on this device (activities/activity-host.ts). */
export const isAboutSecret = (failure: Failure | undefined): boolean =>
  failure?.code === 'permission-denied' && failure.message.startsWith('The secret "');
