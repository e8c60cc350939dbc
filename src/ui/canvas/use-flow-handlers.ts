/** React Flow's events, turned into the canvas's own gestures. */

import type { EdgeChange, Connection as FlowConnection, NodeChange, ReactFlowProps } from '@xyflow/react';
import { useStoreApi } from '@xyflow/react';
import { type Dispatch, type SetStateAction, useMemo } from 'react';
import type { CanvasProps } from './canvas-props.ts';
import type { Connection } from './from-flow.ts';
import { alternativeOf, readerPortOf } from './ports.ts';
import type { Scene } from './scene.ts';
import type { SpatialIndex } from './spatial-index.ts';
import type { CallNode, ReferenceFlowEdge } from './to-flow.ts';
import type { Actions } from './use-actions.ts';
import type { Camera } from './use-camera.ts';
import type { DragControl } from './use-drag.ts';

interface HandlerInputs {
  readonly props: CanvasProps;
  readonly scene: Scene;
  readonly index: SpatialIndex;
  readonly overview: boolean;
  readonly actions: Actions;
  readonly drag: DragControl;
  readonly camera: Camera;
  readonly setSelectedEdges: Dispatch<SetStateAction<ReadonlySet<string>>>;
}

type Handlers = Pick<
  ReactFlowProps<CallNode, ReferenceFlowEdge>,
  | 'onNodesChange'
  | 'onEdgesChange'
  | 'onNodeDragStop'
  | 'onSelectionDragStop'
  | 'onConnect'
  | 'isValidConnection'
  | 'onNodeDoubleClick'
  | 'onPaneClick'
  | 'onMoveStart'
>;

export function useFlowHandlers(inputs: HandlerInputs): Handlers {
  const { props, scene, index, overview, actions, drag, camera, setSelectedEdges } = inputs;
  const { selection, onSelect, onOpenInspector } = props;
  const store = useStoreApi();
  return useMemo(
    () => ({
      onNodesChange: (changes: NodeChange<CallNode>[]) => {
        drag.onChanges(changes);
        const next = selected(new Set(selection), changes);
        if (next) onSelect([...next]);
      },
      onEdgesChange: (changes: EdgeChange<ReferenceFlowEdge>[]) => {
        setSelectedEdges((before) => selected(new Set(before), changes) ?? before);
      },
      onNodeDragStop: drag.onStop,
      onSelectionDragStop: drag.onStop,
      onConnect: (made: FlowConnection) => {
        const connection = connectionOf(scene, made);
        if (connection) actions.connect(connection);
      },
      // A refused connection is refused in words, by `connect`; here only what is no connection at all.
      isValidConnection: (made) => connectionOf(scene, made) !== null,
      onNodeDoubleClick: (_event, node) => onOpenInspector(node.data.card.call._id),
      onPaneClick: (event) => {
        const call = overview ? callUnder(store, index, event) : undefined;
        if (call === undefined) {
          actions.say('');
          if (selection.length > 0) onSelect([]);
          return;
        }
        onSelect([scene.cards[call]!.call._id]);
        camera.goTo(call);
      },
      onMoveStart: (event) => {
        if (event) camera.release();
      },
    }),
    [
      store,
      scene,
      selection,
      onSelect,
      onOpenInspector,
      index,
      overview,
      actions,
      drag,
      camera,
      setSelectedEdges,
    ],
  );
}

/** The card of the overview picture at a point of the screen. */
function callUnder(
  store: FlowStore,
  index: SpatialIndex,
  at: { clientX: number; clientY: number },
): number | undefined {
  const { transform, domNode } = store.getState();
  const box = domNode?.getBoundingClientRect();
  const [x, y, zoom] = transform;
  const left = (at.clientX - (box?.left ?? 0) - x) / zoom;
  const top = (at.clientY - (box?.top ?? 0) - y) / zoom;
  return index.within({ x: left, y: top, width: 1, height: 1 })[0];
}

type FlowStore = ReturnType<typeof useStoreApi>;
type SelectChange = NodeChange<CallNode> | EdgeChange<ReferenceFlowEdge>;

/** The selection after the changes; null when none of them is one of selection. */
function selected(ids: Set<string>, changes: readonly SelectChange[]): Set<string> | null {
  let changed = false;
  for (const change of changes) {
    if (change.type !== 'select') continue;
    changed = true;
    if (change.selected) ids.add(change.id);
    else ids.delete(change.id);
  }
  return changed ? ids : null;
}

function connectionOf(scene: Scene, made: FlowConnection | ReferenceFlowEdge): Connection | null {
  const writer = scene.indexOf.get(made.source);
  const reader = scene.indexOf.get(made.target);
  const alternative = alternativeOf(made.sourceHandle);
  const port = readerPortOf(made.targetHandle);
  if (writer === undefined || reader === undefined || alternative === null || port === null) return null;
  return { writer, alternative, reader, port };
}
