/** A loopback server that speaks the chat completions protocol from a script. For tests; it knows no model. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allowOrigin, answerPreflight } from './cors.ts';
import { sendReply } from './replies.ts';
import type { ChatBody, Feature, ModelServerScript, RecordedRequest } from './script.ts';

export interface ModelServer {
  /** The base URL, ending in `/v1`. */
  readonly url: string;
  /** Every request so far, preflights too. */
  readonly requests: readonly RecordedRequest[];
  /** The chat completions among them. */
  chats(): readonly RecordedRequest[];
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1, or on `port`. */
export async function startModelServer(script: ModelServerScript, port = 0): Promise<ModelServer> {
  const requests: RecordedRequest[] = [];
  let answered = 0;

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const recorded = await record(request);
    requests.push(recorded);
    if (recorded.method === 'OPTIONS') return answerPreflight(script.cors ?? 'any', response);
    allowOrigin(script.cors ?? 'any', response);
    if (script.key !== undefined && recorded.headers.authorization !== `Bearer ${script.key}`) {
      return sendError(response, 401, 'Incorrect API key provided.', 'invalid_api_key');
    }
    if (recorded.method === 'GET' && recorded.path === '/v1/models') {
      const data = (script.models ?? ['scripted']).map((id) => ({ id, object: 'model', owned_by: 'test' }));
      return sendJson(response, 200, { object: 'list', data });
    }
    if (recorded.method !== 'POST' || recorded.path !== '/v1/chat/completions') {
      return sendError(response, 404, `Unknown address ${recorded.path}.`, 'not_found');
    }
    const body = recorded.body ?? {};
    const refused = script.refuses?.find((feature) => asksFor(body, feature));
    if (refused !== undefined) return sendError(response, 400, refusalOf(refused), 'invalid_request_error');
    if (script.models !== undefined && !script.models.includes(body.model ?? '')) {
      return sendError(response, 404, `The model '${body.model}' does not exist.`, 'model_not_found');
    }
    const reply =
      typeof script.replies === 'function'
        ? script.replies(recorded, answered)
        : script.replies[Math.min(answered, script.replies.length - 1)];
    answered += 1;
    if (reply === undefined) return sendError(response, 500, 'The script has no reply.', 'no_reply');
    await sendReply(reply, body, response);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    chats: () => requests.filter((one) => one.method === 'POST' && one.path === '/v1/chat/completions'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function record(request: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  return {
    method: request.method ?? '',
    path: (request.url ?? '').split('?')[0] ?? '',
    headers,
    body: parseBody(Buffer.concat(chunks).toString('utf8')),
  };
}

function parseBody(text: string): ChatBody | undefined {
  try {
    return JSON.parse(text) as ChatBody;
  } catch {
    return undefined;
  }
}

const asksFor = (body: ChatBody, feature: Feature): boolean =>
  feature === 'stream_options' ? body.stream_options !== undefined : body.response_format?.type === feature;

const refusalOf = (feature: Feature): string =>
  feature === 'stream_options'
    ? "Unrecognized request argument supplied: 'stream_options'"
    : `Invalid parameter: 'response_format' of type '${feature}' is not supported with this model.`;

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function sendError(response: ServerResponse, status: number, message: string, code: string): void {
  sendJson(response, status, { error: { message, type: code, code, param: null } });
}
