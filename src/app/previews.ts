/**
 * What is computed of the plan on the table before any run (L-83): its values and its tests, on one ground; and what was said
 * of it that nothing came of yet, or that was undone. Fetched with the rules.
 */

import type { LiveBoard } from '../stores/live.ts';
import { loaded } from '../ui/parts/not-loaded.ts';
import type { PlanTests, TryPromptVerb } from '../ui/verbs.ts';
import type { Ground } from './ground.ts';
import { createLastRuns } from './last-runs.ts';
import { createLive } from './live.ts';
import { createPending, tellPending } from './pending.ts';
import { createPreviewGround, type PreviewGround } from './preview-ground.ts';
import { createPromptTrial } from './prompt-trial.ts';
import type { RunningService } from './services/running.ts';
import { createTesting } from './testing.ts';

interface Asks
  extends Pick<Ground, 'document' | 'session' | 'settings' | 'worker' | 'late' | 'memory' | 'now'> {
  readonly running: Pick<RunningService, 'runs' | 'keeper'>;
  readonly plans: { readonly shelf: Pick<Ground['shelf'], 'get'> };
  readonly live: LiveBoard;
}

/** @returns the tests, and the ground on which rows are followed too */
export function createPreviews({ live: board, ...asks }: Asks): {
  readonly tests: PlanTests;
  readonly ground: PreviewGround;
  readonly tryPrompt: TryPromptVerb;
} {
  const ground = createPreviewGround(asks);
  const lastRuns = createLastRuns(asks.running);
  createLive({ ...asks, ground, board, lastRuns });
  tellPending({ ...asks, runs: asks.running.runs, pending: createPending(asks.memory) });
  hearUndone(asks);
  return {
    tests: createTesting({ ...asks, ground }),
    ground,
    tryPrompt: createPromptTrial({ ...asks, ground, lastRuns }),
  };
}

/** What it tells with is fetched with the first step back. What is taken back of a draft on its way was not told of yet. */
export function hearUndone(asks: Pick<Ground, 'document' | 'session' | 'now'>): void {
  const { document, session } = asks;
  document.subscribe((is, was) => {
    if (is.history.future.length === was.history.future.length || session.getState().drafting) return;
    loaded(import('./undone.ts')).then(
      ({ tellUndone }) => tellUndone(asks, was, is),
      session.actions.tellFault,
    );
  });
}
