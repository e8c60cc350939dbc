/** The planner on any server that speaks OpenAI's chat completions. */

import type { Plan } from '../../plan/document.ts';
import type { Planner } from '../planner.ts';
import { modelPlanner } from '../prompt/model-planner.ts';
import { type ChatDeps, createChatModel } from './chat-model.ts';
import type { ModelConnection } from './connection.ts';
import { assertNoKey } from './redact.ts';

/**
 * A planner on an OpenAI-compatible server (L-60, lazy), as `modelPlanner` has it; nothing that it says holds the key.
 * @param examples plans that are shown with a first draft's request, and with no other
 */
export function createOpenAiPlanner(
  connection: ModelConnection,
  deps: ChatDeps = {},
  examples: readonly Plan[] = [],
): Planner {
  return modelPlanner(createChatModel(connection, deps), connection, examples, (event) =>
    // The guard on the stream sees the text; here a key that was written with escapes is found as well.
    assertNoKey(JSON.stringify(event), connection.key?.trim()),
  );
}
