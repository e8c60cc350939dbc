/** From a goal to a summary in a terminal, as seed 001's complete example has it, and what `plan` says of how it planned. */

import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { failing, type RecordedRequest, type Reply, streamed } from '../../e2e/model-server/script.ts';
import { type ModelServer, startModelServer } from '../../e2e/model-server/server.ts';
import type { Terminal } from '../../src/cli/command.ts';
import { status } from '../../src/cli/journal-commands.ts';
import { plan } from '../../src/cli/plan.ts';
import { run } from '../../src/cli/run.ts';
import { validate } from '../../src/cli/validate.ts';
import { newFolder } from './terminal.ts';

const before = { ...process.env };
afterAll(() => {
  process.env = before;
});

const GOAL = 'Find out what is known of tea';
const TEXT = { type: 'string' };
/** Nothing is behind it but a model: the seed's `llm.call`. */
const LLM_CALL = {
  name: 'llmCall',
  description: 'Lets a model do what it is told.',
  parameters: { type: 'object', properties: { instruction: TEXT, about: {} }, required: ['instruction'] },
  _output: TEXT,
  effect: 'none',
};
const ask = (_id: string, instruction: string, more = {}) => ({
  ...{ _id, _tool: 'llmCall', _description: instruction, instruction },
  ...{ _outputPath: `†state.${_id}`, ...more },
});
const part = (_id: string) => ({
  ...{ _id, _tool: 'part', _delegate: `#${_id}`, _description: _id, _outputPath: `†state.${_id}` },
});
const ANSWERS = {
  top: {
    title: 'Tea',
    parts: {
      history: { goal: 'Say where tea comes from', input: null, gives: TEXT },
      trade: { goal: 'Say who sells tea', input: null, gives: TEXT },
    },
    calls: [part('history'), part('trade'), ask('papers', 'Search the papers')],
    output: { history: '†state.history', trade: '†state.trade', papers: '†state.papers' },
  },
  history: {
    parts: { oldest: { goal: 'Name the oldest tea', input: null, gives: TEXT } },
    calls: [part('oldest')],
    output: '†state.oldest',
  },
  oldest: { calls: [ask('name', 'Which tea is the oldest?')], output: '†state.name' },
  trade: { calls: [ask('sells', 'Which land sells most?')], output: '†state.sells' },
  // What reads the papers reads what takes their place.
  archive: { calls: [ask('archive', 'Search the archive', { _outputPath: '†state.papers' })] },
  library: { calls: [ask('library', 'Search the library', { _outputPath: '†state.papers' })] },
} as const;

const usage = { prompt_tokens: 100, completion_tokens: 20, cost: 0.01 };
const say = (answer: unknown, more: Parameters<typeof streamed>[1] = {}): Reply =>
  streamed(JSON.stringify(answer), { usage, ...more });
const textOf = ({ body }: RecordedRequest): string =>
  (body?.messages ?? []).map(({ content }) => content).join('\n');

