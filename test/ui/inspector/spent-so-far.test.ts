import { expect, test } from 'vitest';
import type { Plan } from '../../../src/plan/document.ts';
import type { RunEvent, RunEventBody } from '../../../src/run/events.ts';
import type { ShownRun } from '../../../src/stores/shown-run.ts';
import { otherModelIn, spentSoFar } from '../../../src/ui/inspector/spent-so-far.ts';
import { callNamed, journalOf, planOf, runAfter } from '../../run/written-run.ts';

const tokens = { input: 100, output: 20 };
const answer = (call: string, cost?: number): RunEventBody => ({
  ...{ type: 'llm_recorded', call, hash: 'h', tokens },
  ...(cost === undefined ? {} : { cost }),
});
const turn = (number: number, cost: number): RunEventBody => ({
  ...{ type: 'plan_turn', turn: number, revision: number + 1, calls: [], output: null, from: 'm' },
  ...{ tokens, cost },
});
const ended = (run: string, cost: number): RunEventBody => ({
  ...{ type: 'plan_sub_run_ended', call: 'a', run, status: 'completed', steps: 1, cost },
  capsule: { goal: '', keyFindings: [], artifacts: [] },
});

const plan = planOf([callNamed('a'), callNamed('b')]);
const shown = (bodies: readonly RunEventBody[], runId = 'run'): ShownRun => {
  const events = journalOf(plan, bodies);
  return { runId, state: runAfter(plan, bodies), events, position: events.length };
};

test('is what the answers of the call took, and of a price that one does not say nothing', () => {
  const run = shown([answer('a', 0.01), answer('b', 9), answer('a', 0.02)]);
  expect(spentSoFar(run, 'a', [])).toBe('2 answers (240 tokens, $0.03)');
  expect(spentSoFar({ ...run, position: 3 }, 'a', [])).toBe('1 answer (120 tokens, $0.01)');
  expect(spentSoFar(shown([answer('a', 0.01), answer('a')]), 'a', [])).toBe('2 answers (240 tokens)');
  expect(spentSoFar(shown([]), 'a', [])).toBe('');
});

test('tells the turns of an agent as they come, and what it came to once', () => {
  const child = shown([turn(1, 0.01), answer('a', 0.02), turn(2, 0.01)], 'below');
  expect(spentSoFar(shown([]), 'a', [{ ...child, position: 3 }])).toMatch(
    /1 answer \(120 tokens, \$0\.01\)$/u,
  );
  const all = '2 of 12 turns, 3 answers (360 tokens, $0.04)';
  expect(spentSoFar(shown([]), 'a', [child])).toBe(all);
  expect(spentSoFar(shown([ended('below', 0.04)]), 'a', [child])).toBe(all);
  // Of a record that is not here the price alone is known.
  expect(spentSoFar(shown([ended('below', 0.04)]), 'a', [])).toBe('$0.04');
});

test('reads of a record that grows what is new of it', () => {
  let reads = 0;
  const all = shown(Array.from({ length: 500 }, () => answer('a', 0.01)));
  const events = new Proxy(all.events as RunEvent[], {
    get: (list, key, self) => {
      if (typeof key === 'string' && /^\d+$/u.test(key)) reads += 1;
      return Reflect.get(list, key, self);
    },
  });
  spentSoFar({ ...all, events, position: 400 }, 'a', []);
  expect(reads).toBe(400);
  expect(spentSoFar({ ...all, events }, 'a', [])).toMatch(/^500 answers/);
  spentSoFar({ ...all, events }, 'b', []);
  expect(reads).toBe(all.position);
});

const sent = (body: object = {}): RunEventBody =>
  ({ type: 'plan_replan_sent', replan: 1, n: 1, host: 'm.example', method: 'POST', ...body }) as RunEventBody;
const back: RunEventBody = {
  ...{ type: 'plan_replan_again', replan: 1, cause: 'tick', from: 'm', tokens, cost: 0.01 },
  sentBack: { calls: [], problems: [{ message: 'No plan.', calls: [] }] },
};
const goingOn = (bodies: readonly RunEventBody[]): ShownRun => {
  const own: Plan = {
    ...plan,
    mode: 'eager',
    mandate: { tools: ['tool'], effects: [], hosts: [], maxTurns: 3 },
  };
  const events = journalOf(own, bodies);
  return { runId: 'below', state: runAfter(own, bodies), events, position: events.length };
};

test('tells how many turns of how many an agent took, beside answers of which some went back', () => {
  const child = goingOn([back, turn(1, 0.01), turn(2, 0.02)]);
  expect(spentSoFar(shown([]), 'a', [child])).toBe('2 of 3 turns, 3 answers (360 tokens, $0.04)');
  expect(spentSoFar(shown([ended('below', 0.04)]), 'a', [child])).toMatch(/^2 of 3 turns, 3 answers/u);
});

test('is a least where an answer was lost, of the call or of a run below it', () => {
  const child = goingOn([turn(1, 0.01), sent(), { type: 'plan_run_interrupted' }]);
  expect(spentSoFar(shown([]), 'a', [child])).toBe(
    '1 of 3 turns, 1 answer (120 tokens, at least $0.01; 1 answer was lost; what it cost is not known)',
  );
  const told = { ...ended('below', 0.01), lost: 1 } as RunEventBody;
  expect(spentSoFar(shown([told]), 'a', [child])).toContain('at least $0.01; 1 answer was lost');
});

test('names another model that answered than was asked', () => {
  const otherModel = 'm.example says that “tiny” answers, where “large” was asked.';
  const run = shown([answer('b'), { ...answer('a'), otherModel } as RunEventBody]);
  expect([otherModelIn(run, 'a'), otherModelIn(run, 'b')]).toEqual([otherModel, null]);
});
