/** Planners in the worker: which one answers a request, and its stream on the way to the page. */

import type { Pool } from '../activities/pool.ts';
import type { PlannerPass } from '../host/port.ts';
import { Refusal } from '../host/refusal.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Proposal } from '../plan/proposal.ts';
import { examplesFor, withApproved } from '../planner/as-approved.ts';
import { inParts } from '../planner/in-parts/in-parts.ts';
import { offlinePlanner } from '../planner/offline/offline-planner.ts';
import { createOpenAiPlanner } from '../planner/openai/planner.ts';
import { testConnection } from '../planner/openai/test-connection.ts';
import { inKnownLanguages } from '../planner/other-language.ts';
import type { Planner, PlannerRequest } from '../planner/planner.ts';
import type { PlanningModel } from '../planner/prompt/chat-model.ts';
import { modelPlanner } from '../planner/prompt/model-planner.ts';
import { proposalsFor } from '../planner/proposals.ts';
import { mended } from '../planner/replan.ts';
import { traced } from '../planner/traced.ts';
import { wholeDraft } from '../planner/whole-draft.ts';
import { withChecks } from '../planner/with-checks.ts';
import { makeTryPlan } from '../preview/preview-plan.ts';
import { replanGround } from '../preview/replan-ground.ts';
import type {
  Connection,
  ConnectionTest,
  PlannerMessage,
  PlanRequest,
  ProposalsRequest,
} from '../run/messages.ts';
import type { PlannerAnswer, ReplanRequest } from '../run/replan.ts';
import { AGENT } from '../tools/agent.ts';
import { builtInTools } from '../tools/built-in.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { thinkingTools } from '../tools/thinking-tools.ts';
import { resultWords, type TryPlan } from '../tools/trial.ts';

// The same previews try what planners propose: cut apart from them, every worker would fetch what both share.
export { matchColumns } from '../planner/match-columns.ts';
export { followed } from './follow-row.ts';
export { previewed } from './live.ts';
export { lookedAt } from './look-at.ts';
export { keptTest, ranTests } from './testing.ts';
export { triedPrompt } from './try-prompt.ts';
export { triedTable } from './try-table.ts';

const offline = inKnownLanguages(offlinePlanner({ now: () => Date.now() }));

function plannerOf(
  kind: 'offline' | 'openai',
  connection: Connection | null,
  { send, examples = [] }: { readonly send?: typeof fetch; readonly examples?: readonly Plan[] } = {},
): Planner {
  if (kind === 'offline') return offline;
  if (connection) return withChecks(createOpenAiPlanner(connection, send ? { fetch: send } : {}, examples));
  throw new Refusal('not-connected', 'No model is connected. Choose a server and a model, or plan offline.');
}

/** What a planner may try a candidate on: the files that were dropped beside the goal. */
function tryingOn(files: ProposalsRequest['files'], pool: Pool, signal: AbortSignal): TryPlan {
  const given = new Map(files.flatMap(({ name, content }) => (content ? [[name, content] as const] : [])));
  return makeTryPlan({ pool, now: () => Date.now() }, { files: given, signal });
}

/**
 * A step that thinks is for a planner whose model answers it, the one connected: this device's own knows of none, and the
 * browser's own answers no call. An agent is shown to no planner.
 */
const answeredFor = (planner: PlanRequest['planner'], tools: PlanRequest['tools']) =>
  tools.filter(
    ({ name }) =>
      name !== AGENT && (planner === 'openai' || !thinkingTools.some((thinking) => thinking.name === name)),
  );

function askedOf(request: PlanRequest, pool: Pool, signal: AbortSignal) {
  const { planner, wishes: _, tools, files, ...rest } = request;
  return {
    ...rest,
    catalogue: catalogueOf(answeredFor(planner, tools)),
    files: files.map(({ content: _, ...file }) => file),
    history: [],
    lastError: null,
    // What came from outside runs in no preview before the person says so: no candidate would hold it off.
    ...(request.change?.held ? {} : { tryPlan: tryingOn(files, pool, signal) }),
    signal,
  } satisfies PlannerRequest;
}

/**
 * What a goal comes to on the files' heads, in a few words. Always drafted on this device: nobody asked for it yet.
 * @returns undefined where the goal is not one to offer, or it was stopped
 */
