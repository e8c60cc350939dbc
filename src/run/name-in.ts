/** A call as one instance has it. Small: every canvas is drawn with it. */

import type { RunState } from './state.ts';

/**
 * The name of a call in the eyes of one instance: `id@LABEL`, or its id where it is there once for all; undefined where it is
 * none of that instance's. @param label null: of all instances, its id
 */
export function nameIn(
  { program: { index } }: Pick<RunState, 'program'>,
  id: string,
  label: string | null,
): string | undefined {
  if (label === null) return id;
  const own = `${id}@${label}`;
  return index.has(own) ? own : index.has(id) ? id : undefined;
}
