import { afterEach, describe, expect, test, vi } from 'vitest';
import { failing, type ModelServerScript, type Reply, streamed } from '../../../e2e/model-server/script.ts';
import { type ModelServer, startModelServer } from '../../../e2e/model-server/server.ts';
import type { Plan } from '../../../src/plan/document.ts';
import { createChatModel } from '../../../src/planner/openai/chat-model.ts';
import { createOpenAiPlanner } from '../../../src/planner/openai/planner.ts';
import { ask, collect, KEY, PLAN, PLAN_TEXT, requestFor } from './asking.ts';

let server: ModelServer | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await server?.close();
  server = undefined;
});

async function serve(script: ModelServerScript): Promise<string> {
  server = await startModelServer(script);
  return server.url;
}

const raw = (body: string, contentType: string, times = 1): Reply => ({
  kind: 'raw',
  status: 200,
  headers: { 'content-type': contentType },
  body,
  times,
});

const failed = (code: string, ...words: string[]) =>
  expect.objectContaining({
    kind: 'failed',
    code,
    message: expect.stringMatching(new RegExp(words.map((word) => `(?=[\\s\\S]*${word})`).join(''))),
  });

describe('refusals', () => {
  test('a wrong key is named, and what to do', async () => {
    const url = await serve({ replies: [streamed(PLAN_TEXT)], key: 'another' });
    const { last, waits } = await ask(url);
    expect(last).toEqual(failed('key-refused', '401', 'Check the planner’s key'));
    expect(waits).toEqual([]);
  });

  test('a missing key is asked for', async () => {
    const url = await serve({ replies: [streamed(PLAN_TEXT)], key: 'another' });
    expect((await ask(url, { key: '' })).last).toEqual(failed('key-refused', 'wants a key'));
  });

  test('a forbidden model, with the server’s words', async () => {
    const url = await serve({ replies: [failing(403, 'Country not supported')] });
    expect((await ask(url)).last).toEqual(failed('forbidden', '403', 'Country not supported'));
  });

  test('an unknown model is named', async () => {
    const url = await serve({ replies: [streamed(PLAN_TEXT)], models: ['llama'] });
    expect((await ask(url, { model: 'lama' })).last).toEqual(failed('model-not-found', 'lama', '/v1'));
  });

  test('a request that is too long is not asked again with fewer features', async () => {
    const url = await serve({
      replies: [failing(400, "This model's maximum context length is 4096 tokens")],
    });
    expect((await ask(url)).last).toEqual(failed('prompt-too-long', 'longer context'));
    expect(server?.chats()).toHaveLength(1);
  });

  test('a bad request that is about nothing we can leave out is told in the server’s words', async () => {
    const url = await serve({ replies: [failing(400, 'Blue moon required')] });
    expect((await ask(url)).last).toEqual(failed('bad-request', 'Blue moon required'));
    expect(server?.chats()).toHaveLength(4);
  });

  test('a request that is too large is one to make smaller', async () => {
    const url = await serve({ replies: [failing(413, 'Payload too large')] });
    expect((await ask(url)).last).toEqual(failed('prompt-too-long', '413', 'fewer tools'));
  });

  test.each([301, 302, 303, 307, 308])('a %i to another server is named and not followed', async (status) => {
    const other = await startModelServer({ replies: [streamed(PLAN_TEXT)] });
    const location = `${other.url}/chat/completions`;
    const url = await serve({ replies: [{ kind: 'raw', status, headers: { location }, body: 'Moved' }] });
    const { last, waits } = await ask(url);
    expect(last).toEqual(failed('redirected', 'which is not followed', 'base URL'));
    expect([server?.chats().length, other.requests.length, waits]).toEqual([1, 0, []]);
    await other.close();
  });

  test('what a browser tells of a redirect is enough to name it', async () => {
    const opaque = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
    const model = createChatModel(
      { baseUrl: 'http://localhost:1/v1', model: 'm' },
      { fetch: async (_, init) => (init?.redirect === 'manual' ? opaque : new Response('{}')) },
    );
    const asked = { messages: [], schema: { name: 's', schema: {} }, signal: new AbortController().signal };
    await expect(model.answer(asked)).rejects.toMatchObject({ code: 'redirected' });
  });

  test('a refusal of the model is passed on', async () => {
    const url = await serve({ replies: [streamed([], { refusal: 'I cannot help with that.' })] });
    expect((await ask(url)).last).toEqual(failed('refused', 'I cannot help with that'));
  });

  test('a filtered answer', async () => {
    const url = await serve({ replies: [streamed('{"ca', { finish: 'content_filter' })] });
    expect((await ask(url)).last).toEqual(failed('refused', 'content filter'));
  });
});

