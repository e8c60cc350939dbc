/** What holds for every plan, whatever its activities do and however long they take. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide } from '../../src/run/decide.ts';
import type { RunEvent } from '../../src/run/events.ts';
import type { RunState } from '../../src/run/state.ts';
import { endOf, folded, parkedIn, play, withoutForgotten } from './play.ts';
import { randomReplan, randomRun } from './random-plan.ts';

const times = fc
  .array(fc.nat(200), { minLength: 40, maxLength: 40 })
  .map((list) => (n: number) => list[n % 40]!);

/** Statuses that nothing is in once a run has ended (L-46): a write in doubt stays so. */
const OPEN = new Set(['pending', 'ready', 'waiting', 'in_progress']);

const openCalls = (state: RunState): string[] =>
  state.program.steps.filter((_, i) => OPEN.has(state.steps.status[i]!)).map(({ id }) => id);

describe('the end of a run', () => {
  test('does not depend on how long anything takes, nor on how many calls may run at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomRun(),
        times,
        times,
        fc.constantFrom(1, 2, 100),
        async (given, one, other, slots) => {
          const plain = endOf(await play(given));
          expect(endOf(await play(given, one))).toEqual(plain);
          const { plan } = given;
          const wider = { ...given, plan: { ...plan, policy: { ...plan.policy, maxConcurrent: slots } } };
          expect(endOf(await play(wider, other))).toEqual(plain);
        },
      ),
      { numRuns: 600 },
    );
  });

  test('is always reached, and nothing is open then', async () => {
    const policies = ['skip', 'continue', 'ask', 'abort'] as const;
    await fc.assert(
      fc.asyncProperty(randomRun({ onFailure: policies }), times, async (given, ms) => {
        const { state } = await play(given, ms);
        expect(state.status).not.toBe('running');
        expect(openCalls(state)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
});

describe('a run that is replanned', () => {
  test('ends, wherever it was cut, and nothing is open then', async () => {
    await fc.assert(
      fc.asyncProperty(randomReplan(), times, async (given, ms) => {
        const { journal, state } = await play(given, ms);
        expect(state.status).not.toBe('running');
        expect(openCalls(state)).toEqual([]);
        for (let cut = 2; cut < journal.length; cut++) {
          const resumed = await play(given, ms, journal.slice(0, cut));
          expect(resumed.state.status).not.toBe('running');
          expect(openCalls(resumed.state)).toEqual([]);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('a journal', () => {
  //
  test('cut anywhere and gone on with comes to the same end, and nothing is paid or written twice', async () => {
    await fc.assert(
      fc.asyncProperty(randomRun(), times, async (given, ms) => {
        const whole = await play(given, ms);
        const end = endOf(whole);
        for (let cut = 2; cut < whole.journal.length; cut++) {
          const prefix = whole.journal.slice(0, cut);
          const resumed = await play(given, ms, prefix);
          expect(withoutForgotten(endOf(resumed), given)).toEqual(withoutForgotten(end, given));
          expectNothingTwice(given, prefix, resumed.entered);
        }
      }),
      { numRuns: 120 },
    );
  });

  test('told twice, or mixed with events of a later version, is the same run', async () => {
    await fc.assert(
      fc.asyncProperty(randomRun(), times, async (given, ms) => {
        const { journal, state } = await play(given, ms);
        const noisy = journal.flatMap((event) => [
          event,
          event,
          { ...event, type: 'plan_step_sung' } as never,
        ]);
        expect(endOf({ state: folded(given, noisy) })).toEqual(endOf({ state }));
        expect(endOf({ state: folded(given, [...journal, ...journal]) })).toEqual(endOf({ state }));
      }),
      { numRuns: 100 },
    );
  });

  test('leads to the same decision each time it is folded', async () => {
    await fc.assert(
      fc.asyncProperty(randomRun(), times, async (given, ms) => {
        const { journal } = await play(given, ms);
        for (let cut = 2; cut <= journal.length; cut++) {
          const prefix = journal.slice(0, cut);
          const now = prefix[cut - 1]!.time;
          expect(decide(folded(given, prefix), now)).toEqual(decide(folded(given, prefix), now));
        }
      }),
      { numRuns: 60 },
    );
  });
});

function expectNothingTwice(
  given: Parameters<typeof play>[0],
  prefix: readonly RunEvent[],
  entered: ReadonlyMap<string, number>,
): void {
  const once = (event: RunEvent) => ('call' in event && event.call !== undefined ? event.call : '');
  const done = new Set(prefix.filter(({ type }) => type === 'plan_step_completed').map(once));
  const parked = parkedIn(prefix);
  const begun = new Set(prefix.filter(({ type }) => type === 'plan_step_started').map(once));
  for (const { _id, _tool, _outputPath } of given.plan.calls) {
    const again = entered.get(_id) ?? 0;
    if (done.has(_id)) expect(again, `${_id} was completed`).toBe(0);
    if (
      begun.has(_id) &&
      !parked.has(_id) &&
      (_tool === 'write' || (_outputPath === undefined && _tool === 'read'))
    )
      expect(again, `${_id} had begun`).toBe(0);
  }
}
