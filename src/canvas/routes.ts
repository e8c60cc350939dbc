/**
 * Part of the workbench: where arrows bend so that each is seen from end to end. What the layout says holds as long as nothing
 * stands in its way; where a card has come there by hand, the arrow goes around it.
 */

import { EDGE_GAP, NODE_GAP } from '../layout/gaps.ts';
import { itemAt } from '../lib/columns.ts';
import type { Edge } from '../plan/graph.ts';
import type { Ends } from './bezier.ts';
import {
  CARD_WIDTH,
  type CardModel,
  HEADER_HEIGHT,
  MORE_PORT,
  outputPort,
  PORT_SIZE,
  portOf,
  portPlaces,
} from './card.ts';
import { edgeId } from './drawing.ts';
import { BENT_AT_MOST, type Bends, rectAt } from './places.ts';
import type { Rect, XY } from './plane.ts';
import type { Scene } from './scene.ts';

type Route = readonly XY[];

// ---- All arrows of a plan ----

/**
 * Remembers what it found, so that an arrow that nothing has come near is the same as before. One a canvas.
 * @returns by the place of an edge in the scene, like the bends that it begins with
 */
export function createRoutes() {
  let last: { readonly by: readonly unknown[]; readonly found: Bends } | null = null;
  let routes: Routes = new Map();
  return (scene: Scene, places: readonly XY[], bends: Bends): Bends => {
    if (scene.ids.length > BENT_AT_MOST) return bends;
    // A value that is typed moves no card and no wire.
    const by = [places, scene.heights, scene.edges, bends];
    if (last?.by.every((one, i) => one === by[i])) return last.found;
    const found = routesOf(scene, places, bends, routes);
    routes = new Map([...found].map(([e, route]) => [edgeId(scene, itemAt(scene.edges, e)), route]));
    last = { by, found };
    return found;
  };
}

/** By the names of arrows: their places in the plan change with every call that comes or goes. */
type Routes = ReadonlyMap<string, Route>;

/** @param before a route that is still the same is the same object: what draws the arrow looks at nothing else */
function routesOf(scene: Scene, places: readonly XY[], bends: Bends, before: Routes): Bends {
  const rects = scene.ids.map((_, call) => rectAt(scene, places, call));
  const found = new Map<number, Route>();
  const runs: Run[] = [];
  const hindered: number[] = [];
  const keep = (e: number, route: Route): void => {
    const edge = itemAt(scene.edges, e);
    const known = before.get(edgeId(scene, edge));
    found.set(e, known && sameRoute(known, route) ? known : route);
    runs.push(...runsOf(route, writerOf(edge)));
  };
  // Those that can stay have their way first.
  scene.edges.forEach((edge, e) => {
    const ends = endsOf(scene, places, edge);
    const wanted = bends.get(e);
    if (!isFree(ends, wanted, rects)) hindered.push(e);
    else if (wanted) keep(e, wanted);
  });
  for (const e of hindered) {
    const edge = itemAt(scene.edges, e);
    const others = runs.filter((run) => run.writer !== writerOf(edge));
    const route = routeAround(endsOf(scene, places, edge), rects, others);
    if (route) keep(e, route);
  }
  return found;
}

/** Arrows of one result may lie on each other: they say the same. */
const writerOf = ({ from, write }: Edge): string => `${from} ${write.alternative}`;

export const sameRoute = (a: Route | undefined, b: Route | undefined): boolean =>
  a?.length === b?.length && (a ?? []).every((one, i) => one.x === b?.[i]?.x && one.y === b[i]?.y);

/** Where an arrow between two cards begins and ends. */
export function endsOf(scene: Scene, places: readonly XY[], { from, to, write, role, path }: Edge): Ends {
  const [start, end] = [itemAt(places, from), itemAt(places, to)];
  return {
    sourceX: start.x + CARD_WIDTH + PORT_SIZE / 2,
    sourceY: start.y + portTop(scene.cardOf(from), outputPort(write.alternative)),
    targetX: end.x - PORT_SIZE / 2,
    targetY: end.y + portTop(scene.cardOf(to), portOf(role, path)),
  };
}

