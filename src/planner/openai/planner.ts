/** The planner that asks a model: one turn, streamed. It checks shapes, not the plan; `withChecks` does that. */

import { type Prices, paidFor } from '../../lib/answer-cost.ts';
import type { Plan } from '../../plan/document.ts';
import type { Planner, PlannerEvent, PlannerRequest } from '../planner.ts';
import { ChatFault, type ChatModel, type ChatUsage } from '../prompt/chat-model.ts';
import {
  type ChosenTools,
  chosenTools,
  FEWER_TOOLS,
  MOST_TOOLS,
  withSearched,
} from '../prompt/chosen-tools.ts';
import { planningMessages, planSchema } from '../prompt/planning-prompt.ts';
import { createPlanReader } from '../prompt/read-plan.ts';
import { type ChatDeps, createChatModel } from './chat-model.ts';
import type { ModelConnection } from './connection.ts';
import { assertNoKey } from './redact.ts';
import { withRemedies } from './remedies.ts';

/**
 * A planner on any OpenAI-compatible server (L-60, lazy). Streams a `call` as soon as it is whole; `done` comes
 * only after an answer that the server called whole and that is one plan. Faults come as `failed`, in sentences.
 * @param examples plans that are shown with a first draft's request, and with no other
 */
export function createOpenAiPlanner(
  connection: ModelConnection,
  deps: ChatDeps = {},
  examples: readonly Plan[] = [],
): Planner {
  const model = createChatModel(connection, deps);
  return async function* (request) {
    try {
      for await (const event of plan(model, request, { connection, examples })) {
        // The guard on the stream sees the text; here a key that was written with escapes is found as well.
        assertNoKey(JSON.stringify(event), connection.key?.trim());
        yield event.kind === 'failed' ? withRemedies(event) : event;
      }
    } catch (error) {
      if (!(error instanceof ChatFault)) throw error;
      const { code, message, retryAfterMs } = error;
      yield withRemedies({
        ...{ kind: 'failed', code, message },
        ...(retryAfterMs === undefined ? {} : { waitMs: retryAfterMs }),
      });
    }
  };
}

/** How often a model may look for more tools before it has to plan with those it was shown. */
const MOST_SEARCHES = 2;

async function* plan(
  model: ChatModel,
  request: PlannerRequest,
  {
    connection,
    examples: given,
  }: { readonly connection: ModelConnection; readonly examples: readonly Plan[] },
): AsyncGenerator<PlannerEvent> {
  const { catalogue, goal, signal, fewerTools } = request;
  const { instructions, template, temperature, prices } = connection;
  const examples = isFirst(request) && !fewerTools ? given : [];
  const wishes = {
    ...(instructions ? { instructions } : {}),
    ...(template ? { template } : {}),
    examples,
  };
  let tools = chosenTools(catalogue, goal, toolsOf(request, examples), fewerTools ? FEWER_TOOLS : MOST_TOOLS);
  for (let searches = tools.leftOut === 0 ? 0 : MOST_SEARCHES; ; searches--) {
    const reader = createPlanReader(request);
    const { shown: contracts, leftOut } = tools;
    const stream = model.stream({
      messages: planningMessages(request, { ...wishes, contracts, leftOut, searches }),
      schema: { name: 'plan', schema: planSchema(contracts, request, searches) },
      ...(temperature === undefined ? {} : { temperature }),
      signal,
    });
    for await (const event of stream) {
      if (event.kind === 'usage') yield { ...event, ...costOf(event, prices) };
      else yield* reader.push(event.text);
    }
    const words = searches > 0 ? reader.searched() : [];
    if (words.length === 0) {
      if (leftOut > 0) yield { kind: 'note', text: leftOutWords(tools) };
      if (examples.length > 0) yield { kind: 'note', text: shownWords(examples) };
      yield* reader.end();
      return;
    }
    tools = withSearched(catalogue, tools, words);
  }
}

/** What a server says it cost, or what its prices come to. */
function costOf(usage: ChatUsage, prices: Prices | undefined): { readonly cost?: number } {
  const { cost } = paidFor(usage, prices);
  return cost === undefined ? {} : { cost };
}

const leftOutWords = ({ shown, leftOut }: ChosenTools): string =>
  `The model was shown the ${shown.length} tools that fit the goal best; ${leftOut} were left out.`;

const shownWords = (examples: readonly Plan[]): string =>
  `The model was shown ${examples.length === 1 ? 'a plan' : `${examples.length} plans`} you approved: ${examples
    .map(({ title, goal }) => `“${title ?? goal ?? ''}”`)
    .join(' and ')}.`;

const isFirst = ({ history, lastError, change, mend }: PlannerRequest): boolean =>
  history.length === 0 && lastError === null && change === undefined && mend === undefined;

/** What the plan so far and the examples call has to be told, whatever the goal says. */
const toolsOf = (
  { history, rest = [], change, mend }: PlannerRequest,
  examples: readonly Plan[],
): ReadonlySet<string> =>
  new Set(
    [
      ...history.map(({ call }) => call),
      ...rest,
      ...(change?.plan.calls ?? []),
      ...(mend?.calls ?? []),
      ...examples.flatMap(({ calls }) => calls),
    ].map(({ _tool }) => _tool),
  );
