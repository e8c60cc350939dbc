/** A call's words, tried on the values at hand: one answer each, and nothing that was not asked for is sent. */

import '../../src/check/check.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failing, type ModelServerScript, streamed } from '../../e2e/model-server/script.ts';
import { type ModelServer, startModelServer } from '../../e2e/model-server/server.ts';
import type { Pool } from '../../src/activities/pool.ts';
import { triedPrompt } from '../../src/executor/try-prompt.ts';
import { NO_DELEGATES } from '../../src/plan/delegates.ts';
import type { Call } from '../../src/plan/document.ts';
import type { PromptAnswer, PromptAsk, PromptGround, TryPrompt } from '../../src/run/messages.ts';
import { call, planOf, READ, SALES } from '../preview/previewing.ts';

const NO_POOL = undefined as unknown as Pool;
const ASK = call('say', 'askModel', { instruction: 'Which region is it?', about: '†state.rows' });

let server: ModelServer;
const serving = async (replies: ModelServerScript['replies']) => {
  server = await startModelServer({ replies });
};
beforeEach(() =>
  serving([streamed('{"value":"North"}', { usage: { prompt_tokens: 90, completion_tokens: 4 } })]),
);
afterEach(() => server.close());

interface Tried {
  readonly ground: PromptGround;
  readonly answers: readonly PromptAnswer[];
}

async function tried(
  calls: readonly Call[],
  asks: readonly PromptAsk[],
  more: Partial<TryPrompt> = {},
  signal = new AbortController().signal,
): Promise<Tried> {
  const answers: PromptAnswer[] = [];
  const request: TryPrompt = {
    plan: planOf(calls),
    ...{ delegates: NO_DELEGATES, allowed: true, input: {}, given: {}, standIns: {}, call: 'say', asks },
    files: [{ name: 'sales.csv', id: 1, content: new Blob([SALES]) }],
    ...more,
  };
  const connection = {
    baseUrl: server.url,
    model: 'scripted',
    prices: { input: 1_000_000, output: 1_000_000 },
  };
  const ground = await triedPrompt(request, connection, NO_POOL, signal, (at, answer) => {
    answers[at] = answer;
  });
  return { ground, answers };
}

const prompts = () => server.requests.map(({ body }) => String(JSON.stringify(body)));

it('says what the words can be tried on, and sends nothing for it', async () => {
  const { ground } = await tried([READ, ASK], []);
  expect(ground).toMatchObject({
    parameter: 'instruction',
    wording: 'Which region is it?',
    rows: {
      parameter: 'about',
      first: ['North · 120', 'South · 80', 'North · 5'],
    },
  });
  const { sends } = ground as Extract<PromptGround, { sends: unknown }>;
  expect(sends.whole).toBeGreaterThan(sends.row);
  expect(server.requests).toEqual([]);
});

it('says where another model answers than was asked', async () => {
  await server.close();
  await serving([streamed('{"value":"North"}', { answeredBy: 'tiny' })]);
  const { answers } = await tried([READ, ASK], [{ wording: 'Which region?', row: null }]);
  expect(answers).toMatchObject([
    { value: 'North', otherModel: expect.stringContaining('“tiny” answers, where “scripted” was asked') },
  ]);
});

it('asks once for each wording and row, with that wording and that row alone', async () => {
  const wordings = ['Which region?', 'Name the place.'];
  const asks = wordings.flatMap((wording) => [0, 1].map((row) => ({ wording, row })));
  const { answers } = await tried([READ, ASK], asks);
  expect(answers).toEqual(asks.map(() => ({ value: 'North', tokens: { input: 90, output: 4 }, cost: 94 })));
  const sent = prompts();
  expect(sent).toHaveLength(4);
  for (const wording of wordings) {
    const of = sent.filter((prompt) => prompt.includes(wording));
    expect(of.map((prompt) => [prompt.includes('North'), prompt.includes('South')]).sort()).toEqual([
      [false, true],
      [true, false],
    ]);
  }
});