/** A parameter without a row of its own arrives at the row that stands for it. */
function portTop(card: CardModel, port: string): number {
  const places = portPlaces(card);
  const found =
    places.find((place) => place.port === port) ?? places.find((place) => place.port === MORE_PORT);
  return found?.y ?? HEADER_HEIGHT / 2;
}

// ---- One arrow ----

/** A level stretch of an arrow. */
interface Run {
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly writer: string;
}

/** Nearer to a card than this an arrow looks as if it went behind it. */
const CLEAR = 4;
/** Kept free on both sides of an arrow that passes cards: between two of a column there is room for one. */
const LANE = NODE_GAP / 2;
/** How near to a column an arrow is at its new height. */
const BESIDE = 8;
/** The least room in which an arrow can change its height. */
const TURN = 16;
/** What a bend is worth, and lying on another arrow, in pixels of a longer way. */
const BEND = 60;
const ON_ANOTHER = 90;
/** And passing a card nearer than in the middle of a lane, which leaves room for a second arrow there. */
const TIGHT = 12;
/** Cards that stand in the way of a way around others are taken into account as they are met. */
const TRIES = 8;
/** Heights that are tried, those nearest to the arrow's ends. */
const HEIGHTS_AT_MOST = 40;

/** Whether an arrow, bent so or not at all, is seen from end to end. One that leads back has its own loop. */
export const isFree = (ends: Ends, route: Route | undefined, rects: readonly Rect[]): boolean =>
  ends.targetX - ends.sourceX < TURN ||
  !stretchesOf(ends, route).some((one) => rects.some((rect) => meets(one, rect)));

/**
 * A way for an arrow that would pass behind cards; undefined where there is none, and it is drawn straight.
 * @param runs level stretches of other arrows, which it does not lie on where that is no long way round
 */
export function routeAround(
  ends: Ends,
  rects: readonly Rect[],
  runs: readonly Run[] = [],
): Route | undefined {
  const met = new Set<Rect>();
  let route: Route | undefined;
  for (let i = 0; i < TRIES; i++) {
    const stretches = stretchesOf(ends, route);
    const more = rects.filter((rect) => !met.has(rect) && stretches.some((one) => meets(one, rect)));
    if (more.length === 0) return route;
    for (const rect of more) met.add(rect);
    route = cheapest(ends, columnsOf([...met]), runs);
    if (!route) return undefined;
  }
  return undefined;
}

/** Cards beside each other, with no room between them to change the height. */
interface Column {
  left: number;
  right: number;
  readonly cards: Rect[];
}

function columnsOf(cards: readonly Rect[]): readonly Column[] {
  const columns: Column[] = [];
  for (const card of cards.toSorted((a, b) => a.x - b.x)) {
    const [left, right] = [card.x - BESIDE, card.x + card.width + BESIDE];
    const last = columns.at(-1);
    if (last && left - last.right < TURN) {
      last.right = Math.max(last.right, right);
      last.cards.push(card);
    } else columns.push({ left, right, cards: [card] });
  }
  return columns;
}

interface Way {
  readonly y: number;
  readonly cost: number;
  readonly points: Route;
}

