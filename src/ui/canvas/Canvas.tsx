/** The canvas: a plan as cards and arrows. It draws what it is given and says what the person did; it keeps no plan. */

import '@xyflow/react/dist/base.css';
import { ReactFlow, ReactFlowProvider, useKeyPress, useStoreApi, ViewportPortal } from '@xyflow/react';
import {
  type ComponentType,
  memo,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { MAX_ZOOM, MIN_ZOOM } from '../../canvas/camera.ts';
import { PORT_REACH } from '../../canvas/card.ts';
import { CanvasController } from '../../canvas/controller.ts';
import type { End } from '../../canvas/ends.ts';
import type { Given } from '../../canvas/given.ts';
import type { Size, XY } from '../../canvas/plane.ts';
import { late } from '../parts/late.tsx';
import { CallCard } from './CallCard.tsx';
import { Lists, Menu, Notice, PulledOver } from './CanvasAsks.tsx';
import { AddCallButton, CanvasControls, EmptyCanvas } from './CanvasControls.tsx';
import type { StatusOf, SubscribeToStatus } from './call-live.ts';
import styles from './canvas.module.css';
import {
  CanvasContext,
  type EndOfPlan,
  type OfController,
  useLabelId,
  useShown,
  type ValueOfCall,
} from './canvas-context.ts';
import { Dots } from './Dots.tsx';
import { EndNode } from './EndNode.tsx';
import { flowHandlers, pageHandlers } from './events.ts';
import { PullLine } from './PullLine.tsx';
import { ReferenceEdge } from './ReferenceEdge.tsx';
import { onPlane, useStage } from './stage.ts';
import { createEndFlow, createFlow, type LabelId } from './to-flow.ts';

export interface CanvasProps extends Given {
  readonly statusOf?: StatusOf;
  readonly subscribe?: SubscribeToStatus;
  /** Whether calls stand as they do now because a person went to another moment: nothing left them just now. */
  readonly isLeap?: () => boolean;
  /** Draws what a call comes to, on cards that have room for it (`withValues`); its caption has the id that it is handed. */
  readonly Value?: ValueOfCall;
  /** Draws what is in a card at an end of the plan; until then it has its name. */
  readonly End?: EndOfPlan;
  /** Draws what a plan without calls may begin with. */
  readonly Begin?: ComponentType<OfController> | undefined;
  /** A card at an end of the plan is pressed twice. */
  readonly onOpenEnd?: ((end: End) => void) | undefined;
  /** Hears of the canvas's controller, and null once that is off the screen. */
  readonly onController?: (controller: CanvasController | null) => void;
}

/**
 * Another plan is another canvas: its places and its viewport begin anew. Drawn again only where its props change: a
 * run that is played back changes its cards sixty times a second, and each card hears of its own.
 */
export const Canvas = memo(function Canvas(props: CanvasProps) {
  const frame = useRef<HTMLElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  // Known before the first paint, so that the plan opens where it stays instead of jumping there.
  useLayoutEffect(() => {
    const box = frame.current?.getBoundingClientRect();
    if (box) setSize({ width: Math.max(1, box.width), height: Math.max(1, box.height) });
  }, []);
  return (
    <section ref={frame} className={styles.canvas} aria-label="Canvas" data-canvas-mode={props.mode}>
      {size && (
        <ReactFlowProvider key={props.plan.id} initialWidth={size.width} initialHeight={size.height}>
          <CanvasSurface given={props} size={size} />
        </ReactFlowProvider>
      )}
    </section>
  );
});

const NotesLayer = late(() => import('./NotesLayer.tsx'));

/** Plans up to here are looked over without a picture of them in small, and most plans are small. */
const LARGE = 30;
const Minimap = late(() => import('./Minimap.tsx'));
const Overview = late(() => import('./Overview.tsx'));

const NODE_TYPES = { call: CallCard, end: EndNode };
const EDGE_TYPES = { reference: ReferenceEdge };
/** With any of them a press adds to what is selected, and takes from it. Shift alone pulls a frame around more. */
const MULTI = ['Shift', 'Meta', 'Control'];
const HIDE_ATTRIBUTION = { hideAttribution: true };

/**
 * Sizes and ports are given. React Flow would measure each card that comes into view all the same, and draw its arrows
 * again by what it measured: a layout in the middle of a frame. It asks its store how, as soon as it is drawn first.
 */
function useNothingMeasured(): void {
  const store = useStoreApi();
  useState(() => store.setState({ updateNodeInternals: () => {} }));
}

/** Puts a controller on the screen: React Flow with what it draws, and beside it what is asked and said. */
function CanvasSurface({ given, size }: { given: CanvasProps; size: Size }) {
  const { statusOf, subscribe, isLeap, Value, End, onOpenEnd, onController } = given;
  const [controller] = useState(() => new CanvasController(given, size));
  useLayoutEffect(() => controller.give(given), [controller, given]);
  useEffect(() => {
    onController?.(controller);
    return () => onController?.(null);
  }, [controller, onController]);
  const root = useRef<HTMLDivElement>(null);
  useNothingMeasured();
  useStage(controller, root);
  const store = useStoreApi();
  // Outside React: it moves all the time, and only what is pasted asks for it.
  const pointer = useRef<XY | null>(null);
  const handlers = useMemo(
    () => pageHandlers(controller, (at) => onPlane(store, at), pointer),
    [controller, store],
  );
  const labelId = useLabelId();
  const far = useShown(controller, (shows) => shows.isFar);
  const farStep = useShown(controller, (shows) => shows.session.farStep);
  const isConnecting = useShown(controller, (shows) => shows.question !== null);
  const isPulling = useShown(controller, (shows) => shows.pull !== null);
  const context = useMemo(
    () => ({ controller, far, labelId, statusOf, subscribe, isLeap, Value, End }),
    [controller, far, labelId, statusOf, subscribe, isLeap, Value, End],
  );
  // What had the keyboard may be gone: the first screen with its goal box, say. Its place is here then.
  useEffect(() => {
    if (document.activeElement === document.body) root.current?.focus({ preventScroll: true });
  }, []);
  return (
    <CanvasContext.Provider value={context}>
      <div
        ref={root}
        // Clicked or left with Escape, the canvas has the keys even where no card has them: paste, say.
        tabIndex={-1}
        className={styles.surface}
        {...handlers}
        onPointerMove={({ clientX, clientY }) => {
          pointer.current = { x: clientX, y: clientY };
        }}
        onPointerLeave={() => {
          pointer.current = null;
        }}
        data-connecting={isConnecting}
        data-far-step={farStep || undefined}
        data-pulling={isPulling || undefined}
      >
        <Plane controller={controller} labelId={labelId} onOpenEnd={onOpenEnd} />
        <Around controller={controller} Begin={given.Begin} />
        <Lists controller={controller} surface={root} />
        <Notice controller={controller} />
      </div>
      {/* Beside the canvas: inside it, its keys would be the canvas's as well. */}
      <Menu controller={controller} />
    </CanvasContext.Provider>
  );
}

// ---- Its parts: each is drawn again when what it shows is another, not when the canvas is given something ----

/** The cards and arrows. The one component that renders React Flow. */
const Plane = memo(function Plane(
  props: OfController & Pick<CanvasProps, 'onOpenEnd'> & { labelId: LabelId },
) {
  const { controller, labelId, onOpenEnd } = props;
  const store = useStoreApi();
  const mode = useShown(controller, (shows) => shows.mode);
  const drawing = useShown(controller, (shows) => shows.drawing);
  const isPictured = useShown(controller, (shows) => shows.isPictured);
  const isLarge = useShown(controller, (shows) => shows.count > LARGE);
  const [toFlow] = useState(() => createFlow(labelId));
  const calls = toFlow(drawing);
  const ends = useShown(controller, (shows) => shows.ends);
  const [endsToFlow] = useState(() => createEndFlow(labelId));
  const { nodes, edges } = useMemo(() => {
    const around = endsToFlow(ends);
    // As they are read, and as Tab goes: what the plan asks for, its calls, what it returns.
    const [inputs, results] = [around.nodes.slice(0, -1), around.nodes.slice(-1)];
    return { nodes: [...inputs, ...calls.nodes, ...results], edges: [...calls.edges, ...around.edges] };
  }, [calls.nodes, calls.edges, endsToFlow, ends]);
  const handlers = useMemo(
    () => flowHandlers(controller, (at) => onPlane(store, at), onOpenEnd),
    [controller, store, onOpenEnd],
  );
  const [start] = useState(controller.viewport);
  // Held, it moves the view wherever the pointer is, over a card too.
  const isPanning = useKeyPress('Space');
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      defaultViewport={start}
      minZoom={MIN_ZOOM}
      maxZoom={MAX_ZOOM}
      // Of a small one all is there, in view or not: who searches the page, or has it read aloud, finds each card.
      onlyRenderVisibleElements={isLarge}
      nodesFocusable={false}
      edgesFocusable={false}
      nodesConnectable={mode === 'edit'}
      nodesDraggable={mode === 'edit' || mode === 'dry-run'}
      className={isPanning ? styles.panning : undefined}
      disableKeyboardA11y
      deleteKeyCode={null}
      zoomOnDoubleClick={false}
      panOnScroll
      connectionRadius={PORT_REACH}
      connectionLineComponent={PullLine}
      connectOnClick={false}
      multiSelectionKeyCode={MULTI}
      elevateNodesOnSelect
      aria-label="Calls and references"
      proOptions={HIDE_ATTRIBUTION}
      {...handlers}
    >
      {mode === 'dry-run' && <div className={styles.hatching} />}
      {mode !== 'dry-run' && !isPictured && <Dots />}
      {isPictured && (
        <Suspense fallback={null}>
          <Overview controller={controller} />
        </Suspense>
      )}
      <Outlines controller={controller} />
      <Noted controller={controller} />
      <PulledOver controller={controller} />
    </ReactFlow>
  );
});

