/** What a plan returns as a list of ticks: read, changed and repaired. */

import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/lib/json.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import type { Edit } from '../../src/plan/edit.ts';
import { BASE_KINDS } from '../../src/plan/expression.ts';
import { mapRefs } from '../../src/plan/map-refs.ts';
import { refsIn, returnedOf } from '../../src/plan/output-list.ts';
import { reads, renamed, returnables, ticked, unticked } from '../../src/plan/returned.ts';

const CALLS: Call[] = [
  { _id: 'a', _tool: 'a', _outputPath: '†state.a' },
  { _id: 'b', _tool: 'b', _outputPath: '†state.b.rows || †state.error' },
  { _id: 'c', _tool: 'c', _outputPath: '†state.c && †state.copy' },
  { _id: 'd', _tool: 'd' },
];
const planOf = (output?: Json): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: CALLS,
  ...(output === undefined ? {} : { output }),
});
const edited = (plan: Plan, edit: Edit | null): Json | undefined => {
  const done = edit && applyEdits(plan, [edit]);
  if (!done?.ok) throw new Error('refused');
  return done.value.plan.output;
};
const resultOf = (id: string) => {
  const found = returnables(planOf()).find(({ call }) => call === id);
  if (!found) throw new Error(`${id} gives nothing`);
  return found;
};

describe('the results of calls', () => {
  test('are their paths, of several ways out whichever is taken, of a fan-out one', () => {
    expect(returnables(planOf()).map(({ call, text }) => [call, text])).toEqual([
      ['a', '†state.a'],
      ['b', '†state.b.rows || †state.error'],
      ['c', '†state.c'],
    ]);
  });

  test('are read by whatever refers to a path above or below', () => {
    const plan = planOf();
    const isRead = (text: string) =>
      returnables(plan).flatMap((one) => (reads(refsIn(text, plan), one) ? one.call : []));
    expect(isRead('†state.b')).toEqual(['b']);
    expect(isRead('†state.copy.0')).toEqual(['c']);
    expect(isRead('†state.a || †state.error.code')).toEqual(['a', 'b']);
    expect(isRead('†input.a')).toEqual([]);
  });
});

describe('ticking', () => {
  test('one result returns it plain, a second gives both a name', () => {
    expect(edited(planOf(), ticked(planOf(), resultOf('a')))).toBe('†state.a');
    const plan = planOf('†state.a');
    expect(edited(plan, ticked(plan, resultOf('b')))).toEqual({
      a: '†state.a',
      rows: '†state.b.rows || †state.error',
    });
  });

  test('names no two alike', () => {
    const plan = planOf({ a: '†state.c' });
    expect(edited(plan, ticked(plan, resultOf('a')))).toEqual({ a: '†state.c', a2: '†state.a' });
  });

  test('taken back, nothing of the call is returned, and what else is keeps its name', () => {
    const plan = planOf({ x: '†state.a', y: '†state.copy' });
    expect(edited(plan, unticked(plan, resultOf('c')))).toEqual({ x: '†state.a' });
    expect(edited(planOf('†state.a'), unticked(planOf('†state.a'), resultOf('a')))).toBeUndefined();
  });

  test('is not offered of an output that is written in another way', () => {
    for (const output of ['text', ['†state.a'], { x: { y: '†state.a' } }, 3, {}]) {
      expect(returnedOf(output)).toBeNull();
      expect(ticked(planOf(output), resultOf('a'))).toBeNull();
    }
  });

  test('a name is changed in its place, and to no other’s', () => {
    const plan = planOf({ x: '†state.a', y: '†state.c' });
    expect(Object.keys(edited(plan, renamed(plan, 'x', 'z')) as object)).toEqual(['z', 'y']);
    expect(renamed(plan, 'x', 'y')).toBeNull();
    expect(renamed(plan, 'x', '')).toBeNull();
  });
});

describe('a value without what is gone', () => {
  const without = (value: Json): Json | undefined =>
    mapRefs(value, BASE_KINDS, (ref) => (ref.path[0] === 'gone' ? undefined : ref));

  test.each<[string, Json, Json | undefined]>([
    ['a reference', '†state.gone', undefined],
    ['an alternative', '†state.gone || †state.a', '†state.a'],
    ['one of three', '†state.a || †state.gone.x || †state.b', '†state.a || †state.b'],
    ['the condition of a gate', '†state.gone && †state.a', '†state.a'],
    ['the value of a gate', '†state.a && †state.gone', undefined],
    ['inside of parentheses', '†state.a || (†state.b && †state.gone)', '†state.a'],
    ['a key of several', { x: '†state.gone', y: [1, '†state.gone'], z: 'text' }, { y: [1], z: 'text' }],
    ['all of it', { x: { y: ['†state.gone'] } }, undefined],
  ])('loses %s', (_, value, left) => {
    expect(without(value)).toEqual(left);
  });

  test('is the same object where nothing is gone', () => {
    const value = { x: '†state.a', y: [null, { z: '††gone' }] };
    expect(without(value)).toBe(value);
  });

  test('keeps a key that is called as a prototype is', () => {
    const value = JSON.parse('{"__proto__":"†state.a","x":"†state.gone"}') as Json;
    expect(JSON.stringify(without(value))).toBe('{"__proto__":"†state.a"}');
  });
});
