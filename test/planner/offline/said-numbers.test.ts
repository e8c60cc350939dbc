/** Numbers of a goal: in money, and where they may be one of two. */

import { describe, expect, it } from 'vitest';
import { profileOf } from '../../../src/activities/profile/profile.ts';
import { FORMAT, VERSION } from '../../../src/plan/document.ts';
import type { PlannerRequest } from '../../../src/planner/planner.ts';
import { makeTryPlan } from '../../../src/preview/preview-plan.ts';
import { planGoal } from './goals.ts';

const FILES = new Map([
  ['tills.csv', 'Till,Taken,Weight\nA,900,1.2\nB,1500,1.3\nA,1.1,1.4\nB,2500000,1.2\n'],
  ['kassen.csv', 'Till;Taken\nA;900,00\nB;1.500,00\nA;1,10\n'],
  ['lager.csv', 'Till;Taken\nA;900,50\nB;1500,25\nA;1,10\n'],
  ['fees.csv', 'Lane,Fee,Currency\nA,40,EUR\nB,60,EUR\nB,70,NOK\n'],
]);

/** What is said over a file that was dropped, as the app plans it. */
async function said(goal: string, name: string, more: Partial<PlannerRequest> = {}) {
  const head = FILES.get(name) ?? '';
  const profile = await profileOf(new TextEncoder().encode(head), name);
  const files = [{ name, type: 'text/csv', size: head.length, head, profile }];
  const tryPlan = makeTryPlan(
    { now: () => 0 },
    { files: new Map([[name, new Blob([head])]]), signal: new AbortController().signal },
  );
  const made = await planGoal(goal, { files, tryPlan, ...more });
  const question = made.events.find((one) => one.kind === 'question');
  const asked = question?.kind === 'question' ? question : undefined;
  const filter = made.calls.find(({ _tool }) => _tool === 'filterRows');
  return { ...made, asked, filter, ways: asked?.readings.map(({ took, result }) => `${took}: ${result}`) };
}

describe('a number that may be a thousand or a little more than one', () => {
  it.each([
    ['the tills with taken over 1.200 €', 'tills.csv', '1.200'],
    ['list tills where taken is over €1.200', 'tills.csv', '1.200'],
    ['rows of tills with taken over EUR 1.200', 'tills.csv', 'EUR 1.200'],
    ['Zeilen der Tills, bei denen Taken über 1,200 € ist', 'tills.csv', '1,200'],
    ['the tills with taken over 1.200', 'kassen.csv', '1.200'],
    ['the tills with taken over 1.200', 'lager.csv', '1.200'],
  ])('is asked about, and nothing runs before it is answered: %s', async (goal, file, words) => {
    const { asked, ways, tools, filter } = await said(goal, file);
    expect(asked?.words).toBe(words);
    // Which rows are kept is not to be guessed, and neither are all of them: till A took less.
    expect(ways).toEqual([
      expect.stringMatching(/^1200: (?!.*A)/u),
      expect.stringMatching(/^1[.,]200: .*A/u),
    ]);
    expect([tools.includes('open'), filter]).toEqual([true, undefined]);
    for (const [as, value] of [
      ['1200', 1200],
      [words.replace('EUR ', ''), 1.2],
    ] as const) {
      const answered = await said(goal, file, { settled: [{ words, as: [as] }] });
      expect(answered.filter).toMatchObject({ value });
      expect([answered.asked, answered.tools.includes('open')]).toEqual([undefined, false]);
    }
  });
  it.each([
    ['the tills with taken over 1,200 €', 1200],
    ['die Tills mit Taken über 1.200 €', 1200],
    ['the tills with taken over 1.20 €', 1.2],
    ['the tills with taken over 0.200 €', 0.2],
    ['the tills with weight over 1.234', 1.234],
    ['the tills with taken over 1.200.000 €', 1_200_000],
    ['die Tills mit Taken über 1,200,000 €', 1_200_000],
  ])('is none: %s', async (goal, value) => {
    const { filter, tools } = await said(goal, 'tills.csv');
    expect(filter).toMatchObject({ value });
    expect(tools).not.toContain('open');
  });
  it.each([
    ['1.200', 'only where taken is over 1.200 €'],
    ['1.000', 'warn me if a till is over 1.000 €'],
  ])('is asked about in a change, too: %s', async (words, sentence) => {
    const { calls } = await said('total taken per till', 'tills.csv');
    const plan = { format: FORMAT, version: VERSION, id: 'p', calls, output: '†state.groupRows' } as const;
    const change = { plan, selected: [] };
    const { asked, filter } = await said(sentence, 'tills.csv', { change });
    expect([asked?.words, filter]).toEqual([words, undefined]);
    const as = words.replace('.', '');
    const answered = await said(sentence, 'tills.csv', { change, settled: [{ words, as: [as] }] });
    expect(answered.filter).toMatchObject({ value: Number(as) });
  });
});

describe('a currency before its number', () => {
  it('is a part of it', async () => {
    const { filter, tools, unusedWords } = await said('list tills with taken over EUR 50', 'tills.csv');
    expect(filter).toMatchObject({ column: 'Taken', operator: 'greaterThan', value: 50 });
    expect([unusedWords, tools.includes('open')]).toEqual([[], false]);
  });
  it('where rows are told apart by it is more than that', async () => {
    const { calls } = await said('list fees with fee over EUR 50', 'fees.csv');
    expect(JSON.stringify(calls)).toMatch(/"(?:value":"EUR|_tool":"open)"/u);
  });
});
