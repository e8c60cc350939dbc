import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { copyText, paste } from '../../src/canvas/clipboard.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import type { Plan } from '../../src/plan/document.ts';
import { buildGraph, edgesOf } from '../../src/plan/graph.ts';
import { planOf, refund } from './sample.ts';

function pasted(plan: Plan, text: string): Plan {
  const gesture = paste(plan, text);
  if (!gesture.ok) throw new Error(gesture.error);
  const applied = applyEdits(plan, gesture.value.edits);
  if (!applied.ok) throw new Error(applied.error);
  return applied.value.plan;
}

describe('pasting what was copied', () => {
  test('gives the copies ids and paths of their own, and wires them as their originals were', () => {
    const plan = refund();
    const after = pasted(plan, copyText(plan, ['history', 'decide'], new Map()));
    const [history, decide] = after.calls.slice(-2);
    expect(history).toMatchObject({ _id: 'history_2', _outputPath: '†state.history_2' });
    expect(decide).toMatchObject({ _id: 'decide_2', history: '†state.history_2' });
    expect(decide?._outputPath).toBe('†state.allowed_2 || †state.error_2');
  });

  test('a reference to a call that was not copied stays what it was', () => {
    const plan = refund();
    expect(pasted(plan, copyText(plan, ['refund'], new Map())).calls.at(-1)).toMatchObject({
      amount: '†state.allowed.amount',
    });
  });

  test('into an empty plan it is the plan again', () => {
    const plan = refund();
    const all = plan.calls.map((call) => call._id);
    const copy = pasted(planOf([]), copyText(plan, all, new Map()));
    expect(copy.calls).toEqual(plan.calls);
  });

  test('copies stand beside their originals', () => {
    const plan = refund();
    const text = copyText(plan, ['decide'], new Map([['decide', { x: 10, y: 20 }]]));
    expect(pasted(plan, text).layout?.decide_2).toEqual({ x: 42, y: 52 });
  });

  test('no writer of the plan gains a reader, and none of its calls changes', () => {
    const plan = refund();
    const all = plan.calls.map((call) => call._id);
    const after = pasted(plan, copyText(plan, all, new Map()));
    expect(after.calls.slice(0, all.length)).toEqual(plan.calls);
    const edges = edgesOf(buildGraph(after));
    expect(edges.every((edge) => edge.from < all.length === edge.to < all.length)).toBe(true);
  });
});

test('what is pasted leaves the graph of the plan to be drawn on from: none of its calls is read again', () => {
  const plan = refund();
  const before = buildGraph(plan);
  const { calls } = buildGraph(pasted(plan, JSON.stringify([{ _id: 'more', _tool: 'note', text: 'x' }])));
  expect(calls).toHaveLength(plan.calls.length + 1);
  expect(before.calls.every((call) => calls.includes(call))).toBe(true);
});

describe('hostile text', () => {
  test.each([
    ['not JSON', 'hello'],
    ['a number', '7'],
    ['an empty list', '[]'],
    ['a call without a tool', '[{"_id":"a"}]'],
    ['a call with a wrong type', '[{"_id":"a","_tool":7}]'],
    ['too many calls', JSON.stringify(Array.from({ length: 501 }, () => ({ _tool: 'a' })))],
    ['too long a text', `"${'x'.repeat(1_000_001)}"`],
    ['too deep a value', `[{"_tool":"a","in":${'['.repeat(5_000)}${']'.repeat(5_000)}}]`],
  ])('%s is refused in words', (_, text) => {
    const result = paste(refund(), text);
    expect(result.ok).toBe(false);
    if (!result.ok) expect(result.error).toMatch(/^Nothing was pasted: .+\.$/);
  });

  test('a prototype key is an ordinary key or a refusal, never a prototype', () => {
    const result = paste(planOf([]), '[{"_tool":"a","__proto__":{"polluted":true}}]');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    if (result.ok) expect(Object.getPrototypeOf(result.value.edits[0])).toBe(Object.prototype);
  });

  test('no text at all makes it throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(typeof paste(refund(), text).ok).toBe('boolean');
      }),
    );
  });
});