describe('retries', () => {
  test('429 is asked again after its Retry-After', async () => {
    const busy = failing(429, 'Slow down', { headers: { 'retry-after': '7' } });
    const url = await serve({ replies: [busy, streamed(PLAN_TEXT)] });
    const { last, waits } = await ask(url);
    expect(last).toEqual({ kind: 'done' });
    expect(waits).toEqual([7000]);
  });

  test('429 is asked again twice at most', async () => {
    const url = await serve({ replies: [failing(429, 'Slow down', { headers: { 'retry-after': '2' } })] });
    const { last, waits } = await ask(url);
    expect(last).toEqual(failed('rate-limited', '429', 'Try again in 2 s'));
    expect(waits).toEqual([2000, 2000]);
    expect(server?.chats()).toHaveLength(3);
  });

  test('an hour of Retry-After is left to the person', async () => {
    const url = await serve({ replies: [failing(429, 'Later', { headers: { 'retry-after': '3600' } })] });
    const { last, waits } = await ask(url);
    expect(last).toEqual(failed('rate-limited', '3600 s'));
    expect(waits).toEqual([]);
  });

  test.each([
    ['99999999999999999999', 'Try again another day'],
    ['0', 'Try again in a minute'],
    ['-5', 'Try again in a minute'],
  ])('a Retry-After of %s is told as what can be done', async (after, words) => {
    const url = await serve({ replies: [failing(429, 'Busy', { headers: { 'retry-after': after } })] });
    expect((await ask(url)).last).toEqual(failed('rate-limited', words));
  });

  test('an account without credit is not asked again', async () => {
    const url = await serve({
      replies: [failing(429, 'You exceeded your quota', { code: 'insufficient_quota' })],
    });
    const { last, waits } = await ask(url);
    expect(last).toEqual(failed('no-credit', 'credit'));
    expect(waits).toEqual([]);
  });

  test.each([500, 503])('%i is asked again, with a longer wait each time', async (status) => {
    const url = await serve({ replies: [failing(status, 'Oops')] });
    const { last, waits } = await ask(url);
    expect(last).toEqual(failed('server-error', String(status), 'Oops'));
    expect(waits).toEqual([1000, 2000]);
  });

  test('stopping during the wait ends it', async () => {
    const url = await serve({ replies: [failing(500, 'Oops')] });
    const stop = new AbortController();
    const planner = createOpenAiPlanner({ baseUrl: url, model: 'm' }, { sleep: async () => stop.abort() });
    const events = await collect(planner(requestFor({ signal: stop.signal })));
    expect(events).toEqual([failed('cancelled')]);
    expect(server?.chats()).toHaveLength(1);
  });
});

describe('a cut stream is never a whole plan', () => {
  const half = PLAN_TEXT.slice(0, PLAN_TEXT.indexOf('},{') + 1);

  test('the socket is destroyed in the middle', async () => {
    const url = await serve({ replies: [streamed([half, 'never sent'], { cutAfter: 1 })] });
    const { events, last } = await ask(url);
    expect(events.filter((event) => event.kind === 'call')).toHaveLength(1);
    expect(last).toEqual(failed('cut-stream', 'broke off'));
  });

  test('the socket is destroyed after the last byte of the plan, before the end is said', async () => {
    const url = await serve({ replies: [streamed(PLAN_TEXT, { cutAfter: 1_000 })] });
    expect((await ask(url)).last).toEqual(failed('cut-stream'));
  });

  test('the stream ends politely without a finish reason', async () => {
    for (const done of [true, false]) {
      const url = await serve({ replies: [streamed(PLAN_TEXT, { finish: null, done })] });
      expect((await ask(url)).last).toEqual(failed('cut-stream'));
      await server?.close();
    }
  });

  test('the limit of tokens is reached', async () => {
    const url = await serve({ replies: [streamed(half, { finish: 'length' })] });
    expect((await ask(url)).last).toEqual(failed('answer-cut-by-limit', 'limit of tokens'));
  });

  test('the limit of tokens is reached just where the plan ends', async () => {
    const url = await serve({ replies: [streamed(PLAN_TEXT, { finish: 'length' })] });
    expect((await ask(url)).last).toEqual(failed('answer-cut-by-limit'));
  });

  test('the model stops early but says that it is done', async () => {
    const url = await serve({ replies: [streamed(half)] });
    expect((await ask(url)).last).toEqual(failed('malformed-answer', 'ends before its JSON is closed'));
  });
});

