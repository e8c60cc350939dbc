/** Tries a planner's candidates (L-83): what a planner is handed, over one preview engine. */

import { delegatesOf, libraryOf, NO_DELEGATES } from '../plan/delegates.ts';
import type { TryPlan } from '../tools/trial.ts';
import { createPreviewEngine, type PreviewAsked, type PreviewParts } from './preview-plan.ts';

/**
 * The candidates of one goal share what is computed from the same.
 * @param parts without a pool nothing can be ended but by its own bounds: only for planners that write no code of their own
 */
export function makeTryPlan(
  parts: PreviewParts,
  { files, delegates, signal }: Pick<PreviewAsked, 'files' | 'delegates' | 'signal'>,
): TryPlan {
  const engine = createPreviewEngine(parts);
  return (plan, input) =>
    engine.run({
      plan,
      files,
      // It was made here, for the person who gave the files.
      allowed: true,
      delegates: delegatesOf(plan, libraryOf(delegates ?? NO_DELEGATES)),
      ...(input === undefined ? {} : { input }),
      signal,
    });
}
