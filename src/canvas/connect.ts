/** An arrow as an edit: connecting two calls writes a reference, disconnecting takes it out. The error is a sentence. */

import { itemAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { Edit, JsonPath } from '../plan/edit.ts';
import { type Expr, printExpression, printRef, type Ref } from '../plan/expression.ts';
import { sameRef } from '../plan/graph.ts';
import { refsOf } from '../plan/parsed-call.ts';
import type { ReaderPort } from './card.ts';
import type { Change } from './changes.ts';
import { type Scene, waitedForBy } from './scene.ts';

/** `writer` and `reader` are call indexes of the scene. */
export interface Connection {
  readonly writer: number;
  readonly alternative: number;
  readonly reader: number;
  readonly port: ReaderPort;
}

/**
 * Writes the reference that an arrow stands for. A writer without an output path gets `†state.<its id>` in the same
 * change. An empty or literal parameter is set; one that reads already falls back to the new reference (`||`); a gate
 * waits for both (`&&`).
 */
export function connect(scene: Scene, connection: Connection): Result<Change, string> {
  const { writer, reader, port } = connection;
  const from = itemAt(scene.nodeIds, writer);
  const to = itemAt(scene.nodeIds, reader);
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
    id: itemAt(scene.ids, reader),
    path: pathOf(port),
    value: value.value,
  };
  const where = port.kind === 'parameter' ? `${port.name} of ${to}` : to;
  return ok({ edits: [...edits, place], title: `Connect ${from} to ${where}` });
}

/** What the writer writes at this port; with the edit that makes it write where it wrote nothing. */
function writtenPath(scene: Scene, connection: Connection): Result<{ ref: Ref; edits: Edit[] }, string> {
  const { call, targets } = itemAt(scene.graph.calls, connection.writer);
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
  const parsed = itemAt(scene.graph.calls, reader);
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
export function disconnect(scene: Scene, edges: readonly number[]): Change {
  const left = new Map<string, { id: string; path: JsonPath; expr: Expr | undefined }>();
  for (const e of edges) {
    const edge = itemAt(scene.edges, e);
    const parsed = itemAt(scene.graph.calls, edge.to);
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

// ---- What becomes of one expression ----

/** The expression without `ref`; undefined when nothing is left of it. */
function withoutRef(expr: Expr, ref: Ref): Expr | undefined {
  if (expr.type === 'ref') return sameRef(expr, ref) ? undefined : expr;
  const operands = expr.operands.flatMap((operand) => withoutRef(operand, ref) ?? []);
  return operands.length > 1 ? { type: expr.type, operands } : operands[0];
}

/** `expr` joined with one more reference by `operator`, or null when it holds that reference already. */
function joined(expr: Expr, ref: Ref, operator: 'or' | 'and'): Expr | null {
  if (refsOf(expr).some((known) => sameRef(known, ref))) return null;
  const operands = expr.type === operator ? [...expr.operands, ref] : [expr, ref];
  return { type: operator, operands };
}