describe('answers that are none', () => {
  test.each([
    ['nothing', '', 'empty-answer'],
    ['prose alone', 'I would rather not.', 'malformed-answer'],
    ['broken JSON after a call', '{"calls":[{"_tool":"report"} oops', 'malformed-answer'],
    ['a call without a tool', '{"calls":[{"_id":"x"}],"output":null}', 'malformed-answer'],
    ['a prototype key', '{"calls":[{"_tool":"report","of":{"__proto__":1}}]}', 'malformed-answer'],
    ['no calls', '{"calls":[],"output":null}', 'no-plan'],
  ])('%s', async (_, text, code) => {
    const url = await serve({ replies: [streamed(text)] });
    expect((await ask(url)).last).toEqual(failed(code));
  });

  test('nesting without end', async () => {
    const url = await serve({ replies: [streamed([`{"calls":[${'['.repeat(100_000)}`])] });
    expect((await ask(url)).last).toEqual(failed('malformed-answer', 'nested'));
  });

  test('more calls than were asked for are all there, and both numbers are said (L-62)', async () => {
    const calls = Array.from({ length: 12 }, (_, n) => ({ ...PLAN.calls[1], _id: `c${n}` }));
    const url = await serve({ replies: [streamed(JSON.stringify({ calls, output: null }))] });
    const { events, last } = await ask(url);
    expect(events.filter(({ kind }) => kind === 'call')).toHaveLength(12);
    expect(events.find(({ kind }) => kind === 'note')).toMatchObject({
      text: 'The model made a plan of 12 calls; 7 at most were asked for. Nothing was left out.',
      remedies: ['most-calls', 'other-words'],
    });
    expect(last).toEqual({ kind: 'done' });
  });

  test('duplicate ids are left as they are, for the check to find', async () => {
    const twice = { calls: [PLAN.calls[0], PLAN.calls[0]], output: null };
    const url = await serve({ replies: [streamed(JSON.stringify(twice))] });
    const { events } = await ask(url);
    expect(events.flatMap((event) => (event.kind === 'call' ? [event.call._id] : []))).toEqual([
      'find',
      'find',
    ]);
  });

  test('lines of the stream that are not JSON', async () => {
    const url = await serve({ replies: [raw('data: {oops\n\n', 'text/event-stream')] });
    expect((await ask(url)).last).toEqual(failed('malformed-stream'));
  });

  test('a body that says JSON and is not', async () => {
    const url = await serve({ replies: [raw('{"choices": [', 'application/json')] });
    expect((await ask(url)).last).toEqual(failed('malformed-stream'));
  });

  test('chunks of the wrong shape are passed over', async () => {
    const odd = [
      'null',
      '[]',
      '{"choices":7}',
      '{"choices":[null]}',
      '{"choices":[{"delta":{"content":{"a":1}}}]}',
    ];
    const url = await serve({
      replies: [raw(odd.map((one) => `data: ${one}\n\n`).join(''), 'text/event-stream')],
    });
    expect((await ask(url)).last).toEqual(failed('cut-stream'));
  });

  test('a web page', async () => {
    const url = await serve({ replies: [raw('<!doctype html><title>Hello</title>', 'text/html')] });
    expect((await ask(url)).last).toEqual(failed('not-an-api', '/v1'));
  });

  test.each(['application/json', 'text/event-stream', 'text/plain'])(
    'a web page labelled %s',
    async (label) => {
      const url = await serve({ replies: [raw('\n<!doctype html><title>Log in</title>', label)] });
      expect((await ask(url)).last).toEqual(failed('not-an-api', 'not a model', '/v1'));
    },
  );

  test.each([200, 204, 304])('a %i with nothing in it', async (status) => {
    const url = await serve({ replies: [{ kind: 'raw', status, headers: {}, body: '' }] });
    expect((await ask(url)).last).toEqual(failed('not-an-api', 'answered with nothing', '/v1'));
  });

  test.each(['text/plain', 'text/event-stream', 'application/octet-stream'])(
    'a whole completion labelled %s is read all the same',
    async (label) => {
      const choices = [{ index: 0, message: { content: PLAN_TEXT }, finish_reason: 'stop' }];
      const url = await serve({ replies: [raw(JSON.stringify({ choices }), label)] });
      const { events, last } = await ask(url);
      expect([events.filter(({ kind }) => kind === 'call').length, last]).toEqual([2, { kind: 'done' }]);
    },
  );

  test('a stream labelled JSON is read all the same', async () => {
    const url = await serve({ replies: [streamed(PLAN_TEXT, { contentType: 'application/json' })] });
    expect((await ask(url)).last).toEqual({ kind: 'done' });
  });

  test.each([
    '{"prompt_tokens":1e999,"completion_tokens":1}',
    '{"prompt_tokens":1e308,"completion_tokens":1}',
    '{"prompt_tokens":-5,"completion_tokens":1}',
  ])('tokens that no answer takes are not told: %s', async (usage) => {
    const choices = `[{"index":0,"message":{"content":${JSON.stringify(PLAN_TEXT)}},"finish_reason":"stop"}]`;
    const url = await serve({
      replies: [raw(`{"choices":${choices},"usage":${usage}}`, 'application/json')],
    });
    const { events, last } = await ask(url);
    expect([events.filter(({ kind }) => kind === 'usage'), last]).toEqual([[], { kind: 'done' }]);
  });

  test('a price that no answer has is not told, and its tokens are', async () => {
    const choices = [{ index: 0, message: { content: PLAN_TEXT }, finish_reason: 'stop' }];
    const usage = { prompt_tokens: 3, completion_tokens: 1, cost: 1e21 };
    const url = await serve({ replies: [raw(JSON.stringify({ choices, usage }), 'application/json')] });
    const { events } = await ask(url);
    expect(events.filter(({ kind }) => kind === 'usage')).toEqual([
      { kind: 'usage', inputTokens: 3, outputTokens: 1 },
    ]);
  });

  test('a change that leaves no call is told as that', async () => {
    const url = await serve({ replies: [streamed('{"keep":[],"calls":[],"output":null}')] });
    const plan = { format: 'obelus/plan', version: 1, id: 'p', calls: PLAN.calls } as unknown as Plan;
    const { last } = await ask(url, { request: { goal: 'make it empty', change: { plan, selected: [] } } });
    expect(last).toEqual(failed('no-plan', 'would remove every call', 'the plan is as it was'));
  });

  test('text of no kind', async () => {
    const url = await serve({ replies: [raw('hello', 'text/plain')] });
    expect((await ask(url)).last).toEqual(failed('not-an-api'));
  });

  test('an error inside a stream', async () => {
    const url = await serve({
      replies: [raw('data: {"error":{"message":"GPU on fire"}}\n\n', 'text/event-stream')],
    });
    expect((await ask(url)).last).toEqual(failed('server-error', 'GPU on fire'));
  });

  test('a body of 20 MB is dropped at the limit', async () => {
    const url = await serve({ replies: [raw(`data: ${'x'.repeat(1_000_000)}`, 'text/event-stream', 20)] });
    const limits = { maxBytes: 2_000_000, maxErrorBytes: 1000, idleMs: 60_000 };
    expect((await ask(url, { limits })).last).toEqual(failed('answer-too-large', '2 MB'));
  });

  test('an answer of more than a million characters is dropped', async () => {
    const url = await serve({ replies: [streamed(Array(30).fill('y'.repeat(50_000)))] });
    expect((await ask(url)).last).toEqual(failed('answer-too-large', '1,000,000'));
  });

  test('an error page of 20 MB still says its status', async () => {
    const url = await serve({
      replies: [
        {
          kind: 'raw',
          status: 404,
          headers: { 'content-type': 'text/html' },
          body: '<p>'.repeat(100_000),
          times: 60,
        },
      ],
    });
    expect((await ask(url)).last).toEqual(failed('model-not-found', '404'));
  });
});

