/** Joins scene, places, viewport and gestures to React Flow. The only component that renders it. */

import { Background, BackgroundVariant, ReactFlow, useStore } from '@xyflow/react';
import { Suspense, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { late } from '../parts/late.tsx';
import { CallCard } from './CallCard.tsx';
import { AddCallButton, CanvasControls } from './CanvasControls.tsx';
import { ChoiceList } from './ChoiceList.tsx';
import { callOffers } from './call-offers.ts';
import styles from './canvas.module.css';
import { CanvasContext } from './canvas-context.ts';
import type { CanvasProps } from './canvas-props.ts';
import { connectStep } from './connect-choices.ts';
import { EmptyCanvas } from './EmptyCanvas.tsx';
import { createBends } from './edge-bends.ts';
import { FAR_ZOOM, MAX_ZOOM, MIN_ZOOM, opening, type Size } from './fit-view.ts';
import { indexPlaces } from './flow-window.ts';
import { cardRect } from './geometry.ts';
import { Minimap, NEEDED_ABOVE } from './Minimap.tsx';
import { firstCall } from './neighbours.ts';
import { Overview } from './Overview.tsx';
import { createPlacement } from './placement.ts';
import { createFailing } from './problem-counts.ts';
import { ReferenceEdge } from './ReferenceEdge.tsx';
import { createProjector } from './to-flow.ts';
import { toolChoices } from './tool-choices.ts';
import { useActions } from './use-actions.ts';
import { useCallMenu } from './use-call-menu.ts';
import { useCamera } from './use-camera.ts';
import { useDrag } from './use-drag.ts';
import { useFlowHandlers } from './use-flow-handlers.ts';
import { useMarks, useScene } from './use-scene.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useShown } from './use-shown.ts';

/** With its primitives it is a tenth of the first load, and nobody asks for it at first. */
const CallMenu = late(() => import('./CallMenu.tsx').then((module) => ({ default: module.CallMenu })));

const NODE_TYPES = { call: CallCard };
const EDGE_TYPES = { reference: ReferenceEdge };
const NO_EDGES: ReadonlySet<string> = new Set();

export function CanvasSurface(props: CanvasProps & { size: Size }) {
  const { plan, selection, mode, statusOf, subscribe } = props;
  const scene = useScene(props);
  const [placesOf] = useState(createPlacement);
  const settled = useMemo(() => placesOf(scene, plan.layout), [placesOf, scene, plan.layout]);
  const { heights } = scene;
  const index = useMemo(() => indexPlaces(heights, settled), [heights, settled]);

  const root = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const labelId = useCallback((nodeId: string) => `${prefix}${nodeId}`.replace(/\s/g, '_'), [prefix]);
  const [project] = useState(() => createProjector(labelId));
  const [selectedEdges, setSelectedEdges] = useState(NO_EDGES);
  const camera = useCamera(props, scene, settled, index, root);
  const actions = useActions(props, { scene, places: settled, index }, camera, selectedEdges);
  const drag = useDrag(scene, settled, plan.layout, actions.apply);

  const first = useMemo(() => firstCall(settled), [settled]);
  const last = selection.findLast((id) => scene.indexOf.has(id));
  const active = last ?? (first === null ? undefined : scene.nodeIds[first]);
  const [bendsOf] = useState(createBends);
  const bends = useMemo(() => bendsOf(scene, settled), [bendsOf, scene, settled]);
  const marks = useMarks(props, selectedEdges, active, bends);
  const { shown, overview } = useShown(scene, index, selection);
  const flow = useMemo(
    () => project(scene, drag.places, shown, marks),
    [project, scene, drag.places, shown, marks],
  );
  const handlers = useFlowHandlers({
    props,
    scene,
    index,
    overview,
    actions,
    drag: drag.control,
    camera,
    setSelectedEdges,
  });
  const callMenu = useCallMenu(props, scene, root);
  const onKeyDown = useShortcuts({
    props,
    scene,
    places: settled,
    active,
    actions,
    drag: drag.control,
    camera,
    openMenu: callMenu.openAt,
  });

  const far = useStore((store) => store.transform[2] < FAR_ZOOM);
  const context = useMemo(
    () => ({ mode, far, labelId, statusOf, subscribe }),
    [mode, far, labelId, statusOf, subscribe],
  );
  const [failingOf] = useState(createFailing);
  const failing = failingOf(marks.problems);
  const { ids, nodeIds, edges } = scene;
  const { selected } = marks;
  // Of what does not change while a value is typed: the picture of thousands of cards is painted again for none.
  const picture = useMemo(
    () => ({ ids, nodeIds, heights, edges, places: settled, index, selected, failing }),
    [ids, nodeIds, heights, edges, settled, index, selected, failing],
  );
  const [start] = useState(() =>
    index.bounds && first !== null
      ? opening(index.bounds, cardRect(settled[first]!, scene.cards[first]!.height), props.size)
      : { x: 0, y: 0, zoom: 1 },
  );
  // What had the keyboard may be gone: the first screen with its goal box, say. Its place is here then.
  useEffect(() => {
    if (document.activeElement === document.body) root.current?.focus({ preventScroll: true });
  }, []);
  const adding = props.adding === true && mode === 'edit';
  const tools = useMemo(() => (adding ? toolChoices(props.catalogue) : []), [adding, props.catalogue]);
  const { menu } = callMenu;
  const step = actions.connecting ? connectStep(scene, actions.connecting) : null;

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the cards inside it arrive here */}
      <div
        ref={root}
        // Clicked or left with Escape, the canvas has the keys even where no card has them: paste, say.
        tabIndex={-1}
        className={styles.surface}
        onKeyDown={onKeyDown}
        onContextMenu={callMenu.onContextMenu}
        onCopy={actions.onCopy}
        onPaste={actions.onPaste}
        data-connecting={actions.connecting !== null}
      >
        <CanvasContext.Provider value={context}>
          <ReactFlow
            nodes={flow.nodes}
            edges={flow.edges}
            nodeTypes={NODE_TYPES}
            edgeTypes={EDGE_TYPES}
            defaultViewport={start}
            minZoom={MIN_ZOOM}
            maxZoom={MAX_ZOOM}
            onlyRenderVisibleElements
            nodesFocusable={false}
            edgesFocusable={false}
            nodesConnectable={mode === 'edit'}
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
            {mode === 'dry-run' ? (
              <div className={styles.hatching} />
            ) : (
              <Background variant={BackgroundVariant.Dots} gap={24} size={1.5} />
            )}
            {overview && <Overview picture={picture} />}
          </ReactFlow>
          {mode === 'edit' && <AddCallButton onAdd={() => props.onAdding?.(true)} />}
          {mode === 'edit' && scene.cards.length === 0 && !props.streaming && (
            <EmptyCanvas onAdd={() => props.onAdding?.(true)} />
          )}
          {scene.cards.length > NEEDED_ABOVE && !overview && <Minimap picture={picture} />}
          <CanvasControls camera={camera} onAutoLayout={actions.autoLayout} editable={mode === 'edit'} />
          {adding && (
            <ChoiceList
              title="Add a call of which tool?"
              choices={tools}
              onChoose={actions.add}
              onCancel={actions.cancelAdding}
              onLeave={() => props.onAdding?.(false)}
            />
          )}
          {step && (
            <ChoiceList
              key={step.title}
              title={step.title}
              choices={step.choices}
              onChoose={actions.choose}
              onCancel={actions.cancelConnecting}
            />
          )}
          <p role="status" className={actions.notice ? styles.notice : styles.silent}>
            {actions.notice}
          </p>
        </CanvasContext.Provider>
      </div>
      {/* Beside the canvas: inside it, its keys would be the canvas's as well. */}
      {menu && (
        <Suspense fallback={null}>
          <CallMenu
            {...menu}
            offers={callOffers({
              mode,
              index: scene.indexOf.get(menu.call) ?? 0,
              count: selection.length,
              actions,
              inspect: () => props.onOpenInspector(menu.call),
              ofRun: props.offersOf?.(menu.call) ?? [],
            })}
            onClose={callMenu.close}
            onLeave={callMenu.backToCard}
          />
        </Suspense>
      )}
    </>
  );
}

const HIDE_ATTRIBUTION = { hideAttribution: true };