export async function tryGoal(
  request: PlanRequest,
  pool: Pool,
  signal: AbortSignal,
): Promise<string | undefined> {
  const asked = askedOf(request, pool, signal);
  try {
    const made = await wholeDraft(offline, asked);
    if (made === undefined || signal.aborted) return undefined;
    return asked.tryPlan && resultWords(await asked.tryPlan(made.plan, made.input));
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** What the person set for a model counts for the plan it makes, and for what it adds to one. */
function mostCallsOf(
  { planner, maxCalls, change, wishes }: PlanRequest,
  connection: Connection | null,
): number {
  const most = (planner === 'openai' ? connection : wishes)?.mostCalls;
  return most === undefined ? maxCalls : most + (change?.plan.calls.length ?? 0);
}

/** @param windowModel the browser's own, should it draft; @param approved plans that were approved here, where the request is to learn from them or a model is to be shown them. Streams a draft. Resolves when the planner has said `done` or `failed`; a stream that stops short is said to be cut. */
export async function draft(
  request: PlanRequest,
  connection: Connection | null,
  pool: Pool,
  signal: AbortSignal,
  send: (event: PlannerMessage) => void,
  windowModel: () => PlanningModel,
  approved: () => Promise<readonly Plan[]>,
): Promise<void> {
  const asked = { ...askedOf(request, pool, signal), maxCalls: mostCallsOf(request, connection) };
  const shows =
    request.planner === 'openai' && connection?.showsApproved === true && request.change === undefined;
  const examples = shows ? examplesFor(asked, await approved()) : [];
  const one = () =>
    request.planner === 'browser'
      ? withChecks(modelPlanner(windowModel(), request.wishes))
      : plannerOf(request.planner, connection, { examples });
  const isInParts = request.planner === 'openai' && connection?.strategy === 'hierarchical';
  const planner =
    isInParts && request.change === undefined
      ? inParts(createOpenAiPlanner(connection, {}, examples), connection.maxDepth)
      : request.planner === 'offline'
        ? one()
        : traced(one());
  const learns = request.learns === true && request.planner === 'offline';
  for await (const event of (learns ? withApproved(planner, { now: () => Date.now(), approved }) : planner)(
    asked,
  )) {
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

export const tested = (connection: Connection, signal: AbortSignal): Promise<ConnectionTest> =>
  testConnection(connection, signal);

/** What could stand in the place of an open step, tried on the files beside the goal; none where it was stopped. */
export async function proposed(
  { plan, step, tools, files, input }: ProposalsRequest,
  pool: Pool,
  signal: AbortSignal,
): Promise<readonly Proposal[]> {
  const asked = {
    plan,
    step,
    catalogue: catalogueOf(answeredFor('offline', tools)),
    profiles: files.flatMap(({ profile }) => profile ?? []),
    ...(input === undefined ? {} : { input }),
    tryPlan: tryingOn(files, pool, signal),
    signal,
  };
  try {
    return await proposalsFor(asked);
  } catch (error) {
    if (signal.aborted) return [];
    throw error;
  }
}

/**
 * The rest of a run's plan (L-42, L-63); without calls where the planner has no way.
 * @param to the model that is asked, and the door by which what it is told leaves; null: this device plans
 * @param around reads the files of the run, and keeps what an answer cost that goes back
 * @param heard takes each call as it has come whole, where the run does not wait for all of them (L-60)
 */
export async function replanned(
  request: ReplanRequest,
  to: { readonly connection: Connection; readonly send: typeof fetch } | null,
  around: Omit<Parameters<typeof replanGround>[1], 'now'> & Pick<PlannerPass, 'again'>,
  heard?: (call: Call) => void,
): Promise<PlannerAnswer> {
  const planner = to ? plannerOf('openai', to.connection, { send: to.send }) : offline;
  const most = to?.connection.mostCalls;
  const ground = await replanGround(request, { ...around, now: () => Date.now() });
  const more = to ? (most === undefined ? {} : { maxCalls: most }) : { isOffline: true };
  const asked = { ...request, ...ground, ...more, again: around.again };
  return mended(planner, catalogueOf(builtInTools, request.plan.tools), asked, around.signal, heard);
}
