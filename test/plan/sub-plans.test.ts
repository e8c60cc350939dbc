/** Calls that become a plan of their own within the plan, and come out of it again (L-52): the same run, the same plan. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPlan } from '../../src/check/check.ts';
import type { Json } from '../../src/lib/json.ts';
import { memoryHost } from '../../src/package/memory-host.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import { ownPlan } from '../../src/plan/delegates.ts';
import { dissolveSubPlan } from '../../src/plan/dissolve-sub-plan.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { Edit } from '../../src/plan/edit.ts';
import { makeSubPlan } from '../../src/plan/make-sub-plan.ts';
import type { ToolContract } from '../../src/tools/catalogue.ts';

const MIX: ToolContract = { name: 'mix', effect: 'none', parameters: {} };
const PICK: ToolContract = { name: 'pick', effect: 'none', parameters: {} };

const planOf = (calls: readonly object[], more: object = {}): Plan =>
  ({
    format: 'obelus/plan',
    version: 1,
    id: 'p',
    input: { schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } },
    calls,
    ...more,
  }) as unknown as Plan;
const mix = (_id: string, params: object, more: object = {}) => ({
  _id,
  _tool: 'mix',
  ...params,
  _outputPath: `†state.${_id}`,
  ...more,
});

const host = () =>
  memoryHost({
    tools: [MIX, PICK],
    activities: {
      mix: async (params) => ({ v: JSON.stringify(params), all: params }) as Json,
      pick: async (params, { route }) => route(Number(params.way), params.way as Json),
    },
  });

const errorsIn = (plan: Plan): readonly string[] =>
  checkPlan(plan, host().catalogueFor(plan))
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ message }) => message);

const edited = (plan: Plan, edits: readonly Edit[]): Plan => {
  const done = applyEdits(plan, edits);
  if (!done.ok) throw new Error(done.error);
  const back = applyEdits(done.value.plan, done.value.inverse);
  expect(back.ok && JSON.stringify(back.value.plan)).toBe(JSON.stringify(plan));
  return done.value.plan;
};

async function outputOf(plan: Plan): Promise<Json> {
  const place = host();
  const report = await place.run(plan, { approved: place.sign(plan), input: { a: 'A' } });
  expect(report.status).toBe('completed');
  return report.output;
}

/** As a person reads it: which calls there are, whatever their order in the list. */
const told = ({ calls, plans, output, notes, layout, tools, policy }: Plan) => ({
  ...{ output, notes, layout, tools, policy, plans },
  calls: [...calls].sort((a, b) => (a._id < b._id ? -1 : 1)),
});

const made = (plan: Plan, ids: readonly string[]) => {
  const done = makeSubPlan(plan, ids);
  if (!done.ok) throw new Error(done.error);
  return { ...done.value, plan: edited(plan, done.value.edits) };
};
const why = (plan: Plan, ids: readonly string[]) => {
  const done = makeSubPlan(plan, ids);
  return done.ok ? 'made' : done.error;
};

/** A plan without ways that are not taken, and some of its calls. */
const plans = fc
  .array(
    fc.record({
      reads: fc.array(fc.nat(9), { maxLength: 3 }),
      shape: fc.constantFrom('whole', 'part', 'deep', 'nested', 'or', 'after'),
      place: fc.constantFrom('own', 'group'),
      input: fc.boolean(),
    }),
    { minLength: 3, maxLength: 8 },
  )
  .chain((steps) => {
    const paths = steps.map(({ place }, i) => (place === 'own' ? `†state.c${i}` : `†state.g.c${i}`));
    const calls = steps.map(({ reads, shape, input }, i) => {
      const refs = i === 0 ? [] : [...new Set(reads.map((n) => paths[n % i]!))];
      const params: Record<string, unknown> = {};
      refs.forEach((ref, k) => {
        if (shape === 'part') params[`p${k}`] = `${ref}.v`;
        else if (shape === 'nested') params[`p${k}`] = { here: [ref, 'text'] };
        else if (shape === 'deep') params[`p${k}`] = `${ref}.all`;
        else params[`p${k}`] = ref;
      });
      if (shape === 'or' && refs.length > 1) params.both = refs.join(' || ');
      if (input) params.in = '†input.a';
      const gate = shape === 'after' && refs[0] !== undefined ? { _after: refs[0] } : {};
      return { _id: `c${i}`, _tool: 'mix', ...params, ...gate, _outputPath: paths[i] };
    });
    return fc.record({
      calls: fc.constant(calls),
      ids: fc.subarray(
        calls.map(({ _id }) => _id),
        { minLength: 1 },
      ),
      output: fc.subarray(paths, { minLength: 1 }),
      whole: fc.boolean(),
    });
  })
  .map(({ calls, ids, output, whole }) => ({
    plan: planOf(calls, {
      output: whole ? output[0] : Object.fromEntries(output.map((path, i) => [`o${i}`, path])),
    }),
    ids,
  }));

