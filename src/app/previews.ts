/**
 * What is computed of the plan on the table before any run (L-83): its values and its tests, on one ground; and what was said
 * of it that nothing came of yet. Fetched with the rules.
 */

import type { LiveBoard } from '../stores/live.ts';
import type { PlanTests } from '../ui/services.ts';
import type { Ground } from './ground.ts';
import { createLive } from './live.ts';
import { createPending, tellPending } from './pending.ts';
import { createPreviewGround } from './preview-ground.ts';
import { createTesting } from './testing.ts';

interface Asks extends Pick<Ground, 'document' | 'session' | 'settings' | 'worker' | 'memory' | 'now'> {
  readonly plans: { readonly shelf: Pick<Ground['shelf'], 'get'> };
  readonly live: LiveBoard;
}

export function createPreviews({ live: board, ...asks }: Asks): { readonly tests: PlanTests } {
  const ground = createPreviewGround(asks);
  createLive({ ...asks, ground, board });
  tellPending({ ...asks, pending: createPending(asks.memory) });
  return { tests: createTesting({ ...asks, ground }) };
}
