/** Part of the workbench: what gestures at the ends of a plan do to it: what it returns is another, a call reads an input. Errors are sentences. */

import { itemAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { printRef, type Ref } from '../plan/expression.ts';
import { sameRef } from '../plan/graph.ts';
import { refsIn, returnedOf } from '../plan/output-list.ts';
import { outputOf, returnables, setOutput, ticked } from '../plan/returned.ts';
import type { Change } from './changes.ts';
import { edgeOf, readAt, withoutRefs, writtenPath } from './connect.ts';
import type { EndConnection } from './end-connection.ts';
import type { EndArrow } from './end-places.ts';
import { endArrowId, endArrows } from './ends-drawing.ts';
import type { View } from './intents.ts';

/** Makes that arrow. */
export function connectEnd(view: View, connection: EndConnection): Result<Change, string> {
  const { plan, scene } = view;
  if (connection.kind === 'read') {
    const { input, reader } = connection;
    const ref: Ref = { type: 'ref', kind: 'input', path: [input] };
    const edit = readAt(scene, connection, ref);
    if (!edit.ok) return edit;
    return ok({ edits: [edit.value], title: `Give ${input} to ${itemAt(scene.nodeIds, reader)}` });
  }
  const { writer, alternative, instead, moved } = connection;
  const id = itemAt(scene.nodeIds, writer);
  const returned = returnedOf(plan.output as Json | undefined);
  if (!returned) return err(AS_JSON);
  // An arrow that is moved looks into the same part as before.
  const edge = moved === undefined ? undefined : edgeOf(scene, moved);
  const written = writtenPath(scene, {
    ...{ writer, alternative: alternative ?? 0 },
    ...(edge ? { ref: edge.ref } : {}),
  });
  if (!written.ok) return written;
  const { ref } = written.value;
  const edits = [...(edge ? withoutRefs(scene, [edge]) : []), ...written.value.edits];
  const { call } = itemAt(scene.graph.calls, writer);
  const whole = alternative === null ? returnables({ ...plan, calls: [call] })[0] : undefined;
  const isThere = returned.some(({ text }) => refsIn(text, plan).some((one) => sameRef(one, ref)));
  if (isThere) return err(`${printRef(ref)} is returned already.`);
  const text = whole?.text ?? printRef(ref);
  const known = instead === undefined ? undefined : returned[instead];
  const edit = known
    ? setOutput(outputOf(returned.map((one) => (one === known ? { ...one, text } : one))))
    : ticked(plan, { text });
  return edit ? ok({ edits: [...edits, edit], title: `Return what ${id} gives` }) : err(AS_JSON);
}

const AS_JSON =
  'What the plan returns is written as JSON, which no arrow can say. Change it in the panel of the plan.';

/** What stands in a row of the result is returned no longer; the others keep their names. */
export function returnNoMore({ plan }: Pick<View, 'plan'>, row: number): Result<Change, string> {
  const returned = returnedOf(plan.output as Json | undefined);
  if (!returned) return err(AS_JSON);
  const gone = returned[row];
  if (!gone) return ok({ edits: [], title: '' });
  const edits = [setOutput(outputOf(returned.filter((one) => one !== gone)))];
  return ok({ edits, title: `Return ${gone.name ?? gone.text} no longer` });
}

/** Takes away the arrows that are selected, where some of them lead to the ends; null where none does. */
export function disconnectSelected(view: View, edges: readonly number[]): Change | null {
  const { plan, scene, ends, shown, selectedEdges } = view;
  if (selectedEdges.size === 0) return null;
  const all = ends.map(({ end }) => end);
  const arrows = endArrows(scene, all, shown).filter((arrow) => selectedEdges.has(endArrowId(scene, arrow)));
  if (arrows.length === 0) return null;
  const read = arrows.filter((one): one is EndArrow & { kind: 'input' } => one.kind === 'input');
  const edits = [...withoutRefs(scene, [...edges.map((e) => itemAt(scene.edges, e)), ...read])];
  const rows = new Set(arrows.map((one) => (one.kind === 'result' ? one.row : null)));
  const returned = returnedOf(plan.output as Json | undefined);
  const left = returned?.filter((_, row) => !rows.has(row));
  if (returned && left && left.length < returned.length) edits.push(setOutput(outputOf(left)));
  const count = arrows.length + edges.length;
  return { edits, title: count === 1 ? 'Disconnect one reference' : `Disconnect ${count} references` };
}
