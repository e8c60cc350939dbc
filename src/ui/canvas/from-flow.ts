/** Gestures on the canvas as edits of the plan. It changes nothing itself: what it returns is applied, or not, elsewhere. */

import type { Json } from '../../lib/json.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import type { Plan } from '../../plan/document.ts';
import type { Edit, JsonPath } from '../../plan/edit.ts';
import { type Expr, printExpression, printRef, type Ref } from '../../plan/expression.ts';
import type { ReaderPort } from './ports.ts';
import { joined, withoutRef } from './rewrite-expression.ts';
import { type Scene, waitedForBy } from './scene.ts';
import type { XY } from './to-flow.ts';

/** Edits that are done and undone together, and what the person would call them. */
export interface Gesture {
  readonly edits: readonly Edit[];
  readonly title: string;
}

/** `writer` and `reader` are call indexes of the scene. */
export interface Connection {
  readonly writer: number;
  readonly alternative: number;
  readonly reader: number;
  readonly port: ReaderPort;
}

/**
 * Writes the reference that an arrow stands for. A writer without an output path gets `†state.<its id>` in the same
 * gesture. An empty or literal parameter is set; one that reads already falls back to the new reference (`||`); a gate
 * waits for both (`&&`). The error is a sentence.
 */
export function connect(scene: Scene, connection: Connection): Result<Gesture, string> {
  const { writer, reader, port } = connection;
  const from = scene.nodeIds[writer]!;
  const to = scene.nodeIds[reader]!;
  if (writer === reader) return err(`${to} can't read its own result. Connect it to another call.`);
  if (waitedForBy(scene, writer).has(reader)) {
    return err(
      `${from} already waits for ${to}, so ${to} can't wait for ${from}. Disconnect one of them first.`,
    );
  }
  const written = writtenPath(scene, connection);
  if (!written.ok) return written;
  const { ref, edits } = written.value;
  const value = joinedValue(scene, connection, ref);
  if (!value.ok) return value;
  const place: Edit = {
    kind: 'set-in-call',
    id: scene.cards[reader]!.call._id,
    path: pathOf(port),
    value: value.value,
  };
  const where = port.kind === 'parameter' ? `${port.name} of ${to}` : to;
  return ok({ edits: [...edits, place], title: `Connect ${from} to ${where}` });
}

/** What the writer writes at this port; with the edit that makes it write where it wrote nothing. */
function writtenPath(scene: Scene, connection: Connection): Result<{ ref: Ref; edits: Edit[] }, string> {
  const { call, targets } = scene.graph.calls[connection.writer]!;
  const ref = targets?.alternatives[connection.alternative]?.[0];
  if (ref) return ok({ ref, edits: [] });
  if (call._outputPath !== undefined) {
    return err(
      `The output path of ${call._id} can't be read: ${call._outputPath}. Correct it, then connect it.`,
    );
  }
  const own: Ref = { type: 'ref', kind: 'state', path: [call._id] };
  const edit: Edit = { kind: 'set-in-call', id: call._id, path: ['_outputPath'], value: printRef(own) };
  return ok({ ref: own, edits: [edit] });
}

function joinedValue(scene: Scene, connection: Connection, ref: Ref): Result<Json, string> {
  const { reader, port } = connection;
  const path = pathOf(port);
  const parsed = scene.graph.calls[reader]!;
  const place = parsed.places.find((candidate) => samePath(candidate.path, path));
  if (!place) {
    if (port.kind === 'after' && parsed.call._after !== undefined) {
      return err(
        `${parsed.call._id} has a gate that can't be read: ${parsed.call._after}. Correct it first.`,
      );
    }
    return ok(printRef(ref));
  }
  const expr = joined(place.expr, ref, port.kind === 'after' ? 'and' : 'or');
  if (!expr) return err(`${parsed.call._id} reads ${printRef(ref)} there already.`);
  return ok(printExpression(expr));
}

function pathOf(port: ReaderPort): JsonPath {
  switch (port.kind) {
    case 'parameter':
      return [port.name];
    case 'after':
      return ['_after'];
    case 'forEach':
      return ['_forEach'];
  }
}

const samePath = (a: JsonPath, b: JsonPath): boolean =>
  a.length === b.length && a.every((s, i) => s === b[i]);

/** Takes the references out that these arrows stand for. Several in one expression are one change of it. */
export function disconnect(scene: Scene, edges: readonly number[]): Gesture {
  const left = new Map<string, { id: string; path: JsonPath; expr: Expr | undefined }>();
  for (const e of edges) {
    const edge = scene.edges[e]!;
    const parsed = scene.graph.calls[edge.to]!;
    const place = parsed.places.find((candidate) => samePath(candidate.path, edge.path));
    if (!place) continue;
    const key = `${edge.to} ${JSON.stringify(edge.path)}`;
    const known = left.get(key);
    const expr = known ? known.expr : place.expr;
    left.set(key, { id: parsed.call._id, path: edge.path, expr: expr && withoutRef(expr, edge.ref) });
  }
  // Last elements of an array first: taking one out moves those behind it.
  const edits = [...left.values()].reverse().map(
    ({ id, path, expr }): Edit => ({
      kind: 'set-in-call',
      id,
      path,
      value: expr ? printExpression(expr) : undefined,
    }),
  );
  const first = scene.edges[edges[0] ?? -1];
  const title =
    edges.length === 1 && first
      ? `Disconnect ${scene.nodeIds[first.from]} from ${scene.nodeIds[first.to]}`
      : `Disconnect ${edges.length} references`;
  return { edits, title };
}

/** Removes calls and their places. References to what they wrote stay, and are shown as problems. */
export function removeCalls(plan: Plan, ids: readonly string[]): Gesture {
  const placed = ids.filter((id) => plan.layout && Object.hasOwn(plan.layout, id));
  const edits: Edit[] = ids.map((id) => ({ kind: 'remove-call', id }));
  if (placed.length > 0) {
    edits.push({ kind: 'place', positions: Object.fromEntries(placed.map((id) => [id, null])) });
  }
  return { edits, title: ids.length === 1 ? `Remove ${ids[0]}` : `Remove ${ids.length} calls` };
}

/** Places calls; one gesture for a whole drag. Whole pixels, so that a document stays readable. */
export function place(positions: ReadonlyMap<string, XY>, title: string): Gesture {
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
    if (!layout || !Object.hasOwn(layout, id)) found.set(id, places[i]!);
  });
  return found;
}
