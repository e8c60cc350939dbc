/** The calls that are under way, and may be stopped alone (L-41). Light: the page knows it before any run is opened. */

import type { RunState } from './state.ts';

/**
 * Whether a call is under way: entered, waiting for runs below it, for a time of its own or for its retry. One that asks a
 * person is not: its question has a refusal of its own.
 */
export const isUnderWay = ({ steps, timed }: RunState, step: number): boolean =>
  timed.has(step) || (steps.slot[step] === 1 && steps.waiting[step] !== 'answer');

/** The names of the calls that a person may stop now, in list order: ids, or `id@LABEL`. */
export function underWay(state: RunState): string[] {
  if (state.status !== 'running') return [];
  return state.program.steps.flatMap(({ index, id }) => (isUnderWay(state, index) ? [id] : []));
}

/** Of one call: of more than one where it runs for several instances. @param call its id in the plan */
export const underWayOf = (state: RunState, call: string): string[] =>
  underWay(state).filter((name) => name === call || name.startsWith(`${call}@`));
