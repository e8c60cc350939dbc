import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../src/plan/apply-edit.ts';
import { showAll } from '../../../src/ui/canvas/flow-window.ts';
import type { Scene } from '../../../src/ui/canvas/scene.ts';
import { createProjector, type Marks, type XY } from '../../../src/ui/canvas/to-flow.ts';
import { NO_MARKS, planOf, refund, sceneFor } from './sample.ts';

const places = (scene: Scene): XY[] => scene.cards.map((_, i) => ({ x: i * 400, y: 0 }));
const projector = () => createProjector((id) => `label-${id}`);

function once(scene: Scene, marks: Marks = NO_MARKS) {
  return projector()(scene, places(scene), showAll(scene), marks);
}

describe('a plan as nodes and edges', () => {
  test('a node carries its size and ports, so that nothing is measured', () => {
    const { nodes } = once(sceneFor(refund()));
    for (const node of nodes) {
      expect(node.measured).toEqual({ width: 248, height: node.height });
      expect(node.handles?.length).toBeGreaterThan(1);
    }
  });

  test('every edge ends at ports that its nodes have', () => {
    const { nodes, edges } = once(sceneFor(refund()));
    expect(edges).toHaveLength(5);
    for (const edge of edges) {
      const portsOf = (id: string) =>
        nodes.find((node) => node.id === id)?.handles?.map((handle) => handle.id);
      expect(portsOf(edge.source)).toContain(edge.sourceHandle);
      expect(portsOf(edge.target)).toContain(edge.targetHandle);
    }
  });

  test('an error alternative is told from the others', () => {
    const { edges } = once(sceneFor(refund()));
    const fork = edges.filter((edge) => edge.source === 'decide');
    expect(fork.map((edge) => [edge.target, edge.data?.isError, edge.data?.isBranch])).toEqual([
      ['refund', false, true],
      ['ticket', true, true],
    ]);
  });

  test('a reference in a row without room ends at the row that stands for the rest', () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`p${i}`, '†state.a']));
    const scene = sceneFor(
      planOf([
        { _id: 'a', _tool: 'make', _outputPath: '†state.a' },
        { _id: 'b', _tool: 'read', ...many },
      ]),
    );
    const { edges } = once(scene);
    expect(edges.filter((edge) => edge.targetHandle === 'more')).toHaveLength(4);
    expect(new Set(edges.map((edge) => edge.id)).size).toBe(12);
  });

  test('calls with one id are two nodes', () => {
    const { nodes } = once(
      sceneFor(
        planOf([
          { _id: 'a', _tool: 'x' },
          { _id: 'a', _tool: 'y' },
        ]),
      ),
    );
    expect(nodes.map((node) => node.id)).toEqual(['a', 'a (2)']);
  });

  test('only the active card is reached by Tab', () => {
    const { nodes } = once(sceneFor(refund()), { ...NO_MARKS, active: 'refund' });
    const reached = nodes.filter((node) => node.domAttributes?.tabIndex === 0);
    expect(reached.map((node) => node.id)).toEqual(['refund']);
  });
});

describe('projecting again', () => {
  test('an edit of one call leaves the nodes of the others as they are', () => {
    const project = projector();
    const plan = refund();
    const before = sceneFor(plan);
    const first = project(before, places(before), showAll(before), NO_MARKS);
    const edited = applyEdits(plan, [
      { kind: 'set-in-call', id: 'ticket', path: ['priority'], value: 'high' },
    ]);
    if (!edited.ok) throw new Error(edited.error);
    const after = sceneFor(edited.value.plan);
    const second = project(after, places(after), showAll(after), NO_MARKS);
    const changed = second.nodes.filter((node, i) => node !== first.nodes[i]);
    expect(changed.map((node) => node.id)).toEqual(['ticket']);
    expect(second.edges).toBe(first.edges);
  });

  test('the same again is the same arrays', () => {
    const project = projector();
    const scene = sceneFor(refund());
    const first = project(scene, places(scene), showAll(scene), NO_MARKS);
    const second = project(scene, places(scene), showAll(scene), { ...NO_MARKS });
    expect(second.nodes).toBe(first.nodes);
    expect(second.edges).toBe(first.edges);
  });

  test('a drag makes the dragged node anew and no other', () => {
    const project = projector();
    const scene = sceneFor(refund());
    const shown = showAll(scene);
    const at = places(scene);
    const first = project(scene, at, shown, NO_MARKS);
    const second = project(scene, at.with(2, { x: 5, y: 5 }), shown, NO_MARKS);
    expect(second.nodes.filter((node, i) => node !== first.nodes[i]).map((node) => node.id)).toEqual([
      'refund',
    ]);
    expect(second.nodes[2]?.position).toEqual({ x: 5, y: 5 });
  });
});
