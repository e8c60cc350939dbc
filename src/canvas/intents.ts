/**
 * What a person means, whichever key, gesture or button said it, and what each meaning does to the plan. Words and data
 * only: a controller carries them out.
 */

import { LAYER_GAP } from '../layout/gaps.ts';
import { assertNever } from '../lib/assert.ts';
import { itemAt, numberAt } from '../lib/columns.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Edit } from '../plan/edit.ts';
import { freeId } from '../plan/free-id.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import { CARD_WIDTH, cardRect } from './card.ts';
import { autoLayout, type Change, moved, named, pinned, place, removeCalls, switchCalls } from './changes.ts';
import { copyText, paste } from './clipboard.ts';
import { type Connection, connect, disconnect } from './connect.ts';
import { edgeId } from './drawing.ts';
import type { CanvasMode, Copies } from './given.ts';
import type { Rect, SpatialIndex, XY } from './plane.ts';
import type { Scene } from './scene.ts';
import { type Direction, lastSelected } from './selection.ts';

/** Changes the plan: refused in words, or one undo step. */
export type EditIntent =
  | { readonly kind: 'connect'; readonly connection: Connection }
  /** `calls` are ids of cards; `by` is a distance on the plane. */
  | { readonly kind: 'move'; readonly calls: readonly string[]; readonly by: XY }
  /** A copy of each, of those that are selected or of `calls`, reading from each other as they do. */
  | { readonly kind: 'duplicate'; readonly calls?: readonly string[]; readonly by?: XY }
  | { readonly kind: 'paste'; readonly text: string }
  /** Adds a call of the tool, beside the selected one, and opens it. */
  | { readonly kind: 'add'; readonly tool: string }
  /** The selected references, else the selected calls. */
  | { readonly kind: 'remove' }
  /** The selected calls off, or on again where all of them are off (L-37). */
  | { readonly kind: 'switch' }
  | { readonly kind: 'auto-layout' };

/** Changes what is on the screen, and no plan. Where a call may be left out, it is the one the keys are about. */
export type ScreenIntent =
  | { readonly kind: 'select'; readonly calls: readonly string[] }
  | { readonly kind: 'select-edges'; readonly edges: readonly string[] }
  | { readonly kind: 'select-all' }
  /** Selects a call, brings it into view and gives it the keyboard. */
  | { readonly kind: 'pick'; readonly call: string }
  | { readonly kind: 'go'; readonly direction: Direction; readonly extend: boolean }
  | { readonly kind: 'open'; readonly call?: string }
  /** `at` is in pixels of the window; without it, the menu opens at the card. */
  | { readonly kind: 'menu'; readonly call?: string; readonly at?: XY }
  | { readonly kind: 'close-menu' }
  | { readonly kind: 'begin-connecting'; readonly call?: string }
  | { readonly kind: 'choose'; readonly id: string }
  | { readonly kind: 'cancel-connecting' }
  | { readonly kind: 'begin-adding' }
  /** With `leave` the keyboard stays where it went. */
  | { readonly kind: 'cancel-adding'; readonly leave?: boolean }
  /** The selected calls as JSON on the clipboard, without its key. */
  | { readonly kind: 'copy' }
  /** Lets go of what is selected, and of what was said. */
  | { readonly kind: 'let-go' }
  /** Takes back what is under way, else lets go. */
  | { readonly kind: 'escape' };

/** Moves the view. */
type ViewIntent =
  | { readonly kind: 'zoom-by'; readonly factor: number }
  | { readonly kind: 'zoom-to'; readonly zoom: number }
  | { readonly kind: 'fit' };

/** Whatever a person can mean at the canvas. */
export type Intent = EditIntent | ScreenIntent | ViewIntent;

/** What intents and gestures look at. `places` is where the cards stand when nothing is dragged, by call index. */
export interface View {
  readonly plan: Plan;
  readonly catalogue: Catalogue;
  /** Cards have room for what their calls come to. */
  readonly withValues: boolean;
  readonly scene: Scene;
  readonly places: readonly XY[];
  readonly index: SpatialIndex;
  /** Ids of calls, and of arrows as `edgeId` names them. */
  readonly selection: readonly string[];
  readonly selectedEdges: ReadonlySet<string>;
  /** The middle of what is in view. */
  readonly middle: XY;
  /** Only in `edit` may the plan be changed; in `run` its cards do not move either: they are another plan's. */
  readonly mode: CanvasMode;
  /** One picture stands for all cards. */
  readonly isOverview: boolean;
}

/** A change, with the calls to select once it is made, and the one to open. */
interface Outcome extends Change {
  readonly select?: readonly string[];
  readonly open?: string;
  readonly copies?: Copies;
}

const NOTHING: Result<Outcome, string> = ok({ edits: [], title: '' });

