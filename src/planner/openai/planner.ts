/** The planner that asks a model: one turn, streamed. It checks shapes, not the plan; `withChecks` does that. */

import type { Planner, PlannerEvent, PlannerRequest } from '../planner.ts';
import { ChatFault, type ChatModel } from '../prompt/chat-model.ts';
import { narrowCatalogue, planningMessages, planSchema } from '../prompt/planning-prompt.ts';
import { createPlanReader } from '../prompt/read-plan.ts';
import { type ChatDeps, createChatModel } from './chat-model.ts';
import type { ModelConnection } from './connection.ts';
import { assertNoKey } from './redact.ts';

/**
 * A planner on any OpenAI-compatible server (L-60, lazy). Streams a `call` as soon as it is whole; `done` comes
 * only after an answer that the server called whole and that is one plan. Faults come as `failed`, in sentences.
 */
export function createOpenAiPlanner(connection: ModelConnection, deps: ChatDeps = {}): Planner {
  const model = createChatModel(connection, deps);
  return async function* (request) {
    try {
      for await (const event of plan(model, request)) {
        // The guard on the stream sees the text; here a key that was written with escapes is found as well.
        assertNoKey(JSON.stringify(event), connection.key?.trim());
        yield event;
      }
    } catch (error) {
      if (!(error instanceof ChatFault)) throw error;
      yield { kind: 'failed', code: error.code, message: error.message };
    }
  };
}

async function* plan(model: ChatModel, request: PlannerRequest): AsyncGenerator<PlannerEvent> {
  const needed = new Set(request.history.map((step) => step.call._tool));
  const { shown, leftOut } = narrowCatalogue(request.catalogue.list(), request.goal, needed);
  if (leftOut > 0) {
    const text = `The model was shown the ${shown.length} tools that fit the goal best; ${leftOut} were left out.`;
    yield { kind: 'note', text };
  }
  const reader = createPlanReader(request);
  const stream = model.stream({
    messages: planningMessages(request, shown),
    schema: { name: 'plan', schema: planSchema(shown) },
    signal: request.signal,
  });
  for await (const event of stream) {
    if (event.kind === 'usage') yield event;
    else yield* reader.push(event.text);
  }
  yield* reader.end();
}
