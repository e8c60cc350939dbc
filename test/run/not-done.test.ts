/** What a run left out because somebody said no, or nobody said anything, is said where it ends (L-72). */

import { expect, test } from 'vitest';
import type { Policy } from '../../src/plan/document.ts';
import { decide } from '../../src/run/decide.ts';
import type { RunEventBody } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { isAllNotDone, notDoneWords } from '../../src/run/not-done.ts';
import type { RunState } from '../../src/run/state.ts';
import { callNamed, completed, failed, planOf, runAfter } from './written-run.ts';

const POLICY: Policy = {
  askBefore: 'effects',
  approvalTimeoutMs: 60_000,
  onFailure: 'continue',
  retryLimit: 0,
};
const GATED = callNamed('b', { _after: '†state.approvals.go' });

function end(calls: Parameters<typeof planOf>[0], bodies: readonly RunEventBody[], now = 100_000): RunState {
  const state = runAfter(planOf(calls, POLICY), []);
  const goOn = (at: number) => {
    for (let event = decide(state, at); event !== null; event = decide(state, at)) evolve(state, event);
  };
  goOn(1000);
  for (const body of bodies) {
    evolve(state, { ...body, runId: 'run', seq: state.seq + 1, time: 1000 });
    goOn(1000);
  }
  goOn(now);
  return state;
}
const told = (state: RunState) => [state.status, state.reason, notDoneWords(state), isAllNotDone(state)];
const write = callNamed('w', { _tool: 'write' });

test('a call that nobody let run counts as refused: the run did not end well, and says why', () => {
  const state = end([callNamed('r'), write, callNamed('c', { x: '†state.w' })], completed('r', 1).slice(1));
  expect(told(state)).toEqual([
    'completed_with_errors',
    'errors',
    '“w” was left out: nobody answered in time. 1 call that needed it was left out, too.',
    true,
  ]);
});

test('one that a person refused is as much left out', () => {
  const no: RunEventBody = { type: 'approval', call: 'w', choose: 'reject' };
  const state = end([callNamed('r'), write], [...completed('r', 1).slice(1), no]);
  expect(told(state)).toEqual(['completed_with_errors', 'errors', '“w” was left out: you said so.', true]);
});

test('so is what stood behind a gate, whoever closed it', () => {
  const first = completed('r', 1).slice(1);
  const nobody = end([callNamed('r'), GATED], first);
  expect(told(nobody)).toEqual([
    ...['completed', 'goal_met', '1 call was left out: nobody answered in time.', true],
  ]);
  const no: RunEventBody = { type: 'approval', gate: 'go', choose: 'reject' };
  const person = end([callNamed('r'), GATED], [...first, no]);
  expect(told(person)).toEqual(['completed', 'goal_met', '1 call was left out: you said so.', true]);
  const both = end([callNamed('r'), GATED, write], [...first, no]);
  expect(notDoneWords(both)).toBe(
    '“w” was left out: nobody answered in time. 1 call was left out: you said so.',
  );
});

test('a doubt that was skipped may have happened; what needed it is told apart, for nobody said that', () => {
  const skips: RunEventBody[] = [
    { type: 'approval', call: 'w', choose: 'approve' },
    { type: 'plan_step_failed', call: 'w', attempt: 1, code: 'timeout', message: 'Too late.' },
    { type: 'approval', call: 'w', choose: 'skip' },
  ];
  const state = end([write, callNamed('c', { x: '†state.w' })], skips);
  expect(notDoneWords(state)).toBe(
    'You skipped “w”: whether it happened nobody has said. 1 call that needed it was left out, too.',
  );
});

test('beside a failure it is not all there is to say', () => {
  const state = end([callNamed('r'), write, callNamed('c', { x: '†state.r' })], failed('r').slice(1));
  expect(told(state)).toEqual([
    ...['completed_with_errors', 'errors', '“w” was left out: nobody answered in time.', false],
  ]);
});

test('a run that did all there was to do has left nothing out, nor has one on another branch', () => {
  expect(notDoneWords(end([callNamed('r')], completed('r', 1).slice(1)))).toBeNull();
  const off = callNamed('o', { x: '†input.none' });
  expect(notDoneWords(end([callNamed('r'), off], completed('r', 1).slice(1)))).toBeNull();
});
