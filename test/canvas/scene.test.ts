/** A scene after an edit is the scene that would be built anew, and is the same object where the edit did not reach. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Scene, sceneOf } from '../../src/canvas/scene.ts';
import { checkPlan } from '../../src/check/check.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { buildGraph } from '../../src/plan/graph.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

const CATALOGUE = catalogueOf([{ name: 'work' }]);
const call = (id: string, more: object = {}): Call => ({
  _id: id,
  _tool: 'work',
  _outputPath: `†state.${id}`,
  ...more,
});
const planOf = (calls: readonly Call[]): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'plan_scene',
  calls,
});
const FIRST = planOf([call('a'), call('b', { of: '†state.a' }), call('c', { of: '†state.b' }), call('d')]);

const withCall = (plan: Plan, at: number, more: object): Plan => ({
  ...plan,
  calls: plan.calls.map((one, i) => (i === at ? { ...one, ...more } : one)),
});

/** As the app does it: the check keeps the graph of an edit that moves no wire, and the canvas asks for it. */
function scenes() {
  let state: ReturnType<typeof checkPlan>['state'] | undefined;
  let scene: Scene | undefined;
  return (plan: Plan): Scene => {
    state = checkPlan(plan, CATALOGUE, state ? { previous: state } : {}).state;
    scene = sceneOf(buildGraph(plan), CATALOGUE, scene);
    return scene;
  };
}

test('a value that is typed changes one card: wires, heights and the other cards are the same objects', () => {
  const next = scenes();
  const before = next(withCall(FIRST, 1, { note: 'h' }));
  const after = next(withCall(FIRST, 1, { note: 'he' }));
  for (const part of ['nodeIds', 'ids', 'indexOf', 'edges', 'arriving', 'leaving', 'heights'] as const) {
    expect(after[part]).toBe(before[part]);
  }
  expect(after.cardOf(1)).not.toBe(before.cardOf(1));
  for (const other of [0, 2, 3]) expect(after.cardOf(other)).toBe(before.cardOf(other));
});

test('a row more is another height, and a reference that is moved another arrow', () => {
  const next = scenes();
  const before = next(FIRST);
  const higher = next(withCall(FIRST, 1, { more: 1 }));
  expect(higher.heights[1]).toBeGreaterThan(before.heights[1] ?? 0);
  const moved = next(withCall(FIRST, 2, { of: '†state.a' }));
  expect(moved.edges.map(({ from, to }) => [from, to])).toEqual([
    [0, 1],
    [0, 2],
  ]);
});

const edit = fc.record({
  at: fc.nat({ max: 3 }),
  more: fc.oneof(
    fc.record({ note: fc.string({ maxLength: 60 }) }),
    fc.record({ _description: fc.string({ maxLength: 60 }) }),
    fc.record({ of: fc.constantFrom('†state.a', '†state.b', '†state.z', 'plain') }),
    fc.record({ _outputPath: fc.constantFrom('†state.a', '†state.q', '†state.b || †state.c') }),
    fc.record({ _id: fc.constantFrom('a', 'b', 'x') }),
  ),
});

test('whatever is edited, it is the scene that would be built from nothing', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
      const next = scenes();
      let plan = FIRST;
      next(plan);
      for (const { at, more } of edits) {
        plan = withCall(plan, at, more);
        const { graph: _, cardOf, titleOf, ...kept } = next(plan);
        const anew = sceneOf(buildGraph({ ...plan, calls: [...plan.calls] }), CATALOGUE);
        expect({ ...anew, ...kept }).toEqual(anew);
        for (const i of plan.calls.keys()) {
          expect(cardOf(i)).toEqual(anew.cardOf(i));
          expect(titleOf(i)).toBe(anew.titleOf(i));
          expect(kept.heights[i]).toBe(cardOf(i).height);
        }
      }
    }),
  );
});
