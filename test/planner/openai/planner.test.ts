import { afterEach, describe, expect, test } from 'vitest';
import { failing, type ModelServerScript, streamed } from '../../../e2e/model-server/script.ts';
import { type ModelServer, startModelServer } from '../../../e2e/model-server/server.ts';
import type { Plan } from '../../../src/plan/document.ts';
import { createOpenAiPlanner } from '../../../src/planner/openai/planner.ts';
import { testConnection } from '../../../src/planner/openai/test-connection.ts';
import type { PlannerEvent } from '../../../src/planner/planner.ts';
import { builtInTools } from '../../../src/tools/built-in.ts';
import { catalogueOf } from '../../../src/tools/catalogue.ts';
import { ask, collect, KEY, PLAN, PLAN_TEXT, requestFor, TOOLS } from './asking.ts';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function serve(script: ModelServerScript): Promise<ModelServer> {
  server = await startModelServer(script);
  return server;
}

const calls = (events: readonly PlannerEvent[]) => events.filter((event) => event.kind === 'call');

describe('a plan from a model', () => {
  test('streams its calls, its parts, its usage and done', async () => {
    const { url } = await serve({
      replies: [streamed(PLAN_TEXT, { usage: { prompt_tokens: 900, completion_tokens: 80 } })],
    });
    const { events } = await ask(url);
    expect(calls(events).map((event) => event.call)).toEqual(PLAN.calls);
    expect(events).toContainEqual({ kind: 'plan', title: PLAN.title });
    expect(events).toContainEqual({ kind: 'plan', inputSchema: PLAN.inputSchema });
    expect(events).toContainEqual({ kind: 'plan', output: '†state.report' });
    expect(events).toContainEqual({ kind: 'usage', inputTokens: 900, outputTokens: 80 });
    expect(events.at(-1)).toEqual({ kind: 'done' });
    expect(events.filter((event) => event.kind === 'done')).toHaveLength(1);
  });

  test('is counted by its characters until the server says what it took, of what has come since alone', async () => {
    const usage = { prompt_tokens: 900, completion_tokens: 80 };
    const { url, chats } = await serve({ replies: [streamed(PLAN_TEXT, { usage })] });
    const { events } = await ask(url);
    const counts = events.filter((event) => event.kind === 'usage' || event.kind === 'estimate');
    expect(counts.at(-1)).toEqual({ kind: 'usage', inputTokens: 900, outputTokens: 80 });
    const [first, ...others] = counts.slice(0, -1);
    const sent = chats()[0]?.body?.messages?.reduce((sum, { content }) => sum + content.length, 0) ?? 0;
    expect(first).toMatchObject({ kind: 'estimate', inputTokens: Math.round(sent / 3.8) });
    expect(others.length).toBeGreaterThan(0);
    expect(others).toEqual(
      others.map(() => ({ kind: 'estimate', inputTokens: 0, outputTokens: expect.any(Number) })),
    );
  });

  test('of a server that tells it in every chunk is counted once', async () => {
    const chunk = (content: string, completion: number) =>
      `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: completion === 9 ? 'stop' : null }], usage: { prompt_tokens: 90, completion_tokens: completion } })}\n\n`;
    const body = chunk(PLAN_TEXT.slice(0, 30), 4) + chunk(PLAN_TEXT.slice(30), 9);
    const headers = { 'content-type': 'text/event-stream' };
    const { url } = await serve({ replies: [{ kind: 'raw', status: 200, headers, body }] });
    const { events } = await ask(url);
    expect(events.flatMap((event) => (event.kind === 'usage' ? [event] : []))).toEqual([
      { kind: 'usage', inputTokens: 90, outputTokens: 4 },
      { kind: 'usage', inputTokens: 0, outputTokens: 5 },
    ]);
  });

  test.each([
    ['gpt-9', 'gpt-9-2026-03-01', false],
    ['gpt-9', 'gpt-9-mini', true],
    ['acme/gpt-9', 'gpt-9', false],
    ['herd-latest', 'herd-2611', false],
    ['herd', 'herd:8b', false],
    ['herd:8b', 'herd:70b', true],
  ])('asked of %s and answered by %s is told so: %s', async (model, answeredBy, isTold) => {
    const { url } = await serve({ models: [model], replies: [streamed(PLAN_TEXT, { answeredBy })] });
    const { events, last } = await ask(url, { model });
    expect(last).toEqual({ kind: 'done' });
    const text = expect.stringContaining(`says that “${answeredBy}” answers, where “${model}” was asked.`);
    expect(events.filter(({ kind }) => kind === 'note')).toEqual(
      isTold ? [{ kind: 'note', text, remedies: ['planner'] }] : [],
    );
  });

  test('gives out a call while the rest is still to come', async () => {
    const first = PLAN_TEXT.indexOf('},{') + 1;
    // The server stops for good after the first call: only a call that did not wait for the end can be seen.
    const { url } = await serve({
      replies: [streamed([PLAN_TEXT.slice(0, first), PLAN_TEXT.slice(first)], { hangAfter: 1 })],
    });
    const stop = new AbortController();
    const { events } = await ask(url, {
      request: { signal: stop.signal },
      onEvent: (event) => event.kind === 'call' && stop.abort(),
    });
    expect(calls(events)).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ kind: 'failed', code: 'cancelled' });
  });

  test('comes out the same however slowly it drips', async () => {
    const { url } = await serve({ replies: [streamed(PLAN_TEXT, { dripMs: 1 })] });
    const { events } = await ask(url);
    expect(calls(events)).toHaveLength(2);
    expect(events.at(-1)).toEqual({ kind: 'done' });
  });

  test.each([
    ['a fence', `\`\`\`json\n${PLAN_TEXT}\n\`\`\``],
    ['prose', `Here is a plan [as asked] for {you}:\n\n${PLAN_TEXT}\n\nTell me if it should be shorter.`],
    ['reasoning', `<think>{"calls":[{"_tool":"wrong"}]} no…</think>\n${PLAN_TEXT}`],
    ['a bare list of calls', JSON.stringify(PLAN.calls)],
    ['a wrapper', JSON.stringify({ plan: PLAN })],
  ])('is found in %s', async (_, text) => {
    const { url } = await serve({ replies: [streamed(text)] });
    const { events } = await ask(url);
    expect(calls(events).map((event) => event.call)).toEqual(PLAN.calls);
    expect(events.at(-1)).toEqual({ kind: 'done' });
  });

  test('is read from a server that does not stream', async () => {
    const body = { choices: [{ message: { content: PLAN_TEXT }, finish_reason: 'stop' }] };
    const { url } = await serve({
      replies: [
        {
          kind: 'raw',
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
      ],
    });
    const { events } = await ask(url);
    expect(calls(events)).toHaveLength(2);
    expect(events.at(-1)).toEqual({ kind: 'done' });
  });

  const raw = (message: unknown) => ({
    ...{ kind: 'raw' as const, status: 200, headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ choices: [{ message, finish_reason: 'tool_calls' }] }),
  });
  const stream = (...deltas: unknown[]) => ({
    ...{ kind: 'raw' as const, status: 200, headers: { 'content-type': 'text/event-stream' } },
    body: [
      ...deltas.map((delta) => ({ choices: [{ delta }] })),
      { choices: [{ delta: {}, finish_reason: 'tool_calls' }] },
    ]
      .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
      .concat('data: [DONE]\n\n')
      .join(''),
  });
  const native = PLAN.calls.map(({ _tool, ...rest }) => ({
    ...{ id: rest._id, type: 'function', function: { name: _tool, arguments: JSON.stringify(rest) } },
  }));

  test.each([
    [
      'parts, thinking set apart',
      raw({
        content: [
          { type: 'thinking', thinking: '{"calls":[]}' },
          { type: 'text', text: PLAN_TEXT },
        ],
      }),
    ],
    ['native tool calls', raw({ content: null, tool_calls: native })],
    [
      'native tool calls in pieces',
      stream(
        ...native.flatMap(({ function: { name, arguments: text }, ...rest }, index) => [
          { tool_calls: [{ index, ...rest, function: { name, arguments: '' } }] },
          ...[text.slice(0, 9), text.slice(9)].map((piece) => ({
            tool_calls: [{ index, function: { arguments: piece } }],
          })),
        ]),
      ),
    ],
    [
      'one native call with all of it',
      raw({ tool_calls: [{ function: { name: 'plan', arguments: PLAN_TEXT } }] }),
    ],
    [
      'the last of two',
      streamed(
        `${JSON.stringify({ title: 'No', calls: [{ _tool: 'report' }, { _tool: 'report' }] })}\nOr better:\n${PLAN_TEXT}`,
      ),
    ],
  ])('is read from %s', async (_, reply) => {
    const { url } = await serve({ replies: [reply] });
    const { events } = await ask(url);
    const from = events.findLastIndex(({ kind }) => kind === 'restart');
    expect(calls(events.slice(from + 1)).map((event) => event.call)).toEqual(PLAN.calls);
    expect(events.at(-1)).toEqual({ kind: 'done' });
  });

  test('is read although the content type says plain text', async () => {
    const { url } = await serve({ replies: [streamed(PLAN_TEXT, { contentType: 'text/plain' })] });
    expect((await ask(url)).last).toEqual({ kind: 'done' });
  });
});

