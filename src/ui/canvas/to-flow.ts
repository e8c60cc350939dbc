/** A drawing as React Flow's nodes and edges. A card or arrow that is the same object as before is the same node or edge. */

import type { Edge as FlowEdge, Node as FlowNode, NodeHandle } from '@xyflow/react';
import { CARD_WIDTH, type CardModel, PORT_SIZE, type PortPlace, portPlaces } from '../../canvas/card.ts';
import type { ArrowData, CardData, Drawing, DrawnArrow, DrawnCard } from '../../canvas/drawing.ts';
import type { DrawnEnd } from '../../canvas/end-places.ts';
import { type End, endPorts } from '../../canvas/ends.ts';
import type { DrawnEnds } from '../../canvas/ends-drawing.ts';
import type { XY } from '../../canvas/plane.ts';

export type CallNode = FlowNode<CardData, 'call'>;
export type ReferenceFlowEdge = FlowEdge<ArrowData, 'reference'>;

export type EndFlowNode = FlowNode<{ readonly end: End }, 'end'>;

interface Flow<Node> {
  readonly nodes: Node[];
  readonly edges: ReferenceFlowEdge[];
}

/** Names the element that holds a card's spoken name, for `aria-labelledby`. */
export type LabelId = (nodeId: string) => string;

/** Names the element that says what a call comes to, which is there when that is known. */
export const valueId = (labelId: string): string => `${labelId}-value`;

/** Translates again and again, each thing once. One a canvas. */
export function createFlow(labelId: LabelId): (drawing: Drawing) => Flow<CallNode> {
  return flowOf((card: DrawnCard) => callNode(card, labelId));
}

/** And what stands at the ends of the plan. */
export function createEndFlow(labelId: LabelId): (ends: DrawnEnds) => Flow<EndFlowNode> {
  return flowOf((end: DrawnEnd) => endNode(end, labelId));
}

function flowOf<Card extends object, Node>(make: (card: Card) => Node) {
  const nodeOf = once(make);
  const edgeOf = once(referenceEdge);
  const nodesOf = once((cards: readonly Card[]) => cards.map(nodeOf));
  const edgesOf = once((arrows: readonly DrawnArrow[]) => arrows.map(edgeOf));
  return ({
    cards,
    arrows,
  }: {
    readonly cards: readonly Card[];
    readonly arrows: readonly DrawnArrow[];
  }) => ({
    nodes: nodesOf(cards),
    edges: edgesOf(arrows),
  });
}

function once<T extends object, R>(make: (from: T) => R): (from: T) => R {
  const made = new WeakMap<T, R>();
  return (from) => {
    const known = made.get(from) ?? make(from);
    made.set(from, known);
    return known;
  };
}

/** By the card, which stays the same object while it moves: of a drag, none is made anew. */
const handlesOf = once((card: CardModel) => handlesAt(portPlaces(card)));
const endHandlesOf = once((end: End) => handlesAt(endPorts(end)));

const handlesAt = (ports: readonly PortPlace[]): NodeHandle[] =>
  ports.map(({ port, side, y }) => ({
    id: port,
    type: side === 'left' ? 'target' : 'source',
    position: side as NodeHandle['position'],
    x: (side === 'left' ? 0 : CARD_WIDTH) - PORT_SIZE / 2,
    y: y - PORT_SIZE / 2,
    width: PORT_SIZE,
    height: PORT_SIZE,
  }));

/** Where it stands and how large it is, which nobody measures. */
function standing({ x, y }: XY, height: number) {
  const size = { width: CARD_WIDTH, height };
  return { position: { x, y }, ...size, measured: size, ariaRole: 'group' as const };
}

function callNode({ id, at, selected, isReached, isBeyond, data }: DrawnCard, labelId: LabelId): CallNode {
  const stays = data.mark !== 'removed';
  return {
    id,
    type: 'call',
    ...standing(at, data.card.height),
    handles: handlesOf(data.card),
    hidden: isBeyond,
    selected,
    draggable: stays,
    connectable: stays,
    domAttributes: {
      tabIndex: isReached ? 0 : -1,
      'aria-roledescription': 'call',
      'aria-labelledby': labelId(id),
      ...(data.card.valueHeight > 0 ? { 'aria-describedby': valueId(labelId(id)) } : {}),
    },
    data,
  };
}

const WHAT = { input: 'input of the plan', result: 'result of the plan' } as const;

const endNode = ({ id, at, end }: DrawnEnd, labelId: LabelId): EndFlowNode => ({
  id,
  type: 'end',
  ...standing(at, end.height),
  handles: endHandlesOf(end),
  selectable: false,
  domAttributes: { 'aria-roledescription': WHAT[end.kind], 'aria-labelledby': labelId(id) },
  data: { end },
});

const referenceEdge = (arrow: DrawnArrow): ReferenceFlowEdge => ({
  id: arrow.id,
  type: 'reference',
  source: arrow.from,
  target: arrow.to,
  sourceHandle: arrow.fromPort,
  targetHandle: arrow.toPort,
  selected: arrow.selected,
  ariaLabel: arrow.spoken,
  // Its key gives it the keyboard; Tab goes by: of a plan there are thousands.
  domAttributes: { 'aria-roledescription': 'reference', tabIndex: -1 },
  data: arrow.data,
});