/** A planner where it is asked for a plan, and what thinks in one where it is asked for an answer. */
function model(request: RecordedRequest): Reply {
  const text = textOf(request);
  if (text.includes('You are a planner')) {
    const goal = JSON.parse(/## Goal\n(".*")/.exec(text)?.[1] ?? '""') as string;
    if (text.includes('The archive burned down')) return say(ANSWERS.library);
    if (text.includes('No access to the papers')) return say(ANSWERS.archive);
    if (goal === GOAL) return say(ANSWERS.top);
    if (goal.includes('comes from')) return say(ANSWERS.history);
    return goal.includes('oldest') ? say(ANSWERS.oldest) : say(ANSWERS.trade);
  }
  if (text.includes('Search the papers')) return failing(400, 'No access to the papers');
  if (text.includes('Search the archive')) return failing(400, 'The archive burned down');
  if (text.includes('Search the library')) return say({ value: 'A book on tea' });
  if (text.includes('Synthesize')) return say({ value: `A summary of ${text.includes('A book on tea')}` });
  return say({ value: text.includes('oldest') ? 'Pu-erh' : 'China' }, { dripMs: 5 });
}

async function typed(
  command: { run: (args: readonly string[], terminal: Terminal) => Promise<number> },
  ...args: string[]
) {
  let out = '';
  const err: string[] = [];
  const { signal } = new AbortController();
  const code = await command
    .run(args, {
      out: (text) => {
        out += text;
      },
      err: (line) => void err.push(line),
      progress: () => {},
      ask: null,
      ...{ signal, impatient: signal },
    })
    .catch((error: Error) => {
      err.push(error.message);
      return 2;
    });
  return { code, out, err: err.join('\n') };
}

async function served<T>(
  replies: (request: RecordedRequest) => Reply,
  use: (server: ModelServer) => Promise<T>,
): Promise<T> {
  const server = await startModelServer({ replies });
  const folder = newFolder();
  Object.assign(process.env, {
    ...{ OPENAI_BASE_URL: server.url, OPENAI_MODEL: 'scripted', OBELUS_STATE: folder.state },
  });
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

const TOOLS = newFolder().put('tools.json', [LLM_CALL]);
const BY_MODEL = ['--goal', GOAL, '--planner', 'openai', '--tools', TOOLS];
const IN_PARTS = [...BY_MODEL, '--strategy', 'hierarchical'];

test('a goal is planned in parts, run three at a time with two new plans on the way, looked at, and summed up (T-24)', () =>
  served(model, async () => {
    const folder = newFolder();
    // plan.decompose: hierarchical, max_depth 2
    const made = await typed(plan, ...IN_PARTS, '--max-depth', '2');
    expect([made.code, made.err]).toEqual([0, expect.stringContaining('Planned the part "oldest": 1 call')]);
    const document = JSON.parse(made.out);
    expect(document).toMatchObject({ strategy: 'hierarchical', calls: { length: 3 } });
    expect(Object.keys(document.plans)).toEqual(['history', 'trade', 'oldest']);

    // plan.execute: parallel, max_concurrent 3, on_subtask_failure replan, max_replans 2
    const policy = { onFailure: 'replan', maxReplans: 2, maxConcurrent: 3, retryLimit: 0 };
    const file = folder.put('plan.json', { ...document, policy });
    const done = await typed(
      run,
      file,
      '--approve',
      '--unasked-replans',
      '--journal',
      folder.at('j'),
      '--json',
    );
    expect([done.code, done.err]).toEqual([0, expect.anything()]);
    const { output } = JSON.parse(done.out);
    expect(output).toEqual({ history: 'Pu-erh', trade: 'China', papers: 'A book on tea' });
    const events = readFileSync(folder.at('j/journal.jsonl'), 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line)].flat()))
      .filter(({ runId }) => !String(runId).includes('.'));
    const steps = events.filter(({ type }) => String(type).startsWith('plan_step_'));
    expect(steps.slice(0, 3).map(({ type }) => type)).toEqual(Array(3).fill('plan_step_started'));
    const drafts = events.filter(({ type }) => type === 'plan.draft');
    expect(drafts.map(({ revision, calls }) => [revision, calls[0]._id])).toEqual([
      [2, 'archive'],
      [3, 'library'],
    ]);

    // plan.status: without details
    const stands = await typed(status, folder.at('j'), '--json');
    expect([stands.code, JSON.parse(stands.out)]).toMatchObject([0, { status: 'completed' }]);

    // llm.call: synthesize
    const results = folder.put('results.json', { goal: GOAL, results: output });
    const summary = folder.put('summary.json', {
      ...{ format: 'obelus/plan', version: 1, id: 'summary', mode: 'lazy' },
      input: { schema: { type: 'object', properties: { goal: TEXT, results: { type: 'object' } } } },
      tools: [LLM_CALL],
      calls: [
        ask('summary', 'Synthesize the research results into a comprehensive summary.', {
          about: { goal: '†input.goal', results: '†input.results' },
        }),
      ],
      output: '†state.summary',
    });
    const said = await typed(run, summary, '--approve', '--input', results, '--json');
    expect([said.code, JSON.parse(said.out)]).toMatchObject([0, { output: 'A summary of true' }]);
  }));

