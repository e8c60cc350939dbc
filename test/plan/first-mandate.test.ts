/** A plan is made one that goes on, and back, by edits that undo (L-63, L-64). */

import { expect, test } from 'vitest';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { firstMandate, type Growth, growing, growthOf, wholeAfter } from '../../src/plan/first-mandate.ts';
import { goesOn } from '../../src/plan/goes-on.ts';

const call = (_id: string, _tool: string, more: object = {}): Call =>
  ({ _id, _tool, _outputPath: `†state.${_id}`, ...more }) as Call;

const plan = (more: Partial<Plan> = {}): Plan => ({
  ...{ format: 'obelus/plan', version: 1, id: 'p', mode: 'lazy', output: '†state.a' },
  calls: [call('a', 'readCsv'), call('b', 'readCsv'), call('c', 'groupRows')],
  ...more,
});

const after = (before: Plan, growth: Growth): Plan => {
  const edited = applyEdits(before, growing(before, growth));
  if (!edited.ok) throw new Error(edited.error);
  return edited.value.plan;
};

test('the mandate that the app writes has the tools that are named, reads, goes nowhere, and ends', () => {
  expect(firstMandate(plan())).toEqual({
    ...{ tools: ['readCsv', 'groupRows'], effects: ['none', 'read'], hosts: [], maxSteps: 12, maxTurns: 12 },
  });
});

test.each<Growth>(['iterative', 'eager'])(
  'made %s it goes on, and what it returns is its planner’s',
  (growth) => {
    const made = after(plan(), growth);
    expect(goesOn(made)).toBe(true);
    expect(growthOf(made)).toBe(growth);
    expect(made.output).toBeNull();
    const back = after(made, 'whole');
    expect(growthOf(back)).toBe('whole');
    expect([back.mandate, back.output]).toEqual([undefined, undefined]);
  },
);

test('a mandate that stands there is kept, and one that a sub-plan needs stays', () => {
  const mandate = { tools: ['sum'], effects: ['none' as const], hosts: [], maxTurns: 3 };
  expect(after(plan({ mandate }), 'eager').mandate).toEqual(mandate);
  const made = after(plan({ calls: [call('a', 'agent', { _delegate: 'anonymous' })], mandate }), 'iterative');
  expect(after(made, 'whole').mandate).toEqual(mandate);
});

test('from one way to the other nothing of before is left', () => {
  const made = after(after(plan(), 'eager'), 'iterative');
  expect([made.mode, made.strategy]).toEqual([undefined, 'iterative']);
});

const without = ({ output: _, ...rest }: Plan) => rest;

test('what a plan that went on has become is whole, and holds what a plan of its own making would need', () => {
  const mandate = firstMandate(plan());
  const grown = plan({ strategy: 'iterative', mandate, output: { all: ['†state.c'], note: 'done' } });
  expect(wholeAfter(grown)).toEqual(plan({ output: { all: ['†state.c'], note: 'done' } }));
  expect(wholeAfter({ ...grown, output: { note: 'done' } })).toEqual(without(plan()));
  // A sub-plan that is made on the way is held by it still.
  const calls = [call('a', 'x', { _delegate: 'anonymous' })];
  expect(wholeAfter({ ...grown, calls }).mandate).toEqual(mandate);
});
