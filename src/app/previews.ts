/** What is computed of the plan on the table before any run (L-83): its values and its tests, on one ground. Fetched with the rules. */

import type { LiveBoard } from '../stores/live.ts';
import type { PlanTests } from '../ui/services.ts';
import type { Ground } from './ground.ts';
import { createLastRuns } from './last-runs.ts';
import { createLive } from './live.ts';
import { createPreviewGround, type PreviewGround } from './preview-ground.ts';
import type { RunningService } from './services/running.ts';
import { createTesting } from './testing.ts';

interface Asks extends Pick<Ground, 'document' | 'session' | 'settings' | 'worker' | 'late'> {
  readonly running: Pick<RunningService, 'runs' | 'keeper'>;
  readonly plans: { readonly shelf: Pick<Ground['shelf'], 'get'> };
  readonly live: LiveBoard;
}

/** @returns the tests, and the ground on which rows are followed too */
export function createPreviews({ live: board, ...asks }: Asks): {
  readonly tests: PlanTests;
  readonly ground: PreviewGround;
} {
  const ground = createPreviewGround(asks);
  createLive({ ...asks, ground, board, lastRuns: createLastRuns(asks.running) });
  return { tests: createTesting({ ...asks, ground }), ground };
}
