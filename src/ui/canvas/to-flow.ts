/**
 * A scene and its places as React Flow's nodes and edges. A projection and nothing more: sizes, ports and positions
 * are given, so that nothing waits to be measured; what did not change is the same object as before, so that nothing
 * redraws.
 */

import type { Edge as FlowEdge, Node as FlowNode, NodeHandle } from '@xyflow/react';
import { printRef } from '../../plan/expression.ts';
import type { Edge } from '../../plan/graph.ts';
import { spokenEdge, spokenId, spokenSources } from './call-name.ts';
import { type CardModel, portPlaces } from './card-model.ts';
import { pillOf } from './card-value.ts';
import type { Bends } from './edge-bends.ts';
import type { Shown } from './flow-window.ts';
import { CARD_WIDTH, PORT_SIZE } from './geometry.ts';
import { type Hue, hueOf } from './path-hue.ts';
import { MORE_PORT, outputPort, portOf } from './ports.ts';
import type { ProblemCount } from './problem-counts.ts';
import type { Scene } from './scene.ts';

export interface XY {
  readonly x: number;
  readonly y: number;
}

export type DiffMark = 'added' | 'revised' | 'removed';

export type CallNodeData = {
  readonly card: CardModel;
  readonly problems: ProblemCount | undefined;
  readonly mark: DiffMark | undefined;
  /** Of a revised call: the card as it was. */
  readonly before: CardModel | undefined;
  readonly spokenId: string;
  readonly spokenSources: string;
};
export type CallNode = FlowNode<CallNodeData, 'call'>;

export type ReferenceEdgeData = {
  /** The reference as it is written. */
  readonly label: string;
  /** The writer's path, as its output pill shows it. */
  readonly branch: string;
  readonly hue: Hue;
  readonly role: Edge['role'];
  /** Index in `scene.edges`, for gestures; the writer's alternative, for what a run took. */
  readonly edge: number;
  readonly alternative: number;
  readonly isBranch: boolean;
  readonly isError: boolean;
  readonly removed: boolean;
  /** An end of it is selected. */
  readonly lit: boolean;
  /** Where it bends on its way past other cards. */
  readonly route: readonly XY[] | undefined;
};
export type ReferenceFlowEdge = FlowEdge<ReferenceEdgeData, 'reference'>;

/** What there is to know about calls beside the plan; all by call id. */
export interface Marks {
  readonly selected: ReadonlySet<string>;
  readonly selectedEdges: ReadonlySet<string>;
  /** The one call that Tab reaches. */
  readonly active: string | undefined;
  readonly problems: ReadonlyMap<string, ProblemCount>;
  readonly diff: ReadonlyMap<string, DiffMark>;
  readonly before: ReadonlyMap<string, CardModel>;
  readonly bends: Bends;
}

export interface Flow {
  readonly nodes: CallNode[];
  readonly edges: ReferenceFlowEdge[];
}

/** `labelId` names the element that holds a card's spoken name, for `aria-labelledby`. */
export type LabelId = (nodeId: string) => string;

/** Projects again and again, each time reusing what it made the time before. One projector a canvas. */
export function createProjector(labelId: LabelId) {
  let nodes = new Map<string, CallNode>();
  let edges = new Map<string, ReferenceFlowEdge>();
  let byIndex = new Map<number, ReferenceFlowEdge>();
  let last: Flow = { nodes: [], edges: [] };
  let before: { scene: Scene; marks: Marks; shown: Shown } | null = null;

  /** `places` is by call index. During a drag only places differ, and only what moved is made anew. */
  return function project(scene: Scene, places: readonly XY[], shown: Shown, marks: Marks): Flow {
    const onlyMoved = before?.scene === scene && before.marks === marks;
    const nextNodes = new Map<string, CallNode>();
    for (const index of shown.cards) {
      const id = scene.nodeIds[index]!;
      const at = places[index]!;
      const known = nodes.get(id);
      if (known && onlyMoved && samePlace(known.position, at)) {
        nextNodes.set(id, known);
        continue;
      }
      const made = callNode(scene, index, at, marks, labelId);
      nextNodes.set(id, known && sameNode(known, made) ? known : made);
    }
    nodes = nextNodes;
    if (!onlyMoved || before?.shown !== shown) {
      const nextEdges = new Map<string, ReferenceFlowEdge>();
      const nextByIndex = new Map<number, ReferenceFlowEdge>();
      for (const e of shown.edges) {
        let edge = onlyMoved ? byIndex.get(e) : undefined;
        if (!edge) {
          const made = referenceEdge(scene, e, marks);
          const known = edges.get(made.id);
          edge = known && sameEdge(known, made) ? known : made;
        }
        nextEdges.set(edge.id, edge);
        nextByIndex.set(e, edge);
      }
      edges = nextEdges;
      byIndex = nextByIndex;
    }
    before = { scene, marks, shown };
    last = {
      nodes: sameItems(last.nodes, [...nodes.values()]),
      edges: sameItems(last.edges, [...edges.values()]),
    };
    return last;
  };
}

