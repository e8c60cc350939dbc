/** Part of the workbench: what each meaning that changes the plan does to it. */

import { itemAt } from '../lib/columns.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { printRef } from '../plan/expression.ts';
import { renamePath } from '../plan/rename-path.ts';
import { aligned } from './align.ts';
import { autoLayout, moved, named, removeCalls, switchCalls } from './changes.ts';
import { copyText, paste } from './clipboard.ts';
import { connect, disconnect } from './connect.ts';
import { edgeId } from './drawing.ts';
import { connectEnd, disconnectSelected, returnNoMore } from './end-edits.ts';
import { inserted, movedEdge, pulledOut, replacedTool } from './insert.ts';
import type { EditIntent, Outcome, View } from './intents.ts';
import { addCall } from './new-call.ts';
import { movedNotes, noteChangeOf } from './note-edits.ts';
import { orderOf } from './outline.ts';
import type { XY } from './plane.ts';
import { lastSelected } from './selection.ts';

const NOTHING: Result<Outcome, string> = ok({ edits: [], title: '' });

/** What an intent does to the plan: no edits where there is nothing to do. The error is a sentence for the person. */
export function changeOf(intent: EditIntent, view: View): Result<Outcome, string> {
  const { plan, scene, selection } = view;
  switch (intent.kind) {
    case 'connect':
      return connect(scene, intent.connection);
    case 'connect-end':
      return connectEnd(view, intent.connection);
    case 'return-no-more':
      return returnNoMore(view, intent.row);
    case 'move': {
      const calls = intent.calls.flatMap((id) => scene.indexOf.get(id) ?? []);
      const ends = view.ends.filter(({ id }) => intent.calls.includes(id));
      const notes = movedNotes(view, intent.notes ?? [], intent.by);
      if (calls.length + ends.length === 0)
        return notes.length > 0 ? ok({ edits: notes, title: 'Move on the canvas' }) : NOTHING;
      const change = moved(view, plan.layout, calls, intent.by, ends);
      return ok({ ...change, edits: [...change.edits, ...notes] });
    }
    case 'duplicate':
      return duplicated(view, intent.calls ?? selection, intent.by);
    case 'paste': {
      const pasted = paste(plan, intent.text, intent.at ? { around: intent.at } : undefined);
      if (!pasted.ok) return pasted;
      const { edits, title, ids, of } = pasted.value;
      return ok({ edits, title, ...meant(ids), copies: { of, text: intent.text } });
    }
    case 'add': {
      const contract = view.catalogue.get(intent.tool);
      if (!contract) return noTool(intent.tool);
      const beside = intent.at ? undefined : lastSelected(scene, selection);
      const added = addCall(plan, view, contract, beside, intent.at ?? view.middle, intent.params);
      return ok({ ...added, open: added.id });
    }
    case 'remove': {
      const edges = intent.calls ? [] : selectedEdges(view);
      const atEnds = intent.calls ? null : disconnectSelected(view, edges);
      if (atEnds) return ok(atEnds);
      if (edges.length > 0) return ok(disconnect(scene, edges));
      const calls = intent.calls ?? selection;
      if (calls.length === 0) return NOTHING;
      return ok({ ...removeCalls(plan, calls), select: [], next: besides(view, calls) });
    }
    case 'switch':
      return selection.length > 0 ? ok(switchCalls(plan, selection)) : NOTHING;
    case 'auto-layout':
      return ok(autoLayout(plan, view.catalogue, view.withValues, view.planOf));
    case 'move-edge':
      return movedEdge(view, intent.edge, intent.connection);
    case 'align':
      return ok(aligned(view, intent.along));
    case 'rename-path': {
      const edits = renamePath(view.plan, intent.ref, intent.to);
      if (!edits.ok) return edits;
      return ok({ edits: edits.value, title: `Rename ${printRef(intent.ref)} to ${intent.to}` });
    }
    case 'pull-out':
    case 'insert': {
      const contract = view.catalogue.get(intent.tool);
      if (!contract) return noTool(intent.tool);
      const done =
        intent.kind === 'insert' ? inserted(view, intent.edge, contract) : pulledOut(view, intent, contract);
      return done.ok ? ok({ ...done.value, select: [done.value.id], open: done.value.id }) : done;
    }
    case 'replace-tool': {
      const contract = view.catalogue.get(intent.tool);
      if (!contract) return noTool(intent.tool);
      const done = replacedTool(view, intent.call, contract);
      if (!done.ok) return done;
      const { lost, ...change } = done.value;
      const tell =
        lost.length === 0 ? {} : { tell: `Not kept, because the tool does not know it: ${lost.join(', ')}.` };
      return ok({ ...change, select: [intent.call], open: intent.call, ...tell });
    }
    default:
      return noteChangeOf(intent, view);
  }
}

const noTool = (name: string): Result<never, string> =>
  err(`No tool is called ${name}. Choose one of the list.`);

/** Calls as text, with where they stand. */
export function textOf(
  { plan, scene, places }: View,
  calls: readonly string[],
  notes: readonly number[] = [],
): string {
  return copyText(plan, calls, new Map(scene.nodeIds.map((id, i) => [id, itemAt(places, i)])), notes);
}

/** The copies are what the next key is for: it acts on the card that has the keyboard. */
const meant = (ids: readonly string[]): Pick<Outcome, 'select' | 'next'> => ({
  select: ids,
  ...(ids[0] === undefined ? {} : { next: ids[0] }),
});

function duplicated(view: View, calls: readonly string[], by: XY | undefined): Result<Outcome, string> {
  if (calls.length === 0) return NOTHING;
  const copied = paste(view.plan, textOf(view, calls), by && { by });
  if (!copied.ok) return copied;
  const { edits, ids, of } = copied.value;
  return ok({ edits, title: `Duplicate ${named(calls)}`, ...meant(ids), copies: { of } });
}

/** Where one goes on once calls are gone: the next one in the plan's order that stays, else the one before. */
function besides({ scene }: View, gone: readonly string[]): string | null {
  const order = orderOf(scene.graph);
  const calls = new Set(gone);
  const goes = (call: number) => calls.has(itemAt(scene.ids, call));
  const last = order.findLastIndex(goes);
  const next = order.slice(last + 1).find((call) => !goes(call)) ?? order.findLast((call) => !goes(call));
  return next === undefined ? null : itemAt(scene.nodeIds, next);
}

function selectedEdges({ scene, selectedEdges: selected }: View): readonly number[] {
  if (selected.size === 0) return [];
  return scene.edges.flatMap((edge, e) => (selected.has(edgeId(scene, edge)) ? [e] : []));
}
