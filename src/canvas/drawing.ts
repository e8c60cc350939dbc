/**
 * A scene as the cards and arrows that are on the screen: a projection and nothing more. Sizes, ports and positions are
 * given, so that nothing waits to be measured; what did not change is the same object as before, so that nothing is
 * drawn again: an edit of one call makes its card and its arrows anew, a step of a drag the card that moved.
 */

import { itemAt } from '../lib/columns.ts';
import type { CallComment, NoteAt } from '../plan/canvas-notes.ts';
import { printRef } from '../plan/expression.ts';
import type { Edge } from '../plan/graph.ts';
import type { Origin } from '../plan/origin.ts';
import { type CardModel, MORE_PORT, outputPort, portOf } from './card.ts';
import { type Hue, hueOf, pillOf } from './card-value.ts';
import type { DiffMark, Marks, ProblemCount } from './marks.ts';
import type { Bends } from './places.ts';
import type { XY } from './plane.ts';
import { type Scene, spokenEdge, spokenId, spokenSources } from './scene.ts';
import type { Shown } from './window.ts';

/** What a card shows; the same object while the card only moves or is selected. */
export type CardData = {
  readonly card: CardModel;
  readonly problems: ProblemCount | undefined;
  readonly mark: DiffMark | undefined;
  /** Where it came from, where a stranger wrote it and it did not come with the plan. */
  readonly stranger: Origin | undefined;
  /** What people said of it. */
  readonly said: readonly NoteAt<CallComment>[] | undefined;
  /** Of a revised call: the card as it was. */
  readonly before: CardModel | undefined;
  readonly spokenId: string;
  readonly spokenSources: string;
};

/** A card as it is drawn now. */
export interface DrawnCard {
  /** The call's id, made unique where a plan repeats one. */
  readonly id: string;
  readonly at: XY;
  readonly selected: boolean;
  /** Tab reaches it: one card of the canvas. */
  readonly isReached: boolean;
  /** No more than the end of an arrow: it is not drawn itself. */
  readonly isBeyond: boolean;
  readonly data: CardData;
}

/** What an arrow shows. */
export type ArrowData = {
  /** The reference as it is written. */
  readonly label: string;
  /** The writer's path, as its output pill shows it. */
  readonly branch: string;
  readonly hue: Hue;
  readonly role: Edge['role'];
  /** The writer's alternative, for what a run took. */
  readonly alternative: number;
  readonly isBranch: boolean;
  readonly isError: boolean;
  readonly removed: boolean;
  /** An end of it is selected. */
  readonly lit: boolean;
  /** Where it bends on its way past other cards. */
  readonly route: readonly XY[] | undefined;
};

/** A reference as it is drawn now. */
export interface DrawnArrow {
  readonly id: string;
  /** Ids of cards, and the ports of theirs it ends at. */
  readonly from: string;
  readonly to: string;
  readonly fromPort: string;
  readonly toPort: string;
  readonly selected: boolean;
  readonly spoken: string;
  readonly data: ArrowData;
}

/** What of the plan is drawn: what is in view and a little around it. */
export interface Drawing {
  readonly cards: readonly DrawnCard[];
  readonly arrows: readonly DrawnArrow[];
}

/** What is drawn. `places` is by call index. */
export interface Drawn {
  readonly scene: Scene;
  readonly places: readonly XY[];
  readonly shown: Shown;
  readonly marks: Marks;
  readonly bends: Bends;
}

/** Draws again and again, each time reusing what it made the time before. One a canvas. */
export function createDrawing() {
  let cards = new Map<string, DrawnCard>();
  let arrows = new Map<string, DrawnArrow>();
  let byIndex = new Map<number, DrawnArrow>();
  let last: Drawing = { cards: [], arrows: [] };
  let before: Drawn | null = null;

  return function draw(now: Drawn): Drawing {
    const { scene, places, shown, marks } = now;
    const onlyMoved = before?.scene === scene && before.marks === marks && before.bends === now.bends;
    const nextCards = new Map<string, DrawnCard>();
    for (const index of shown.cards) {
      const id = itemAt(scene.nodeIds, index);
      const known = cards.get(id);
      const isSame =
        known &&
        onlyMoved &&
        samePlace(known.at, itemAt(places, index)) &&
        known.isBeyond === shown.beyond.has(index);
      nextCards.set(id, isSame ? known : card(now, index, known));
    }
    cards = nextCards;
    if (!onlyMoved || before?.shown !== shown) {
      const nextArrows = new Map<string, DrawnArrow>();
      const nextByIndex = new Map<number, DrawnArrow>();
      for (const e of shown.edges) {
        const made = (onlyMoved ? byIndex.get(e) : undefined) ?? arrow(now, e, arrows);
        nextArrows.set(made.id, made);
        nextByIndex.set(e, made);
      }
      arrows = nextArrows;
      byIndex = nextByIndex;
    }
    before = now;
    const next = {
      cards: sameItems(last.cards, [...cards.values()]),
      arrows: sameItems(last.arrows, [...arrows.values()]),
    };
    if (!sameFields(last, next)) last = next;
    return last;
  };
}

