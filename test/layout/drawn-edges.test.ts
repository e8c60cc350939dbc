import { describe, expect, it } from 'vitest';
import { layoutGraph } from '../../src/layout/layout.ts';
import { countCrossings, drawEdges } from './drawn-edges.ts';
import { cards } from './graphs.ts';

const line = (...points: [number, number][]) => points.map(([x, y]) => ({ x, y }));

describe('countCrossings', () => {
  it('counts two lines that cross, whichever way they run', () => {
    expect(countCrossings([line([0, 0], [10, 10]), line([0, 10], [10, 0])])).toBe(1);
    expect(countCrossings([line([0, 0], [10, 10]), line([10, 0], [0, 10])])).toBe(1);
    expect(countCrossings([line([5, 0], [5, 10]), line([0, 5], [10, 5])])).toBe(1);
  });

  it('counts every crossing of two lines with bends', () => {
    const zigzag = line([0, 0], [10, 10], [20, 0], [30, 10]);
    expect(countCrossings([zigzag, line([0, 5], [30, 5])])).toBe(3);
  });

  it('does not count lines that share an end, touch, run over each other, or cross themselves', () => {
    expect(countCrossings([line([0, 0], [10, 10]), line([0, 0], [10, 0])])).toBe(0);
    expect(countCrossings([line([0, 0], [10, 0]), line([5, 0], [10, 5])])).toBe(0);
    expect(countCrossings([line([0, 0], [10, 0]), line([5, 0], [15, 0])])).toBe(0);
    expect(countCrossings([line([0, 0], [10, 10], [0, 10], [10, 0])])).toBe(0);
  });
});

describe('drawEdges', () => {
  it('runs from the middle of the far side to the middle of the near side', () => {
    const edges = [{ from: 'c0', to: 'c1' }];
    const right = layoutGraph(cards(2, 100), edges);
    expect(drawEdges(cards(2, 100), edges, right)).toEqual([line([248, 50], [344, 50])]);
  });

  it('leaves out edges to ids that are not there', () => {
    const layout = layoutGraph(cards(1), []);
    expect(drawEdges(cards(1), [{ from: 'c0', to: 'gone' }], layout)).toEqual([]);
  });
});
