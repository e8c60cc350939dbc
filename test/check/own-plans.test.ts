/** Sub-plans in the document of their plan (L-52): found by name, checked with it, and given what they ask for. */

import { describe, expect, it } from 'vitest';
import { checkPlan } from '../../src/check/check.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import type { Plan } from '../../src/plan/document.ts';
import { catalogueFor, check, errorsOf, planOf } from './plan-of.ts';

const to = (_delegate: string, more: object = {}) => ({
  _id: 'd',
  _tool: 'sub',
  _delegate,
  _outputPath: '†state.d',
  ...more,
});
const sub = (calls: readonly object[], more: object = {}) => ({ calls, output: '†state.y', ...more });
const A = { _id: 'a', _tool: 'a', v: '†input.item', _outputPath: '†state.y' };
const loop = to('#s', { _forEach: '†state.l' });
const errors = (calls: readonly object[], plans: object, more: object = {}) =>
  errorsOf(check({ calls, plans: plans as Plan['plans'], ...more } as Parameters<typeof check>[0]));
const asks = (properties: object, required: readonly string[] = []) => ({
  input: { schema: { type: 'object', properties, required, additionalProperties: false } },
});
const below = { catalogueBelow: catalogueFor };
const letters = { state: { initial: { l: ['A'] } } };

describe('a name', () => {
  it('is looked up in the plan that is run, by its sub-plans too, and nowhere else', () => {
    expect(errors([to('#s')], { s: sub([A]) })).toEqual([]);
    expect(errors([to('#t')], { s: sub([A]) })).toEqual(['delegate-missing(d)']);
    const below = { ...to('#t', { _outputPath: '†state.y' }), _id: 'x' };
    expect(errors([to('#s')], { s: sub([below]), t: sub([A]) })).toEqual([]);
    // One level: what a sub-plan calls its own plans is nobody's.
    const nested = sub([below], { plans: { t: sub([A]) } });
    expect(errors([to('#s')], { s: nested })).toEqual(['delegate-missing(#s/x)']);
    expect(errors([to('#__proto__')], { s: sub([A]) })).toEqual(['delegate-missing(d)']);
  });

  it('is never another plan than the one that was meant where it was written', () => {
    const kept = planOf({ calls: [to('#s', { _outputPath: '†state.y' })], plans: { s: sub([A]) } as never });
    const library = () => kept;
    const plan = { calls: [to('plan:kept@1')], plans: { s: sub([{ ...A, v: 'other' }]) } as never };
    const [problem, ...more] = check(plan, { library });
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ code: 'delegate-missing', calls: ['d'] });
    expect(problem?.message).toContain('only the plan that is run is looked into');
  });

  it('is one that a screen can carry', () => {
    expect(errors([to('#a b')], { 'a b': sub([A]) })).toEqual(['bad-id']);
  });
});

it('circles and what is more than five deep are refused', () => {
  const down = (name: string) => ({ ...to(`#${name}`, { _outputPath: '†state.y' }), _id: 'x' });
  // Said once, of the plans that go in circles.
  expect(errors([to('#s')], { s: sub([down('s')]) })).toEqual(['delegate-recursion(#s/x)']);
  expect(errors([to('#s')], { s: sub([down('t')]), t: sub([down('s')]) })).toEqual([
    'delegate-recursion(#s/x)',
    'delegate-recursion(#t/x)',
  ]);
  const chain = (depth: number) =>
    Object.fromEntries(
      Array.from({ length: depth }, (_, at) => [`p${at}`, sub([at + 1 < depth ? down(`p${at + 1}`) : A])]),
    );
  expect(errors([to('#p0')], chain(5))).toEqual([]);
  expect(errors([to('#p0')], chain(6))).toEqual(['delegate-depth(d)']);
});