describe('plan --json', () => {
  test('is the plan, how it was planned and its counts, under the names of the seed (T-3)', () =>
    served(model, async () => {
      const { code, out } = await typed(plan, ...IN_PARTS, '--json');
      expect(code).toBe(0);
      const made = JSON.parse(out);
      expect(made).toMatchObject({ success: true, plan_id: 'plan', subtask_count: 6 });
      expect(made.plan).toMatchObject({
        ...{ id: 'plan', goal: GOAL, strategy: 'hierarchical' },
        metadata: { created_at: expect.any(Number), replan_count: 0, max_replans: 5 },
      });
      const [history] = made.plan.subtasks;
      expect(history).toMatchObject({ id: 'history', dependencies: [], status: 'pending' });
      expect(history.subtasks[0].subtasks).toMatchObject([{ id: 'history_oldest_name', status: 'pending' }]);
      expect(made.planning_trace).toHaveLength(4);
      expect(made.planning_trace[0]).toMatchObject({
        ...{ part: null, depth: 0, goal: GOAL, subtasks: 3, parts: 2, sent_back: 0, cost: 0.01, error: null },
        tokens: { input: 100, output: 20 },
      });
      expect(made.planning_trace.at(-1)).toMatchObject({ part: 'oldest', within: 'history', depth: 2 });
      // What it prints is a plan to the other commands.
      const checked = await typed(validate, newFolder().put('made.json', out), '--json');
      expect([checked.code, JSON.parse(checked.out)]).toMatchObject([0, { ok: true }]);
      // The seed's names are told beside it, and are no part of it.
      expect(checked.out).not.toContain('unknown-field');
      expect(checked.out).not.toContain('subtasks');
    }));

  test('of a goal that nobody could plan says why, and what was asked', () =>
    served(
      () => failing(401, 'Wrong key'),
      async () => {
        const { code, out } = await typed(plan, ...IN_PARTS, '--json');
        expect(code).toBe(1);
        expect(JSON.parse(out)).toMatchObject({
          ...{ ok: false, success: false, error: expect.stringMatching(/key/) },
          planning_trace: [{ depth: 0, subtasks: 0, error: expect.any(String) }],
        });
      },
    ));

  test('of the offline planner has its one line, and no price that nobody asked for', async () => {
    const { out } = await typed(plan, '--goal', 'Read notes.txt, count its words', '--json');
    const { plan: made, planning_trace: trace } = JSON.parse(out);
    expect(made.strategy).toBe('flat');
    expect(trace).toMatchObject([{ part: null, depth: 0, tokens: null, cost: null, error: null }]);
  });
});

describe('what can be chosen (T-1)', () => {
  test('goes with the request: model, temperature, template, number, and how deep (T-1)', () =>
    served(model, async (server) => {
      await typed(
        ...[plan, ...IN_PARTS, '--max-depth', '1', '--max-subtasks', '9', '--temperature', '0.7'],
        ...['--model', 'other', '--prompt-template', 'Break {{ goal }} down. {rules}'],
      );
      const [first] = server.chats();
      expect(first?.body).toMatchObject({ model: 'other', temperature: 0.7, messages: [{ role: 'user' }] });
      expect(textOf(first!)).toMatch(new RegExp(`^Break ${GOAL} down\\.`));
      expect(textOf(first!)).toContain('At most 9 calls');
      // One deep, parts are offered to the plan itself alone.
      const offered = server.chats().filter((one) => textOf(one).includes('## Parts'));
      expect(offered).toHaveLength(1);
    }));

  test('a plan that goes a step at a time has its mandate and no result, and is asked for three calls (T-2)', () =>
    served(
      () => say(ANSWERS.trade),
      async (server) => {
        const { out } = await typed(plan, ...BY_MODEL, '--strategy', 'iterative');
        expect(JSON.parse(out)).toMatchObject({
          ...{ strategy: 'iterative', output: null },
          mandate: { tools: ['llmCall'], effects: ['none', 'read'], hosts: [], maxSteps: 12, maxTurns: 12 },
        });
        expect(textOf(server.chats()[0]!)).toContain('At most 3 calls');
      },
    ));

  test('is refused where it says nothing, or to a planner that has no way', async () => {
    const refused = async (...args: string[]) => {
      const { code, err } = await typed(plan, '--goal', 'x', ...args);
      expect(code).toBe(2);
      return err;
    };
    const model = ['--planner', 'openai'];
    process.env.OPENAI_BASE_URL = 'http://localhost:1/v1';
    expect(await refused('--strategy', 'hierarchical')).toContain('needs a model');
    expect(await refused('--temperature', '1')).toContain('is for a model');
    expect(await refused(...model, '--strategy', 'deep')).toContain('flat, hierarchical, iterative');
    expect(await refused(...model, '--max-depth', '2')).toContain('add --strategy hierarchical');
    for (const depth of ['0', '4', 'x', '1.5'])
      expect(await refused(...model, '--strategy', 'hierarchical', '--max-depth', depth)).toContain('1 to 3');
    expect(await refused('--max-subtasks', '16')).toContain('1 to 15');
    expect(await refused('--max-subtasks', '3', '--max-calls', '4')).toContain('one thing');
    expect(await refused(...model, '--temperature', '3')).toContain('from 0 to 2');
    expect(await refused('--plan', 'p.json', '--change', 'y', '--strategy', 'flat')).toContain('one --goal');
  });
});