describe('what is asked', () => {
  test('carries the contracts, the limit, the goal and a schema, and asks for usage', async () => {
    const { url, chats } = await serve({ replies: [streamed(PLAN_TEXT)] });
    await ask(url, {
      request: {
        goal: 'Report on order 7',
        files: [{ name: 'a.csv', type: 'text/csv', size: 3, head: 'x,y' }],
      },
    });
    const body = chats()[0]?.body;
    const text = body?.messages?.map((message) => message.content).join('\n') ?? '';
    for (const part of ['findOrder(id: string) -> {total}', 'At most 7 calls', 'Report on order 7', 'x,y'])
      expect(text).toContain(part);
    expect(body?.response_format?.type).toBe('json_schema');
    expect(body?.stream_options).toEqual({ include_usage: true });
  });

  test('a replan carries what was done and what went wrong', async () => {
    const { url, chats } = await serve({ replies: [streamed(PLAN_TEXT)] });
    await ask(url, {
      request: {
        history: [{ call: { _id: 'a', _tool: 'findOrder' }, status: 'completed', result: { total: 42 } }],
        lastError: 'The printer is out of paper',
      },
    });
    const text = chats()[0]?.body?.messages?.at(-1)?.content;
    expect(text).toContain('{"total":42}');
    expect(text).toContain('The printer is out of paper');
  });

  test('has none of the headers a fixed CORS list would refuse', async () => {
    const { url, chats } = await serve({ replies: [streamed(PLAN_TEXT)] });
    await ask(url);
    const headers = Object.keys(chats()[0]?.headers ?? {});
    expect(headers.filter((name) => name.startsWith('x-'))).toEqual([]);
    expect(chats()[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  test('has no authorization header where there is no key', async () => {
    const { url, chats } = await serve({ replies: [streamed(PLAN_TEXT)] });
    await ask(url, { key: '' });
    expect(chats()[0]?.headers.authorization).toBeUndefined();
  });

  test('of a large catalogue the tools that fit the goal, with a note', async () => {
    const { url, chats } = await serve({ replies: [streamed(PLAN_TEXT)] });
    const many = Array.from({ length: 200 }, (_, n) => ({ name: `tool${n}`, description: `Does ${n}` }));
    const wanted = { name: 'bakeBread', description: 'Bakes a loaf of bread' };
    const { events } = await ask(url, {
      request: { goal: 'Bake bread', catalogue: catalogueOf(many, [wanted]) },
    });
    expect(chats()[0]?.body?.messages?.at(-1)?.content).toContain('bakeBread');
    const note = { kind: 'note', text: expect.stringContaining('141 were left out') };
    expect(events.find(({ kind }) => kind === 'note')).toMatchObject(note);
  });

  test('more of it where the model searches, twice at most, and then it has to plan', async () => {
    const search = streamed(JSON.stringify({ calls: [], search: ['knit a scarf'] }));
    const { url, chats } = await serve({ replies: [search, search, search] });
    const many = Array.from({ length: 200 }, (_, n) => ({ name: `tool${n}`, description: `Does ${n}` }));
    const wanted = { name: 'knitScarf', description: 'Knits a scarf' };
    const { last } = await ask(url, { request: { goal: 'Do 7', catalogue: catalogueOf(many, [wanted]) } });
    const asked = chats().map(({ body }) => body?.messages?.at(-1)?.content ?? '');
    expect(asked.map((text) => text.includes('knitScarf'))).toEqual([false, true, true]);
    expect(asked.map((text) => /"search"/.test(text))).toEqual([true, true, false]);
    expect(last).toMatchObject({ kind: 'failed', code: 'no-plan' });
  });

  test('of a plan to be changed the plan, and of one to be mended what is wrong', async () => {
    const { url, chats } = await serve({ replies: [streamed(PLAN_TEXT)] });
    const [first] = PLAN.calls;
    const plan = {
      format: 'obelus/plan',
      version: 1,
      id: 'p',
      calls: PLAN.calls,
      output: PLAN.output,
    } as Plan;
    await ask(url, { request: { goal: 'only 2026', change: { plan, selected: ['tell'] } } });
    await ask(url, {
      request: {
        mend: {
          ...{ calls: plan.calls, output: null },
          problems: [{ message: 'Call "find" is wrong.', calls: ['find'] }],
        },
      },
    });
    const [changed = '', mended = ''] = chats().map(({ body }) => body?.messages?.at(-1)?.content);
    expect(changed).toContain(JSON.stringify(first));
    expect(changed).toMatch(/"This" and "it" mean "tell"/);
    expect(mended).toContain('- Call "find" is wrong.');
    expect(mended).toMatch(/and no others/);
  });

  test('less and less of a server that refuses features, and it is remembered', async () => {
    const { url, chats } = await serve({
      replies: [streamed(PLAN_TEXT)],
      refuses: ['json_schema', 'json_object', 'stream_options'],
    });
    const planner = createOpenAiPlanner({ baseUrl: url, model: 'scripted' });
    for (const turn of [1, 2]) {
      expect((await collect(planner(requestFor()))).at(-1), `turn ${turn}`).toEqual({ kind: 'done' });
    }
    expect(
      chats().map(({ body }) => [body?.response_format?.type, body?.stream_options !== undefined]),
    ).toEqual([
      ['json_schema', true],
      ['json_object', true],
      [undefined, true],
      [undefined, false],
      [undefined, false],
    ]);
  });
});

describe('what a person set for a model', () => {
  test('its temperature is asked for, until the server refuses it, and is remembered', async () => {
    const { url, chats } = await serve({
      replies: (_, at) =>
        at === 0
          ? failing(400, "Unsupported value: 'temperature' does not support 0.2 with this model.")
          : streamed(PLAN_TEXT),
    });
    const planner = createOpenAiPlanner({ baseUrl: url, model: 'scripted', temperature: 0.2 });
    for (const _ of [1, 2]) await collect(planner(requestFor()));
    expect(chats().map(({ body }) => [body?.temperature, body?.response_format?.type])).toEqual([
      [0.2, 'json_schema'],
      [undefined, 'json_schema'],
      [undefined, 'json_schema'],
    ]);
  });

  test('its wishes go along, and its frame is the one message that is sent', async () => {
    const { url, chats } = await serve({ replies: [streamed(PLAN_TEXT)] });
    const planner = createOpenAiPlanner({
      ...{ baseUrl: url, model: 'scripted', instructions: 'No decimals.' },
      template: 'Be brief. {rules} — {request} — {other}',
    });
    await collect(planner(requestFor()));
    const [only, ...others] = chats()[0]?.body?.messages ?? [];
    expect(others).toEqual([]);
    expect(only?.content).toMatch(
      /^Be brief\. You are a planner[\s\S]*No decimals\.[\s\S]*Report on my order[\s\S]*\{other\}$/,
    );
  });

  test('a frame that leaves the request out has it at its end', async () => {
    const { url, chats } = await serve({ replies: [streamed(PLAN_TEXT)] });
    await collect(
      createOpenAiPlanner({ baseUrl: url, model: 'scripted', template: 'Be brief.' })(requestFor()),
    );
    expect(chats()[0]?.body?.messages?.[0]?.content).toMatch(/^Be brief\.[\s\S]*Report on my order/);
  });

  test('a frame may name the goal (T-6)', async () => {
    const { url, chats } = await serve({ replies: [streamed(PLAN_TEXT)] });
    const template = 'Plan {{ goal }}, or {{goal}}: {request}';
    await collect(
      createOpenAiPlanner({ baseUrl: url, model: 'scripted', template })(requestFor({ goal: '$& {rules}' })),
    );
    expect(chats()[0]?.body?.messages?.[0]?.content).toMatch(/^Plan \$& \{rules\}, or \$& \{rules\}: ##/);
  });

  test('its prices say what an answer cost, unless the server says it', async () => {
    const usage = { prompt_tokens: 1_000, completion_tokens: 500 };
    const { url } = await serve({ replies: [streamed(PLAN_TEXT, { usage })] });
    const connection = { baseUrl: url, model: 'scripted', prices: { input: 2, output: 4 } };
    const events = await collect(createOpenAiPlanner(connection)(requestFor()));
    expect(events).toContainEqual({ kind: 'usage', inputTokens: 1_000, outputTokens: 500, cost: 0.004 });
  });

  test('plans that were approved stand in it as examples, and nothing of them is left out in silence', async () => {
    const { url, chats } = await serve({ replies: [streamed(PLAN_TEXT), streamed(PLAN_TEXT)] });
    const before = {
      format: 'obelus/plan',
      version: 1,
      id: 'p',
      goal: 'Report on order 3',
      calls: PLAN.calls,
    } as Plan;
    const planner = createOpenAiPlanner({ baseUrl: url, model: 'scripted' }, {}, [before]);
    const events = await collect(planner(requestFor()));
    expect(chats()[0]?.body?.messages?.at(-1)?.content).toContain('"goal":"Report on order 3"');
    expect(events).toContainEqual({
      kind: 'note',
      text: 'The model was shown a plan you approved: “Report on order 3”.',
    });
    // Asked for with no first draft: a replan is signed for in words that know nothing of them.
    await collect(planner({ ...requestFor(), lastError: 'It broke.' }));
    expect(chats()[1]?.body?.messages?.at(-1)?.content).not.toContain('Report on order 3');
  });

  test('with fewer tools the request is a fraction as long, and the tools that are needed are in it', async () => {
    const { url, chats } = await serve({ replies: [streamed(PLAN_TEXT)] });
    const goal = 'Report on an order, found by its id';
    const catalogue = catalogueOf(builtInTools, TOOLS);
    await ask(url, { request: { goal, catalogue } });
    await ask(url, { request: { goal, catalogue, fewerTools: true } });
    const [long = '', short = ''] = chats().map(({ body }) => body?.messages?.at(-1)?.content);
    expect(short.length).toBeLessThan(long.length / 2);
    expect(short).toContain('findOrder(id: string)');
  });
});

describe('whether a model answers', () => {
  const tested = (url: string, more: object = {}) =>
    testConnection({ baseUrl: url, model: 'scripted', ...more }, new AbortController().signal);

  test('is said with its name, and nothing of the person is sent', async () => {
    const { url, chats } = await serve({ replies: [streamed('{"ready": true}')] });
    expect(await tested(url)).toEqual({ works: true, message: '"scripted" answers.' });
    expect(chats()).toHaveLength(1);
  });

  test.each([
    ['prose', { replies: [streamed('Sure, I am ready.')] }, /not with the JSON/],
    ['another key', { replies: [], key: 'other' }, /refused the key|wants a key/],
    ['another model', { replies: [failing(404, 'No such model')] }, /has no model "scripted"/],
  ] satisfies [string, ModelServerScript, RegExp][])('%s is said', async (_, script, words) => {
    const { url } = await serve(script);
    expect(await tested(url)).toEqual({ works: false, message: expect.stringMatching(words) });
  });

  test('a server that is not there is said', async () => {
    expect((await tested('http://127.0.0.1:9/v1')).message).toMatch(/Nothing answers at/);
  });
});
