import { describe, expect, it } from 'vitest';
import type { Call } from '../../../src/plan/document.ts';
import { miniatureOf } from '../../../src/ui/first/Miniature.tsx';

const graphOf = (...calls: Call[]) => miniatureOf({ format: 'obelus/plan', version: 1, id: 'p', calls });

describe('a miniature', () => {
  it('draws an edge for each reference, nested ones and order included', () => {
    const graph = graphOf(
      { _id: 'a', _tool: 't', _outputPath: '†state.a' },
      { _id: 'b', _tool: 't', _outputPath: '†state.b', deep: { list: ['†state.a.name'] } },
      { _id: 'c', _tool: 't', _after: '†state.b' },
    );
    expect(graph.edges).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(graph.layers).toBe(3);
  });

  it('takes no name for the beginning of another', () => {
    const graph = graphOf(
      { _id: 'a', _tool: 't', _outputPath: '†state.ab' },
      { _id: 'b', _tool: 't', text: '†state.abc' },
    );
    expect(graph.edges).toEqual([]);
  });

  it('comes to an end on a cycle', () => {
    const graph = graphOf(
      { _id: 'a', _tool: 't', _outputPath: '†state.a', x: '†state.b' },
      { _id: 'b', _tool: 't', _outputPath: '†state.b', x: '†state.a' },
    );
    expect(graph.layers).toBeLessThanOrEqual(2);
  });
});
