/** The words of a call that a model answers, tried on the values of the plan on the table. Fetched with the rules. */

import type { PromptGround } from '../run/messages.ts';
import type { TryPromptVerb } from '../ui/verbs.ts';
import type { Ground } from './ground.ts';
import type { LastRuns } from './last-runs.ts';
import { pinnedValues } from './live.ts';
import type { PreviewGround } from './preview-ground.ts';
import { standInsOf } from './stand-ins.ts';

interface Asks extends Pick<Ground, 'document' | 'session' | 'worker' | 'late'> {
  readonly ground: PreviewGround;
  readonly lastRuns: LastRuns;
}

const HELD = 'The plan came from outside. Show its values first: what it computes is what would be sent.';

export const createPromptTrial =
  ({ document, session, worker, late, ground, lastRuns }: Asks): TryPromptVerb =>
  async (call, asks, signal, told) => {
    const state = document.getState();
    const { plan, delegates, input } = state;
    if (!ground.isAllowed(state)) return { fault: HELD };
    const request = {
      ...ground.groundOf(plan, delegates),
      ...{ input, call, asks },
      given: pinnedValues(session.getState().pinned[plan.id]),
      standIns: standInsOf(plan, delegates, late.builtIn, () => lastRuns.of(plan.id)),
    };
    const found = await worker.request({ kind: 'try-prompt', request }, signal, (message) => {
      if (message.kind === 'tried' && !signal.aborted) told(message.ask, message.answer);
    });
    signal.throwIfAborted();
    return found as unknown as PromptGround;
  };