describe('calls made a plan of their own', () => {
  it('pass the checks as before, run to the same, and come out of it as they went in', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(plans, async ({ plan, ids }) => {
        expect(errorsIn(plan)).toEqual([]);
        const done = makeSubPlan(plan, ids);
        if (!done.ok) {
          // Only what would go round in circles, or is read with what others write, is refused of such a plan.
          expect(done.error).toMatch(/stands between them|written by others|all of it/);
          return;
        }
        count += 1;
        const { edits, call, name } = done.value;
        const within = edited(plan, edits);
        expect(errorsIn(within)).toEqual([]);
        expect(await outputOf(within)).toEqual(await outputOf(plan));
        const out = dissolveSubPlan(within, call, ownPlan(within, name)!);
        if (!out.ok) throw new Error(out.error);
        const again = edited(within, out.value.edits);
        expect(errorsIn(again)).toEqual([]);
        expect(told(again)).toEqual(told(plan));
      }),
      { numRuns: 60 },
    );
    expect(count).toBeGreaterThan(20);
  });

  it('ask for what crosses, and return it: one path stays where it is, of several each is below the call’s', () => {
    const calls = [
      mix('a', { x: '†input.a' }),
      mix('b', { x: '†state.a.v' }),
      mix('c', { x: '†state.a', y: '†state.b' }),
      mix('d', { x: '†state.c', y: '†state.b.v' }),
    ];
    const one = made(planOf(calls, { output: '†state.d' }), ['b', 'c', 'd']);
    const [, own] = one.plan.calls;
    expect(own).toMatchObject({
      _delegate: `#${one.name}`,
      v: '†state.a.v',
      a: '†state.a',
      _outputPath: '†state.d',
    });
    const sub = one.plan.plans?.[one.name];
    expect(sub?.output).toBe('†state.d');
    expect(sub?.calls[0]).toMatchObject({ _id: 'b', x: '†input.v' });
    expect(one.plan.output).toBe('†state.d');

    const two = made(planOf(calls, { output: '†state.d' }), ['b', 'c']);
    expect(two.plan.plans?.[two.name]?.output).toEqual({ b: '†state.b', c: '†state.c' });
    const root = two.plan.calls.find(({ _id }) => _id === two.call)?._outputPath;
    expect(two.plan.calls.at(-1)).toMatchObject({ x: `${root}.c`, y: `${root}.b.v` });
  });

  it('take along their contracts, places and comments, and how they go on after failures', () => {
    const plan = planOf([{ ...mix('a', {}), _tool: 'own' }, mix('b', { x: '†state.a' })], {
      output: '†state.b',
      tools: [{ name: 'own', activity: 'mix' }, { name: 'other' }],
      layout: { a: { x: 10, y: 20 }, b: { x: 300, y: 20 } },
      notes: [{ kind: 'comment', call: 'a', text: 'why' }],
      policy: { retryLimit: 3, maxSteps: 9 },
    });
    const { plan: within, name } = made(plan, ['a']);
    expect(within.plans?.[name]).toMatchObject({
      tools: [{ name: 'own' }],
      layout: { a: { x: 10, y: 20 } },
      notes: [{ call: 'a' }],
      policy: { retryLimit: 3 },
    });
    expect(within.notes).toBeUndefined();
    expect(within.layout).toEqual({ b: { x: 300, y: 20 }, [name]: { x: 10, y: 20 } });
  });

  it('are refused in words where a run would come to something else', () => {
    const calls = [mix('a', {}), mix('b', { x: '†state.a' }), mix('c', { x: '†state.b' })];
    const plan = planOf(calls, { output: '†state.c' });
    expect(why(plan, [])).toMatch(/Select the calls first/);
    expect(why(plan, ['a', 'c'])).toMatch(/"b" stands between them/);
    expect(why({ ...plan, state: { initial: { b: 1 } } }, ['b'])).toMatch(/value to begin with/);
    const twice = planOf([...calls, mix('d', {}, { _outputPath: '†state.b', _outputMethod: 'push' })]);
    expect(why(twice, ['b'])).toMatch(/"d" writes †state.b, too/);
    const off = planOf([mix('a', {}, { _off: true }), mix('b', {})]);
    expect(why(off, ['a'])).toMatch(/switched off/);
  });

  it('of a way that a run may not take go along whole, or not at all', () => {
    const fork = { _id: 'fork', _tool: 'pick', way: 0, _outputPath: '†state.yes || †state.no' };
    const calls = [fork, mix('b', { x: '†state.yes' }), mix('c', { x: '†state.b' }), mix('d', {})];
    const plan = planOf(calls, { output: '†state.c' });
    expect(why(plan, ['b', 'c'])).toBe('made');
    expect(why(plan, ['b', 'd'])).toMatch(/"d" runs also where †state.yes is not there/);
    expect(why(plan, ['fork'])).toMatch(/†state.yes is not there on every way/);
    expect(why(planOf(calls, { output: '†state.c' }), ['fork', 'b', 'c'])).toMatch(/not there on every way/);
  });
});

