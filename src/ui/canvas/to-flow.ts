/** A drawing as React Flow's nodes and edges. A card or arrow that is the same object as before is the same node or edge. */

import type { Edge as FlowEdge, Node as FlowNode, NodeHandle } from '@xyflow/react';
import { CARD_WIDTH, type CardModel, PORT_SIZE, portPlaces } from '../../canvas/card.ts';
import type { ArrowData, CardData, Drawing, DrawnArrow, DrawnCard } from '../../canvas/drawing.ts';

export type CallNode = FlowNode<CardData, 'call'>;
export type ReferenceFlowEdge = FlowEdge<ArrowData, 'reference'>;

interface Flow {
  readonly nodes: CallNode[];
  readonly edges: ReferenceFlowEdge[];
}

/** Names the element that holds a card's spoken name, for `aria-labelledby`. */
export type LabelId = (nodeId: string) => string;

/** Names the element that says what a call comes to, which is there when that is known. */
export const valueId = (labelId: string): string => `${labelId}-value`;

/** Translates again and again, each thing once. One a canvas. */
export function createFlow(labelId: LabelId): (drawing: Drawing) => Flow {
  const nodeOf = once((card: DrawnCard) => callNode(card, labelId));
  const edgeOf = once(referenceEdge);
  const nodesOf = once((cards: Drawing['cards']) => cards.map(nodeOf));
  const edgesOf = once((arrows: Drawing['arrows']) => arrows.map(edgeOf));
  return ({ cards, arrows }) => ({ nodes: nodesOf(cards), edges: edgesOf(arrows) });
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
const handlesOf = once((card: CardModel): NodeHandle[] =>
  portPlaces(card).map(({ port, side, y }) => ({
    id: port,
    type: side === 'left' ? 'target' : 'source',
    position: side as NodeHandle['position'],
    x: (side === 'left' ? 0 : CARD_WIDTH) - PORT_SIZE / 2,
    y: y - PORT_SIZE / 2,
    width: PORT_SIZE,
    height: PORT_SIZE,
  })),
);

function callNode({ id, at, selected, isReached, isBeyond, data }: DrawnCard, labelId: LabelId): CallNode {
  const size = { width: CARD_WIDTH, height: data.card.height };
  const stays = data.mark !== 'removed';
  return {
    id,
    type: 'call',
    position: { x: at.x, y: at.y },
    ...size,
    measured: size,
    handles: handlesOf(data.card),
    hidden: isBeyond,
    selected,
    draggable: stays,
    connectable: stays,
    ariaRole: 'group',
    domAttributes: {
      tabIndex: isReached ? 0 : -1,
      'aria-roledescription': 'call',
      'aria-labelledby': labelId(id),
      ...(data.card.valueHeight > 0 ? { 'aria-describedby': valueId(labelId(id)) } : {}),
    },
    data,
  };
}

const referenceEdge = (arrow: DrawnArrow): ReferenceFlowEdge => ({
  id: arrow.id,
  type: 'reference',
  source: arrow.from,
  target: arrow.to,
  sourceHandle: arrow.fromPort,
  targetHandle: arrow.toPort,
  selected: arrow.selected,
  ariaLabel: arrow.spoken,
  domAttributes: { 'aria-roledescription': 'reference' },
  data: arrow.data,
});
