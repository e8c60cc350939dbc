/** Live values stand in a dry run where nothing that it decides can make them others. */

import { expect, test } from 'vitest';
import type { Call, Plan } from '../../src/plan/document.ts';
import { OUTPUT_PART } from '../../src/plan/output-part.ts';
import { decisionsOf } from '../../src/simulate/scenario.ts';
import { undecided } from '../../src/simulate/undecided.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

const tools = [
  { name: 'compute', effect: 'none' as const },
  { name: 'fetch', effect: 'read' as const },
];
const call = (id: string, _tool: string, more: object = {}): Call => ({
  ...{ _id: id, _tool, _outputPath: `†state.${id}` },
  ...more,
});
/** @param picked the decision that takes its second option */
const standing = (calls: readonly Call[], output?: string, picked?: string) => {
  const plan = {
    ...{ format: 'obelus/plan', version: 1, id: 'p', calls },
    ...(output ? { output } : {}),
  } as Plan;
  const decisions = decisionsOf(plan, catalogueOf(tools));
  const picks = decisions.map(({ name }) => (name === picked ? 1 : 0));
  return [...undecided(plan, decisions, picks)].sort();
};

test('what was chosen to fail, and all that reads of it, is the dry run’s', () => {
  const calls = [
    call('rows', 'compute'),
    call('page', 'fetch'),
    call('sum', 'compute', { of: '†state.rows' }),
    call('both', 'compute', { of: '†state.page', with: '†state.sum' }),
  ];
  const all = ['both', 'page', 'rows', 'sum'];
  expect(standing(calls, '†state.both')).toEqual([...all, OUTPUT_PART]);
  expect(standing(calls, '†state.both', 'page')).toEqual(['rows', 'sum']);
  expect(standing(calls, '†state.sum', 'page')).toEqual(['rows', 'sum', OUTPUT_PART]);
  expect(standing(calls, undefined, 'page')).toEqual(['rows', 'sum']);
});

test('a call that goes one of two ways decides whichever it takes', () => {
  const calls = [
    { ...call('way', 'compute'), _outputPath: '†state.high || †state.low' },
    call('high', 'compute', { of: '†state.high', _outputPath: '†state.a' }),
    call('rows', 'compute'),
  ];
  expect(standing(calls, '†state.rows')).toEqual(['rows', OUTPUT_PART]);
});

test('what waits for an approval stands where it is approved', () => {
  const calls = [
    call('rows', 'compute'),
    call('sum', 'compute', { _after: '†run.approvals.send', of: '†state.rows' }),
  ];
  expect(standing(calls, '†state.sum')).toEqual(['rows', 'sum', OUTPUT_PART]);
});
