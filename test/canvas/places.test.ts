import { describe, expect, test } from 'vitest';
import { autoLayout } from '../../src/canvas/changes.ts';
import {
  createBends,
  createPlacement,
  indexPlaces,
  layoutEdgesOf,
  layoutNodesOf,
  quickPlaces,
} from '../../src/canvas/places.ts';
import { layoutGraph } from '../../src/layout/layout.ts';
import type { Plan } from '../../src/plan/document.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { planOf, refund, sceneFor } from './sample.ts';

const firstCalls = (plan: Plan, count: number): Plan => ({ ...plan, calls: plan.calls.slice(0, count) });

describe('places', () => {
  test('a call that streams in moves none that stands', () => {
    const placesOf = createPlacement();
    const plan = refund();
    let before = placesOf(sceneFor(firstCalls(plan, 1)), undefined);
    for (let count = 2; count <= plan.calls.length; count++) {
      const after = placesOf(sceneFor(firstCalls(plan, count)), undefined);
      expect(after.slice(0, count - 1)).toEqual(before);
      before = after;
    }
  });

  test('what the plan says stands before what the layout says', () => {
    const placesOf = createPlacement();
    const scene = sceneFor(refund());
    expect(placesOf(scene, { decide: { x: 7, y: 9 } })[1]).toEqual({ x: 7, y: 9 });
  });

  test('taking a place out of the plan again puts the card back where it stood', () => {
    const placesOf = createPlacement();
    const scene = sceneFor(refund());
    const before = placesOf(scene, undefined);
    placesOf(scene, { decide: { x: 7, y: 9 } });
    expect(placesOf(scene, undefined)).toEqual(before);
  });

  test('a place that no screen reaches is none: the layout has the card, and the plan opens', () => {
    for (const x of [1e300, -1e300, 1e9, Number.MAX_VALUE]) {
      const scene = sceneFor(refund());
      const places = createPlacement()(scene, { decide: { x, y: 0 }, ticket: { x: 7, y: 9 } });
      expect(places[3]).toEqual({ x: 7, y: 9 });
      expect(Math.abs(places[1]?.x ?? x)).toBeLessThan(1e6);
      expect(indexPlaces(scene.heights, places).bounds?.width).toBeLessThan(1e6);
    }
  });

  test('a call that comes in between two has its seat where the second stood, which moves on with all behind it', () => {
    const call = (id: string, rows?: string) =>
      ({
        _id: id,
        _tool: 't',
        ...(rows ? { rows: `†state.${rows}` } : {}),
        _outputPath: `†state.${id}`,
      }) as never;
    const planWith = (calls: readonly never[]): Plan => ({
      format: 'obelus/plan',
      version: 1,
      id: 'p',
      calls,
    });
    const before = sceneFor(planWith([call('read'), call('sort', 'read'), call('chart', 'sort')]));
    const after = sceneFor(
      planWith([call('read'), call('only', 'read'), call('sort', 'only'), call('chart', 'sort')]),
    );
    const placesOf = createPlacement();
    const [read, sort, chart] = placesOf(before, undefined);
    const [, only, sortNow, chartNow] = placesOf(after, undefined);
    expect(placesOf(after, undefined)[0]).toEqual(read);
    expect(only).toEqual(sort);
    expect(sortNow).toEqual(chart);
    expect(chartNow?.x).toBeGreaterThan(chart?.x ?? 0);
    // What a person has placed stays.
    const own = { sort: { x: 300, y: 0 }, chart: { x: 600, y: 0 } };
    const another = createPlacement();
    another(before, own);
    expect(another(after, own).slice(2)).toEqual([own.sort, own.chart]);
  });

  test('nothing new gives the same array', () => {
    const placesOf = createPlacement();
    expect(placesOf(sceneFor(refund()), undefined)).toBe(placesOf(sceneFor(refund()), undefined));
  });
});

test('quick places lead from left to right and never overlap', () => {
  const calls = Array.from({ length: 300 }, (_, i) => ({
    _id: `c${i}`,
    _tool: 'step',
    ...(i > 0 ? { in: `†state.r${Math.floor(i / 3)}` } : {}),
    _outputPath: `†state.r${i + 1}`,
  }));
  const scene = sceneFor(planOf(calls));
  const places = quickPlaces(scene);
  for (const edge of scene.edges) expect(places[edge.from]!.x).toBeLessThan(places[edge.to]!.x);
  expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(300);
});

test('auto-layout places every call in one edit', () => {
  const edits = autoLayout(refund(), catalogueOf([])).edits;
  expect(edits).toHaveLength(1);
  const [edit] = edits;
  expect(edit?.kind === 'place' && Object.keys(edit.positions).sort()).toEqual([
    'answer',
    'decide',
    'history',
    'refund',
    'ticket',
  ]);
  expect(autoLayout(planOf([]), catalogueOf([])).edits).toEqual([]);
});

/** a → b → c, and a → c past b. */
const bent = sceneFor(
  planOf([
    { _id: 'a', _tool: 't', _outputPath: '†state.a' },
    { _id: 'b', _tool: 't', in: '†state.a', _outputPath: '†state.b' },
    { _id: 'c', _tool: 't', in: '†state.b', also: '†state.a' },
  ]),
);
const { positions } = layoutGraph(layoutNodesOf(bent), layoutEdgesOf(bent));
const places = bent.nodeIds.map((id) => positions[id]!);

test('an arrow past a card bends around it', () => {
  const past = bent.edges.findIndex(({ from, to }) => from === 0 && to === 2);
  const points = createBends()(bent, places).get(past)!;
  const card = places[1]!;
  expect(points.length).toBeGreaterThan(0);
  for (const { y } of points) {
    expect(y < card.y || y > card.y + bent.heights[1]!).toBe(true);
  }
});

test('an arrow to a card that was dragged away is straight again', () => {
  const moved = places.with(2, { x: places[2]!.x, y: places[2]!.y + 300 });
  expect(createBends()(bent, moved).size).toBe(0);
});
