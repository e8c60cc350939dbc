/** The engine, turn by turn, against what the rules say of the whole (`interpreter.ts`), over thousands of random plans. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { seenDetail } from '../../src/run/step-table.ts';
import { stateValues } from '../../src/run/written.ts';
import { type Ending, meaningOf } from './interpreter.ts';
import { folded, type Played, play } from './play.ts';
import { type RandomRun, randomRun } from './random-plan.ts';

const times = fc
  .array(fc.nat(200), { minLength: 40, maxLength: 40 })
  .map((list) => (n: number) => list[n % 40]!);

/** A call as the engine left it, in the interpreter's words. */
function endingIn({ state }: Pick<Played, 'state'>, step: number): Ending | string {
  const { status, value, branch, params } = state.steps;
  const { failure, cause, skippedFor } = seenDetail(state.steps, step);
  switch (status[step]) {
    case 'completed':
      return { is: 'completed', value: value[step]!, branch: branch[step]!, params: params[step]! };
    case 'failed':
      return { is: 'failed', code: failure!.code, message: failure!.message, params: params[step]! };
    case 'skipped':
      return {
        is: 'skipped',
        why: cause as Extract<Ending, { is: 'skipped' }>['why'],
        byPerson: skippedFor?.because === 'person',
      };
    default:
      return status[step]!;
  }
}

/** What the two have in common to say: of an engine's failure the code, and no parameters of what was never entered. */
const said = (ending: Ending | string): unknown =>
  typeof ending === 'string' || ending.is !== 'failed' || ending.code !== 'reference-missing'
    ? ending
    : { is: ending.is, code: ending.code };

/** How the engine words a failure of its own is no rule's matter; that a reader gets its text is (L-41). */
const withoutSentences = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, item: unknown) =>
    typeof item === 'string' && item.startsWith('(FAILED: †') ? '(FAILED: )' : item,
  );

function compare(given: RandomRun, played: Pick<Played, 'state'>): void {
  const { state } = played;
  const meaning = meaningOf(given);
  const came: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const step of state.program.steps) {
    // A call that nobody waits for may have been left out there (L-29).
    if (step.fireAndForget) continue;
    came[step.id] = said(endingIn(played, step.index));
    expected[step.id] = said(meaning.calls[step.id]!);
  }
  expect(withoutSentences(came)).toEqual(expected);
  expect(withoutSentences(withoutApprovals(stateValues(state)))).toEqual(meaning.state);
  expect(withoutSentences(state.output)).toEqual(meaning.output);
  expect([state.status, state.reason]).toEqual([meaning.status, meaning.reason]);
}

function withoutApprovals({ state, ...own }: JsonObject): JsonObject {
  const { approvals: _, ...rest } = state as JsonObject;
  return { state: rest, ...own };
}

test.each([
  ['', false],
  [' over instances', true],
] as const)('a run%s comes to what the rules say of it, whatever its timing', async (_, instances) => {
  await fc.assert(
    fc.asyncProperty(randomRun({ instances }), times, async (given, ms) => {
      const played = await play(given, ms);
      compare(given, played);
      compare(given, { state: folded(given, played.journal) });
    }),
    { numRuns: 400 },
  );
});
