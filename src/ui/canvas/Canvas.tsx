/** The canvas: a plan as cards and arrows. It draws what it is given and says what the person did; it keeps no plan. */

import '@xyflow/react/dist/base.css';
import { ReactFlow, ReactFlowProvider, useStoreApi, ViewportPortal } from '@xyflow/react';
import { memo, Suspense, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { MAX_ZOOM, MIN_ZOOM } from '../../canvas/camera.ts';
import { CanvasController } from '../../canvas/controller.ts';
import type { Given } from '../../canvas/given.ts';
import type { Size } from '../../canvas/plane.ts';
import { late } from '../parts/late.tsx';
import { CallCard } from './CallCard.tsx';
import { AddCallButton, CanvasControls, EmptyCanvas } from './CanvasControls.tsx';
import type { StatusOf, SubscribeToStatus } from './call-live.ts';
import styles from './canvas.module.css';
import { CanvasContext, useShown, type ValueOfCall } from './canvas-context.ts';
import { flowHandlers, pageHandlers } from './events.ts';
import { ReferenceEdge } from './ReferenceEdge.tsx';
import { onPlane, useStage } from './stage.ts';
import { createFlow, type LabelId } from './to-flow.ts';

export interface CanvasProps extends Given {
  readonly statusOf?: StatusOf;
  readonly subscribe?: SubscribeToStatus;
  /** Whether calls stand as they do now because a person went to another moment: nothing left them just now. */
  readonly isLeap?: () => boolean;
  /** Draws what a call comes to, on cards that have room for it (`withValues`); its caption has the id that it is handed. */
  readonly Value?: ValueOfCall;
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

/** With its primitives it is a tenth of the first load, and nobody asks for it at first. */
const CallMenu = late(() => import('./CallMenu.tsx'));

/** Nobody adds a call at first; it comes once the plan is drawn, so that what is typed right after the key goes into it. */
const ChoiceList = late(() => import('./ChoiceList.tsx'));

/** Plans up to here are looked over without one, and most plans are small. */
const MINIMAP_ABOVE = 30;
const Minimap = late(() => import('./Minimap.tsx'));
const Overview = late(() => import('./Overview.tsx'));

const NODE_TYPES = { call: CallCard };
const EDGE_TYPES = { reference: ReferenceEdge };
const HIDE_ATTRIBUTION = { hideAttribution: true };

/**
 * Sizes and ports are given. React Flow would measure each card that comes into view all the same, and draw its arrows
 * again by what it measured: a layout in the middle of a frame. It asks its store how, as soon as it is drawn first.
 */
function useNothingMeasured(): void {
  const store = useStoreApi();
  useState(() => store.setState({ updateNodeInternals: () => {} }));
}

interface OfController {
  readonly controller: CanvasController;
}

/** Puts a controller on the screen: React Flow with what it draws, and beside it what is asked and said. */
function CanvasSurface({ given, size }: { given: CanvasProps; size: Size }) {
  const { statusOf, subscribe, isLeap, Value, onController } = given;
  const [controller] = useState(() => new CanvasController(given, size));
  useLayoutEffect(() => controller.give(given), [controller, given]);
  useEffect(() => {
    onController?.(controller);
    return () => onController?.(null);
  }, [controller, onController]);
  const root = useRef<HTMLDivElement>(null);
  useNothingMeasured();
  useStage(controller, root);
  const handlers = useMemo(() => pageHandlers(controller), [controller]);
  const prefix = useId();
  const labelId = useMemo<LabelId>(() => (id) => `${prefix}${id}`.replace(/\s/g, '_'), [prefix]);
  const far = useShown(controller, (shows) => shows.isFar);
  const isConnecting = useShown(controller, (shows) => shows.connectStep !== null);
  const context = useMemo(
    () => ({ controller, far, labelId, statusOf, subscribe, isLeap, Value }),
    [controller, far, labelId, statusOf, subscribe, isLeap, Value],
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
        data-connecting={isConnecting}
      >
        <Plane controller={controller} labelId={labelId} />
        <Around controller={controller} />
        <Lists controller={controller} />
        <Notice controller={controller} />
      </div>
      {/* Beside the canvas: inside it, its keys would be the canvas's as well. */}
      <Menu controller={controller} />
    </CanvasContext.Provider>
  );
}

// ---- Its parts: each is drawn again when what it shows is another, not when the canvas is given something ----

/** The cards and arrows. The one component that renders React Flow. */
const Plane = memo(function Plane({ controller, labelId }: OfController & { labelId: LabelId }) {
  const store = useStoreApi();
  const mode = useShown(controller, (shows) => shows.mode);
  const drawing = useShown(controller, (shows) => shows.drawing);
  const isPictured = useShown(controller, (shows) => shows.isPictured);
  const [toFlow] = useState(() => createFlow(labelId));
  const { nodes, edges } = toFlow(drawing);
  const handlers = useMemo(() => flowHandlers(controller, (at) => onPlane(store, at)), [controller, store]);
  const [start] = useState(controller.viewport);
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      defaultViewport={start}
      minZoom={MIN_ZOOM}
      maxZoom={MAX_ZOOM}
      onlyRenderVisibleElements
      nodesFocusable={false}
      edgesFocusable={false}
      nodesConnectable={mode === 'edit'}
      nodesDraggable={mode === 'edit' || mode === 'dry-run'}
      disableKeyboardA11y
      deleteKeyCode={null}
      zoomOnDoubleClick={false}
      panOnScroll
      connectionRadius={28}
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
    </ReactFlow>
  );
});

/** Frames where a gesture would put cards. */
function Outlines({ controller }: OfController) {
  const outlines = useShown(controller, (shows) => shows.outlines);
  if (outlines.length === 0) return null;
  return (
    <ViewportPortal>
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
const Around = memo(function Around({ controller }: OfController) {
  const isEditable = useShown(controller, (shows) => shows.mode === 'edit');
  const isEmpty = useShown(controller, (shows) => shows.isEmpty);
  const isLarge = useShown(controller, (shows) => shows.count > MINIMAP_ABOVE && !shows.isOverview);
  // A pan wants the picture within a frame: it is here before one can begin.
  useEffect(() => {
    if (isLarge) void Overview.ahead();
  }, [isLarge]);
  const add = () => controller.perform({ kind: 'begin-adding' });
  return (
    <>
      {isEditable && <AddCallButton onAdd={add} />}
      {isEmpty && <EmptyCanvas onAdd={add} />}
      {isLarge && (
        <Suspense fallback={null}>
          <Minimap controller={controller} />
        </Suspense>
      )}
      <CanvasControls controller={controller} editable={isEditable} />
    </>
  );
});

/** What is asked: a tool to add a call of, what to connect. */
const Lists = memo(function Lists({ controller }: OfController) {
  const tools = useShown(controller, (shows) => shows.tools);
  const step = useShown(controller, (shows) => shows.connectStep);
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => void ChoiceList.ahead());
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Suspense fallback={null}>
      {tools && (
        <ChoiceList
          title="Add a call of which tool?"
          choices={tools}
          onChoose={(tool) => controller.perform({ kind: 'add', tool })}
          onCancel={() => controller.perform({ kind: 'cancel-adding' })}
          onLeave={() => controller.perform({ kind: 'cancel-adding', leave: true })}
        />
      )}
      {step && (
        <ChoiceList
          key={step.title}
          title={step.title}
          choices={step.choices}
          onChoose={(id) => controller.perform({ kind: 'choose', id })}
          onCancel={() => controller.perform({ kind: 'cancel-connecting' })}
        />
      )}
    </Suspense>
  );
});

const Notice = memo(function Notice({ controller }: OfController) {
  const notice = useShown(controller, (shows) => shows.notice);
  return (
    <p role="status" className={notice ? `float ${styles.notice}` : styles.silent}>
      {notice}
    </p>
  );
});

const Menu = memo(function Menu({ controller }: OfController) {
  const menu = useShown(controller, (shows) => shows.menu);
  const offers = useShown(controller, (shows) => shows.offers);
  if (!menu) return null;
  return (
    <Suspense fallback={null}>
      <CallMenu
        {...menu}
        offers={offers}
        onClose={() => controller.perform({ kind: 'close-menu' })}
        onLeave={() => controller.leaveMenu()}
      />
    </Suspense>
  );
});

/** Between two dots: on the plane at its own size, and pixels of the screen at least. The layer is one wider and higher. */
const GAP = 24;
const LEAST = 18;

/** The dots behind the plan: one layer that a pan only moves, by whole pixels, so that nothing is painted or mixed. */
function Dots() {
  const layer = useRef<HTMLDivElement>(null);
  const store = useStoreApi();
  // Outside React: a pan changes it at every frame.
  useEffect(() => {
    const follow = (): void => {
      const [x, y, zoom] = store.getState().transform;
      // Where dots would come too near to each other, every second one is left out: they tell of the scale.
      const gap = GAP * zoom * 2 ** Math.max(0, Math.ceil(Math.log2(LEAST / (GAP * zoom))));
      const style = layer.current?.style;
      if (!style) return;
      style.backgroundSize = `${gap}px ${gap}px`;
      style.transform = `translate(${before(x, gap)}px, ${before(y, gap)}px)`;
    };
    follow();
    return store.subscribe((now, last) => {
      if (now.transform !== last.transform) follow();
    });
  }, [store]);
  return <div ref={layer} className={styles.dots} />;
}

/** Where the first dot stands at or before the edge, in whole pixels. */
const before = (at: number, gap: number): number => Math.floor((((at % gap) + gap) % gap) - gap);
