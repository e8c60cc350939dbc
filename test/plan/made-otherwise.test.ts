/** A value that is kept is of the plan as it was: what has changed since is told. */

import { expect, test } from 'vitest';
import type { Call, Plan } from '../../src/plan/document.ts';
import { madeOtherwise } from '../../src/plan/made-otherwise.ts';

const call = (id: string, more: object = {}): Call => ({
  ...{ _id: id, _tool: 'calculate', expression: '1', _outputPath: `†state.${id}` },
  ...more,
});
const before: Plan = {
  ...{ format: 'obelus/plan', version: 1, id: 'p' },
  calls: [call('a'), call('b', { of: '†state.a' }), call('aside')],
};
const withCall = (id: string, more: object): Plan => ({
  ...before,
  calls: before.calls.map((one) => (one._id === id ? { ...one, ...more } : one)),
});

test('a change of the call or of what it reads from counts; of its words, or of another call, it does not', () => {
  const changed = (id: string, more: object) => madeOtherwise(withCall(id, more), before, 'b');
  expect(changed('b', { expression: '2' })).toBe(true);
  expect(changed('a', { expression: '2' })).toBe(true);
  expect(changed('b', { _description: 'Twice' })).toBe(false);
  expect(changed('aside', { expression: '2' })).toBe(false);
  expect(madeOtherwise(before, before, 'b')).toBe(false);
});

test('one that was put in front of it counts', () => {
  const plan = withCall('b', { of: '†state.c' });
  expect(madeOtherwise({ ...plan, calls: [...plan.calls, call('c')] }, before, 'b')).toBe(true);
});