const samePlace = (a: XY, b: XY): boolean => a.x === b.x && a.y === b.y;

const sameItems = <T>(before: T[], after: T[]): T[] =>
  before.length === after.length && before.every((item, i) => item === after[i]) ? before : after;

function sameFields<T extends object>(a: T, b: T, except?: keyof T): boolean {
  for (const key in a) if (key !== except && a[key] !== b[key]) return false;
  return true;
}

const sameNode = (a: CallNode, b: CallNode): boolean =>
  samePlace(a.position, b.position) &&
  a.selected === b.selected &&
  a.domAttributes?.tabIndex === b.domAttributes?.tabIndex &&
  sameCount(a.data.problems, b.data.problems) &&
  sameFields(a.data, b.data, 'problems');

const sameCount = (a: ProblemCount | undefined, b: ProblemCount | undefined): boolean =>
  a?.errors === b?.errors && a?.warnings === b?.warnings;

const sameEdge = (a: ReferenceFlowEdge, b: ReferenceFlowEdge): boolean =>
  a.selected === b.selected && a.targetHandle === b.targetHandle && sameFields(a.data!, b.data!);

const handles = new WeakMap<CardModel, NodeHandle[]>();

function handlesOf(card: CardModel): NodeHandle[] {
  let made = handles.get(card);
  if (!made) {
    made = portPlaces(card).map(({ port, side, y }) => ({
      id: port,
      type: side === 'left' ? 'target' : 'source',
      position: side as NodeHandle['position'],
      x: (side === 'left' ? 0 : CARD_WIDTH) - PORT_SIZE / 2,
      y: y - PORT_SIZE / 2,
      width: PORT_SIZE,
      height: PORT_SIZE,
    }));
    handles.set(card, made);
  }
  return made;
}

function callNode(scene: Scene, index: number, at: XY, marks: Marks, labelId: LabelId): CallNode {
  const card = scene.cards[index]!;
  const id = scene.nodeIds[index]!;
  const size = { width: CARD_WIDTH, height: card.height };
  const mark = marks.diff.get(id);
  return {
    id,
    type: 'call',
    position: { x: at.x, y: at.y },
    ...size,
    measured: size,
    handles: handlesOf(card),
    selected: marks.selected.has(id),
    draggable: mark !== 'removed',
    connectable: mark !== 'removed',
    ariaRole: 'group',
    domAttributes: {
      tabIndex: marks.active === id ? 0 : -1,
      'aria-roledescription': 'call',
      'aria-labelledby': labelId(id),
    },
    data: {
      card,
      problems: marks.problems.get(card.call._id),
      mark,
      before: marks.before.get(id),
      spokenId: spokenId(scene, index),
      spokenSources: spokenSources(scene, index),
    },
  };
}

export function edgeId(scene: Scene, edge: Edge): string {
  const place = JSON.stringify(edge.path);
  const from = scene.nodeIds[edge.from];
  return `${from}/${edge.write.alternative}/${printRef(edge.write.ref)}>${scene.nodeIds[edge.to]}/${place}/${printRef(edge.ref)}`;
}

function referenceEdge(scene: Scene, index: number, marks: Marks): ReferenceFlowEdge {
  const edge = scene.edges[index]!;
  const writer = scene.cards[edge.from]!;
  const reader = scene.cards[edge.to]!;
  const source = scene.nodeIds[edge.from]!;
  const target = scene.nodeIds[edge.to]!;
  const port = portOf(edge.role, edge.path);
  const hasRow = reader.rows.some((row) => row.port === port);
  const id = edgeId(scene, edge);
  return {
    id,
    type: 'reference',
    source,
    target,
    sourceHandle: outputPort(edge.write.alternative),
    targetHandle: hasRow ? port : MORE_PORT,
    selected: marks.selectedEdges.has(id),
    ariaLabel: spokenEdge(scene, edge),
    domAttributes: { 'aria-roledescription': 'reference' },
    data: {
      label: printRef(edge.ref),
      branch: pillOf(edge.write.ref).text,
      hue: hueOf(edge.ref.path.length > 0 ? edge.ref : edge.write.ref),
      role: edge.role,
      edge: index,
      alternative: edge.write.alternative,
      isBranch: writer.outputs.length > 1,
      isError: writer.outputs.some((row) => row.alternative === edge.write.alternative && row.isError),
      removed: marks.diff.get(source) === 'removed' || marks.diff.get(target) === 'removed',
      lit: marks.selected.has(source) || marks.selected.has(target),
      route: marks.bends.get(`${edge.from}>${edge.to}`),
    },
  };
}
