/** An arrow as an edit: connecting two calls writes a reference, disconnecting takes it out. The error is a sentence. */

import { itemAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { Edit, JsonPath } from '../plan/edit.ts';
import { type Expr, printExpression, printRef, type Ref } from '../plan/expression.ts';
import { type Edge, sameRef } from '../plan/graph.ts';
import { refsOf } from '../plan/parsed-call.ts';
import type { ReaderPort } from './card.ts';
import type { Change } from './changes.ts';
import { edgeId } from './drawing.ts';
import { type Scene, waitedForBy } from './scene.ts';

/** An arrow by its name, as `edgeId` gives it; undefined where it is gone. */
export const edgeOf = (scene: Scene, name: string): Edge | undefined =>
  scene.edges.find((edge) => edgeId(scene, edge) === name);

/** `writer` and `reader` are call indexes of the scene. */
export interface Connection {
  readonly writer: number;
  readonly alternative: number;
  readonly reader: number;
  readonly port: ReaderPort;
  /** The reference to write, where it is not all that the writer writes: an arrow that is moved looks into the same part. */
  readonly ref?: Ref;
  /** What becomes of the references that stand there already. Without it: a gate waits for both, a parameter falls back. */
  readonly how?: Joining;
}

/** The new reference instead of those that are there, behind them, before them, with all of them, or at the end of a list. */
export type Joining = 'instead' | 'else' | 'first' | 'both' | 'listed';

/**
 * Writes the reference that an arrow stands for. A writer without an output path gets `†state.<its id>` in the same
 * change. An empty or literal parameter is set; one that reads already falls back to the new reference (`||`); a gate
 * waits for both (`&&`).
 */
export function connect(scene: Scene, connection: Connection): Result<Change, string> {
  const { reader, port } = connection;
  const from = itemAt(scene.nodeIds, connection.writer);
  const to = itemAt(scene.nodeIds, reader);
  const refused = refusalOf(scene, connection.writer, reader);
  if (refused !== null) return err(refused);
  const written = writtenPath(scene, connection);
  if (!written.ok) return written;
  const { ref, edits } = written.value;
  const place = readAt(scene, connection, ref);
  if (!place.ok) return place;
  const where = port.kind === 'parameter' ? `${port.name} of ${to}` : to;
  return ok({ edits: [...edits, place.value], title: `Connect ${from} to ${where}` });
}

/** Where a reference shall be read, and what becomes of those that are there. */
export type ReadAt = Pick<Connection, 'reader' | 'port' | 'how'>;

/** The reader reads `ref` at the port, too. */
export function readAt(scene: Scene, at: ReadAt, ref: Ref): Result<Edit, string> {
  const value = joinedValue(scene, at, ref);
  if (!value.ok) return value;
  return ok({ kind: 'set-in-call', id: itemAt(scene.ids, at.reader), ...value.value });
}

/** Why nothing that one call writes can be read by the other, at whatever place; null where it can. */
export function refusalOf(scene: Scene, writer: number, reader: number): string | null {
  const from = itemAt(scene.nodeIds, writer);
  const to = itemAt(scene.nodeIds, reader);
  if (writer === reader) return `${to} can't read its own result. Connect it to another call.`;
  return waitedForBy(scene, writer).has(reader)
    ? `${from} already waits for ${to}, so ${to} can't wait for ${from}. Disconnect one of them first.`
    : null;
}

/** What the writer writes at this port; with the edit that makes it write where it wrote nothing. */
export function writtenPath(
  scene: Scene,
  connection: Pick<Connection, 'writer' | 'alternative' | 'ref'>,
): Result<{ ref: Ref; edits: Edit[] }, string> {
  if (connection.ref) return ok({ ref: connection.ref, edits: [] });
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

function joinedValue(
  scene: Scene,
  { reader, port, how = port.kind === 'after' ? 'both' : 'else' }: ReadAt,
  ref: Ref,
): Result<{ path: JsonPath; value: Json }, string> {
  const path = pathOf(port);
  const parsed = itemAt(scene.graph.calls, reader);
  const place = parsed.places.find((candidate) => samePath(candidate.path, path));
  const isThere = place?.expr.type === 'ref' && sameRef(place.expr, ref);
  if (!place || (how === 'instead' && !isThere)) {
    if (!place && port.kind === 'after' && parsed.call._after !== undefined) {
      return err(
        `${parsed.call._id} has a gate that can't be read: ${parsed.call._after}. Correct it first.`,
      );
    }
    const list = parsed.call[String(path[0])];
    if (how === 'listed' && Array.isArray(list))
      return ok({ path: [...path, list.length], value: printRef(ref) });
    return ok({ path, value: printRef(ref) });
  }
  const expr = joined(place.expr, ref, how);
  if (!expr) return err(`${parsed.call._id} reads ${printRef(ref)} there already.`);
  return ok({ path, value: printExpression(expr) });
}

/** Whether references stand at the end of a connection already, so that a person has to say what becomes of them. */
export function isTaken(scene: Scene, { reader, port }: ReadAt): boolean {
  const [key] = pathOf(port);
  return itemAt(scene.graph.calls, reader).places.some(({ path }) => path[0] === key);
}

/**
 * The ways in which a reference can go with what stands at its end, each with what would stand there then.
 * @param joinedBy the edits that read it there, in one of these ways
 */
export function joinings(
  scene: Scene,
  { reader, port }: ReadAt,
  joinedBy: (how: Joining) => Result<Change, string>,
): readonly { readonly how: Joining; readonly text: string }[] {
  const { call, places } = itemAt(scene.graph.calls, reader);
  const path = pathOf(port);
  const isWhole = places.some((place) => samePath(place.path, path));
  const isList = Array.isArray(call[String(path[0])]);
  const hows: readonly Joining[] =
    port.kind === 'after'
      ? ['both', 'else', 'instead']
      : isWhole
        ? ['instead', 'else', 'first']
        : isList
          ? ['listed', 'instead']
          : ['instead'];
  return hows.flatMap((how) => {
    const done = joinedBy(how);
    const last = done.ok ? done.value.edits.at(-1) : undefined;
    return last?.kind === 'set-in-call' ? [{ how, text: String(last.value) }] : [];
  });
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

/** Takes the references out that these arrows stand for. */
export function disconnect(scene: Scene, edges: readonly number[]): Change {
  const read = edges.map((e) => itemAt(scene.edges, e));
  const [first] = read;
  const title =
    read.length === 1 && first
      ? `Disconnect ${scene.nodeIds[first.from]} from ${scene.nodeIds[first.to]}`
      : `Disconnect ${read.length} references`;
  return { edits: withoutRefs(scene, read), title };
}

/** The calls without these references of theirs. Several in one expression are one change of it. */
export function withoutRefs(
  scene: Scene,
  read: readonly { readonly to: number; readonly path: JsonPath; readonly ref: Ref }[],
): readonly Edit[] {
  const left = new Map<string, { id: string; path: JsonPath; expr: Expr | undefined }>();
  for (const edge of read) {
    const parsed = itemAt(scene.graph.calls, edge.to);
    const place = parsed.places.find((candidate) => samePath(candidate.path, edge.path));
    if (!place) continue;
    const key = `${edge.to} ${JSON.stringify(edge.path)}`;
    const known = left.get(key);
    const expr = known ? known.expr : place.expr;
    left.set(key, { id: parsed.call._id, path: edge.path, expr: expr && withoutRef(expr, edge.ref) });
  }
  // Last elements of an array first: taking one out moves those behind it.
  return [...left.values()].reverse().map(
    ({ id, path, expr }): Edit => ({
      kind: 'set-in-call',
      id,
      path,
      value: expr ? printExpression(expr) : undefined,
    }),
  );
}

// ---- What becomes of one expression ----

/** The expression without `ref`; undefined when nothing is left of it. */
function withoutRef(expr: Expr, ref: Ref): Expr | undefined {
  if (expr.type === 'ref') return sameRef(expr, ref) ? undefined : expr;
  const operands = expr.operands.flatMap((operand) => withoutRef(operand, ref) ?? []);
  return operands.length > 1 ? { type: expr.type, operands } : operands[0];
}

/** `expr` with one more reference, or null when it holds that one already. */
function joined(expr: Expr, ref: Ref, how: Joining): Expr | null {
  if (refsOf(expr).some((known) => sameRef(known, ref))) return null;
  const type = how === 'both' ? 'and' : 'or';
  const there = expr.type === type ? expr.operands : [expr];
  return { type, operands: how === 'first' ? [ref, ...there] : [...there, ref] };
}
