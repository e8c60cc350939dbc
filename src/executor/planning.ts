/** Planners in the worker: which one answers a request, and its stream on the way to the page. */

import type { Call } from '../plan/document.ts';
import { offlinePlanner } from '../planner/offline/offline-planner.ts';
import { createOpenAiPlanner } from '../planner/openai/planner.ts';
import type { Planner, PlannerRequest } from '../planner/planner.ts';
import { withChecks } from '../planner/with-checks.ts';
import type { Connection, PlannerMessage, PlanRequest } from '../run/messages.ts';
import type { ReplanRequest } from '../run/replan.ts';
import { withOutputWritten } from '../run/replan-output.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { Refusal } from './refusal.ts';
import { setting } from './tools.ts';

/** The generator's own limits (L-62); a request may ask for up to 15. */
const MIN_CALLS = 2;
const MAX_CALLS = 7;

const offline = offlinePlanner({ now: () => Date.now() });

function plannerOf(kind: PlanRequest['planner'], connection: Connection | null): Planner {
  if (kind === 'offline') return offline;
  if (connection) return withChecks(createOpenAiPlanner(connection));
  throw new Refusal('not-connected', 'No model is connected. Choose a server and a model, or plan offline.');
}

/** Streams a draft. Resolves when the planner has said `done` or `failed`; a stream that stops short is said to be cut. */
export async function draft(
  request: PlanRequest,
  connection: Connection | null,
  signal: AbortSignal,
  send: (event: PlannerMessage) => void,
): Promise<void> {
  const { planner, tools, ...rest } = request;
  const asked: PlannerRequest = {
    ...rest,
    catalogue: catalogueOf(tools),
    history: [],
    lastError: null,
    signal,
  };
  for await (const event of plannerOf(planner, connection)(asked)) {
    if (signal.aborted) return;
    send(event);
    if (event.kind === 'done' || event.kind === 'failed') return;
  }
  send({
    kind: 'failed',
    code: 'cut',
    message: 'The planner stopped before its plan was whole. Draft it again.',
  });
}

/** The calls from here on, for a run that failed (L-42): of the connected model, else of the offline planner. */
export async function replan(
  { goal, plan, history, lastError }: ReplanRequest,
  connection: Connection | null,
  signal: AbortSignal,
): Promise<readonly Call[]> {
  const asked: PlannerRequest = {
    goal,
    catalogue: catalogueOf(setting.catalogue.list(), plan.tools),
    files: [],
    ...(plan.input?.schema === undefined ? {} : { inputSchema: plan.input.schema }),
    ...(plan.state?.schema === undefined ? {} : { stateSchema: plan.state.schema }),
    history,
    lastError,
    minCalls: MIN_CALLS,
    maxCalls: MAX_CALLS,
    signal,
  };
  let calls: Call[] = [];
  for await (const event of plannerOf(connection ? 'openai' : 'offline', connection)(asked)) {
    if (event.kind === 'call') calls.push(event.call);
    else if (event.kind === 'restart') calls = [];
    else if (event.kind === 'failed') return [];
    else if (event.kind === 'done') {
      const kept = history.flatMap((one) => (one.status === 'completed' ? [one.call] : []));
      return withOutputWritten(plan, kept, calls);
    }
  }
  return [];
}
