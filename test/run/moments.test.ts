import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copyState } from '../../src/run/copy-state.ts';
import type { RunEventBody } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { createMoments } from '../../src/run/moments.ts';
import { newRun } from '../../src/run/new-run.ts';
import type { RunState } from '../../src/run/state.ts';
import { callViews, openQuestions, runStatus } from '../../src/run/view.ts';
import { stateValues, writeLog } from '../../src/run/written.ts';
import { engine, journal } from '../stores/shown.ts';
import { folded, play } from './play.ts';
import { randomReplan, randomRun } from './random-plan.ts';

/** All that can be seen of a run. */
const seen = (state: RunState) => ({
  status: runStatus(state),
  calls: callViews(state),
  questions: openQuestions(state),
  values: stateValues(state),
  writes: writeLog(state),
});

test('a copy folds on to the same, and neither of the two hears of the other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(randomRun(), randomReplan()), fc.nat(1000), async (given, at) => {
      const { journal, state: end } = await play(given);
      const cut = at % (journal.length + 1);
      const state = folded(given, journal.slice(0, cut));
      const before = seen(state);
      const copy = copyState(state);
      for (const event of journal.slice(cut)) evolve(copy, event);
      expect(seen(copy)).toEqual(seen(end));
      expect(seen(state)).toEqual(before);
      for (const event of journal.slice(cut)) evolve(state, event);
      expect(seen(state)).toEqual(seen(end));
    }),
    { numRuns: 200 },
  );
}, 60_000);

test('a moment is what its events come to, in whatever order moments are asked for', async () => {
  await fc.assert(
    fc.asyncProperty(randomRun(), fc.array(fc.nat(1000), { maxLength: 8 }), async (given, positions) => {
      const { journal } = await play(given);
      // Long enough for copies to be kept along it: what is told twice changes nothing.
      const record = journal.flatMap((event) => new Array(40).fill(event));
      const moments = createMoments(() => newRun('random', given));
      for (const position of positions.map((one) => one % (record.length + 1))) {
        const shown = moments.at(record, position);
        // What is made ready while somebody looks does not move on what they look at.
        moments.prepare(record, record.length - position);
        expect(seen(shown)).toEqual(seen(folded(given, record.slice(0, position))));
        expect(seen(moments.at(record, position))).toEqual(seen(folded(given, record.slice(0, position))));
      }
    }),
    { numRuns: 60 },
  );
}, 60_000);

test('the plan of a long record is made a run of once, however often its beginning is gone back to', () => {
  const calls = Array.from({ length: 6000 }, (_, at) => ({ _id: `c${at}`, _tool: 't' }));
  const record = journal(
    {
      type: 'plan.commit',
      revision: 1,
      plan: { format: 'obelus/plan', version: 1, id: 'p', calls },
    },
    { type: 'plan_started', total: calls.length },
    ...calls.flatMap(({ _id: call }): RunEventBody[] => [
      { type: 'plan_step_started', call, attempt: 1 },
      { type: 'plan_step_completed', call, attempt: 1, value: 1 },
    ]),
  );
  let made = 0;
  const moments = createMoments(() => {
    made += 1;
    return engine.blank('r', false);
  });
  moments.prepare(record, record.length);
  const before = made;
  for (const position of [9000, 2, 700, 3]) {
    const { seq, steps } = moments.at(record, position);
    const ended = Math.floor((position - 2) / 2);
    expect([seq, steps.status.indexOf('completed'), steps.status.lastIndexOf('completed')]).toEqual([
      position,
      ended > 0 ? 0 : -1,
      ended - 1,
    ]);
  }
  expect(made).toBe(before);
});