/** From column to column, level past each: the way with the fewest bends and the least up and down. */
function cheapest(ends: Ends, columns: readonly Column[], runs: readonly Run[]): Route | undefined {
  const { sourceX, sourceY, targetX, targetY } = ends;
  const heights = heightsFor(ends, columns);
  let ways: readonly Way[] = [{ y: sourceY, cost: 0, points: [] }];
  let x = sourceX;
  for (const { left, right, cards } of columns) {
    // A column that begins before the arrow does leaves it no room: it goes on as it comes, or ends as it has to.
    const isFirst = left < sourceX + TURN;
    const isLast = right > targetX - TURN;
    const passes = (y: number, away: number): boolean =>
      cards.every((card) => y <= card.y - away || y >= card.y + card.height + away);
    const free = heights.filter(
      (y) => (!isFirst || y === sourceY) && (!isLast || y === targetY) && passes(y, EDGE_GAP),
    );
    const from = Math.max(left, sourceX);
    const next: Way[] = [];
    for (const y of free) {
      const lies = runs.some(
        (run) => run.left < right && run.right > left && Math.abs(run.y - y) < EDGE_GAP - 1,
      );
      const reached = (way: Way) => way.cost + Math.abs(y - way.y) + (y === way.y ? 0 : BEND);
      const best = ways.reduce((least, way) => (reached(way) < reached(least) ? way : least));
      const bend =
        y === best.y
          ? []
          : [
              { x: Math.max(x, sourceX), y: best.y },
              { x: from, y },
            ];
      next.push({
        y,
        cost: reached(best) + (lies ? ON_ANOTHER : 0) + (passes(y, LANE) ? 0 : TIGHT),
        points: [...best.points, ...bend],
      });
    }
    if (next.length === 0) return undefined;
    ways = next;
    x = right;
  }
  const ended = (way: Way) => way.cost + Math.abs(targetY - way.y) + (targetY === way.y ? 0 : BEND);
  const { y, points } = ways.reduce((least, way) => (ended(way) < ended(least) ? way : least));
  const way = [...points, { x: Math.min(x, targetX), y }];
  return way.filter((one) => one.x > sourceX && one.x < targetX);
}

/** Just above and below each card, and as the ends are; beside another arrow as well. */
function heightsFor({ sourceY, targetY }: Ends, columns: readonly Column[]): readonly number[] {
  const beside = columns.flatMap(({ cards }) =>
    cards.flatMap(({ y, height }) =>
      [EDGE_GAP, LANE, LANE + EDGE_GAP, LANE + 2 * EDGE_GAP].flatMap((away) => [y - away, y + height + away]),
    ),
  );
  const [top, bottom] = [Math.min(sourceY, targetY), Math.max(sourceY, targetY)];
  const outside = (y: number): number => Math.max(top - y, y - bottom, 0);
  return [...new Set([sourceY, targetY, ...beside])]
    .toSorted((a, b) => outside(a) - outside(b))
    .slice(0, HEIGHTS_AT_MOST);
}

const runsOf = (route: Route, writer: string): Run[] =>
  route.slice(1).flatMap((to, i) => {
    const from = itemAt(route, i);
    return from.y === to.y ? [{ left: from.x, right: to.x, y: to.y, writer }] : [];
  });

// ---- What a curve meets ----

/** A piece of an arrow, level at both its ends. */
interface Stretch {
  readonly from: XY;
  readonly to: XY;
}

function stretchesOf({ sourceX, sourceY, targetX, targetY }: Ends, route: Route = []): readonly Stretch[] {
  const points = [{ x: sourceX, y: sourceY }, ...route, { x: targetX, y: targetY }];
  return points.slice(1).map((to, i) => ({ from: itemAt(points, i), to }));
}

/** Between its ends a stretch only rises, or only falls: where it enters and leaves the card's breadth tells. */
function meets({ from, to }: Stretch, { x, y, width, height }: Rect): boolean {
  // Beside a card there is no nearness: an arrow begins and ends there.
  const [left, right] = [Math.max(from.x, x), Math.min(to.x, x + width)];
  const [above, below] = [y - CLEAR, y + height + CLEAR];
  if (left >= right || Math.max(from.y, to.y) <= above || Math.min(from.y, to.y) >= below) return false;
  const [a, b] = [heightAt(from, to, left), heightAt(from, to, right)];
  return Math.max(a, b) > above && Math.min(a, b) < below;
}

/** Where the curve is at `x`: half its way it leaves level, half of it arrives so (`curveThrough`). */
function heightAt(from: XY, to: XY, x: number): number {
  if (from.y === to.y) return from.y;
  const share = (x - from.x) / (to.x - from.x);
  let [low, high] = [0, 1];
  for (let i = 0; i < 14; i++) {
    const t = (low + high) / 2;
    if (1.5 * t - 1.5 * t * t + t * t * t < share) low = t;
    else high = t;
  }
  const t = (low + high) / 2;
  return from.y + (to.y - from.y) * t * t * (3 - 2 * t);
}
