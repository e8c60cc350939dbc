/**
 * What is computed of the plan on the table before any run (L-83): its values and its tests, on one ground; and what was said
 * of it that nothing came of yet. Fetched with the rules.
 */

import type { LiveBoard } from '../stores/live.ts';
import type { PlanTests } from '../ui/services.ts';
import type { Ground } from './ground.ts';
import { createLastRuns } from './last-runs.ts';
import { createLive } from './live.ts';
import { createPending, tellPending } from './pending.ts';
import { createPreviewGround, type PreviewGround } from './preview-ground.ts';
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
} {
  const ground = createPreviewGround(asks);
  createLive({ ...asks, ground, board, lastRuns: createLastRuns(asks.running) });
  tellPending({ ...asks, pending: createPending(asks.memory) });
  return { tests: createTesting({ ...asks, ground }), ground };
}
