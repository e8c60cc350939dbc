/** The failure of a call whose file a run does not have: the sentence, and the name back out of it. */

import type { Failure } from './events.ts';

/** @param there names of the files that the run has */
export const lackingFile = (name: string, there: readonly string[]): string =>
  `There is no file "${name}" in this run, which ${there.length === 0 ? 'was given none' : `has ${there.join(', ')}`}. Give it here, or drop it beside the goal, and try again.`;

/** The name of the file that a call failed for; null where it failed of something else. */
export const lackedFile = (failure: Pick<Failure, 'message'> | undefined): string | null =>
  failure?.message.match(/^There is no file "(.+?)" in this run, which /s)?.[1] ?? null;
