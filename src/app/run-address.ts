/** A run's place in the address bar, `#run/ID`: how it is written, and how a link that leads to a run is read. */

import { cut } from '../lib/cut-text.ts';

const PREFIX = '#run/';

/** An id of a sub-run is its parent's with the call in it; no run's is as long as this, escaped. */
const MAX_CHARACTERS = 4_000;

/** As much of a stranger's id as a sentence can bear. */
const SHOWN_CHARACTERS = 40;

/** The fragment for a run, with its `#`. Ids of sub-runs hold percent signs, which would be read as escapes. */
export const runFragment = (runId: string): string => PREFIX + encodeURIComponent(runId);

/** Which run a fragment names, be there such a run or not; null where it is about something else. */
export function runOfFragment(fragment: string): string | null {
  if (!fragment.startsWith(PREFIX)) return null;
  const written = fragment.slice(PREFIX.length, PREFIX.length + MAX_CHARACTERS);
  try {
    return decodeURIComponent(written);
  } catch {
    // Typed by hand, or cut: taken as it stands.
    return written;
  }
}

/** Said where a link, a list or another run leads to a run that is not here. @param runId may be a stranger's text */
export function noSuchRun(runId: string): string {
  const what =
    runId === ''
      ? 'This link names no run'
      : `There is no run “${cut(runId, SHOWN_CHARACTERS)}” on this device`;
  return `${what}: its record was deleted, or it is kept in another browser. The link of a run leads back only where it ran. What is here is in the list of runs.`;
}
