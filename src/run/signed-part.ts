/** The part of a revision that was signed, where it was not the whole (L-76): in the journal, and after a replan. */

import type { Part } from '../flows/flows-of.ts';
import type { Call } from '../plan/document.ts';

/** As an event carries it: the calls it can start, and those whose results a person gave, which follow. */
export interface PartNote {
  readonly starts: readonly string[];
  readonly given: readonly string[];
}

export const partNote = ({ starts, given }: Part): PartNote => ({
  starts: [...starts],
  given: Object.keys(given),
});

/** What was given stands as results in the journal; here only whose they are counts. */
export const partIn = ({ starts, given }: PartNote): Part => ({
  starts: new Set(starts),
  given: Object.fromEntries(given.map((id) => [id, null])),
});

/**
 * The part of the next revision that can start: what was signed before, and the planner's calls. What was taken over
 * stays as it is, unless one of the planner's comes under its id.
 */
export function revisedPart(part: Part | null, calls: readonly Call[]): Part | undefined {
  if (!part) return undefined;
  const named = new Set(calls.map(({ _id }) => _id));
  const given = Object.entries(part.given).filter(([id]) => !named.has(id.split('@')[0] ?? id));
  return { starts: new Set([...part.starts, ...named]), given: Object.fromEntries(given) };
}
