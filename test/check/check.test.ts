import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPlan } from '../../src/check/check.ts';
import type { Problem } from '../../src/check/problem.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { planOf } from './plan-of.ts';

const tools = [
  {
    name: 't',
    effect: 'read' as const,
    _output: { type: 'string' },
    parameters: { type: 'object', properties: { p: { type: 'number' }, q: {} }, required: ['p'] },
  },
  {
    name: 'u',
    parameters: { type: 'object', properties: { p: { type: 'string' } }, additionalProperties: false },
  },
];
const catalogue = catalogueOf(tools);

const path = fc.constantFrom(
  '†state.a',
  '†state.b',
  '†state.a.c',
  '†state.d || †state.e',
  '†state.f && †state.g',
  '†input.x',
);
const value = fc.oneof(
  path,
  fc.constantFrom('text', 'Dear †input.x', 3, null),
  fc.array(path, { maxLength: 2 }),
);
const call = fc.record(
  {
    _id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    _tool: fc.constantFrom('t', 'u', 'nope'),
    p: value,
    q: value,
    _outputPath: path,
    _outputMethod: fc.constantFrom('set', 'push', 'no'),
    _after: path,
    _instance: fc.constantFrom(null, 'one'),
    _note: fc.constant(1),
  },
  { requiredKeys: ['_id', '_tool'] },
);
const plan = fc.record(
  { calls: fc.array(call, { maxLength: 5 }), output: value, mode: fc.constantFrom('lazy', 'eager') },
  { requiredKeys: ['calls'] },
);

