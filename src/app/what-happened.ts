/** A run's record told as the table of what was signed and what happened (L-73), for an export. Reads events, keeps nothing. */

import type { Json } from '../lib/json.ts';
import type { RunEvent } from '../run/events.ts';
import { happenedIn } from '../run/happened.ts';
import { runEngine } from '../stores/run-engine.ts';
import { builtInTools } from '../tools/built-in.ts';

/** @param events all of them, in order */
export function whatHappened(runId: string, events: readonly RunEvent[]): Json {
  const engine = runEngine(builtInTools);
  const state = engine.blank(runId, false);
  for (const event of events) engine.evolve(state, event);
  return happenedIn(state) as unknown as Json;
}