describe('a plan within the plan that is dissolved', () => {
  const sub = {
    input: { schema: { type: 'object', properties: { x: {}, n: { default: 2 } }, required: ['x'] } },
    calls: [mix('a', { x: '†input.x', n: '†input.n' }), mix('b', { y: '†state.a.v', z: '†input.x.all' })],
    output: { first: '†state.a', rest: '†state.b' },
  };
  const run = (more: object = {}) => ({
    _id: 'r',
    _tool: 's',
    _delegate: '#s',
    x: '†state.a',
    _outputPath: '†state.r',
    ...more,
  });
  const dissolved = (plan: Plan) => {
    const done = dissolveSubPlan(plan, 'r', ownPlan(plan, 's')!);
    return done.ok ? edited(plan, done.value.edits) : done.error;
  };

  it('gives its calls names that are free, what they were given, and to others what they returned', async () => {
    const plan = planOf([mix('a', {}), run(), mix('c', { y: '†state.r.first.v', z: { all: '†state.r' } })], {
      plans: { s: sub },
      output: { c: '†state.c', r: '†state.r.rest' },
    });
    const out = dissolved(plan) as Plan;
    expect(errorsIn(out)).toEqual([]);
    expect(out.plans).toBeUndefined();
    expect(out.calls).toMatchObject([
      { _id: 'a' },
      { _id: 'a_2', x: '†state.a', n: 2, _outputPath: '†state.a_2' },
      { _id: 'b', y: '†state.a_2.v', z: '†state.a.all' },
      { _id: 'c', y: '†state.a_2.v', z: { all: { first: '†state.a_2', rest: '†state.b' } } },
    ]);
    expect(await outputOf(out)).toEqual(await outputOf(plan));
  });

  it('stays among the plans where another call runs it', () => {
    const out = dissolved(
      planOf([mix('a', {}), run(), { ...run(), _id: 'q', _outputPath: '†state.q' }], { plans: { s: sub } }),
    );
    expect((out as Plan).plans).toEqual({ s: sub });
  });

  it.each([
    ['once for each element', run({ _forEach: '†state.a' }), sub],
    ['is switched off', run({ _off: true }), sub],
    ['has limits', run(), { ...sub, policy: { maxSteps: 3 } }],
    ['declares a state', run(), { ...sub, state: { initial: { l: 1 } } }],
    ['does not give x', run({ x: undefined }), sub],
    ['no such part', run({ x: { none: 1 } }), sub],
    [
      'not there on every way',
      run(),
      {
        ...sub,
        calls: [{ _id: 'f', _tool: 'pick', way: 0, _outputPath: '†state.a || †state.b' }],
        output: '†state.a',
      },
    ],
  ])('is refused in words: %s', (words, call, own) => {
    const { x, ...rest } = call as Record<string, unknown>;
    const kept = x === undefined ? rest : call;
    const plan = planOf([mix('a', {}), kept, mix('c', { y: '†state.r' })], {
      plans: { s: own },
      output: '†state.c',
    });
    expect(dissolved(plan)).toContain(words);
  });
});
