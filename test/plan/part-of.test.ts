import { expect, test } from 'vitest';
import type { Call, Plan } from '../../src/plan/document.ts';
import { followersOf, neededBy, onlyWith } from '../../src/plan/part-of.ts';

const call = (id: string, more: object = {}): Call => ({
  ...{ _id: id, _tool: 'calculate', expression: '1', _outputPath: `†state.${id}` },
  ...more,
});
const PLAN: Plan = {
  ...{ format: 'obelus/plan', version: 1, id: 'plan_parts' },
  calls: [
    call('a', { values: { x: '†input.from' } }),
    call('b', { values: { x: '†state.a' } }),
    call('aside', { values: { x: '†input.other' } }),
    call('after', { _after: '†state.aside' }),
    call('c', { values: { x: '†state.b', y: '†state.after || †state.a' } }),
    call('end', { values: { x: '†state.c' } }),
  ],
  output: '†state.end',
  outputSchema: { type: 'number' },
  policy: { onFailure: 'replan' },
  input: { schema: { type: 'object', required: ['from', 'other'] } },
};
const offIn = ({ calls }: Plan) => calls.filter(({ _off }) => _off === true).map(({ _id }) => _id);

test('what a call needs is all that it reads from, through data and order, however far', () => {
  expect([...neededBy(PLAN, ['b'])].sort()).toEqual(['a', 'b']);
  expect([...neededBy(PLAN, ['after'])].sort()).toEqual(['after', 'aside']);
  expect([...neededBy(PLAN, ['c'])].sort()).toEqual(['a', 'after', 'aside', 'b', 'c']);
});

test('what a given result would have needed is not needed', () => {
  expect([...neededBy(PLAN, ['c'], new Set(['after', 'b']))].sort()).toEqual(['a', 'after', 'b', 'c']);
});

test('what is switched off asks for nothing', () => {
  const plan = { ...PLAN, calls: PLAN.calls.map((one) => (one._id === 'b' ? { ...one, _off: true } : one)) };
  expect([...neededBy(plan, ['b'])]).toEqual(['b']);
});

test('what follows from a call is all that reads of it', () => {
  expect([...followersOf(PLAN, ['aside'])].sort()).toEqual(['after', 'aside', 'c', 'end']);
});

test('a part has all other calls switched off, returns what it goes to, and asks for its own input alone', () => {
  const part = onlyWith(PLAN, neededBy(PLAN, ['b']), 'b');
  expect(offIn(part)).toEqual(['aside', 'after', 'c', 'end']);
  expect(part.output).toBe('†state.b');
  expect(part.outputSchema).toBeUndefined();
  expect(part.input?.schema).toEqual({ type: 'object', required: ['from'] });
  expect(part.policy?.onFailure).toBe('ask');
});

test('a part that is all of the plan is the plan', () => {
  const all = new Set(PLAN.calls.map(({ _id }) => _id));
  expect(onlyWith(PLAN, all)).toBe(PLAN);
});
