/** Whether a model answers through a connection: one short question, and what is wrong in a sentence. */

import { ChatFault } from '../prompt/chat-model.ts';
import { type ChatDeps, createChatModel } from './chat-model.ts';
import type { ModelConnection } from './connection.ts';

const SCHEMA = {
  name: 'ready',
  schema: { type: 'object', properties: { ready: { type: 'boolean' } }, required: ['ready'] },
};

/** Sends a dozen words. Nothing of the person's goes along. */
export async function testConnection(
  connection: ModelConnection,
  signal: AbortSignal,
  deps: ChatDeps = {},
): Promise<{ readonly works: boolean; readonly message: string }> {
  const { temperature, model: name } = connection;
  try {
    const model = createChatModel(connection, deps);
    const { json } = await model.answer({
      messages: [{ role: 'user', content: 'Answer with this JSON and nothing else: {"ready": true}' }],
      schema: SCHEMA,
      ...(temperature === undefined ? {} : { temperature }),
      signal,
    });
    return json === undefined
      ? {
          works: false,
          message: `"${name}" answers, but not with the JSON it was asked for: plans will hardly come whole. Use another model.`,
        }
      : { works: true, message: `"${name}" answers.` };
  } catch (error) {
    if (!(error instanceof ChatFault)) throw error;
    return { works: false, message: error.message };
  }
}
