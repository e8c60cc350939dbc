/** What edits of one version of a plan mean on another. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import type { Edit } from '../../src/plan/edit.ts';
import { carried } from '../../src/plan/edits-between.ts';

const planOf = (...calls: object[]): Plan =>
  ({ format: 'obelus/plan', version: 1, id: 'p', calls }) as unknown as Plan;
const edited = (plan: Plan, edits: readonly Edit[]): Plan => {
  const done = applyEdits(plan, edits);
  return done.ok ? done.value.plan : plan;
};
const callIn = (plan: Plan, id: string) => plan.calls.find(({ _id }) => _id === id) as Call | undefined;

describe('a step carried to another version', () => {
  const base = planOf({ _id: 'group', _tool: 'groupRows', rows: '†state.a', aggregate: 'sum' });

  it('gets through beside other parameters of the same call', () => {
    const after = planOf({ _id: 'group', _tool: 'groupRows', rows: '†state.b', aggregate: 'sum' });
    const onto = planOf({ _id: 'group', _tool: 'groupRows', rows: '†state.a', aggregate: 'mean' });
    const { plan, overruled } = carried(base, after, onto);
    expect(plan.calls).toEqual([{ _id: 'group', _tool: 'groupRows', rows: '†state.b', aggregate: 'mean' }]);
    expect(overruled).toEqual([]);
  });

  it('is overruled where both changed one thing, and says which', () => {
    const after = planOf({ _id: 'group', _tool: 'groupRows', rows: '†state.b', aggregate: 'max' });
    const onto = planOf({ _id: 'group', _tool: 'groupRows', rows: '†state.a', aggregate: 'mean' });
    const { plan, overruled } = carried(base, after, onto);
    expect(plan.calls).toMatchObject([{ rows: '†state.b', aggregate: 'mean' }]);
    expect(overruled).toEqual([{ place: { kind: 'call', id: 'group' }, keys: ['aggregate'] }]);
    expect(carried(base, after, planOf()).overruled).toEqual([{ place: { kind: 'call', id: 'group' } }]);
  });

  it('is in what comes of it or told of, each parameter of it', () => {
    const call = fc.record({ p: fc.nat(2), q: fc.nat(2) }, { requiredKeys: [] });
    const calls = (id: string) => call.map((parts) => ({ _id: id, _tool: 't', ...parts }) as unknown as Call);
    const version = fc.tuple(calls('a'), calls('b')).map((all) => planOf(...all));
    const removing = fc.constantFrom<readonly Edit[]>([], [{ kind: 'remove-call', id: 'a' }]);
    fc.assert(
      fc.property(version, version, version, removing, removing, (before, after, onto, gone, goneToo) => {
        const [step, other] = [edited(after, gone), edited(onto, goneToo)];
        const { plan, overruled } = carried(before, step, other);
        for (const id of ['a', 'b']) {
          const [was, to, now, own] = [before, step, plan, other].map((one) => callIn(one, id));
          const told = overruled.find(({ place }) => place.kind === 'call' && place.id === id);
          if (!to || !own || !was) {
            if (to && !own && JSON.stringify(to) !== JSON.stringify(was)) expect(told).toBeDefined();
            continue;
          }
          for (const key of ['p', 'q'] as const) {
            const [b, t, n] = [was, to, now].map((one) => (one as unknown as Record<string, unknown>)?.[key]);
            if (b !== t && n !== t) expect(told?.keys).toContain(key);
          }
        }
      }),
    );
  });
});
