/** What the person can do to the plan from the canvas, by mouse or by keyboard alike. Refusals are said in words. */

import { type ClipboardEvent, useCallback, useMemo, useState } from 'react';
import type { Result } from '../../lib/result.ts';
import { addCall, type CanvasPlaces } from './add-call.ts';
import { autoLayoutEdits } from './auto-layout.ts';
import type { CanvasProps } from './canvas-props.ts';
import { copyText, paste } from './clipboard.ts';
import { beginConnecting, type Connecting, chosen, isConnection } from './connect-choices.ts';
import { type Connection, connect, disconnect, type Gesture, removeCalls } from './from-flow.ts';
import { edgeId } from './to-flow.ts';
import type { Camera } from './use-camera.ts';

export interface Actions {
  readonly apply: (gesture: Gesture) => void;
  readonly connect: (connection: Connection) => void;
  readonly remove: () => void;
  /** Adds a call of the tool, beside the selected one, and opens it. */
  readonly add: (tool: string) => void;
  readonly cancelAdding: () => void;
  readonly autoLayout: () => void;
  readonly selectAll: () => void;
  /** The selected calls as JSON on the clipboard, without its key. */
  readonly copy: () => void;
  /** A copy of each selected call beside it, reading from each other as they do. */
  readonly duplicate: () => void;
  readonly onCopy: (event: ClipboardEvent) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
  /** Connecting by keyboard: how far it has come; null when it is not going on. */
  readonly connecting: Connecting | null;
  readonly beginConnecting: (writer: number) => void;
  readonly choose: (id: string) => void;
  readonly cancelConnecting: () => void;
  /** The last thing to say to the person; also read out. */
  readonly notice: string;
  readonly say: (notice: string) => void;
}

export function useActions(
  props: CanvasProps,
  canvas: CanvasPlaces,
  camera: Camera,
  selectedEdges: ReadonlySet<string>,
): Actions {
  const { plan, catalogue, selection, mode, onEdits, onSelect, onOpenInspector, onAdding } = props;
  const { scene, places } = canvas;
  const [connecting, setConnecting] = useState<Connecting | null>(null);
  const [notice, say] = useState('');
  const editable = mode === 'edit';

  const apply = useCallback(
    (gesture: Gesture) => {
      if (gesture.edits.length === 0) return;
      say('');
      onEdits(gesture.edits, gesture.title);
    },
    [onEdits],
  );
  const applyOrSay = useCallback(
    (result: Result<Gesture, string>) => (result.ok ? apply(result.value) : say(result.error)),
    [apply],
  );
  const join = useCallback(
    (connection: Connection) => applyOrSay(connect(scene, connection)),
    [scene, applyOrSay],
  );
  const selectedText = useCallback(() => {
    const placed = new Map(scene.nodeIds.map((id, i) => [id, places[i]!]));
    return copyText(plan, selection, placed);
  }, [scene, places, plan, selection]);
  const backTo = useCallback(
    (call: number) => {
      setConnecting(null);
      camera.goTo(call);
    },
    [camera],
  );

  return useMemo(
    () => ({
      apply,
      connect: join,
      remove: () => {
        if (!editable) return;
        const edges = scene.edges.flatMap((edge, e) =>
          selectedEdges.size > 0 && selectedEdges.has(edgeId(scene, edge)) ? [e] : [],
        );
        if (edges.length > 0) apply(disconnect(scene, edges));
        else if (selection.length > 0) apply(removeCalls(plan, selection));
      },
      add: (tool) => {
        onAdding?.(false);
        const contract = catalogue.get(tool);
        if (!contract || !editable) return;
        const last = selection.findLast((id) => scene.indexOf.has(id));
        const beside = last === undefined ? undefined : scene.indexOf.get(last);
        const gesture = addCall(plan, canvas, contract, beside, camera.middle());
        apply(gesture);
        onOpenInspector(gesture.id);
      },
      cancelAdding: () => {
        onAdding?.(false);
        camera.focusCanvas();
      },
      autoLayout: () => apply({ edits: autoLayoutEdits(plan, catalogue), title: 'Auto-layout' }),
      selectAll: () => onSelect(plan.calls.map((call) => call._id)),
      copy: () => {
        if (selection.length === 0) return;
        navigator.clipboard.writeText(selectedText()).then(
          () => say(`Copied ${named(selection)}.`),
          () =>
            say('Nothing was copied: the browser keeps the clipboard to itself. Use the keys for copying.'),
        );
      },
      duplicate: () => {
        if (!editable || selection.length === 0) return;
        const copied = paste(plan, selectedText());
        if (!copied.ok) return say(copied.error);
        apply({ ...copied.value, title: `Duplicate ${named(selection)}` });
        onSelect(copied.value.ids);
      },
      onCopy: (event) => {
        if (selection.length === 0 || isField(event.target)) return;
        event.clipboardData.setData('text/plain', selectedText());
        event.preventDefault();
        say(`Copied ${named(selection)}.`);
      },
      onPaste: (event) => {
        if (!editable || isField(event.target)) return;
        event.preventDefault();
        const pasted = paste(plan, event.clipboardData.getData('text/plain'));
        applyOrSay(pasted);
        if (pasted.ok) onSelect(pasted.value.ids);
      },
      connecting,
      beginConnecting: (writer) => editable && setConnecting(beginConnecting(scene, writer)),
      choose: (id) => {
        if (!connecting) return;
        const next = chosen(connecting, id);
        if (!isConnection(next)) return setConnecting(next);
        join(next);
        backTo(next.writer);
      },
      cancelConnecting: () => connecting && backTo(connecting.writer),
      notice,
      say,
    }),
    [
      apply,
      applyOrSay,
      join,
      backTo,
      editable,
      scene,
      selectedText,
      plan,
      catalogue,
      selection,
      selectedEdges,
      onSelect,
      onOpenInspector,
      onAdding,
      canvas,
      camera,
      connecting,
      notice,
    ],
  );
}

const named = (ids: readonly string[]): string => (ids.length === 1 ? ids[0]! : `${ids.length} calls`);

const isField = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable="true"]') !== null;