/** What stands beside the calls. */
function Noted({ controller }: OfController) {
  const hasNotes = useShown(controller, (shows) => shows.notes !== null);
  return <Suspense fallback={null}>{hasNotes ? <NotesLayer controller={controller} /> : null}</Suspense>;
}

/** Frames where a gesture would put cards, and the lines they would stand along. */
function Outlines({ controller }: OfController) {
  const outlines = useShown(controller, (shows) => shows.outlines);
  const guides = useShown(controller, (shows) => shows.guides);
  if (outlines.length + guides.length === 0) return null;
  return (
    <ViewportPortal>
      {guides.map(({ x, y, width, height }) => (
        <div
          key={`${x} ${y}`}
          className={styles.guide}
          style={{ transform: `translate(${x}px, ${y}px)`, width, height }}
        />
      ))}
      {outlines.map(({ x, y, width, height }, i) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: frames of one gesture have no names
          key={i}
          className={styles.outline}
          style={{ transform: `translate(${x}px, ${y}px)`, width, height }}
        />
      ))}
    </ViewportPortal>
  );
}

/** The buttons, and the plan in small. */
const Around = memo(function Around({ controller, Begin }: OfController & Pick<CanvasProps, 'Begin'>) {
  const isEditable = useShown(controller, (shows) => shows.mode === 'edit');
  const isEmpty = useShown(controller, (shows) => shows.isEmpty);
  const isLarge = useShown(controller, (shows) => shows.count > LARGE && !shows.isOverview);
  // A pan wants the picture within a frame: it is here before one can begin.
  useEffect(() => {
    if (isLarge) void Overview.ahead();
  }, [isLarge]);
  const add = () => controller.perform({ kind: 'begin-adding' });
  return (
    <>
      {isEditable && <AddCallButton onAdd={add} />}
      {isEmpty && (
        <EmptyCanvas onAdd={add}>
          <Suspense fallback={null}>{Begin && <Begin controller={controller} />}</Suspense>
        </EmptyCanvas>
      )}
      {isLarge && (
        <Suspense fallback={null}>
          <Minimap controller={controller} />
        </Suspense>
      )}
      <CanvasControls controller={controller} editable={isEditable} />
    </>
  );
});
