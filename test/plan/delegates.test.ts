import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPlan } from '../../src/check/check.ts';
import { sign } from '../../src/flows/sign.ts';
import {
  type Delegates,
  delegatesOf,
  libraryOf,
  ownPlan,
  readPlanReference,
  withOwnPlans,
} from '../../src/plan/delegates.ts';
import type { Plan } from '../../src/plan/document.ts';
import { importPlan } from '../../src/plan/import.ts';
import { planApart } from '../../src/plan/plan-apart.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

const TOOLS = [{ name: 'note', parameters: {}, effect: 'none' as const }];

/** A plan that delegates to each of those. */
const planOf = (id: string, delegates: readonly string[], more: Partial<Plan> = {}): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id,
  calls: [
    { _id: 'own', _tool: 'note', _outputPath: '†state.own' },
    ...delegates.map((_delegate, at) => ({
      _id: `d${at}`,
      _tool: 'sub',
      _delegate,
      _outputPath: `†state.d${at}`,
    })),
  ],
  ...more,
});

// K-29
test('a reference names a plan of the library; anything else, an address above all, names none', () => {
  expect(readPlanReference('plan:refund@3')).toEqual({ id: 'refund', revision: '3' });
  expect(readPlanReference('plan:refund')).toEqual({ id: 'refund', revision: undefined });
  for (const other of ['anonymous', 'https://example.org/plan.json', 'plan:', 'plan:a b', 'refund@3', '']) {
    expect(readPlanReference(other)).toBeNull();
  }
});

test('a library of approved plans holds those and no others, whatever they are called', () => {
  const sub = planOf('sub', []);
  const library = libraryOf({ 'plan:sub@1': sub });
  expect(library('sub', '1')).toBe(sub);
  expect(library('sub', '2')).toBeUndefined();
  expect(library('sub')).toBeUndefined();
  expect(libraryOf({})('__proto__')).toBeUndefined();
});

const COUNT = 8;
/** Plans 0 to 7, each with the plans that it delegates to; 0 is the one that is run. */
const librariesOfPlans = fc.array(fc.uniqueArray(fc.nat(COUNT - 1), { maxLength: 2 }), {
  minLength: COUNT,
  maxLength: COUNT,
});

/** The longest way down from a plan, or infinity where a way comes back to where it has been. */
function depthOf(below: readonly (readonly number[])[], plan: number, above: readonly number[]): number {
  if (above.includes(plan)) return Number.POSITIVE_INFINITY;
  const depths = below[plan]!.map((sub) => 1 + depthOf(below, sub, [...above, plan]));
  return Math.max(0, ...depths);
}

test('sub-plans within themselves and sub-plans more than five deep are refused, and no others (L-52)', () => {
  fc.assert(
    fc.property(librariesOfPlans, (below) => {
      const plans = below.map((subs, at) =>
        planOf(
          `p${at}`,
          subs.map((sub) => `plan:p${sub}@1`),
        ),
      );
      const library = (id: string) => plans.find((plan) => plan.id === id);
      const { problems } = checkPlan(plans[0]!, catalogueOf(TOOLS), { library });
      const refused = problems.filter(
        ({ code }) => code === 'delegate-recursion' || code === 'delegate-depth',
      );
      expect(refused.length > 0).toBe(depthOf(below, 0, []) > 5);
    }),
    { numRuns: 500 },
  );
});

test('what was approved with a plan is enough to check it and every plan below it', () => {
  fc.assert(
    fc.property(librariesOfPlans, (below) => {
      fc.pre(depthOf(below, 0, []) <= 5);
      const plans = below.map((subs, at) =>
        planOf(
          `p${at}`,
          subs.map((sub) => `plan:p${sub}@1`),
        ),
      );
      const approved = libraryOf(delegatesOf(plans[0]!, (id) => plans.find((plan) => plan.id === id)));
      for (const plan of [plans[0]!, ...Object.values(delegatesOf(plans[0]!, approved))]) {
        const { problems } = checkPlan(plan, catalogueOf(TOOLS), { library: approved });
        expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      }
    }),
    { numRuns: 300 },
  );
});

const hashOf = (plan: Plan, delegates: Delegates = {}): string => {
  const signed = sign(plan, { catalogue: catalogueOf(TOOLS), hasActivity: () => true }, delegates);
  if (!signed.ok) throw new Error(signed.error);
  return signed.value.hash;
};

test('an edit of a sub-plan, however deep, voids the approval; moving its cards does not (L-70)', () => {
  const top = planOf('top', ['plan:mid@1']);
  const mid = planOf('mid', ['plan:low@1']);
  const low = planOf('low', []);
  const library = { 'plan:mid@1': mid, 'plan:low@1': low };
  const signed = hashOf(top, library);
  const edited = { ...low, calls: [{ ...low.calls[0]!, text: 'other' }] };
  expect(hashOf(top, { ...library, 'plan:low@1': edited })).not.toBe(signed);
  expect(hashOf(top, { 'plan:mid@1': mid })).not.toBe(signed);
  expect(hashOf(top, { ...library, 'plan:low@1': { ...low, layout: { own: { x: 1, y: 2 } } } })).toBe(signed);
});

test('sub-plans of its own stand under their names, the same object each time, whatever else was at hand', () => {
  const { id: _, ...low } = planOf('low', []);
  const { id: __, ...mid } = planOf('mid', ['#low']);
  const top = planOf('top', ['#mid', 'plan:kept@1'], { plans: { mid, low, unused: low } });
  const kept = planOf('kept', []);
  const all = withOwnPlans(top, { 'plan:kept@1': kept, '#mid': planOf('forged', []) });
  expect(Object.keys(all).sort()).toEqual(['#low', '#mid', 'plan:kept@1']);
  expect(all['#mid']).toMatchObject({ id: '#mid', title: 'mid', calls: mid.calls });
  expect(ownPlan(top, 'mid')).toBe(all['#mid']);
  expect(withOwnPlans(top, all)).toEqual(all);
  expect(hashOf(top, all)).toBe(hashOf(top, { 'plan:kept@1': kept }));
});

test('a plan of the document goes apart with all that it runs of that document, and with nothing else', () => {
  const own = ({ calls, title }: Plan) => ({ calls, ...(title === undefined ? {} : { title }) });
  const plans = {
    a: own(planOf('', ['#b', 'plan:kept'], { title: 'A' })),
    b: own(planOf('', ['#c'])),
    c: own(planOf('', [])),
    d: own(planOf('', [])),
  };
  const root = planOf('root', ['#a', '#d'], { plans });
  const apart = planApart(root, 'a');
  expect(apart).toMatchObject({ title: 'A', calls: plans.a.calls, plans: { b: plans.b, c: plans.c } });
  expect(Object.keys(apart?.plans ?? {})).toEqual(['b', 'c']);
  expect(planApart(root, 'c')?.plans).toBeUndefined();
  expect(planApart(root, '__proto__')).toBeUndefined();
  const read = importPlan(JSON.stringify(apart), { planId: () => 'plan_new' });
  expect(read.ok && read.value.plan).toMatchObject({ id: 'plan_new', title: 'A', plans: { b: plans.b } });
});