describe('silence', () => {
  test('no answer at all', async () => {
    const url = await serve({ replies: [{ kind: 'silent' }] });
    expect((await ask(url, { firstByteMs: 30 })).last).toEqual(failed('timeout', 'in time'));
  });

  test('a stream that stops in the middle and stays open', async () => {
    const url = await serve({ replies: [streamed(PLAN_TEXT, { hangAfter: 3 })] });
    const limits = { maxBytes: 1_000_000, maxErrorBytes: 1000, idleMs: 30 };
    expect((await ask(url, { limits })).last).toEqual(
      failed('timeout', `The server at ${url} stopped sending`),
    );
  });

  test('nobody listens', async () => {
    const url = await serve({ replies: [] });
    await server?.close();
    expect((await ask(url)).last).toEqual(failed('unreachable', 'connection refused', 'Start the server'));
  });

  test('in a browser a refused origin looks the same, so both are said, with the way in', async () => {
    const url = await serve({ replies: [] });
    await server?.close();
    const { last } = await ask(url, { origin: 'http://localhost:4173' });
    expect(last).toEqual(failed('unreachable', 'cannot tell the two apart', 'http://localhost:4173'));
  });
});

describe('settings that cannot work are named before anything is sent', () => {
  test.each([
    ['not an address', { baseUrl: 'localhost' }, 'bad-address'],
    ['another protocol', { baseUrl: 'file:///etc/passwd' }, 'bad-address'],
    ['a password in the address', { baseUrl: 'http://u:p@localhost/v1' }, 'bad-address'],
    ['no model', { model: ' ' }, 'no-model'],
    ['a key with a line break', { key: 'sk-a\nb' }, 'bad-key'],
  ])('%s', async (_, field, code) => {
    const planner = createOpenAiPlanner({ baseUrl: 'http://localhost:1/v1', model: 'm', ...field });
    expect(await collect(planner(requestFor()))).toEqual([failed(code)]);
  });
});

