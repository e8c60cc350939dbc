/** A journal is folded by the rules it was recorded under, and only one of today's is gone on with (L-95). */

import { expect, test } from 'vitest';
import type { RunEvent } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import { isOfTodaysRules, RULES, rulesOf } from '../../src/run/rules.ts';
import { play } from './play.ts';
import { callNamed, completed, journalOf, planOf, SETTING, started } from './written-run.ts';

const fold = (journal: readonly RunEvent[]) => journal.reduce(evolve, newRun('run', SETTING));
const under = (rules: number, journal: readonly RunEvent[]): RunEvent[] =>
  journal.map((event) => (event.type === 'plan.commit' ? { ...event, rules } : event));

test('a journal that names no rules is of the first', () => {
  const journal = journalOf(planOf([callNamed('a')]));
  expect(rulesOf(journal)).toBe(1);
  expect(isOfTodaysRules(fold(journal))).toBe(false);
  expect(isOfTodaysRules(fold(under(RULES, journal)))).toBe(true);
  expect(isOfTodaysRules(fold(under(RULES + 1, journal)))).toBe(false);
});

test('a run that begins today says so in its first event and after a replan', async () => {
  const plan = planOf([callNamed('bad')], { onFailure: 'replan', retryLimit: 0 });
  const { journal, state } = await play({
    plan,
    ...SETTING,
    endings: new Map([
      ['bad', { throws: 'boom' }],
      ['good', { value: 1 }],
    ]),
    sayTo: () => 'skip',
    approves: () => true,
    replan: () => [callNamed('good')],
  });
  const commits = journal.filter((event) => event.type === 'plan.commit');
  expect(commits.map(({ rules }) => rules)).toEqual([RULES, RULES]);
  expect(isOfTodaysRules(state)).toBe(true);
});

test('a run that was stopped returned nothing by the first rules, and since then what its output holds', () => {
  const plan = { ...planOf([callNamed('a'), callNamed('b')]), output: ['†state.a', '†state.b'] };
  const stopped = { type: 'plan_aborted', reason: 'aborted' } as const;
  const journal = journalOf(plan, [...completed('a', 'A'), ...started('b'), stopped]);
  expect(fold(journal).output).toBeNull();
  expect(fold(under(RULES, journal)).output).toEqual(['A', null]);
});

test("an instance's call is shown with the input it was given, by whichever rules", () => {
  const plan = planOf([callNamed('a', { p: '†input.o.x || †input.k' })]);
  const journal = journalOf(plan, completed('a@A', 1), [{ label: 'A', input: { o: 5, k: 'K' } }]);
  const given = (rules: number) =>
    fold(
      under(rules, journal).map((event) =>
        event.type === 'plan.commit' ? { ...event, input: { o: { x: 1 } } } : event,
      ),
    ).steps.params[0];
  expect(given(1)).toEqual({ p: 1 });
  expect(given(RULES)).toEqual({ p: 'K' });
});
