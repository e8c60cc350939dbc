/**
 * Part of the workbench: the cards at the ends of a plan and their arrows, as they are on the screen. Every arrow is that of
 * a card in view.
 */

import { itemAt } from '../lib/columns.ts';
import { printRef } from '../plan/expression.ts';
import { inputPart } from '../plan/input-schema.ts';
import { OUTPUT_PART } from '../plan/output-part.ts';
import { MORE_PORT, outputPort, portOf, portPlaces } from './card.ts';
import { hueOf } from './card-value.ts';
import { type ArrowData, type DrawnArrow, sameFields } from './drawing.ts';
import {
  type DrawnEnd,
  type EndArrow,
  endRect,
  inputArrows,
  resultArrows,
  WIRED_AT_MOST,
} from './end-places.ts';
import { ADD_PORT, type End, endPorts, INPUT_PORT } from './ends.ts';
import type { Preview } from './gestures/gesture.ts';
import type { Marks } from './marks.ts';
import { rectAt } from './places.ts';
import type { Rect, XY } from './plane.ts';
import { routeAround, sameRoute } from './routes.ts';
import type { Scene } from './scene.ts';
import type { Shown } from './window.ts';

const ARROWS_AT_MOST = 400;

export interface DrawnEnds {
  readonly cards: readonly DrawnEnd[];
  readonly arrows: readonly DrawnArrow[];
}

interface ToDraw {
  readonly scene: Scene;
  readonly ends: readonly DrawnEnd[];
  /** By call index, where the cards stand. */
  readonly places: readonly XY[];
  readonly moved: Preview['moved'];
  readonly shown: Shown;
  readonly marks: Marks;
}

/** Draws again and again; what did not change is the same object as before. One a canvas. */
export function createEndsDrawing(): (now: ToDraw) => DrawnEnds {
  let cards = new Map<string, DrawnEnd>();
  let arrows = new Map<string, DrawnArrow>();
  return ({ scene, ends, places, moved, shown, marks }) => {
    const nextCards = new Map<string, DrawnEnd>();
    // A call of such an id is no call that a plan may have, but it is shown.
    for (const one of ends.filter(({ id }) => !scene.indexOf.has(id))) {
      const by = moved?.calls.includes(one.id) ? moved.by : { x: 0, y: 0 };
      const at = { x: one.at.x + by.x, y: one.at.y + by.y };
      const known = cards.get(one.id);
      const isSame = known?.end === one.end && known.at.x === at.x && known.at.y === at.y;
      nextCards.set(one.id, isSame ? known : { ...one, at });
    }
    cards = nextCards;
    const nextArrows = new Map<string, DrawnArrow>();
    const all = [...cards.values()].map(({ end }) => end);
    const isWired = scene.ids.length <= WIRED_AT_MOST;
    const rects = isWired ? places.map((_, call) => rectAt(scene, places, call)) : [];
    for (const arrow of endArrows(scene, all, shown)) {
      const made = drawn(scene, arrow, marks);
      // What is about to go is joined to nothing that is returned.
      if (arrow.kind === 'result' && marks.diff.get(made.from) === 'removed') continue;
      const known = arrows.get(made.id);
      const route = routeOf(made, scene, rects, cards);
      const data = { ...made.data, route: sameRoute(known?.data.route, route) ? known?.data.route : route };
      const same = known && sameFields(known.data, data) ? known.data : data;
      const next = { ...made, data: same };
      nextArrows.set(made.id, known && sameFields(known, next) ? known : next);
    }
    arrows = nextArrows;
    return { cards: [...cards.values()], arrows: [...arrows.values()] };
  };
}

/** Around what stands between, so that an arrow is seen from end to end. */
function routeOf(
  { from, fromPort, to, toPort }: DrawnArrow,
  scene: Scene,
  rects: readonly Rect[],
  cards: ReadonlyMap<string, DrawnEnd>,
): readonly XY[] | undefined {
  const portAt = (id: string, port: string): XY | undefined => {
    const own = cards.get(id);
    const call = scene.indexOf.get(id);
    const rect = own ? endRect(own) : call === undefined ? undefined : rects[call];
    if (!rect) return undefined;
    const ports = own ? endPorts(own.end) : portPlaces(scene.cardOf(call ?? 0));
    const place = ports.find((one) => one.port === port);
    return place && { x: rect.x + (place.side === 'left' ? 0 : rect.width), y: rect.y + place.y };
  };
  const [start, end] = [portAt(from, fromPort), portAt(to, toPort)];
  if (!start || !end) return undefined;
  return routeAround({ sourceX: start.x, sourceY: start.y, targetX: end.x, targetY: end.y }, rects);
}

/** Those that touch a card in view: an arrow is drawn only between cards that are there. */
export function endArrows(scene: Scene, ends: readonly End[], { cards, beyond }: Shown): readonly EndArrow[] {
  const inView = cards.filter((call) => !beyond.has(call));
  const isShown = new Set(inView);
  const names = new Set(ends.flatMap((end) => (end.kind === 'input' ? [end.input.name] : [])));
  const found: EndArrow[] = [];
  if (names.size > 0)
    for (const arrow of inputArrows(scene, inView)) if (names.has(arrow.name)) found.push(arrow);
  for (const end of ends)
    if (end.kind === 'result')
      found.push(...resultArrows(scene, end).filter(({ write }) => isShown.has(write.call)));
  return found.slice(0, ARROWS_AT_MOST);
}

/** Names such an arrow for as long as it leads from there to there. */
export function endArrowId(scene: Scene, arrow: EndArrow): string {
  if (arrow.kind === 'input')
    return `${inputPart(arrow.name)}>${scene.nodeIds[arrow.to]}/${JSON.stringify(arrow.path)}/${printRef(arrow.ref)}`;
  const { call, alternative, ref } = arrow.write;
  return `${scene.nodeIds[call]}/${alternative}/${printRef(ref)}>${OUTPUT_PART}/${arrow.row ?? ''}`;
}

function drawn(scene: Scene, arrow: EndArrow, { selected, selectedEdges }: Marks): DrawnArrow {
  const id = endArrowId(scene, arrow);
  const call = itemAt(scene.nodeIds, arrow.kind === 'input' ? arrow.to : arrow.write.call);
  const ref = arrow.kind === 'input' ? arrow.ref : arrow.write.ref;
  const alternative = arrow.kind === 'input' ? 0 : arrow.write.alternative;
  const data: ArrowData = {
    ...{ label: printRef(ref), branch: printRef(ref), hue: hueOf(ref), alternative },
    ...{ role: 'parameter', isBranch: false, isError: false, removed: false, route: undefined },
    lit: selected.has(call),
  };
  const common = { id, data, selected: selectedEdges.has(id) };
  if (arrow.kind === 'input') {
    const port = portOf(arrow.role, arrow.path);
    const hasRow = scene.cardOf(arrow.to).rows.some((row) => row.port === port);
    return {
      ...{ ...common, from: inputPart(arrow.name), fromPort: INPUT_PORT },
      ...{ to: call, toPort: hasRow ? port : MORE_PORT, spoken: `${call} reads ${printRef(ref)}` },
    };
  }
  const spoken =
    arrow.row === null
      ? `What ${call} gives may be the result`
      : `The result has ${printRef(ref)} of ${call}`;
  const toPort = arrow.row === null ? ADD_PORT : `row:${arrow.row}`;
  return { ...common, from: call, fromPort: outputPort(alternative), to: OUTPUT_PART, toPort, spoken };
}