test('a library that does not load is not taken for a server that is down', async () => {
  const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  const planner = createOpenAiPlanner({ baseUrl: 'http://localhost:1/v1', model: 'm' }, { load });
  expect(await collect(planner(requestFor()))).toEqual([failed('not-loaded', 'reload')]);
});

describe('the key', () => {
  const leaks: readonly [string, Reply][] = [
    ['a 401 that quotes it', failing(401, `Incorrect API key provided: ${KEY}.`)],
    ['a 400 that quotes half of it', failing(400, `Bad key "${KEY.slice(0, 14)}***${KEY.slice(-10)}"`)],
    ['an answer that carries it', streamed(PLAN_TEXT.replace('Find it', KEY))],
    [
      'an answer that carries it in escapes',
      streamed(PLAN_TEXT.replace('Find it', `\\u0073${KEY.slice(1)}`)),
    ],
    ['an error in the stream', raw(`data: {"error":{"message":"${KEY}"}}\n\n`, 'text/event-stream')],
    ['a refusal that carries it', streamed([], { refusal: KEY })],
    ['a cut stream', streamed(PLAN_TEXT, { cutAfter: 3 })],
  ];

  test.each(leaks)('is in no event and no log after %s', async (_, reply) => {
    const logged: unknown[] = [];
    for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      vi.spyOn(console, level).mockImplementation((...args) => void logged.push(args));
    }
    const url = await serve({ replies: [reply] });
    const { events, last } = await ask(url);
    const said = JSON.stringify([events, logged]);
    expect(last).toMatchObject({ kind: 'failed' });
    for (const piece of [KEY, KEY.slice(0, 14), KEY.slice(-10)]) expect(said).not.toContain(piece);
  });

  test('is in no message about an address that carries it', async () => {
    const { events } = await ask(`http://127.0.0.1:1/${KEY}/v1?key=${KEY}`);
    expect(events).toEqual([failed('unreachable')]);
    expect(JSON.stringify(events)).not.toContain(KEY);
  });
});
