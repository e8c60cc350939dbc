import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isOfItsType } from '../../src/journal/event-shapes.ts';
import type { RunEventType } from '../../src/run/events.ts';
import type { GoldenJournal } from '../run/golden.ts';

const PLAN = { format: 'obelus/plan', version: 1, id: 'p', calls: [{ _id: 'a', _tool: 'read' }] };
const CALL = { _id: 'c', _tool: 'read' };
const SENT = { n: 1, host: 'x.test', method: 'GET' };
const CLASSES = { pending: 1, completed_with_result: 0, failed: 0, in_doubt: 0, interrupted_with_child: 0 };
const SAVED = { calls: 0, modelCalls: 0, cost: 0 };
const CAPSULE = { goal: '', keyFindings: [], artifacts: [] };
const WRITE = { id: 'a', digest: 'd', instance: null, seq: 1 };

type Fields = Readonly<Record<string, unknown>>;

/** As it comes out of a file: what is undefined is not there. */
const isTaken = (event: Fields): boolean => isOfItsType(JSON.parse(JSON.stringify(event)));

/** Of each type one that is as it must be, and fields of which each breaks it. Undefined: it is not there. */
const EVENTS: Readonly<Record<RunEventType, readonly [Fields, ...Fields[]]>> = {
  'plan.commit': [
    { plan: PLAN, revision: 1, input: { n: 1 }, parent: { runId: 'r', call: 'a', index: 0 } },
    ...[{ plan: null }, { revision: 'x' }, { input: 5 }, { parent: {} }, { delegates: { '#a': 5 } }],
    ...[{ part: { starts: 5, given: [] } }, { flows: [{}] }, { turns: 'x' }, { hash: 5 }, { instances: [5] }],
  ],
  'plan.draft': [
    { revision: 2, calls: [CALL], by: 'person' },
    ...[{ calls: [5] }, { calls: [{ _id: 'c', _tool: 5 }] }, { by: 'you' }, { refused: 5 }, { cause: {} }],
  ],
  'plan.diff': [
    { revision: 2, removed: ['a'], added: [], revised: [] },
    ...[{ removed: undefined }, { added: null }, { revised: undefined }, { removed: [5] }],
  ],
  plan_turn: [{ turn: 1, revision: 2, calls: [], output: null }, { turn: 'x' }, { calls: null }, { from: 5 }],
  plan_turn_call: [
    { turn: 1, planned: CALL },
    ...[{ planned: undefined }, { planned: null }, { planned: 'x' }, { turn: [] }],
  ],
  plan_turns: [{ turns: 'shown' }, { turns: 'x' }],
  plan_said: [{ said: 'x' }, { said: 5 }],
  plan_replan_waiting: [{ about: 'no-answer' }, { about: undefined }],
  plan_replan_sent: [{ replan: 1, ...SENT }, { replan: null }, { host: 5 }, { path: null }],
  plan_replan_again: [
    { replan: 1, cause: 'tick', sentBack: { calls: [CALL], problems: [{ message: 'm', calls: [] }] } },
    ...[{ cause: 'x' }, { replan: 'x' }, { sentBack: 5 }, { sentBack: { calls: [], problems: [5] } }],
  ],
  plan_started: [{ total: 2, goal: 'g' }, { total: undefined }, { goal: 5 }],
  plan_step_started: [{ call: 'a', attempt: 1, again: true }, { call: 5 }, { again: 'x' }, { attempt: -1 }],
  plan_step_completed: [
    { call: 'a', attempt: 1, value: 1, branch: 1, via: 'person' },
    ...[{ unreadable: 5 }, { value: undefined }, { via: '__proto__' }, { branch: [] }, { lost: null }],
  ],
  plan_step_failed: [
    { call: 'a', attempt: 1, code: 'x', message: 'm', outcome: 'unknown' },
    ...[{ outcome: 'x' }, { by: null }, { retryAfterMs: 'x' }, { message: undefined }],
  ],
  plan_step_retry: [{ call: 'a', retry: 1, delayMs: 5 }, { delayMs: 'x' }, { retry: undefined }],
  plan_step_skipped: [
    { call: 'a', because: 'person' },
    { because: 'constructor' },
    { because: null },
    { detail: 5 },
  ],
  plan_step_memoized: [{ call: 'a', value: 1 }, { via: 'constructor' }, { value: undefined }, { branch: -1 }],
  plan_step_waiting: [
    { call: 'a', kind: 'answer', form: { title: 't' } },
    ...[{ kind: 'x' }, { form: 5 }, { about: 5 }, { gate: null }, { until: 'x' }, { run: {} }, { known: [] }],
  ],
  plan_sub_run_ended: [
    { call: 'a', run: 'r.a', status: 'completed', steps: 1, cost: 0, capsule: CAPSULE },
    ...[{ status: 'x' }, { steps: 'x' }, { cost: undefined }, { capsule: 5 }, { run: 5 }],
    { capsule: { ...CAPSULE, keyFindings: 5 } },
  ],
  approval: [
    { call: 'a', choose: 'edit', params: { n: 1 }, calls: [CALL], value: 'x' },
    ...[{ call: 5 }, { gate: null }, { about: 5 }, { choose: 'toString' }, { by: 'x' }, { params: 5 }],
    { calls: [null] },
  ],
  plan_allowed: [{ about: 'host x' }, { about: [] }],
  llm_recorded: [{ call: 'a', hash: 'h', otherModel: 'm' }, { hash: 5 }, { otherModel: 5 }],
  plan_step_sent: [
    { call: 'a', attempt: 1, answered: 'broke', ...SENT },
    { answered: 'x' },
    { n: null },
    { key: 5 },
  ],
  plan_doubt_looked: [
    { call: 'a', tool: 'read', params: {}, failure: { code: 'x', message: 'm' } },
    ...[
      { call: undefined },
      { tool: 5 },
      { params: 'x' },
      { failure: { code: 'x', message: 5 } },
      { asks: 5 },
    ],
  ],
  plan_value_read: [
    {
      ref: 'r/x',
      found: [
        { path: ['a', 0], value: null },
        { path: [], absent: 'key' },
      ],
    },
    ...[
      { ref: 5 },
      { found: 5 },
      { found: [null] },
      { found: [{ path: 5, value: 1 }] },
      { found: [{ path: [] }] },
    ],
  ],
  plan_aggregated: [{ output: 1 }, { output: undefined }],
  plan_completed: [
    { status: 'failed', reason: 'no_plan', output: null },
    ...[{ reason: '__proto__' }, { reason: 'x' }, { status: 'aborted' }, { output: undefined }],
  ],
  plan_aborted: [{ reason: 'aborted' }, { reason: 'x' }, { reason: 'goal_met' }, { lost: 1 }],
  plan_run_interrupted: [{}],
  plan_resumed: [
    { classes: CLASSES, saved: SAVED },
    ...[{ classes: undefined }, { saved: undefined }, { classes: { ...CLASSES, failed: 'x' } }],
    { saved: { ...SAVED, cost: '1' } },
  ],
  plan_done_before: [
    { writes: [WRITE] },
    { writes: 5 },
    { writes: [{ ...WRITE, digest: 5 }] },
    { writes: [{ ...WRITE, doubtOf: 5 }] },
  ],
  plan_resumed_from: [
    { call: 'a', order: 'list', cleared: ['a'] },
    ...[{ call: null }, { order: 'x' }, { cleared: 5 }, { cleared: [5] }],
  ],
  plan_step_log: [{ call: 'a', line: 'x' }, { line: 5 }, { call: undefined }],
};

describe.each(Object.entries(EVENTS))('%s', (type, [good, ...spoilt]) => {
  test('is taken as it must be', () => {
    expect(isTaken({ type, ...good })).toBe(true);
  });

  test.each(spoilt)('is not taken with %j', (wrong) => {
    expect(isTaken({ type, ...good, ...wrong })).toBe(false);
  });
});

test('a value that lies apart is as good as one that is there', () => {
  const completed = { type: 'plan_step_completed', call: 'a', attempt: 1 };
  expect(isOfItsType({ ...completed, stored: { as: 'value' } })).toBe(true);
  expect(isOfItsType({ ...completed, stored: { as: 'output' } })).toBe(false);
});

test('a type that is unknown is taken', () => {
  expect(isOfItsType({ type: 'plan_of_tomorrow' })).toBe(true);
});

test('every event of a journal that was kept before is still taken', () => {
  const folder = new URL('../run/journals/', import.meta.url);
  const refused = readdirSync(folder).flatMap((file) => {
    const { events } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as GoldenJournal;
    return events.filter((event) => !isOfItsType(event)).map(({ seq, type }) => `${file} ${seq} ${type}`);
  });
  expect(refused).toEqual([]);
});
