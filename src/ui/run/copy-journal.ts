/** The journal of a run as JSON on the clipboard: what was planned, done, seen and decided, line by line (C-10). */

import { messageOf } from '../../lib/thrown.ts';
import { namer } from '../../run/call-names.ts';
import { reasoningOf } from '../../run/phases.ts';
import type { UnprovenIn } from '../../run/unproven.ts';
import { planOf } from '../../run/whole.ts';
import type { SessionActions } from '../../stores/session.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { journalLine } from './journal-line.ts';

/** Never rejects: how it went is said. */
export async function copyJournal(
  { events, state }: ShownRun,
  unproven: UnprovenIn,
  notify: SessionActions['notify'],
): Promise<void> {
  try {
    const name = namer(planOf(state));
    const lines = reasoningOf(
      events,
      (event) => `${unproven.told(event) ? 'unproven: ' : ''}${journalLine(event, name).text}`,
    );
    await navigator.clipboard.writeText(JSON.stringify(lines, null, 2));
    notify('The journal was copied.', 'success');
  } catch (error) {
    notify(`The journal was not copied: ${messageOf(error)}`, 'danger');
  }
}
