/** What happens on the page and in React Flow, told to the controller in its own words. It decides nothing. */

import type { EdgeChange, Connection as FlowConnection, NodeChange, ReactFlowProps } from '@xyflow/react';
import type {
  ClipboardEvent,
  FocusEvent,
  HTMLAttributes,
  KeyboardEvent,
  MouseEvent,
  PointerEvent,
} from 'react';
import type { CanvasController } from '../../canvas/controller.ts';
import type { End } from '../../canvas/ends.ts';
import type { Grip, Pointer } from '../../canvas/gestures/gesture.ts';
import type { MenuOn } from '../../canvas/menu.ts';
import type { XY } from '../../canvas/plane.ts';
import { afterChanges } from '../../canvas/selection.ts';
import { whileHeld } from './long-press.ts';
import type { CallNode, EndFlowNode, ReferenceFlowEdge } from './to-flow.ts';

// ---- The page ----

type PageHandlers = {
  readonly [Name in
    | 'onFocus'
    | 'onKeyDown'
    | 'onContextMenu'
    | 'onPointerDown'
    | 'onMouseDownCapture'
    | 'onClickCapture'
    | 'onDoubleClickCapture'
    | 'onClick'
    | 'onCopy'
    | 'onCut'
    | 'onPaste']: NonNullable<HTMLAttributes<HTMLElement>[Name]>;
};

/**
 * For the element around the canvas, and the list of its calls: keys, the menus, the clipboard.
 * @param onPlane from pixels of the window to the plane @param pointer where it is over the canvas, in pixels of the window
 */
export const pageHandlers = (
  controller: CanvasController,
  onPlane: (at: XY) => XY = (at) => at,
  pointer: { readonly current: XY | null } = NOWHERE,
): PageHandlers => ({
  ...twicePressed(controller, onPlane),
  onFocus: ({ target, currentTarget }: FocusEvent) => {
    const call = target.closest<HTMLElement>(`${CARD}, [data-row]`)?.dataset.id;
    const edge = target.closest<SVGElement>(EDGE)?.dataset.id;
    if (edge !== undefined) controller.focused(controller.shows.session.ring, edge);
    // A button of the canvas changes nothing of what its keys are about.
    else if (call !== undefined || target === currentTarget) controller.focused(call);
    // By a key. What was pressed is in view, and must not move away under the pointer.
    if (call !== undefined && target.matches(`${CARD}:focus-visible`)) controller.reveal(call);
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.defaultPrevented || isWithin(event.target, TYPING)) return;
    // Held down, it would take call after call: each goes on to the next.
    if (event.repeat && /^(Delete|Backspace)$/.test(event.key)) return;
    const meant = controller.key({
      key: event.key,
      shift: event.shiftKey,
      command: event.ctrlKey || event.metaKey,
      alt: event.altKey,
      isOnButton: isWithin(event.target, 'button'),
    });
    if (meant) event.preventDefault();
  },
  // A key that asks for it says no place, and is heard as a key.
  onContextMenu: (event: MouseEvent) => {
    if (openMenu(controller, event, onPlane)) event.preventDefault();
  },
  onPointerDown: (event: PointerEvent) => {
    const { target, clientX, clientY } = event;
    // From a port an arrow is pulled, however slowly.
    if (isWithin(target, '.react-flow__handle')) return;
    whileHeld(event.nativeEvent, () => openMenu(controller, { target, clientX, clientY }, onPlane));
  },
  onCopy: (event: ClipboardEvent) => {
    const text = isWithin(event.target, TYPING) ? null : controller.copied();
    if (text === null) return;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
  },
  onCut: (event: ClipboardEvent) => {
    const { mode, session } = controller.shows;
    // A note, or a frame with what stands in it, is copied and then removed: what goes is said by its own keys.
    if (mode !== 'edit' || session.note) return;
    const text = isWithin(event.target, TYPING) ? null : controller.copied();
    const calls = controller.shows.given.selection;
    if (text === null || calls.length === 0) return;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
    controller.perform({ kind: 'remove', calls });
  },
  onPaste: (event: ClipboardEvent) => {
    if (controller.shows.mode !== 'edit' || isWithin(event.target, TYPING)) return;
    event.preventDefault();
    const at = pointer.current && onPlane(pointer.current);
    controller.perform({
      kind: 'paste',
      text: event.clipboardData.getData('text/plain'),
      ...(at ? { at } : {}),
    });
  },
});

