import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/lib/json.ts';
import type { Call } from '../../src/plan/document.ts';
import type { HistoryStep, Planner, PlannerEvent, PlannerRequest } from '../../src/planner/planner.ts';
import { withChecks } from '../../src/planner/with-checks.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

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
    minCalls: 1,
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
  test('goes back once, with its problems and itself', async () => {
    const { planner, asked } = answering(plan(FIND, WRONG), plan(FIND, TELL));
    const events = await run(planner);
    expect(kinds(events)).toEqual(['call', 'call', 'plan', 'restart', 'call', 'call', 'plan', 'done']);
    const restart = events.find((event) => event.kind === 'restart');
    expect(restart?.problems.join()).toContain('†state.nowhere');
    expect(asked[1]?.lastError).toContain('†state.nowhere');
    expect(asked[1]?.lastError).toContain(JSON.stringify(FIND));
  });

  test('keeps the error it was planned after', async () => {
    const { planner, asked } = answering(plan(FIND, WRONG), plan(FIND, TELL));
    await run(planner, { lastError: 'The printer is out of paper' });
    expect(asked[1]?.lastError).toContain('out of paper');
  });

  test('and fails them again is given to the person, with a note that says so', async () => {
    const { planner, asked } = answering(plan(FIND, WRONG), plan(FIND, WRONG));
    const events = await run(planner);
    expect(kinds(events).slice(-2)).toEqual(['note', 'done']);
    expect(asked).toHaveLength(2);
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

  test('is asked for once more', async () => {
    const { planner, asked } = answering([malformed], plan(FIND, TELL));
    expect(kinds(await run(planner))).toEqual(['restart', 'call', 'call', 'plan', 'done']);
    expect(asked[1]?.lastError).toContain('No JSON.');
  });

  test('twice is a failure', async () => {
    const { planner } = answering([malformed], [malformed]);
    expect(await run(planner)).toEqual([{ kind: 'restart', problems: ['No JSON.'] }, malformed]);
  });

  test.each(['cut-stream', 'too-many-calls', 'key-refused'])('%s is not asked for again', async (code) => {
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
