/** What is drawn of a turn that waits (L-63): three ghosts at most, and nothing of it in the run's own plan. */

import { expect, test } from 'vitest';
import { replanDraft } from '../../src/app/run-previews.ts';
import { wordsFor } from '../../src/cli/run/ask-person.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import { callsOfTurn } from '../../src/run/turn-calls.ts';
import { openQuestions } from '../../src/run/view.ts';
import type { ShownRun } from '../../src/stores/shown-run.ts';
import { SETTING } from '../run/written-run.ts';

const one = (_id: string): Call => ({ _id, _tool: 'read', _outputPath: `†state.${_id}` });
const plan: Plan = {
  ...{ format: 'obelus/plan', version: 1, id: 'p', mode: 'eager', output: null, calls: [one('done')] },
  mandate: { tools: ['read'], effects: ['read'], hosts: [], maxTurns: 4 },
};

function waitingWith(calls: readonly Call[]): ShownRun {
  const bodies = [
    { type: 'plan.commit', revision: 1, rules: 3, plan, turns: 'shown' },
    { type: 'plan_started', total: 1 },
    { type: 'plan_step_started', call: 'done', attempt: 1 },
    { type: 'plan_step_completed', call: 'done', attempt: 1, value: 1 },
    { type: 'plan_turn', turn: 1, revision: 2, calls },
  ] as const;
  const events = bodies.map((body, at) => ({ ...body, runId: 'r', seq: at + 1, time: at }));
  const state = events.reduce((now, event) => evolve(now, event as never), newRun('r', SETTING));
  return { runId: 'r', state, events } as unknown as ShownRun;
}

test('three of five calls are drawn, and what is done is none of them', () => {
  const calls = ['done', 'a', 'b', 'c', 'd', 'e'].map(one);
  const run = waitingWith(calls);
  const draft = replanDraft(run);
  expect(draft).toMatchObject({ areGhosts: true, added: ['a', 'b', 'c'], removed: [], kept: 1 });
  expect(callsOfTurn(run.state).map(({ _id }) => _id)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(run.state.program.plan.calls.map(({ _id }) => _id)).toEqual(['done']);
});

test('the terminal names them all, and which turn of how many it is', () => {
  const { state } = waitingWith(['a', 'b', 'c', 'd'].map(one));
  const [question] = openQuestions(state);
  expect(question).toMatchObject({ kind: 'replan', turn: 1 });
  expect(wordsFor(state, question!)).toBe(
    [
      'Turn 1 of 4 would run 4 calls:',
      ...['a', 'b', 'c', 'd'].map((id) => `- ${id}: read`),
      'Take it? Else another one is asked for.',
    ].join('\n'),
  );
});
