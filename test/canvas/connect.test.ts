import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReaderPort } from '../../src/canvas/card.ts';
import { place, removeCalls } from '../../src/canvas/changes.ts';
import { connect, disconnect } from '../../src/canvas/connect.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { planOf, refund, sceneFor } from './sample.ts';

const parameter = (name: string): ReaderPort => ({ kind: 'parameter', name });

/** The plan after connecting `from` to `to`, or the sentence that refuses it. */
function joined(plan: Plan, from: string, to: string, port: ReaderPort, alternative = 0): Plan | string {
  const scene = sceneFor(plan);
  const writer = scene.indexOf.get(from)!;
  const reader = scene.indexOf.get(to)!;
  const gesture = connect(scene, { writer, alternative, reader, port });
  if (!gesture.ok) return gesture.error;
  const applied = applyEdits(plan, gesture.value.edits);
  if (!applied.ok) throw new Error(applied.error);
  return applied.value.plan;
}

const callOf = (plan: Plan | string, id: string): Call => {
  if (typeof plan === 'string') throw new Error(plan);
  return plan.calls.find((call) => call._id === id)!;
};

const two = (writer: Partial<Call> = {}, reader: Partial<Call> = {}): Plan =>
  planOf([
    { _id: 'a', _tool: 'make', ...writer },
    { _id: 'b', _tool: 'read', ...reader },
  ]);

describe('connecting', () => {
  test('sets an empty parameter to the path that the writer writes', () => {
    const plan = joined(two({ _outputPath: '†state.x' }), 'a', 'b', parameter('in'));
    expect(callOf(plan, 'b').in).toBe('†state.x');
  });

  test('gives a writer without an output path one of its own, in the same gesture', () => {
    const plan = joined(two(), 'a', 'b', parameter('in'));
    expect(callOf(plan, 'a')._outputPath).toBe('†state.a');
    expect(callOf(plan, 'b').in).toBe('†state.a');
  });

  test('quotes an id that is no name', () => {
    const plan = planOf([
      { _id: '1st', _tool: 'make' },
      { _id: 'b', _tool: 'read' },
    ]);
    expect(callOf(joined(plan, '1st', 'b', parameter('in')), 'b').in).toBe('†state["1st"]');
  });

  test('replaces a literal', () => {
    const plan = joined(two({ _outputPath: '†state.x' }, { in: 'text' }), 'a', 'b', parameter('in'));
    expect(callOf(plan, 'b').in).toBe('†state.x');
  });

  test('falls back to the new reference where the parameter reads already', () => {
    const plan = joined(two({ _outputPath: '†state.x' }, { in: '†input.y' }), 'a', 'b', parameter('in'));
    expect(callOf(plan, 'b').in).toBe('†input.y || †state.x');
  });

  test('at the gate, waits for both', () => {
    const plan = joined(two({ _outputPath: '†state.x' }, { _after: '†state.approvals.boss' }), 'a', 'b', {
      kind: 'after',
    });
    expect(callOf(plan, 'b')._after).toBe('†state.approvals.boss && †state.x');
  });

  test('joins a gate of alternatives with parentheses', () => {
    const plan = joined(two({ _outputPath: '†state.x' }, { _after: '†input.y || †input.z' }), 'a', 'b', {
      kind: 'after',
    });
    expect(callOf(plan, 'b')._after).toBe('(†input.y || †input.z) && †state.x');
  });

  test('takes the alternative that the arrow was pulled from', () => {
    const plan = joined(refund(), 'decide', 'answer', parameter('reason'), 1);
    expect(callOf(plan, 'answer').reason).toBe('†state.error');
  });

  test('refuses a cycle, naming both calls', () => {
    const sentence = joined(refund(), 'answer', 'history', parameter('customer'));
    expect(sentence).toContain('answer already waits for history');
  });

  test('refuses a call that reads itself', () => {
    expect(joined(two(), 'a', 'a', parameter('in'))).toContain("can't read its own result");
  });

  test('refuses the same reference twice', () => {
    const plan = two({ _outputPath: '†state.x' }, { in: '†state.x' });
    expect(joined(plan, 'a', 'b', parameter('in'))).toContain('reads †state.x there already');
  });

  test('does not write over an output path that cannot be read', () => {
    expect(joined(two({ _outputPath: '†state..x' }), 'a', 'b', parameter('in'))).toContain("can't be read");
  });

  test('is undone by disconnecting, but for the path that the writer got', () => {
    fc.assert(
      fc.property(fc.constantFrom('in', 'other'), fc.option(fc.constant('†input.y')), (name, before) => {
        const plan = two({ _outputPath: '†state.x' }, before === null ? {} : { [name]: before });
        const connected = joined(plan, 'a', 'b', parameter(name));
        if (typeof connected === 'string') throw new Error(connected);
        const apart = applyEdits(connected, disconnect(sceneFor(connected), [0]).edits);
        expect(apart.ok && apart.value.plan.calls).toEqual(plan.calls);
      }),
    );
  });
});

describe('disconnecting', () => {
  const without = (plan: Plan, edges: readonly number[]): Plan => {
    const applied = applyEdits(plan, disconnect(sceneFor(plan), edges).edits);
    if (!applied.ok) throw new Error(applied.error);
    return applied.value.plan;
  };

  test('leaves the other references of the expression', () => {
    const plan = refund();
    const scene = sceneFor(plan);
    const fromRefund = scene.edges.findIndex((candidate) => scene.nodeIds[candidate.from] === 'refund');
    expect(callOf(without(plan, [fromRefund]), 'answer').body).toBe('†state.ticket');
  });

  test('several references of one expression go together', () => {
    const plan = refund();
    const scene = sceneFor(plan);
    const edges = scene.edges.flatMap((edge, e) => (scene.nodeIds[edge.to] === 'answer' ? [e] : []));
    expect(callOf(without(plan, edges), 'answer')).not.toHaveProperty('body');
  });

  test('a reference deep in a parameter goes, and the rest of it stays', () => {
    const plan = two({ _outputPath: '†state.x' }, { in: { keep: 1, drop: '†state.x' } });
    expect(callOf(without(plan, [0]), 'b').in).toEqual({ keep: 1 });
  });

  test('elements of one list go last first', () => {
    const plan = two({ _outputPath: '†state.x' }, { in: ['†state.x', 'keep', '†state.x.y'] });
    expect(callOf(without(plan, [0, 1]), 'b').in).toEqual(['keep']);
  });
});

test('a drag is one edit, in whole pixels', () => {
  const gesture = place(new Map([['a', { x: 1.4, y: -2.6 }]]), 'Move a');
  expect(gesture.edits).toEqual([{ kind: 'place', positions: { a: { x: 1, y: -3 } } }]);
});

test('removing calls removes their places too', () => {
  const plan = { ...two(), layout: { a: { x: 1, y: 1 } } };
  expect(removeCalls(plan, ['a', 'b']).edits).toEqual([
    { kind: 'remove-call', id: 'a' },
    { kind: 'remove-call', id: 'b' },
    { kind: 'place', positions: { a: null } },
  ]);
});
