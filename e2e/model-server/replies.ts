/** Puts one scripted reply on the wire: server-sent events with role, content, finish and usage chunks. */

import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChatBody, Reply, StreamedReply } from './script.ts';

export async function sendReply(reply: Reply, body: ChatBody, response: ServerResponse): Promise<void> {
  switch (reply.kind) {
    case 'silent':
      return;
    case 'error': {
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      response.end(
        JSON.stringify({ error: { message: reply.message, type: 'error', code: reply.code ?? null } }),
      );
      return;
    }
    case 'raw': {
      response.writeHead(reply.status, reply.headers);
      for (let n = 0; n < (reply.times ?? 1) && !response.destroyed; n++) {
        if (!response.write(reply.body)) await drained(response);
      }
      response.end();
      return;
    }
    case 'streamed':
      return body.stream === true ? sendStream(reply, body, response) : sendWhole(reply, body, response);
  }
}

const frame = (body: ChatBody) => ({
  id: 'chatcmpl-scripted',
  created: 1_700_000_000,
  model: body.model ?? 'scripted',
});

async function sendStream(reply: StreamedReply, body: ChatBody, response: ServerResponse): Promise<void> {
  const send = (fields: object) => {
    const model = reply.answeredBy ?? body.model ?? 'scripted';
    const chunk = { ...frame(body), model, object: 'chat.completion.chunk', ...fields };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const choice = (delta: object, finish: string | null = null) =>
    send({ choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }] });

  response.writeHead(200, { 'content-type': reply.contentType ?? 'text/event-stream; charset=utf-8' });
  choice({ role: 'assistant', content: '' });
  for (const [index, delta] of reply.deltas.entries()) {
    if (reply.hangAfter === index) return;
    if (reply.cutAfter === index) return destroyAfterFlush(response);
    if (reply.dripMs !== undefined) await wait(reply.dripMs);
    if (response.destroyed) return;
    choice({ content: delta });
  }
  if (reply.cutAfter !== undefined) return destroyAfterFlush(response);
  if (reply.refusal !== undefined) choice({ refusal: reply.refusal });
  if (reply.finish !== null) choice({}, reply.finish);
  if (reply.usage !== undefined && body.stream_options?.include_usage === true) {
    const total = reply.usage.prompt_tokens + reply.usage.completion_tokens;
    send({ choices: [], usage: { ...reply.usage, total_tokens: total } });
  }
  if (reply.done) response.write('data: [DONE]\n\n');
  response.end();
}

/** What was written must have left, or the client would see a refused connection instead of a cut stream. */
function destroyAfterFlush(response: ServerResponse): void {
  response.write('', () => setImmediate(() => response.destroy()));
}

function sendWhole(reply: StreamedReply, body: ChatBody, response: ServerResponse): void {
  const message = { role: 'assistant', content: reply.deltas.join(''), refusal: reply.refusal ?? null };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      ...frame(body),
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: reply.finish, logprobs: null }],
      usage: reply.usage,
    }),
  );
}

/** The buffer is empty again, or the client has gone: then there will be no drain. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      response.off('drain', end);
      response.off('close', end);
      resolve();
    };
    response.on('drain', end);
    response.on('close', end);
  });
}
