/** Part of the workbench: the one way to the plan. What an intent does to it is handed out, and what is refused is said. */

import { changeOf } from './edits.ts';
import type { EditIntent } from './intents.ts';
import type { Host } from './stage.ts';

/** Does to the plan what was meant. @returns true: it was meant for the plan, whether it could be done or not */
export function edited(host: Host, intent: EditIntent): true {
  const { shows, say } = host;
  const { mode, onEdits, onSelect, onOpenInspector } = shows.given;
  if (intent.kind === 'add') host.perform({ kind: 'cancel-adding', leave: true });
  // A dry run shows the plan that is on the table: its cards may be put elsewhere.
  if (mode !== 'edit' && !(mode === 'dry-run' && intent.kind === 'move')) return true;
  const outcome = changeOf(intent, shows.view);
  if (!outcome.ok) {
    say(outcome.error);
    return true;
  }
  const { edits, title, select, open, copies, next, writes, tell = '' } = outcome.value;
  if (edits.length === 0) return true;
  say(tell);
  onEdits(edits, title, copies);
  if (select) onSelect(select);
  if (open !== undefined) onOpenInspector(open);
  if (writes !== undefined) host.set({ note: { at: writes, isWritten: true } });
  // Those behind it have other places now.
  if (next === null && /^(remove|write)-note$/.test(intent.kind)) host.set({ note: null });
  focusAfter(host, intent, next);
  return true;
}

/** What had the keyboard goes with its card: the next key press would go nowhere. */
function focusAfter({ shows, stage }: Host, { kind }: EditIntent, next: string | null | undefined): void {
  const { ring, ringEdge } = shows.session;
  const isEdgeGone = kind === 'remove' && ringEdge !== undefined;
  if (next) stage()?.focusCard(next);
  else if (isEdgeGone && ring !== undefined) stage()?.focusCard(ring);
  else if (next === null || isEdgeGone) stage()?.focusCanvas();
}
