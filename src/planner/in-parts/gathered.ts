/** What a planner streams, gathered into what it comes to. */

import type { Call } from '../../plan/document.ts';
import type { PlannerEvent } from '../planner.ts';

type Beside = Omit<Extract<PlannerEvent, { kind: 'plan' }>, 'kind'>;

/** What has come so far; `isDone`: it is whole. */
export interface Gathered extends Beside {
  readonly calls: readonly Call[];
  readonly isDone: boolean;
}

export const NOTHING: Gathered = { calls: [], isDone: false };

/** A `restart` voids what came before it. */
export function gathered(before: Gathered, event: PlannerEvent): Gathered {
  switch (event.kind) {
    case 'call':
      return { ...before, calls: [...before.calls, event.call] };
    case 'plan': {
      const { kind: _, ...more } = event;
      return { ...before, ...more };
    }
    case 'restart':
      return NOTHING;
    case 'done':
      return { ...before, isDone: true };
    default:
      return before;
  }
}