describe('what stands in a sub-plan', () => {
  it('is checked with the plan, used or not, and its calls are named by it', () => {
    const wrong = sub([{ ...A, v: '†state.gone' }]);
    expect(errors([], { s: wrong })).toEqual(['unresolved-reference(#s/a)']);
    const [problem] = check({ calls: [], plans: { s: wrong } as never });
    expect(problem?.message).toContain('Sub-plan "s": ');
    expect(problem?.within).toBe('s');
  });

  it('is mended by the same fixes as in a plan by itself, within the document', () => {
    const calls = [{ _id: 'a', _tool: 'a', v: '†input.gone', _outputPath: '†state.y' }];
    const more = asks({ rate: { type: 'number' } });
    const alone = check({ calls, ...more, output: '†state.y' } as Parameters<typeof check>[0]);
    const plan = planOf({ calls: [to('#s')], plans: { s: sub(calls, more) } as never });
    const inside = check(plan).filter(({ within }) => within === 's');
    expect(inside.map(({ fixes }) => fixes.map(({ title }) => title))).toEqual(
      alone.map(({ fixes }) => fixes.map(({ title }) => title)),
    );
    const [fix] = inside.flatMap(({ fixes }) => fixes);
    const mended = applyEdits(plan, fix!.edits);
    expect(mended.ok && check(mended.value.plan).filter(({ within }) => within === 's').length).toBe(
      inside.length - 1,
    );
  });

  it('is checked anew after an edit, and no more than that', () => {
    const before = planOf({ calls: [to('#s')], plans: { s: sub([A]), t: sub([A]) } as never });
    const catalogue = catalogueFor(before);
    const { state } = checkPlan(before, catalogue, below);
    const after = { ...before, plans: { ...before.plans, s: sub([{ ...A, v: '†state.gone' }]) as never } };
    const again = checkPlan(after, catalogue, { ...below, previous: state });
    expect(again.problems).toEqual(checkPlan(after, catalogue, below).problems);
    expect(errorsOf(again.problems)).toEqual(['unresolved-reference(#s/a)']);
    expect(checkPlan(before, catalogue, { ...below, previous: again.state }).problems).toEqual([]);
  });
});

describe('what a sub-plan asks for', () => {
  const s = sub(
    [{ ...A, v: '†input.rate' }],
    asks({ rate: { type: 'number' }, item: {}, index: {} }, ['rate']),
  );

  it('is the contract of who delegates to it', () => {
    expect(errors([to('#s', { rate: 2 })], { s })).toEqual([]);
    expect(errors([to('#s')], { s })).toEqual(['missing-parameter(d)']);
    expect(errors([to('#s', { rate: 2, other: 1 })], { s })).toEqual(['unknown-parameter(d)']);
    expect(errors([to('#s', { rate: 'two' })], { s })).toEqual(['type-mismatch(d)']);
    const [problem] = check({ calls: [to('#s')], plans: { s } as never });
    expect(problem?.message).toContain('which the sub-plan "#s" requires');
  });

  it('is held against what a reference gives', () => {
    const words = { name: 'words', activity: 'words', _output: { type: 'string' } };
    const more = { tools: [words, { name: 'sub', activity: 'sub' }, { name: 'a', activity: 'a' }] };
    const say = { _id: 'say', _tool: 'words', _outputPath: '†state.said' };
    const bare = { ...s, tools: more.tools };
    expect(errors([say, to('#s', { rate: '†state.said' })], { s: bare }, more)).toEqual(['type-mismatch(d)']);
    expect(errors([say, { ...loop, _forEach: '†state.said', rate: 1 }], { s: bare }, more)).toEqual([
      'type-mismatch(d)',
    ]);
  });

  it('is what a loop gives each element beside the parameters', () => {
    const item = sub([A], asks({ item: {}, index: { type: 'integer' } }, ['item', 'index']));
    expect(errors([loop], { s: item }, letters)).toEqual([]);
    expect(errors([to('#s')], { s: item })).toEqual(['missing-parameter(d)', 'missing-parameter(d)']);
  });

  it('is looked at again where only that has changed', () => {
    const before = planOf({ calls: [to('#s', { rate: '†input.n' })], plans: { s } as never });
    const typed = { ...before, input: { schema: { type: 'object', properties: { n: { type: 'string' } } } } };
    const any = { ...typed, plans: { s: sub([A]) as never } };
    const catalogue = catalogueFor(before);
    const { state } = checkPlan(any, catalogue, below);
    const again = checkPlan(typed, catalogue, { ...below, previous: state });
    expect(errorsOf(again.problems)).toEqual(['type-mismatch(d)']);
  });
});
