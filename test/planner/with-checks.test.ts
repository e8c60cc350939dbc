import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/lib/json.ts';
import { type Call, FORMAT, type Plan, VERSION } from '../../src/plan/document.ts';
import type { HistoryStep, Planner, PlannerEvent, PlannerRequest } from '../../src/planner/planner.ts';
import { withChecks } from '../../src/planner/with-checks.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import type { TrialCall, TryPlan } from '../../src/tools/trial.ts';

const CATALOGUE = catalogueOf([
  { name: 'find', parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
  { name: 'tell', parameters: { type: 'object', properties: { of: {} } } },
]);

const FIND: Call = { _id: 'find', _tool: 'find', id: '7', _outputPath: '†state.found' };
const TELL: Call = { _id: 'tell', _tool: 'tell', of: '†state.found', _outputPath: '†state.told' };
const WRONG: Call = { _id: 'tell', _tool: 'tell', of: '†state.nowhere', _outputPath: '†state.told' };

const plan = (...calls: Call[]): PlannerEvent[] => [
  ...calls.map((call): PlannerEvent => ({ kind: 'call', call })),
  { kind: 'plan', output: '†state.told' as Json },
  { kind: 'done' },
];

/** A planner that gives one answer after the other, and what it was asked. */
function answering(...answers: PlannerEvent[][]) {
  const asked: PlannerRequest[] = [];
  const planner: Planner = async function* (request) {
    yield* answers[asked.push(request) - 1] ?? [];
  };
  return { planner, asked };
}

async function run(planner: Planner, more: Partial<PlannerRequest> = {}): Promise<PlannerEvent[]> {
  const request: PlannerRequest = {
    goal: 'Tell me',
    catalogue: CATALOGUE,
    files: [],
    history: [],
    lastError: null,
    maxCalls: 7,
    signal: new AbortController().signal,
    ...more,
  };
  const events: PlannerEvent[] = [];
  for await (const event of withChecks(planner)(request)) events.push(event);
  return events;
}

const kinds = (events: readonly PlannerEvent[]) => events.map((event) => event.kind);

describe('a plan that is sound', () => {
  test('passes through as it streamed', async () => {
    const { planner, asked } = answering(plan(FIND, TELL));
    expect(await run(planner)).toEqual(plan(FIND, TELL));
    expect(asked).toHaveLength(1);
  });

  test('may have warnings', async () => {
    const unread: Call = { ...FIND, _id: 'other', _outputPath: '†state.unread' };
    const { planner, asked } = answering(plan(FIND, unread, TELL));
    expect(kinds(await run(planner)).at(-1)).toBe('done');
    expect(asked).toHaveLength(1);
  });

  test('of a replan may read what completed calls wrote', async () => {
    const history: HistoryStep[] = [{ call: FIND, status: 'completed', result: 1 }];
    const { planner, asked } = answering(plan(TELL));
    expect(kinds(await run(planner, { history }))).toEqual(['call', 'plan', 'done']);
    expect(asked).toHaveLength(1);
  });
});

describe('a plan that fails the checks', () => {
  //
  test('goes back with its problems and itself, and what broke is named', async () => {
    const { planner, asked } = answering(plan(FIND, WRONG), plan(FIND, TELL));
    const events = await run(planner);
    expect(kinds(events)).toEqual(['call', 'call', 'plan', 'restart', 'call', 'call', 'plan', 'done']);
    const restart = events.find((event) => event.kind === 'restart');
    expect(restart?.problems.join()).toContain('†state.nowhere');
    const mend = asked[1]?.mend;
    expect(mend?.problems.map(({ calls }) => calls[0])).toEqual(['tell']);
    expect(mend?.problems[0]?.message).toContain('†state.nowhere');
    expect(mend).toMatchObject({ calls: [FIND, WRONG], output: '†state.told' });
  });

  test('stays on the canvas until the mended one comes, and keeps its title and input', async () => {
    const parts: PlannerEvent = {
      ...{ kind: 'plan', title: 'Tell', inputSchema: { type: 'object', properties: { a: {} } } },
    };
    const { planner } = answering(
      [parts, ...plan(FIND, WRONG)],
      [{ kind: 'usage', inputTokens: 1, outputTokens: 1 }, ...plan(FIND, TELL)],
    );
    const events = await run(planner);
    expect(kinds(events).slice(4)).toEqual(['usage', 'restart', 'plan', 'call', 'call', 'plan', 'done']);
    expect(events[6]).toEqual(parts);
  });

  test('is kept, with a note, where the server fails when it is asked to mend it', async () => {
    const failure: PlannerEvent = { kind: 'failed', code: 'rate-limited', message: 'Too many requests.' };
    const { planner } = answering(plan(FIND, WRONG), [failure]);
    const events = await run(planner);
    expect(kinds(events)).toEqual(['call', 'call', 'plan', 'note', 'note', 'done']);
    expect(events[3]).toMatchObject({ text: expect.stringContaining('Too many requests.') });
  });

  test('is not told as kept where the person stopped it', async () => {
    const stopped: PlannerEvent = { kind: 'failed', code: 'cancelled', message: 'Stopped.' };
    const { planner } = answering(plan(FIND, WRONG), [stopped]);
    expect((await run(planner)).at(-1)).toEqual(stopped);
  });

  test('keeps the error it was planned after', async () => {
    const { planner, asked } = answering(plan(FIND, WRONG), plan(FIND, TELL));
    await run(planner, { lastError: 'The printer is out of paper' });
    expect(asked[1]?.lastError).toContain('out of paper');
  });

  test('and fails them twice again is given to the person, with a note that says so', async () => {
    const { planner, asked } = answering(
      plan(FIND, WRONG),
      plan(FIND, WRONG),
      plan(FIND, WRONG),
      plan(FIND, TELL),
    );
    const events = await run(planner);
    expect(kinds(events).slice(-2)).toEqual(['note', 'done']);
    expect(asked).toHaveLength(3);
  });

  test('has two calls of one id', async () => {
    const { planner } = answering(plan(FIND, FIND, TELL), plan(FIND, TELL));
    expect(kinds(await run(planner))).toContain('restart');
  });

  test('of a replan reads what a failed call never wrote', async () => {
    const history: HistoryStep[] = [{ call: FIND, status: 'failed', error: 'no' }];
    const { planner, asked } = answering(plan(TELL), plan(FIND, TELL));
    await run(planner, { history });
    expect(asked).toHaveLength(2);
  });
});

describe('an answer that is no plan', () => {
  const malformed: PlannerEvent = { kind: 'failed', code: 'malformed-answer', message: 'No JSON.' };

  test('is asked for again', async () => {
    const { planner, asked } = answering([malformed], plan(FIND, TELL));
    expect(kinds(await run(planner))).toEqual(['restart', 'call', 'call', 'plan', 'done']);
    expect(asked[1]?.lastError).toContain('No JSON.');
  });

  test('three times is a failure', async () => {
    const { planner, asked } = answering([malformed], [malformed], [malformed], plan(FIND));
    expect(kinds(await run(planner))).toEqual(['restart', 'restart', 'failed']);
    expect(asked).toHaveLength(3);
  });

  test('behind calls that came whole asks for the rest alone, and is never shown as a plan', async () => {
    const half: PlannerEvent[] = [{ kind: 'call', call: FIND }, malformed];
    const { planner, asked } = answering(half, plan(FIND, TELL));
    expect(kinds(await run(planner))).toEqual(['call', 'restart', 'call', 'call', 'plan', 'done']);
    expect(asked[1]?.mend).toMatchObject({ calls: [FIND], problems: [{ message: 'No JSON.', calls: [] }] });
    const never = answering(half, [malformed], [malformed]);
    expect((await run(never.planner)).at(-1)).toEqual(malformed);
  });

  test.each(['cut-stream', 'key-refused'])('%s is not asked for again', async (code) => {
    const failure: PlannerEvent = { kind: 'failed', code, message: 'No.' };
    const { planner, asked } = answering([{ kind: 'call', call: FIND }, failure]);
    expect(kinds(await run(planner))).toEqual(['call', 'failed']);
    expect(asked).toHaveLength(1);
  });

  test('a stream that ends without a word does not become done', async () => {
    const { planner } = answering([{ kind: 'call', call: FIND }]);
    expect(kinds(await run(planner))).toEqual(['call']);
  });
});

describe('what the plan has beside its calls', () => {
  const SUB = { calls: [FIND], output: '†state.found' as Json };
  const ALONG: Call = {
    ...{ _id: 'along', _tool: 'tell', _delegate: '#look', of: '†bank.seed' },
    _outputPath: '†state.told',
  };
  const PARTS = { plans: { look: SUB }, data: { bank: { initial: { seed: 1 } } } } as unknown as Pick<
    Plan,
    'plans' | 'data'
  >;
  const TABLE: Plan = {
    ...{ format: FORMAT, version: VERSION, id: 'p', mode: 'lazy', ...PARTS },
    ...{ calls: [FIND, ALONG], output: '†state.told' },
    input: { schema: { type: 'object', properties: { who: { type: 'string' } } } },
  };
  const change = { plan: TABLE, selected: [] };
  const history: HistoryStep[] = [{ call: FIND, status: 'completed', result: 1 }];
  const ways: [string, Partial<PlannerRequest>][] = [
    ['a change', { change }],
    ['a replan', { history, parts: PARTS }],
  ];

  test.each(ways)('is there for %s: its sub-plans and its kinds of data', async (_, more) => {
    const calls = more.history ? [ALONG] : [FIND, ALONG];
    const { planner, asked } = answering(plan(...calls));
    expect(kinds(await run(planner, more))).toEqual([...calls.map(() => 'call'), 'plan', 'done']);
    expect(asked).toHaveLength(1);
  });

  test.each(ways)('is tried along with %s', async (_, more) => {
    const tried: Plan[] = [];
    const tryPlan: TryPlan = async (one) => {
      tried.push(one);
      return { calls: new Map() };
    };
    const { planner } = answering(plan(FIND, ALONG));
    await run(planner, { ...more, tryPlan });
    expect(tried).toMatchObject([PARTS]);
  });

  test('of a change is its output, too: a call that it reads is missed', async () => {
    const { planner, asked } = answering([{ kind: 'call', call: FIND }, { kind: 'done' }]);
    await run(planner, { change });
    expect(asked[1]?.mend?.problems[0]?.message).toContain('told');
  });

  test('is not what a planner is sent back for: it has no word for a sub-plan that was broken before', async () => {
    const broken = { ...TABLE, plans: { look: { ...SUB, calls: [WRONG] } } } as Plan;
    const { planner, asked } = answering(plan(FIND, ALONG));
    await run(planner, { change: { plan: broken, selected: [] } });
    expect(asked).toHaveLength(1);
  });
});

describe('a plan that passes the checks', () => {
  const trial =
    (status: TrialCall): TryPlan =>
    async () => ({ calls: new Map([['find', status]]) });

  test('and fails on the files goes back like any other', async () => {
    const { planner, asked } = answering(plan(FIND, TELL), plan(FIND, TELL), plan(FIND, TELL));
    const tryPlan = trial({ status: 'failed', message: 'There is no column "amont".' });
    const events = await run(planner, { tryPlan });
    expect(asked[1]?.mend?.problems).toEqual([
      { message: expect.stringContaining('no column "amont"'), calls: ['find'] },
    ]);
    expect(events.findLast(({ kind }) => kind === 'note')).toMatchObject({
      text: expect.stringContaining('no column "amont"'),
    });
  });

  test('and what it reads could not be tried, is done', async () => {
    const { planner, asked } = answering(plan(FIND, TELL));
    await run(planner, { tryPlan: trial({ status: 'notRun', why: 'It reaches outside.' }) });
    expect(asked).toHaveLength(1);
  });

  test('and leaves out what the goal said, is told with those words', async () => {
    const { planner } = answering(plan(FIND, TELL));
    const notes = (await run(planner, { goal: 'Tell me of "Lisbon" after number 7' })).filter(
      ({ kind }) => kind === 'note',
    );
    expect(notes).toEqual([
      {
        kind: 'note',
        text: 'No call uses these words: "“Lisbon”".'.replace(/[“”]/g, '"'),
        unusedWords: ['"Lisbon"'],
      },
    ]);
  });
});
