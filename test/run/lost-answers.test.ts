/** Answers that nobody heard: a sum that leaves them out is told as a least, and never as the whole. */

import { expect, test } from 'vitest';
import type { RunEventBody } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { lostIn } from '../../src/run/lost-answers.ts';
import { costWords } from '../../src/run/lost-words.ts';
import { newRun } from '../../src/run/new-run.ts';
import { resumption } from '../../src/run/resume-classes.ts';
import { tookOf } from '../../src/run/took.ts';
import { callNamed, journalOf, planOf, SETTING } from './written-run.ts';

const setting = { ...SETTING, modelServer: 'models.example' };
const plan = planOf([{ ...callNamed('ask'), _tool: 'think' }, callNamed('read')]);
const thinking = { ...plan, tools: [{ name: 'think', effect: 'read', activity: '' } as const] };
const request = { n: 1, host: 'models.example', method: 'POST' } as const;
const started: RunEventBody = { type: 'plan_step_started', call: 'ask', attempt: 1 };
const sent = (answered?: number | 'broke', call = 'ask'): RunEventBody => ({
  ...{ type: 'plan_step_sent', call, attempt: 1, ...request },
  ...(answered === undefined ? {} : { answered }),
});
const asked: RunEventBody = { type: 'plan_replan_sent', replan: 1, ...request };
const heard: RunEventBody = { type: 'llm_recorded', call: 'ask', hash: 'h', cost: 0.03 };
const again: RunEventBody = { type: 'plan_replan_again', replan: 1, cause: 'tick', cost: 0.02 };
const cut: RunEventBody = { type: 'plan_run_interrupted' };
const stopped: RunEventBody = {
  ...{
    type: 'plan_step_failed',
    call: 'ask',
    attempt: 1,
    code: 'cancelled',
    message: 'Stopped.',
    by: 'person',
  },
};

const stateOf = (events: readonly RunEventBody[]) =>
  journalOf(thinking, events).reduce(evolve, newRun('r', setting));

test.each<[string, readonly RunEventBody[], number]>([
  ['was sent and cut off', [started, sent(), cut], 1],
  ['had begun and was cut off', [started, sent(), sent(200), cut], 1],
  ['was heard before the kill', [started, sent(), sent(200), heard, cut], 0],
  ['was refused by its server', [started, sent(), sent(429), cut], 0],
  ['never came, as nobody was there', [started, sent(), sent('broke'), cut], 0],
  ['was a second one after one that was heard', [started, sent(), heard, sent(), cut], 1],
  ['was on its way as a person stopped its call', [started, sent(), stopped], 1],
  [
    'was on its way as the run was stopped',
    [started, sent(), { type: 'plan_aborted', reason: 'aborted' }],
    1,
  ],
  ['was lost twice', [started, sent(), cut, started, sent(), cut], 2],
  ['is no model’s', [{ ...started, call: 'read' } as RunEventBody, sent(undefined, 'read'), cut], 0],
  ['was the planner’s', [asked, cut], 1],
  ['was the planner’s second, of which the first went back', [asked, again, asked, cut], 1],
  ['was the planner’s and went back', [asked, again, cut], 0],
  ['is on its way', [started, sent(), asked], 0],
])('an answer that %s', (_, events, lost) => {
  expect(lostIn(stateOf(events))).toBe(lost);
});

test('a run that lost one says of no total that it is whole, and another run is not expected to take as much', () => {
  const events: RunEventBody[] = [
    ...[started, sent(), cut, started, sent(), heard],
    { type: 'plan_step_completed', call: 'ask', attempt: 1, value: 1 },
    { type: 'plan_completed', status: 'completed', reason: 'goal_met', output: null },
  ];
  const journal = journalOf(thinking, events);
  expect(tookOf(journal, [], newRun('r', setting))).toMatchObject({ cost: null, tokens: null });
  const whole = journalOf(thinking, events.slice(3));
  expect(tookOf(whole, [], newRun('r', setting))).toMatchObject({ cost: 0.03 });
});

test('one that a sub-run lost is the run’s above it', () => {
  const ended: RunEventBody = {
    ...{ type: 'plan_sub_run_ended', call: 'read', run: 'r.read.1', status: 'completed', steps: 1, cost: 1 },
    ...{ lost: 2, capsule: { goal: '', keyFindings: [], artifacts: [] } },
  };
  expect(lostIn(stateOf([started, sent(), cut, ended]))).toBe(3);
});

test('going on with a run changes nothing of what was lost before', () => {
  const before = stateOf([started, sent(), cut]);
  expect(resumption(before, []).map(({ type }) => type)).toEqual(['plan_run_interrupted', 'plan_resumed']);
  expect(lostIn(stateOf([started, sent(), cut, cut]))).toBe(1);
});

test.each([
  [0.03, 0, '$0.03'],
  [0.03, 1, 'at least $0.03 (1 answer was lost; what it cost is not known)'],
  [0.5, 2, 'at least $0.5 (2 answers were lost; what they cost is not known)'],
  [0, 1, '1 answer was lost; what it cost is not known'],
  [0, 0, ''],
])('$%s without %i answers', (cost, lost, words) => {
  expect(costWords(cost, lost, (dollars) => `$${dollars}`)).toBe(words);
});
