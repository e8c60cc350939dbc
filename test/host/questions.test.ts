/** Whom an answer reaches: the question that is open, once. */

import { expect, test } from 'vitest';
import type { Happening } from '../../src/host/port.ts';
import { questionsOf } from '../../src/host/questions.ts';
import { DONE } from '../../src/host/refusal.ts';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { callNamed, planOf, runAfter, started } from '../run/written-run.ts';

const form = (title: string): RunEventBody => ({
  type: 'plan_step_waiting',
  call: 'a',
  kind: 'answer',
  form: { title },
  attempt: 1,
  ms: 1,
});
const typed = { kind: 'answer', runId: 'run', call: 'a', choose: 'value', value: 'South' } as const;

test('a second answer to one question is none to the next, which waits for its own (L-91a)', () => {
  const state = runAfter(planOf([callNamed('a')]), [...started('a'), form('Where?')]);
  const pushed: Happening[] = [];
  const questions = questionsOf(state, (happening) => void pushed.push(happening));
  const record = (body: RunEventBody): RunEvent => {
    const event = { ...body, runId: 'run', seq: state.seq + 1, time: state.time } as RunEvent;
    evolve(state, event);
    return event;
  };

  expect(questions.answer(typed)).toEqual(DONE);
  expect(questions.answer(typed)).toMatchObject({ code: 'no-such-question' });
  expect(pushed).toEqual([
    { kind: 'event', body: { type: 'approval', call: 'a', choose: 'value', value: 'South' } },
  ]);
  const answered = record((pushed[0] as Extract<Happening, { kind: 'event' }>).body);
  questions.heard([answered]);
  expect(questions.answer(typed)).toMatchObject({ code: 'no-such-question' });

  record({ type: 'plan_step_started', call: 'a', attempt: 1, again: true });
  record(form('When?'));
  expect(questions.answer({ ...typed, value: 'Now' })).toEqual(DONE);
});
