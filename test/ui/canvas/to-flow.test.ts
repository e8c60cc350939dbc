import { expect, test } from 'vitest';
import { createDrawing } from '../../../src/canvas/drawing.ts';
import { indexPlaces } from '../../../src/canvas/places.ts';
import { shownIn } from '../../../src/canvas/window.ts';
import { createFlow } from '../../../src/ui/canvas/to-flow.ts';
import { NO_MARKS, refund, sceneFor } from '../../canvas/sample.ts';

const scene = sceneFor(refund());
const places = scene.ids.map((_, i) => ({ x: i * 400, y: 0 }));
const shown = shownIn('all', scene, indexPlaces(scene.heights, places), []);
const draw = createDrawing();
const drawing = (at = places) =>
  draw({ scene, places: at, shown, marks: { ...NO_MARKS, active: 'refund' }, bends: new Map() });
const toFlow = createFlow((id) => `label-${id}`);

test('a node carries its size and ports, so that nothing is measured', () => {
  for (const node of toFlow(drawing()).nodes) {
    expect(node.measured).toEqual({ width: 248, height: node.height });
    expect(node.handles?.length).toBeGreaterThan(1);
  }
});

test('every edge ends at ports that its nodes have', () => {
  const { nodes, edges } = toFlow(drawing());
  expect(edges).toHaveLength(5);
  const portsOf = (id: string) => nodes.find((node) => node.id === id)?.handles?.map((handle) => handle.id);
  for (const edge of edges) {
    expect(portsOf(edge.source)).toContain(edge.sourceHandle);
    expect(portsOf(edge.target)).toContain(edge.targetHandle);
  }
});

test('Tab reaches one node, and each is named by its own label', () => {
  const { nodes } = toFlow(drawing());
  expect(nodes.filter((node) => node.domAttributes?.tabIndex === 0).map(({ id }) => id)).toEqual(['refund']);
  expect(nodes[0]?.domAttributes?.['aria-labelledby']).toBe('label-history');
});

test('what is drawn as before is the same node, and all as before the same list', () => {
  const before = toFlow(drawing());
  const moved = toFlow(drawing(places.with(2, { x: 5, y: 5 })));
  expect(moved.nodes.filter((node, i) => node !== before.nodes[i]).map(({ id }) => id)).toEqual(['refund']);
  expect(moved.edges).toBe(before.edges);
  expect(moved.nodes[2]?.handles).toBe(before.nodes[2]?.handles);
});
