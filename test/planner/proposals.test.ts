/** What is proposed in the place of an open step: found by its words, filled from the files, tried, and put in by edits. */

import { expect, test } from 'vitest';
import { profileOf } from '../../src/activities/profile/profile.ts';
import { checkPlan } from '../../src/check/check.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import type { Proposal } from '../../src/plan/proposal.ts';
import { proposalsFor } from '../../src/planner/proposals.ts';
import { makeTryPlan } from '../../src/preview/preview-plan.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { call, filesOf, planOf, READ, SALES } from '../preview/previewing.ts';

const builtIns = catalogueOf(builtInTools);
const open = (words: string): Call => ({
  _id: 'open',
  _tool: 'open',
  _description: words,
  _outputPath: '†state.open',
});

async function proposed(words: string, plan: Plan = planOf([READ, open(words)], { output: '†state.rows' })) {
  const files = filesOf({ 'sales.csv': SALES });
  const found = await proposalsFor({
    plan,
    step: 'open',
    catalogue: builtIns,
    profiles: [await profileOf(new TextEncoder().encode(SALES), 'sales.csv')],
    tryPlan: makeTryPlan({ now: () => 0 }, { files }),
    signal: new AbortController().signal,
  });
  const put = (one: Proposal): Plan => {
    const edited = applyEdits(plan, one.edits);
    if (!edited.ok) throw new Error(edited.error);
    return edited.value.plan;
  };
  return { found, put, of: (tool: string) => found.find((one) => one.call._tool === tool) };
}

test('what the words name is found first, with the columns they name, and says what it gave', async () => {
  const { found, put } = await proposed('sorting by amount, descending');
  const [first] = found;
  expect(first?.call).toMatchObject({
    _tool: 'sortRows',
    rows: '†state.rows',
    column: 'amount',
    direction: 'descending',
  });
  expect(first?.result).toBe('North 120 · South 80 · North 5');
  const plan = first === undefined ? undefined : put(first);
  expect(plan?.output).toBe('†state.sortRows');
  expect(plan && checkPlan(plan, builtIns).problems).toEqual([]);
});

test('a cell that a column has is what a condition compares with', async () => {
  const { of } = await proposed('keep the rows where region is South');
  expect(of('filterRows')?.call).toMatchObject({ column: 'region', value: 'South' });
  expect(of('filterRows')?.result).toBe('South 80');
});

test('what nothing said stays empty and is named; nothing that failed or was not run claims a result', async () => {
  const { found } = await proposed('Send');
  const send = found.find((one) => one.call._tool === 'httpSend');
  expect(send?.lacking).toContain('Address');
  expect(send?.result).toBeUndefined();
  for (const { lacking, result } of found) if (lacking.length > 0) expect(result).toBeUndefined();
});

test('what is read elsewhere keeps its path, and the output with it', async () => {
  const plan = planOf(
    [READ, open('sort by amount'), call('list', 'listColumn', { rows: '†state.open', column: 'amount' })],
    { output: '†state.list' },
  );
  const { of, put } = await proposed('', plan);
  const sort = of('sortRows');
  expect(sort?.call._outputPath).toBe('†state.open');
  expect(sort && put(sort).output).toBe('†state.list');
});

test('words that name no tool propose none', async () => {
  expect((await proposed('zzyzx')).found).toEqual([]);
});