/** What an intent does to the plan: no edits where there is nothing to do. The error is a sentence for the person. */
export function changeOf(intent: EditIntent, view: View): Result<Outcome, string> {
  const { plan, scene, selection } = view;
  switch (intent.kind) {
    case 'connect':
      return connect(scene, intent.connection);
    case 'move': {
      const calls = intent.calls.flatMap((id) => scene.indexOf.get(id) ?? []);
      return calls.length > 0 ? ok(moved(view, plan.layout, calls, intent.by)) : NOTHING;
    }
    case 'duplicate':
      return duplicated(view, intent.calls ?? selection, intent.by);
    case 'paste': {
      const pasted = paste(plan, intent.text);
      if (!pasted.ok) return pasted;
      const { edits, title, ids, of } = pasted.value;
      return ok({ edits, title, select: ids, copies: { of, text: intent.text } });
    }
    case 'add': {
      const contract = view.catalogue.get(intent.tool);
      if (!contract) return err(`No tool is called ${intent.tool}. Choose one of the list.`);
      const added = addCall(plan, view, contract, lastSelected(scene, selection), view.middle);
      return ok({ ...added, open: added.id });
    }
    case 'remove': {
      const edges = selectedEdges(view);
      if (edges.length > 0) return ok(disconnect(scene, edges));
      return selection.length > 0 ? ok(removeCalls(plan, selection)) : NOTHING;
    }
    case 'switch':
      return selection.length > 0 ? ok(switchCalls(plan, selection)) : NOTHING;
    case 'auto-layout':
      return ok(autoLayout(plan, view.catalogue, view.withValues));
    default:
      return assertNever(intent);
  }
}

/** Calls as text, with where they stand. */
export function textOf({ plan, scene, places }: View, calls: readonly string[]): string {
  return copyText(plan, calls, new Map(scene.nodeIds.map((id, i) => [id, itemAt(places, i)])));
}

function duplicated(view: View, calls: readonly string[], by: XY | undefined): Result<Outcome, string> {
  if (calls.length === 0) return NOTHING;
  const copied = paste(view.plan, textOf(view, calls), by);
  if (!copied.ok) return copied;
  const { edits, ids, of } = copied.value;
  return ok({ edits, title: `Duplicate ${named(calls)}`, select: ids, copies: { of } });
}

function selectedEdges({ scene, selectedEdges: selected }: View): readonly number[] {
  if (selected.size === 0) return [];
  return scene.edges.flatMap((edge, e) => (selected.has(edgeId(scene, edge)) ? [e] : []));
}

/** Kept free around a new card. */
const MARGIN = 24;
/** The height to look for room with: the card's own is known only once it is in the plan. */
const USUAL_HEIGHT = 160;

interface Standing {
  readonly scene: Scene;
  readonly places: readonly XY[];
  readonly index: SpatialIndex;
}

/**
 * A call of `contract` with nothing filled in, so that what it needs shows as problems with a place. It stands one layer
 * after the call `beside`, or at `middle` where none is meant, on the nearest free spot below.
 */
export function addCall(
  plan: Plan,
  { scene, places, index }: Standing,
  contract: ToolContract,
  beside: number | undefined,
  middle: XY,
): Change & { readonly id: string } {
  const id = idFor(scene, contract.name);
  const call: Call = { _id: id, _tool: contract.name, _outputPath: `†state.${id}` };
  const wanted =
    beside === undefined
      ? { x: middle.x - CARD_WIDTH / 2, y: middle.y - USUAL_HEIGHT / 2 }
      : { x: itemAt(places, beside).x + CARD_WIDTH + LAYER_GAP, y: itemAt(places, beside).y };
  const title = `Add ${id}`;
  const at = freeSpot(index, places, scene, wanted);
  const positions = new Map([...pinned(scene, places, plan.layout), [id, at] as const]);
  const edits: Edit[] = [{ kind: 'add-call', call, at: plan.calls.length }, ...place(positions, title).edits];
  return { edits, title, id };
}

/** It names the path that the call writes too, so neither may be taken, and it begins as a path's name does. */
function idFor(scene: Scene, tool: string): string {
  const written = new Set(scene.graph.writes.map((write) => String(write.ref.path[0])));
  const base = /^[A-Za-z_]/.test(tool) ? tool : `call_${tool}`;
  return freeId(base, (id) => scene.indexOf.has(id) || written.has(id));
}

function freeSpot(index: SpatialIndex, places: readonly XY[], scene: Scene, wanted: XY): XY {
  let at = wanted;
  for (;;) {
    const area = padded(cardRect(at, USUAL_HEIGHT));
    const bottoms = index.within(area).map((i) => itemAt(places, i).y + numberAt(scene.heights, i));
    if (bottoms.length === 0) return at;
    at = { x: at.x, y: Math.max(...bottoms) + MARGIN + 1 };
  }
}

const padded = ({ x, y, width, height }: Rect): Rect => ({
  x: x - MARGIN,
  y: y - MARGIN,
  width: width + 2 * MARGIN,
  height: height + 2 * MARGIN,
});
