/** An open run of older rules goes on as a new one (L-95): what was done is kept, what may have happened is asked. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decide } from '../../src/run/decide.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { forkBeginning } from '../../src/run/fork.ts';
import { callView, callViews, openQuestions } from '../../src/run/view.ts';
import { goesOn, isLeftBehind } from '../../src/run/whole.ts';
import { foldOf, type GoldenJournal } from './golden.ts';
import { takenFrom } from './written-run.ts';

const FOLDER = join(import.meta.dirname, 'journals');
const open = readdirSync(FOLDER)
  .sort()
  .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as GoldenJournal)
  .filter(({ tools, events }) => isLeftBehind(foldOf(tools, events)))
  .map((golden) => [golden.shows, golden] as const);

test('there are such journals', () => {
  expect(open.length).toBeGreaterThan(5);
});

describe.each(open)('%s', (_, { tools, events }) => {
  const source = foldOf(tools, events);
  const first = forkBeginning(
    { state: source, isForeign: false },
    { runId: 'old', cleared: [], values: {} },
    takenFrom(source),
  ).map((body, at): RunEvent => ({ ...body, runId: 'new', seq: at + 1, time: at }));
  const entered = new Map<string, string>();
  for (const event of events) {
    if (event.type === 'plan_step_started') entered.set(event.call, 'entered');
    // It asked before it wrote, and waits since (L-91a).
    else if (event.type === 'plan_step_waiting' && event.attempt !== undefined)
      entered.set(event.call, 'asks');
    else if (event.type === 'plan_step_completed' || event.type === 'plan_step_skipped')
      entered.set(event.call, 'over');
    else if (event.type === 'plan_resumed_from') for (const call of event.cleared) entered.delete(call);
  }

  test('is left behind, and the new run is not', () => {
    expect(goesOn(source)).toBe(false);
    expect(isLeftBehind(foldOf(tools, first))).toBe(false);
  });

  test('every result is there again, and no write of unknown end is entered unasked', () => {
    const state = foldOf(tools, first);
    for (let event = decide(state, 1e6); event; event = decide(state, 1e6)) {
      if (event.type === 'plan_step_started') {
        const { effect } = callView(state, event.call)!;
        const changes = effect === 'write' || effect === 'irreversible';
        expect([event.call, changes && entered.get(event.call) === 'entered']).toEqual([event.call, false]);
      }
      evolve(state, event);
    }
    const asked = openQuestions(state).flatMap((question) =>
      question.kind === 'in_doubt' ? [question.call] : [],
    );
    for (const { id, effect, status, value } of callViews(source)) {
      const changes = effect === 'write' || effect === 'irreversible';
      if (status === 'completed') expect(callView(state, id)).toMatchObject({ status: 'completed', value });
      else if (changes && entered.get(id) === 'entered' && status !== 'dispatched')
        expect(asked).toContain(id);
    }
  });
});
