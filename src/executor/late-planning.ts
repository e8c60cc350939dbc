/** The planners, fetched with the first goal, offer or replan: a worker that takes runs up or judges a file carries none. */

import type { Replanning } from '../host/port.ts';
import { modelAt } from '../planner/openai/server-of.ts';
import type { Connection } from '../run/messages.ts';
import type { ReplanRequest } from '../run/replan.ts';

type Planning = typeof import('./planning.ts');

const planning = (): Promise<Planning> => import('./planning.ts');

export const draft: Planning['draft'] = async (...all) => (await planning()).draft(...all);

export const tryGoal: Planning['tryGoal'] = async (...all) => (await planning()).tryGoal(...all);

export const proposed: Planning['proposed'] = async (...all) => (await planning()).proposed(...all);

/** The calls from here on, for a run that failed (L-42): of the connected model, else of the offline planner. */
export function replan(request: ReplanRequest, connection: Connection | null): Replanning {
  const stopping = new AbortController();
  return {
    calls: planning().then(({ replanned }) => replanned(request, connection, stopping.signal)),
    ...(connection ? { from: modelAt(connection) } : {}),
    stop: () => stopping.abort(),
  };
}
