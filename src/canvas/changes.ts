/** Changes of the plan that the canvas makes: edits with a name. It changes nothing itself: they are applied elsewhere. */

import { layoutGraph } from '../layout/layout.ts';
import { itemAt } from '../lib/columns.ts';
import { notesWithout } from '../plan/canvas-notes.ts';
import type { Plan } from '../plan/document.ts';
import type { Edit } from '../plan/edit.ts';
import { buildGraph } from '../plan/graph.ts';
import { isOff } from '../plan/open-step.ts';
import { OUTPUT_PART } from '../plan/output-part.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import { cardPlans } from './card-plan.ts';
import { isEndPart } from './ends.ts';
import { layoutEdgesOf, layoutNodesOf } from './places.ts';
import type { XY } from './plane.ts';
import { type Scene, sceneOf } from './scene.ts';

/** Edits that are done and undone together, and what the person would call them. */
export interface Change {
  readonly edits: readonly Edit[];
  readonly title: string;
}

/** "decide", or "3 calls". */
export const named = (ids: readonly string[]): string =>
  ids.length === 1 && ids[0] !== undefined ? ids[0] : `${ids.length} calls`;

/** The calls of a plan that were others before, or stood elsewhere. */
export function touched(before: Plan, after: Plan): readonly string[] {
  const known = new Set(before.calls);
  const at = (plan: Plan, id: string) =>
    plan.layout && Object.hasOwn(plan.layout, id) ? plan.layout[id] : undefined;
  return after.calls.flatMap((call) => {
    const [was, is] = [at(before, call._id), at(after, call._id)];
    return known.has(call) && was?.x === is?.x && was?.y === is?.y ? [] : [call._id];
  });
}

/** Removes calls and their places. References to what they wrote stay, and are shown as problems. */
export function removeCalls(plan: Plan, ids: readonly string[]): Change {
  const placed = ids.filter((id) => plan.layout && Object.hasOwn(plan.layout, id));
  const edits: Edit[] = ids.map((id) => ({ kind: 'remove-call', id }));
  if (placed.length > 0) {
    edits.push({ kind: 'place', positions: Object.fromEntries(placed.map((id) => [id, null])) });
  }
  edits.push(...notesWithout(plan, new Set(ids)));
  return { edits, title: `Remove ${named(ids)}` };
}

/** Switches calls off, or on again where all of them are off (L-37). */
export function switchCalls({ calls }: Plan, ids: readonly string[]): Change {
  const chosen = new Set(ids);
  const areOff = allOff(calls, ids);
  const meant = calls.filter((call) => chosen.has(call._id) && isOff(call) === areOff);
  return {
    edits: meant.map(({ _id }) => ({
      ...({ kind: 'set-in-call', id: _id, path: ['_off'] } as const),
      value: areOff ? undefined : true,
    })),
    title: `Switch ${named(meant.map(({ _id }) => _id))} ${areOff ? 'on' : 'off'}`,
  };
}

/** Whether there is nothing left of these to switch off. */
export function allOff(calls: Plan['calls'], ids: readonly string[]): boolean {
  const chosen = new Set(ids);
  return !calls.some((call) => chosen.has(call._id) && !isOff(call));
}

/** Places calls. Whole pixels, so that a document stays readable. */
export function place(positions: ReadonlyMap<string, XY>, title: string): Change {
  const rounded = [...positions].map(
    ([id, at]) => [id, { x: Math.round(at.x), y: Math.round(at.y) }] as const,
  );
  return { edits: [{ kind: 'place', positions: Object.fromEntries(rounded) }], title };
}

/** Up to here a gesture that places one card also pins those that the layout had placed, so that none moves later. */
const PINNED_AT_MOST = 500;

/** Cards without a place in the plan, where they stand now. */
export function pinned(
  scene: Scene,
  places: readonly XY[],
  layout: Readonly<Record<string, unknown>> | undefined,
): ReadonlyMap<string, XY> {
  const found = new Map<string, XY>();
  if (scene.nodeIds.length > PINNED_AT_MOST) return found;
  scene.nodeIds.forEach((id, i) => {
    if (!layout || !Object.hasOwn(layout, id)) found.set(id, itemAt(places, i));
  });
  return found;
}

/** Moves cards from where they stand: one change for a whole drag. `calls` are call indexes; `ends` no calls. */
export function moved(
  { scene, places }: { readonly scene: Scene; readonly places: readonly XY[] },
  layout: Plan['layout'],
  calls: readonly number[],
  by: XY,
  ends: readonly { readonly id: string; readonly at: XY }[] = [],
): Change {
  const positions = new Map(calls.length > 0 ? pinned(scene, places, layout) : []);
  for (const call of calls) {
    const { x, y } = itemAt(places, call);
    positions.set(itemAt(scene.nodeIds, call), { x: x + by.x, y: y + by.y });
  }
  for (const { id, at } of ends) positions.set(id, { x: at.x + by.x, y: at.y + by.y });
  const [only] = ends;
  const ids = calls.map((call) => itemAt(scene.nodeIds, call));
  const what = calls.length === 0 && only ? (only.id === OUTPUT_PART ? 'the result' : only.id) : named(ids);
  return place(positions, `Move ${what}`);
}

/**
 * Every call where the layered layout puts it; no edit for a plan without calls. The catalogue decides the cards'
 * heights: rows for what a contract still needs, and room for values where cards show them.
 */
export function autoLayout(
  plan: Plan,
  catalogue: Catalogue,
  withValues = false,
  planOf = cardPlans(plan.plans),
): Change {
  const scene = sceneOf(buildGraph(plan), catalogue, undefined, withValues, planOf);
  const title = 'Auto-layout';
  if (scene.nodeIds.length === 0) return { edits: [], title };
  const { positions } = layoutGraph(layoutNodesOf(scene), layoutEdgesOf(scene));
  const { edits } = place(new Map(Object.entries(positions)), title);
  // What is at the ends goes back to the edges of the drawing.
  const ends = Object.keys(plan.layout ?? {}).filter((id) => isEndPart(id));
  if (ends.length > 0)
    return {
      edits: [...edits, { kind: 'place', positions: Object.fromEntries(ends.map((id) => [id, null])) }],
      title,
    };
  return { edits, title };
}
