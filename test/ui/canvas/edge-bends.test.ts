import { expect, test } from 'vitest';
import { layoutGraph } from '../../../src/layout/layout.ts';
import { curveThrough } from '../../../src/ui/canvas/bezier.ts';
import { createBends } from '../../../src/ui/canvas/edge-bends.ts';
import { LAYOUT_OPTIONS, layoutEdgesOf, layoutNodesOf } from '../../../src/ui/canvas/placement.ts';
import { planOf, sceneFor } from './sample.ts';

/** a → b → c, and a → c past b. */
const scene = sceneFor(
  planOf([
    { _id: 'a', _tool: 't', _outputPath: '†state.a' },
    { _id: 'b', _tool: 't', in: '†state.a', _outputPath: '†state.b' },
    { _id: 'c', _tool: 't', in: '†state.b', also: '†state.a' },
  ]),
);
const { positions } = layoutGraph(layoutNodesOf(scene), layoutEdgesOf(scene), LAYOUT_OPTIONS);
const places = scene.nodeIds.map((id) => positions[id]!);

test('an arrow past a card bends around it', () => {
  const points = createBends()(scene, places).get('0>2')!;
  const card = places[1]!;
  expect(points.length).toBeGreaterThan(0);
  for (const { y } of points) {
    expect(y < card.y || y > card.y + scene.cards[1]!.height).toBe(true);
  }
});

test('an arrow to a card that was dragged away is straight again', () => {
  const moved = places.with(2, { x: places[2]!.x, y: places[2]!.y + 300 });
  expect(createBends()(scene, moved).size).toBe(0);
});

test('the curve goes through every bend', () => {
  const path = curveThrough({ sourceX: 0, sourceY: 0, targetX: 100, targetY: 50 }, [{ x: 40, y: 20 }]);
  expect(path).toBe('M0,0 C20,0 20,20 40,20 C70,20 70,50 100,50');
});
