/** What happens on the page and in React Flow, told to the controller in its own words. It decides nothing. */

import type { EdgeChange, Connection as FlowConnection, NodeChange, ReactFlowProps } from '@xyflow/react';
import type { ClipboardEvent, HTMLAttributes, KeyboardEvent, MouseEvent } from 'react';
import type { CanvasController } from '../../canvas/controller.ts';
import type { Grip, Pointer } from '../../canvas/gestures/gesture.ts';
import type { XY } from '../../canvas/plane.ts';
import { afterChanges } from '../../canvas/selection.ts';
import type { CallNode, ReferenceFlowEdge } from './to-flow.ts';

// ---- The page ----

type PageHandlers = Required<
  Pick<HTMLAttributes<HTMLElement>, 'onKeyDown' | 'onContextMenu' | 'onCopy' | 'onPaste'>
>;

/** For the element around the canvas: keys, the menu, the clipboard. */
export const pageHandlers = (controller: CanvasController): PageHandlers => ({
  onKeyDown: (event: KeyboardEvent) => {
    if (event.defaultPrevented || isWithin(event.target, TYPING)) return;
    const meant = controller.key({
      key: event.key,
      shift: event.shiftKey,
      command: event.ctrlKey || event.metaKey,
      alt: event.altKey,
      isOnButton: isWithin(event.target, 'button'),
    });
    if (meant) event.preventDefault();
  },
  onContextMenu: (event: MouseEvent) => {
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>(CARD) : null;
    const call = card?.dataset.id;
    // Elsewhere the browser's own menu is the right one.
    if (call === undefined) return;
    if (controller.perform({ kind: 'menu', call, at: { x: event.clientX, y: event.clientY } })) {
      event.preventDefault();
    }
  },
  onCopy: (event: ClipboardEvent) => {
    const text = isWithin(event.target, TYPING) ? null : controller.copied();
    if (text === null) return;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
  },
  onPaste: (event: ClipboardEvent) => {
    if (controller.shows.mode !== 'edit' || isWithin(event.target, TYPING)) return;
    event.preventDefault();
    controller.perform({ kind: 'paste', text: event.clipboardData.getData('text/plain') });
  },
});

/** The element of a card; React Flow's own class. */
export const CARD = '.react-flow__node';
const TYPING = 'input, textarea, select, [contenteditable="true"]';

const isWithin = (target: EventTarget, selector: string): boolean =>
  target instanceof HTMLElement && target.closest(selector) !== null;

// ---- React Flow: it finds what is under the pointer, draws what is pulled, and pans and zooms by itself ----

type FlowHandlers = Pick<
  ReactFlowProps<CallNode, ReferenceFlowEdge>,
  | 'onNodesChange'
  | 'onEdgesChange'
  | 'onNodeDragStart'
  | 'onNodeDrag'
  | 'onNodeDragStop'
  | 'onConnectStart'
  | 'onConnect'
  | 'onConnectEnd'
  | 'isValidConnection'
  | 'onNodeDoubleClick'
  | 'onPaneClick'
  | 'onMoveStart'
>;

/** @param onPlane from pixels of the window to the plane */
export function flowHandlers(controller: CanvasController, onPlane: (at: XY) => XY): FlowHandlers {
  const nowhere: Pointer = { at: { x: 0, y: 0 }, on: { kind: 'plane' }, alt: false };
  return {
    // Cards are moved by the gesture alone: what React Flow says of places is what it was told.
    onNodesChange: (changes) => {
      const calls = afterChanges(controller.shows.given.selection, selecting(changes));
      if (calls) controller.perform({ kind: 'select', calls });
    },
    onEdgesChange: (changes) => {
      const edges = afterChanges(controller.shows.session.selectedEdges, selecting(changes));
      if (edges) controller.perform({ kind: 'select-edges', edges });
    },
    onNodeDragStart: (event, node) => controller.press(holding(node, event.altKey)),
    onNodeDrag: (event, node) => controller.drag(holding(node, event.altKey)),
    onNodeDragStop: (event, node) => controller.release(holding(node, event.altKey)),
    onConnectStart: (event, { nodeId, handleId }) =>
      controller.press({ ...nowhere, on: port(nodeId, handleId), alt: 'altKey' in event && event.altKey }),
    onConnect: (made) => controller.release({ ...nowhere, on: port(made.target, made.targetHandle) }),
    // After `onConnect` where there was one; else the arrow was let go of.
    onConnectEnd: () => controller.release(nowhere),
    isValidConnection: (made: FlowConnection | ReferenceFlowEdge) =>
      controller.canConnect(port(made.source, made.sourceHandle), port(made.target, made.targetHandle)),
    onNodeDoubleClick: (_event, node) => {
      controller.perform({ kind: 'open', call: node.data.card.call._id });
    },
    onPaneClick: (event) => {
      const at = onPlane({ x: event.clientX, y: event.clientY });
      const pointer: Pointer = { at, on: { kind: 'plane' }, alt: event.altKey };
      controller.press(pointer);
      controller.release(pointer);
    },
    // Without an event it was the controller that moved the view.
    onMoveStart: (event) => {
      if (event) controller.releaseView();
    },
  };
}

const holding = (node: CallNode, alt: boolean): Pointer => ({
  at: node.position,
  on: { kind: 'card', call: node.id },
  alt,
});

const port = (call: string | null, handle: string | null | undefined): Grip => ({
  kind: 'port',
  call: call ?? '',
  port: handle ?? '',
});

type Change = NodeChange<CallNode> | EdgeChange<ReferenceFlowEdge>;

const selecting = (changes: readonly Change[]) =>
  changes.flatMap((change) => (change.type === 'select' ? [change] : []));