/**
 * The first press on a card may open the panel beside the canvas, and the view goes along: the second of a double click then
 * falls on another card. It means the one that was pressed first. A press on an output that pulls nothing asks what shall
 * read it.
 */
function twicePressed(
  controller: CanvasController,
  onPlane: (at: XY) => XY,
): Pick<PageHandlers, 'onMouseDownCapture' | 'onClickCapture' | 'onDoubleClickCapture' | 'onClick'> {
  let first: string | undefined;
  let down: XY = { x: 0, y: 0 };
  const fellElsewhere = (event: MouseEvent): boolean => {
    const card = cardAt(event.target);
    if (event.detail < 2 || first === undefined || card === undefined || card === first) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    onMouseDownCapture: (event) => {
      down = { x: event.clientX, y: event.clientY };
      if (event.detail < 2) first = cardAt(event.target);
      else fellElsewhere(event);
    },
    onClickCapture: (event) => void fellElsewhere(event),
    onDoubleClickCapture: (event) => {
      if (fellElsewhere(event) && first !== undefined) controller.perform({ kind: 'open', call: first });
    },
    onClick: ({ target, clientX: x, clientY: y }) => {
      const port = target instanceof Element ? target.closest<HTMLElement>(OUTPUT)?.dataset : undefined;
      if (!port?.nodeid || !port.handleid || Math.hypot(x - down.x, y - down.y) > HELD_STILL) return;
      controller.perform({
        kind: 'begin-pulling',
        call: port.nodeid,
        port: port.handleid,
        at: onPlane({ x, y }),
      });
    },
  };
}
/** Pixels that a hand moves between pressing and letting go without meaning to pull. */
const HELD_STILL = 4;
const OUTPUT = '.react-flow__handle.source';

const cardAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>(CARD)?.dataset.id : undefined;

/** Opens the menu of what is there; false where there is none: in a list or on a button, the browser's own is the right one. */
function openMenu(
  controller: CanvasController,
  { target, clientX: x, clientY: y }: Pick<MouseEvent, 'target' | 'clientX' | 'clientY'>,
  onPlane: (at: XY) => XY,
): boolean {
  const on = target instanceof Element ? menuAt(target, onPlane({ x, y })) : undefined;
  return on !== undefined && controller.perform({ kind: 'menu', on, at: { x, y } });
}

/** The elements of a card, an arrow and the plane; React Flow's own classes. */
export const CARD = '.react-flow__node';
export const EDGE = '.react-flow__edge';
/** What lies on an arrow that is pointed at, and is not within it. */
const ON_EDGE = '[data-on-edge]';
const PLANE = '.react-flow__pane';
const NOWHERE: { readonly current: XY | null } = { current: null };

function menuAt(target: Element, at: XY): MenuOn | undefined {
  const call = target.closest<HTMLElement>(`${CARD}, [data-row]`)?.dataset.id;
  if (call !== undefined) return { kind: 'call', call };
  const arrow = target.closest<HTMLElement | SVGElement>(`${EDGE}, ${ON_EDGE}`)?.dataset;
  const edge = arrow?.onEdge ?? arrow?.id;
  if (edge) return { kind: 'edge', edge };
  return target.matches(PLANE) ? { kind: 'plane', at } : undefined;
}

const TYPING = 'input, textarea, select, [contenteditable="true"]';

const isWithin = (target: EventTarget, selector: string): boolean =>
  target instanceof HTMLElement && target.closest(selector) !== null;