it('gives all of the value where no row is meant, computed from what is before it', async () => {
  const first = call('first', 'selectColumns', { rows: '†state.rows', columns: ['region'] });
  await tried([READ, first, { ...ASK, about: '†state.first' } as Call], [{ wording: 'Where?', row: null }]);
  const [prompt] = prompts();
  expect(prompt).toContain('South');
  expect(prompt).not.toContain('120');
});

it('tells the way that a model chose, and does not go it', async () => {
  await server.close();
  await serving([streamed('{"outcome":"late","value":"It is overdue."}')]);
  const choose = {
    ...call('say', 'chooseByModel', { question: 'Is it late?', about: '†state.rows' }),
    _outputPath: '†state.late || †state.fine',
  } as Call;
  const { answers } = await tried([READ, choose], [{ wording: 'Is it late?', row: null }]);
  expect(answers).toEqual([{ value: 'It is overdue.', way: 'late' }]);
});

it('asks anew each time: how far two answers lie apart is part of what is tried', async () => {
  const same = { wording: 'Which region?', row: 0 };
  await tried([READ, ASK], [same, same]);
  expect(server.requests).toHaveLength(2);
});

it('says a fault of the server at the answer it is of, and goes on', async () => {
  await server.close();
  await serving((_, index) => (index === 0 ? failing(401, 'No such key') : streamed('{"value":"South"}')));
  const { answers } = await tried(
    [READ, ASK],
    [0, 1].map((row) => ({ wording: 'Which?', row })),
  );
  expect(answers.filter((one) => 'fault' in one)).toHaveLength(1);
  expect(answers.filter((one) => 'value' in one)).toHaveLength(1);
});

it('takes what a server refuses of a request for no fault of an answer', async () => {
  await server.close();
  server = await startModelServer({
    replies: [streamed('{"value":"South"}')],
    refuses: ['json_schema', 'json_object', 'stream_options'],
  });
  const asks = [0, 1, 2].map((row) => ({ wording: 'Which?', row }));
  const { answers } = await tried([READ, ASK], asks);
  expect(answers.map((one) => ('value' in one ? one.value : one.fault))).toEqual(['South', 'South', 'South']);
});

it('stops with the signal, and sends no more', async () => {
  await server.close();
  await serving([{ kind: 'silent' }]);
  const stop = new AbortController();
  const asks = [0, 1, 2].map((row) => ({ wording: 'Which?', row }));
  const work = tried([READ, ASK], asks, {}, stop.signal);
  await expect.poll(() => server.requests.length).toBe(1);
  stop.abort(new Error('stopped'));
  await expect(work).rejects.toThrow('stopped');
  expect(server.requests).toHaveLength(1);
});

describe('where there is nothing to try', () => {
  it('says why the call is not reached', async () => {
    const page = call('page', 'httpGet', { url: 'https://outside.test/' });
    const { ground } = await tried(
      [page, { ...ASK, about: '†state.page' } as Call],
      [{ wording: 'a', row: null }],
    );
    expect(ground).toEqual({ fault: expect.stringContaining('Pin a value') });
    expect(server.requests).toEqual([]);
  });

  it('takes a pinned value in the place of what a preview may not read', async () => {
    const page = call('page', 'httpGet', { url: 'https://outside.test/' });
    const given = { page: { value: 'Hello from North', word: 'pinned' as const } };
    await tried([page, { ...ASK, about: '†state.page' } as Call], [{ wording: 'a', row: null }], { given });
    expect(prompts()[0]).toContain('Hello from North');
  });

  it('refuses a call that no model answers, a plan that is held, and a device without a model', async () => {
    const words = call('say', 'countWords', { text: 'one two' });
    expect((await tried([words], [])).ground).toEqual({ fault: 'No model answers this call.' });
    expect((await tried([READ, ASK], [], { allowed: false })).ground).toEqual({
      fault: expect.stringContaining('came from outside'),
    });
    const none = await triedPrompt({} as TryPrompt, null, NO_POOL, new AbortController().signal, () => {});
    expect(none).toEqual({ fault: expect.stringContaining('No model is connected') });
  });
});
