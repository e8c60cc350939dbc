/** Where the cards at the ends of a plan stand, and which calls they are joined to. */

import { besideTops } from '../layout/beside.ts';
import { LAYER_GAP } from '../layout/gaps.ts';
import { itemAt, numberAt } from '../lib/columns.ts';
import type { Plan } from '../plan/document.ts';
import type { JsonPath } from '../plan/edit.ts';
import { pathsMeet, type Ref } from '../plan/expression.ts';
import type { Graph, Write } from '../plan/graph.ts';
import { inputPart } from '../plan/input-schema.ts';
import { isOff } from '../plan/open-step.ts';
import type { PlaceRole } from '../plan/parsed-call.ts';
import { CARD_WIDTH, cardRect } from './card.ts';
import type { End, InputEnd, ResultEnd } from './ends.ts';
import { isOnPlane, type Rect, type XY } from './plane.ts';
import type { Scene } from './scene.ts';

/** A card at an end, as it is drawn now. */
export interface DrawnEnd {
  readonly id: string;
  readonly at: XY;
  readonly end: End;
}

/** A reference that an arrow from or to such a card stands for: where it is taken out of. */
export type EndArrow =
  | {
      readonly kind: 'input';
      readonly name: string;
      readonly to: number;
      readonly path: JsonPath;
      readonly role: PlaceRole;
      readonly ref: Ref;
    }
  /** Of a row of the result; null where nothing is said of what is returned. */
  | { readonly kind: 'result'; readonly row: number | null; readonly write: Write };

/** Above this, what wires them all is not looked at: an edit of 10,000 calls must not wait for the ends. */
export const WIRED_AT_MOST = 300;
/** Of calls that nobody reads, so many may be what is returned; of more, nobody could follow the arrows. */
const LAST_AT_MOST = 8;

// ---- Who is joined to them ----

/** The arrows to the inputs of these calls. */
export function* inputArrows(scene: Scene, calls: Iterable<number>): Generator<EndArrow & { kind: 'input' }> {
  for (const to of calls)
    for (const { path, role, refs } of itemAt(scene.graph.calls, to).places)
      for (const ref of refs)
        if (ref.kind === 'input' && ref.path.length > 0)
          yield { kind: 'input', name: String(ref.path[0]), to, path, role, ref };
}

/** The arrows to the result. Where nothing is said, it may be that of each call that nobody reads. */
export function resultArrows(scene: Scene, end: ResultEnd): readonly (EndArrow & { kind: 'result' })[] {
  if (end.how !== 'last')
    return end.rows.flatMap(({ refs }, row) =>
      refs.flatMap((ref) =>
        writesAt(scene.graph, ref).map((write) => ({ kind: 'result' as const, row, write })),
      ),
    );
  if (scene.ids.length > WIRED_AT_MOST) return [];
  const last = scene.graph.order.filter(
    (call) => itemAt(scene.leaving, call).length === 0 && !isForgotten(scene, call),
  );
  if (last.length > LAST_AT_MOST) return [];
  return last.map((call) => ({ kind: 'result', row: null, write: firstWrite(scene.graph, call) }));
}

/** It gives nothing: it is switched off, or nobody waits for it (L-29). */
function isForgotten(scene: Scene, call: number): boolean {
  const { call: own } = itemAt(scene.graph.calls, call);
  if (isOff(own)) return true;
  if (own._outputPath !== undefined) return false;
  const { effect, latent } = scene.cardOf(call);
  return !latent && (effect === 'none' || effect === 'read');
}

/** All that may stand there. Of a large plan, only what one call alone writes. */
function writesAt(graph: Graph, ref: Ref): readonly Write[] {
  const only = graph.onlyWriterAt(ref);
  if (only >= 0) return [firstWrite(graph, only)];
  if (graph.calls.length > WIRED_AT_MOST) return [];
  return graph.writes.filter((write) => write.ref.kind === ref.kind && pathsMeet(write.ref.path, ref.path));
}

function firstWrite(graph: Graph, call: number): Write {
  const { call: own, targets } = itemAt(graph.calls, call);
  const ref = targets?.alternatives[0]?.[0] ?? { type: 'ref', kind: 'state', path: [own._id] };
  return { call, alternative: 0, ref };
}

// ---- Where they stand ----

/** Less than between layers: no branch has its label there, and a plan is to be read as a whole. */
const GAP = LAYER_GAP * (2 / 3);

/** Where the plan says, else in a column left of all cards, and right of them; near what they are joined to. */
export function endPlaces(
  ends: readonly End[],
  scene: Scene,
  places: readonly XY[],
  bounds: Rect | null,
  layout: Plan['layout'],
): readonly DrawnEnd[] {
  if (!bounds || ends.length === 0) return NONE;
  const chosen = ({ id }: End): XY | undefined => {
    const own = layout && Object.hasOwn(layout, id) ? layout[id] : undefined;
    return own && isOnPlane(own) ? { x: own.x, y: own.y } : undefined;
  };
  const middle = (calls: readonly number[]): number => {
    const rects = calls.flatMap((call) => {
      const at = places[call];
      return at ? [cardRect(at, numberAt(scene.heights, call))] : [];
    });
    if (rects.length === 0) return bounds.y + Math.min(bounds.height, 240) / 2;
    return rects.reduce((sum, { y, height }) => sum + y + height / 2, 0) / rects.length;
  };
  const isWired = scene.ids.length <= WIRED_AT_MOST;
  const readers = new Map<string, number[]>();
  if (isWired)
    for (const { name, to } of inputArrows(scene, scene.ids.keys())) {
      const own = readers.get(inputPart(name));
      if (own) own.push(to);
      else readers.set(inputPart(name), [to]);
    }
  const column = (own: readonly End[], x: number, wish: (end: End) => number): DrawnEnd[] => {
    const free = own
      .filter((end) => !chosen(end))
      .map((end) => ({ end, height: end.height, middle: wish(end) }));
    // By where they would like to stand: arrows of a column do not cross.
    free.sort((a, b) => a.middle - b.middle);
    const tops = besideTops(free);
    const seats = new Map(free.map(({ end }, i) => [end.id, { x, y: numberAt(tops, i) }]));
    return own.map((end) => ({
      id: end.id,
      end,
      at: chosen(end) ?? seats.get(end.id) ?? { x, y: bounds.y },
    }));
  };
  const inputs = ends.filter((end): end is InputEnd => end.kind === 'input');
  const results = ends.filter((end): end is ResultEnd => end.kind === 'result');
  return [
    ...column(inputs, bounds.x - GAP - CARD_WIDTH, ({ id }) => middle(readers.get(id) ?? [])),
    ...column(results, bounds.x + bounds.width + GAP, (end) =>
      middle(end.kind === 'result' ? resultArrows(scene, end).map(({ write }) => write.call) : []),
    ),
  ];
}

const NONE: readonly DrawnEnd[] = [];

export const endRect = ({ at, end }: DrawnEnd): Rect => cardRect(at, end.height);