// ---- React Flow: it finds what is under the pointer, draws what is pulled, and pans and zooms by itself ----

type AnyNode = CallNode | EndFlowNode;

type FlowHandlers = Pick<
  ReactFlowProps<AnyNode, ReferenceFlowEdge>,
  | 'onNodesChange'
  | 'onEdgesChange'
  | 'onNodeDragStart'
  | 'onNodeDrag'
  | 'onNodeDragStop'
  | 'onConnectStart'
  | 'onConnectEnd'
  | 'isValidConnection'
  | 'onNodeDoubleClick'
  | 'onPaneClick'
  | 'onMoveStart'
>;

/** @param onPlane from pixels of the window to the plane */
export function flowHandlers(
  controller: CanvasController,
  onPlane: (at: XY) => XY,
  onOpenEnd: (end: End) => void = () => {},
): FlowHandlers {
  const planeAt = (event: Event | Moved): XY => onPlane(pointOf(event));
  const over = (event: Event | Moved): Pointer => {
    const at = planeAt(event);
    return { at, on: controller.gripAt(at), alt: false };
  };
  let stopPulling = (): void => {};
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
    onConnectStart: (event, { nodeId, handleId }) => {
      const press = {
        at: planeAt(event),
        on: port(nodeId, handleId),
        alt: 'altKey' in event && event.altKey,
      };
      controller.press(press);
      controller.drag(press);
      // React Flow tells of no step in between.
      stopPulling = onMoves((step) => controller.drag(over(step)));
    },
    onConnectEnd: (event) => {
      stopPulling();
      controller.release(over(event));
    },
    isValidConnection: (made: FlowConnection | ReferenceFlowEdge) =>
      controller.canConnect(port(made.source, made.sourceHandle), port(made.target, made.targetHandle)),
    onNodeDoubleClick: (_event, node) => {
      if (node.type === 'end') onOpenEnd(node.data.end);
      else controller.perform({ kind: 'open', call: node.data.card.call._id });
    },
    onPaneClick: (event) => {
      const at = onPlane({ x: event.clientX, y: event.clientY });
      const pointer: Pointer = { at, on: { kind: 'plane' }, alt: event.altKey };
      controller.press(pointer);
      controller.release(pointer);
      const { mode, isOverview } = controller.shows;
      // As on other canvases: pressed twice where nothing is, it asks what shall be there.
      if (event.detail === 2 && mode === 'edit' && !isOverview)
        controller.perform({ kind: 'begin-adding', at });
    },
    // Without an event it was the controller that moved the view.
    onMoveStart: (event) => {
      if (event) controller.releaseView();
    },
  };
}

type Moved = globalThis.MouseEvent | TouchEvent;

/** Where on the window, whether a mouse or a finger is there. */
function pointOf(event: Event | Moved): XY {
  const at = 'changedTouches' in event ? event.changedTouches[0] : (event as globalThis.MouseEvent);
  return { x: at?.clientX ?? 0, y: at?.clientY ?? 0 };
}

/** Hears of every step of a pull; returns the way to stop. */
function onMoves(listener: (step: Moved) => void): () => void {
  document.addEventListener('mousemove', listener);
  document.addEventListener('touchmove', listener);
  return () => {
    document.removeEventListener('mousemove', listener);
    document.removeEventListener('touchmove', listener);
  };
}

const holding = (node: AnyNode, alt: boolean): Pointer => ({
  at: node.position,
  on: { kind: 'card', call: node.id },
  alt,
});

const port = (call: string | null, handle: string | null | undefined): Grip => ({
  kind: 'port',
  call: call ?? '',
  port: handle ?? '',
});

type Change = NodeChange<AnyNode> | EdgeChange<ReferenceFlowEdge>;

const selecting = (changes: readonly Change[]) =>
  changes.flatMap((change) => (change.type === 'select' ? [change] : []));
