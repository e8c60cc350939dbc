/** Arrows are seen from end to end, wherever a hand has put the cards. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Rect } from '../../src/canvas/plane.ts';
import { isFree, routeAround } from '../../src/canvas/routes.ts';
import { Desk } from './desk.ts';
import { planOf } from './sample.ts';

const CARD = { width: 248, height: 120 };
const card = (x: number, y: number): Rect => ({ x, y, ...CARD });
const ends = (targetX: number, targetY: number) => ({ sourceX: 0, sourceY: 0, targetX, targetY });

describe('one arrow', () => {
  test('that passes no card is drawn straight', () => {
    expect(routeAround(ends(1000, 0), [card(300, 100), card(600, -200)])).toBeUndefined();
    expect(isFree(ends(1000, 0), undefined, [card(300, 100)])).toBe(true);
  });

  test('goes around a card on the nearer side, level past it', () => {
    const route = routeAround(ends(1000, 0), [card(300, -20)])!;
    expect(new Set(route.map(({ y }) => y))).toEqual(new Set([-36]));
    expect(route[0]!.x).toBeLessThan(300);
    expect(route.at(-1)!.x).toBeGreaterThan(548);
  });

  test('passes between two cards of a column where they leave room for one', () => {
    const route = routeAround(ends(1000, 0), [card(300, -118), card(300, 34), card(300, 186)])!;
    expect(new Set(route.map(({ y }) => y))).toEqual(new Set([18]));
  });

  test('takes into account what stands in the way of its way', () => {
    const rects = [card(300, -20), card(300, -172)];
    const route = routeAround(ends(1000, -10), rects)!;
    expect(isFree(ends(1000, -10), route, rects)).toBe(true);
  });

  test('lies beside another where that is near', () => {
    const run = { left: 200, right: 700, y: -36, writer: 'other' };
    const route = routeAround(ends(1000, 0), [card(300, -20)], [run])!;
    expect(Math.abs(route[0]!.y + 36)).toBeGreaterThan(9);
    expect(Math.abs(route[0]!.y + 36)).toBeLessThan(40);
  });

  test('is not hindered by the card that it begins at, nor by the one that it ends at', () => {
    const own = [card(-248, -100), card(1000, -100)];
    expect(routeAround(ends(1000, 10), own)).toBeUndefined();
    expect(routeAround(ends(1000, 10), [...own, card(400, -50)])).toBeDefined();
  });

  test('that leads back has its own loop', () => {
    expect(routeAround(ends(-500, 0), [card(-300, -20)])).toBeUndefined();
  });

  test('wherever cards stand: it bends around all of them, forwards, or is straight', () => {
    const place = fc.record({
      x: fc.integer({ min: -200, max: 1900 }),
      y: fc.integer({ min: -700, max: 700 }),
    });
    fc.assert(
      fc.property(
        fc.array(place, { maxLength: 25 }),
        fc.integer({ min: 30, max: 2200 }),
        fc.integer({ min: -600, max: 600 }),
        (places, targetX, targetY) => {
          const rects = places.map(({ x, y }) => card(x, y));
          const route = routeAround(ends(targetX, targetY), rects);
          if (!route) return;
          expect(isFree(ends(targetX, targetY), route, rects)).toBe(true);
          const xs = [0, ...route.map(({ x }) => x), targetX];
          for (let i = 1; i < xs.length; i++) expect(xs[i]!).toBeGreaterThanOrEqual(xs[i - 1]!);
        },
      ),
    );
  });
});

describe('arrows of a plan that is edited by hand', () => {
  /** a → b → c, a → c past b, and d, which stands apart. */
  const plan = planOf([
    { _id: 'a', _tool: 't', _outputPath: '†state.a' },
    { _id: 'b', _tool: 't', in: '†state.a', _outputPath: '†state.b' },
    { _id: 'c', _tool: 't', in: '†state.b', also: '†state.a', _outputPath: '†state.c' },
    { _id: 'd', _tool: 't', text: 'x' },
  ]);
  const routeOf = (desk: Desk, from: string, to: string) =>
    desk.arrows.find((arrow) => arrow.from === from && arrow.to === to)?.data.route;
  const stand = (desk: Desk, id: string, x: number, y: number) => {
    const at = desk.at(id);
    desk.drag(id, { x: x - at.x, y: y - at.y });
  };

  test('go around a card that is put on them, and are straight again without it', () => {
    const desk = new Desk(plan);
    stand(desk, 'b', 0, 600);
    stand(desk, 'a', 0, 0);
    stand(desk, 'c', 800, 0);
    expect(routeOf(desk, 'a', 'c')).toBeUndefined();
    stand(desk, 'd', 400, 0);
    expect(routeOf(desk, 'a', 'c')).toBeDefined();
    desk.undo();
    expect(routeOf(desk, 'a', 'c')).toBeUndefined();
  });

  test('stay the same objects while a value is typed, and where another card is moved', () => {
    const desk = new Desk(plan);
    stand(desk, 'a', 0, 0);
    stand(desk, 'c', 800, 0);
    stand(desk, 'b', 400, 0);
    const before = routeOf(desk, 'a', 'c');
    expect(before).toBeDefined();
    desk.document.actions.edit([{ kind: 'set-in-call', id: 'd', path: ['text'], value: 'y' }], {
      label: 'Type',
    });
    desk.give();
    expect(routeOf(desk, 'a', 'c')).toBe(before);
    stand(desk, 'd', 400, 900);
    expect(routeOf(desk, 'a', 'c')).toBe(before);
  });
});