const samePlace = (a: XY, b: XY): boolean => a.x === b.x && a.y === b.y;

const sameItems = <T>(before: readonly T[], after: readonly T[]): readonly T[] =>
  before.length === after.length && before.every((item, i) => item === after[i]) ? before : after;

/** Whether each field of one is the same thing in the other. */
export function sameFields<T extends object>(a: T, b: T, except?: keyof T): boolean {
  for (const key in a) if (key !== except && a[key] !== b[key]) return false;
  return true;
}

function card(
  { scene, places, marks, shown }: Drawn,
  index: number,
  known: DrawnCard | undefined,
): DrawnCard {
  const id = itemAt(scene.nodeIds, index);
  const made: DrawnCard = {
    id,
    at: itemAt(places, index),
    selected: marks.selected.has(id),
    isReached: marks.active === id,
    isBeyond: shown.beyond.has(index),
    data: cardData(scene, marks, index, known?.data),
  };
  const isSame = known && samePlace(known.at, made.at) && sameFields(known, made, 'at');
  return isSame ? known : made;
}

/** What is shown of a call, on its card and in the list of the calls. @param known returned where it shows the same */
export function cardData(scene: Scene, marks: Marks, index: number, known?: CardData): CardData {
  const id = itemAt(scene.nodeIds, index);
  const card = scene.cardOf(index);
  const data: CardData = {
    card,
    problems: marks.problems.get(card.call._id),
    mark: marks.diff.get(id),
    stranger: marks.strangers?.get(card.call._id),
    said: marks.said.get(card.call._id),
    before: marks.before.get(id),
    spokenId: spokenId(scene, index),
    spokenSources: spokenSources(scene, index),
  };
  return known && sameData(known, data) ? known : data;
}

const sameData = (a: CardData, b: CardData): boolean =>
  a.problems?.errors === b.problems?.errors &&
  a.problems?.warnings === b.problems?.warnings &&
  sameFields(a, b, 'problems');

/** Names an arrow for as long as it leads from that alternative to that place. */
export function edgeId(scene: Scene, edge: Edge): string {
  const place = JSON.stringify(edge.path);
  const from = scene.nodeIds[edge.from];
  return `${from}/${edge.write.alternative}/${printRef(edge.write.ref)}>${scene.nodeIds[edge.to]}/${place}/${printRef(edge.ref)}`;
}

function arrow(
  { scene, marks, bends }: Drawn,
  index: number,
  known: ReadonlyMap<string, DrawnArrow>,
): DrawnArrow {
  const edge = itemAt(scene.edges, index);
  const writer = scene.cardOf(edge.from);
  const from = itemAt(scene.nodeIds, edge.from);
  const to = itemAt(scene.nodeIds, edge.to);
  const port = portOf(edge.role, edge.path);
  const hasRow = scene.cardOf(edge.to).rows.some((row) => row.port === port);
  const id = edgeId(scene, edge);
  const { alternative } = edge.write;
  const data: ArrowData = {
    label: printRef(edge.ref),
    branch: pillOf(edge.write.ref).text,
    hue: hueOf(edge.ref.path.length > 0 ? edge.ref : edge.write.ref),
    role: edge.role,
    alternative,
    isBranch: writer.outputs.length > 1,
    isError: writer.outputs.some((row) => row.alternative === alternative && row.isError),
    removed: marks.diff.get(from) === 'removed' || marks.diff.get(to) === 'removed',
    lit: marks.selected.has(from) || marks.selected.has(to),
    route: bends.get(index),
  };
  const before = known.get(id);
  const made: DrawnArrow = {
    id,
    from,
    to,
    fromPort: outputPort(alternative),
    toPort: hasRow ? port : MORE_PORT,
    selected: marks.selectedEdges.has(id),
    spoken: spokenEdge(scene, edge),
    data: before && sameFields(before.data, data) ? before.data : data,
  };
  return before && sameFields(before, made) ? before : made;
}