describe('checkPlan', () => {
  test('after an edit it says what a check from nothing says', () => {
    const edit = fc.record({ at: fc.nat(4), call });
    fc.assert(
      fc.property(plan, fc.array(edit, { maxLength: 4 }), (parts, edits) => {
        let current = planOf(parts as never);
        let { state } = checkPlan(current, catalogue);
        for (const { at, call: next } of edits) {
          const calls = [...current.calls];
          // Half of the edits keep the wires: the case in which the graph is kept.
          calls[at % (calls.length + 1)] = {
            ...calls[at],
            ...(at % 2 ? next : { _id: next._id, _tool: next._tool, q: 1 }),
          } as Call;
          current = { ...current, calls };
          const again = checkPlan(current, catalogue, { previous: state });
          expect(again.problems).toEqual(checkPlan(JSON.parse(JSON.stringify(current)), catalogue).problems);
          state = again.state;
        }
      }),
      { numRuns: 300 },
    );
  });

  test('after calls came, went and moved, and words changed, it says what a check from nothing says', () => {
    const words = fc.constantFrom('text', 'Dear †input.x', '††text', 3, null, ['†state.a', 'Dear †state.b']);
    const edit = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), at: fc.nat(6), call }),
      fc.record({ kind: fc.constant('remove' as const), at: fc.nat(6) }),
      fc.record({ kind: fc.constant('move' as const), at: fc.nat(6), to: fc.nat(6) }),
      fc.record({ kind: fc.constant('word' as const), at: fc.nat(6), words }),
      fc.record({ kind: fc.constant('fault' as const), at: fc.nat(6) }),
    );
    /** Ids of their own, or the rules of the graph would be silent most of the time. */
    const renamed = (calls: readonly Call[]) => calls.map((one, i) => ({ ...one, _id: `c${i}` }));
    fc.assert(
      fc.property(plan, fc.array(edit, { maxLength: 6 }), (parts, edits) => {
        // With data of its own the plan that is read anew is no edit of this one: its graph is drawn from nothing.
        const own = { ...(parts as { calls: Call[] }), data: {} };
        let current = planOf({ ...own, calls: renamed(own.calls) });
        let { state } = checkPlan(current, catalogue);
        edits.forEach((one, n) => {
          const { calls } = current;
          const at = one.at % (calls.length + (one.kind === 'add' ? 1 : 0) || 1);
          const old = calls[at];
          let edited = calls;
          if (one.kind === 'add') edited = calls.toSpliced(at, 0, { ...(one.call as Call), _id: `new${n}` });
          else if (!old) return;
          else if (one.kind === 'remove') edited = calls.toSpliced(at, 1);
          else if (one.kind === 'move') edited = calls.toSpliced(at, 1).toSpliced(one.to, 0, old);
          else
            edited = calls.with(at, { ...old, q: one.kind === 'word' ? (one.words as never) : '†state..x' });
          current = { ...current, calls: edited };
          const again = checkPlan(current, catalogue, { previous: state });
          expect(again.problems).toEqual(checkPlan(JSON.parse(JSON.stringify(current)), catalogue).problems);
          state = again.state;
        });
      }),
      { numRuns: 250 },
    );
  });

  test('of a result that is still never read it gives the problem it gave before', () => {
    const unread = (id: string) => ({ _id: id, _tool: 't', p: '†state.in', _outputPath: `†state.${id}` });
    const first = { _id: 'in', _tool: 't', p: 1, _outputPath: '†state.in' };
    const before = planOf({ calls: [first, ...['a', 'b', 'c'].map(unread)], output: '†state.in' });
    const calls = before.calls.with(2, { ...before.calls[2]!, p: '†state.a' });
    const one = checkPlan(before, catalogue);
    const two = checkPlan({ ...before, calls }, catalogue, { previous: one.state });
    const of = (problems: readonly Problem[], id: string) =>
      problems.find(({ code, calls: [who] }) => code === 'never-read' && who === id);
    expect(of(one.problems, 'a')).toBeDefined();
    expect(of(two.problems, 'a')).toBeUndefined();
    expect(of(two.problems, 'b')).toBeDefined();
    expect(of(two.problems, 'c')).toBe(of(one.problems, 'c'));
  });

  test('an edit beside the calls is seen', () => {
    const before = planOf({ calls: [{ _id: 'a', _tool: 't', p: '†input.x', _outputPath: '†state.x' }] });
    const { state } = checkPlan(before, catalogue);
    const codes = (change: Partial<Plan>) =>
      checkPlan({ ...before, ...change }, catalogue, { previous: state }).problems.map(({ code }) => code);
    expect(codes({})).toEqual([]);
    expect(codes({ input: { schema: { type: 'object', properties: { x: { type: 'string' } } } } })).toEqual([
      'type-mismatch',
    ]);
    expect(codes({ state: { schema: { properties: {}, additionalProperties: false } } })).toEqual([
      'path-not-in-schema',
    ]);
    expect(codes({ output: '†state.y' })).toEqual(expect.arrayContaining(['unresolved-reference']));
    expect(codes({ tools: [{ name: 't', parameters: { required: ['z'] } }] })).toEqual(['missing-parameter']);
  });

  test('a catalogue that gains the tool is seen', () => {
    const one = planOf([{ _id: 'a', _tool: 'new', _outputPath: '†state.x' }]);
    const { problems, state } = checkPlan(one, catalogue);
    expect(problems.map(({ code }) => code)).toEqual(['unknown-tool']);
    expect(checkPlan(one, catalogueOf(tools, [{ name: 'new' }]), { previous: state }).problems).toEqual([]);
  });

  test('every problem has a sentence that names its first call', () => {
    fc.assert(
      fc.property(plan, (parts) => {
        for (const problem of checkPlan(planOf(parts as never), catalogue).problems) {
          expect(problem.message).toMatch(/[.?]$/);
          if (problem.calls.length > 0) expect(problem.message).toContain(problem.calls[0]);
        }
      }),
    );
  });

  test('whatever stands in a call, the check ends in problems and not in an exception', () => {
    const hostile = fc.dictionary(
      fc.oneof(fc.constantFrom('_id', '_tool', '__proto__', 'constructor', '_scopes', 'p'), fc.string()),
      fc.oneof(
        fc.jsonValue(),
        fc.string({ unit: fc.constantFrom('†', '.', '(', '|', '&', 'state', '"', '[', ']') }),
      ),
    );
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 4 }), fc.jsonValue(), (calls, output) => {
        const named = calls.map((one, i) => ({ ...one, _id: `c${i}`, _tool: 't' }));
        const shaped = named.map(
          ({ _outputPath: _, _outputMethod: __, _delegate: ___, ...rest }: Record<string, unknown>) => rest,
        );
        checkPlan(planOf({ calls: shaped, output: output as never }), catalogue);
      }),
    );
  });

  test('values as deep as a document may be and long cycles end in a sentence', () => {
    let deep: unknown = '†state.x1';
    for (let i = 0; i < 150; i++) deep = [deep];
    const ring = Array.from({ length: 500 }, (_, i) => ({
      _id: `c${i}`,
      _tool: 'u',
      p: `†state.x${(i + 1) % 500}`,
      _outputPath: `†state.x${i}`,
    }));
    const { problems } = checkPlan(
      planOf([...ring, { _id: 'deep', _tool: 't', p: deep, q: deep }]),
      catalogue,
    );
    const cycle = problems.find(({ code }) => code === 'cycle')!;
    expect(cycle.calls).toHaveLength(500);
    expect(cycle.message.length).toBeLessThan(1_000);
  });
});
