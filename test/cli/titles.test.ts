/** A terminal tells of calls by what they do, as the screen does; the id stands beside that where it may be typed in. */

import { expect, test } from 'vitest';
import { wordsFor } from '../../src/cli/run/ask-person.ts';
import { progressOf } from '../../src/cli/run/carry-out.ts';
import { sayReport } from '../../src/cli/run/report.ts';
import { hearTyped } from '../../src/cli/run/typed.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { RunEventBody } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import type { RunState } from '../../src/run/state.ts';
import { openQuestions } from '../../src/run/view.ts';
import { callNamed, failed, journalOf, planOf, SETTING, started } from '../run/written-run.ts';

const PLAN: Plan = {
  ...planOf([callNamed('a', { _description: 'Read the letters' }), callNamed('b')], { onFailure: 'ask' }),
  ...{ goal: 'Look', mode: 'eager', output: null },
  mandate: { tools: ['read'], effects: ['none', 'read'], hosts: [] },
};
const request = { n: 1, host: 'models.example', method: 'POST', path: '/v1' } as const;
const END = { type: 'plan_completed', status: 'failed', reason: 'turn_budget', output: null } as const;

/** What is said while it goes on, how it stands then, and what is said of it. */
function told(...bodies: readonly RunEventBody[]) {
  const lines: string[] = [];
  const terminal = { out: () => {}, err: (line: string) => void lines.push(line), progress: () => {} };
  const progress = progressOf(terminal as never, 'run');
  const family = new Map<string, RunState>();
  for (const event of journalOf(PLAN, bodies)) {
    const state = evolve(family.get('run') ?? newRun(event.runId, SETTING), event);
    family.set('run', state);
    progress.heard(event, family);
  }
  const state = family.get('run')!;
  return {
    lines,
    state,
    report: () => {
      lines.length = 0;
      sayReport(terminal as never, state, null, 'folder', family);
      return lines;
    },
  };
}

test('what happens is told by the titles of calls, and of one without by its id', () => {
  expect(told(...started('a'), ...started('b'), ...failed('b', 'No.')).lines).toEqual([
    '[Act] Read the letters',
    '[Act] b',
    expect.stringMatching(/^\[Act\] b/),
    expect.stringMatching(/^\[Obs\] b failed \(.*\): No\.$/),
  ]);
});

test('a call of a sub-run is told with the title of the call above it, and its element', () => {
  const { state } = told(...started('a'));
  const lines: string[] = [];
  const below = { ...newRun('run.a.3', SETTING), parent: { runId: 'run', call: 'a', index: 2 } };
  const terminal = { err: (line: string) => void lines.push(line), progress: () => {} };
  const event = { type: 'plan_step_completed', call: 'x', attempt: 1, value: 1 } as const;
  progressOf(terminal as never, 'run').heard(
    { ...event, runId: 'run.a.3', seq: 9, time: 0 },
    new Map([
      ['run', state],
      ['run.a.3', below],
    ]),
  );
  expect(lines).toEqual(['[Obs] Read the letters#3/x is done']);
});

test('a question names the call by both: its id is typed in to answer it later', () => {
  const { state, report } = told(...failed('a', 'No.'), {
    ...{ type: 'plan_step_waiting', call: 'a', kind: 'failure' },
  });
  const [question] = openQuestions(state);
  expect(wordsFor(state, question!)).toMatch(/^Read the letters \(a\) failed \(/);
  expect(report().find((line) => line.includes('obelus answer'))).toContain('--call a');
});

test('what is under way is told by what is typed to stop it, with its title beside that', async () => {
  const said: string[] = [];
  let lines = [''];
  const typed = async (): Promise<string> => lines.shift() ?? new Promise(() => {});
  const stop = async (): Promise<void> => {};
  const underWay = [
    { name: 'odd/a', title: 'Read the letters', stop },
    { name: 'odd/b', title: 'b', stop },
  ];
  const heard = new Promise<void>((resolve) => {
    const err = (line: string): void => {
      said.push(line);
      resolve();
    };
    hearTyped({ typed, err }, () => underWay, stop).listen();
  });
  await heard;
  lines = [];
  expect(said).toEqual(['Under way: odd/a (Read the letters), odd/b.']);
});

test('a turn is told as one, with what it says and what was sent for it; at its end it is no missing plan', () => {
  const turn = { type: 'plan_turn', turn: 1, revision: 2, calls: [], output: null } as const;
  const { lines, report } = told(
    { type: 'plan_replan_sent', replan: 1, turn: 1, ...request },
    { ...turn, told: 'The model says: I think.' },
    { ...turn, turn: 2, output: 'done', told: 'The model says: That was all.' },
    END,
  );
  expect(lines).toEqual([
    '[Plan] Turn 1: no call. The model says: I think.',
    '[Plan] Turn 2: the plan is at its end. The model says: That was all.',
  ]);
  const said = report().join('\n');
  expect(said).toMatch(/Sent: Its planner, turn 1: POST to models\.example\/v1/);
  expect(said).toContain('Turn 2: The model says: That was all.');
  expect(said).not.toMatch(/anew|No new plan|†replan/);
});
