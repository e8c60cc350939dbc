/** The journal of a run as JSON on the clipboard: what was planned, done, seen and decided, line by line (C-10). */

import { messageOf } from '../../lib/thrown.ts';
import type { Outside } from '../../run/unproven.ts';
import { planOf } from '../../run/whole.ts';
import type { SessionActions } from '../../stores/session.ts';
import type { ShownRun } from '../../stores/shown-run.ts';

/** Never rejects: how it went is said. */
export async function copyJournal(
  { events, state }: ShownRun,
  outside: Outside,
  notify: SessionActions['notify'],
): Promise<void> {
  try {
    const { reasoningOf } = await import('../../run/phases.ts');
    const { journalLine } = await import('../run/journal-line.ts');
    const { namer } = await import('../../run/call-names.ts');
    const name = namer(planOf(state));
    const { tellsUnproven, unprovenIn } = await import('../run/use-unproven.ts');
    const unproven = unprovenIn({ state }, outside);
    const lines = reasoningOf(
      events,
      (event) => `${tellsUnproven(event, unproven) ? 'unproven: ' : ''}${journalLine(event, name).text}`,
    );
    await navigator.clipboard.writeText(JSON.stringify(lines, null, 2));
    notify('The journal was copied.', 'success');
  } catch (error) {
    notify(`The journal was not copied: ${messageOf(error)}`, 'danger');
  }
}
