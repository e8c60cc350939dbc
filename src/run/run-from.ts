/** Running a plan again from one of its calls (R-42): what is run again with it, and what speaks against it. Changes nothing. */

import { itemAt } from '../lib/columns.ts';
import { rowOf } from '../plan/rows.ts';
import type { ClearOrder } from './events.ts';
import { isHarmless } from './outcome.ts';
import type { Program } from './program.ts';
import type { RunState } from './state.ts';

/**
 * The calls whose results are gone when a run begins again at one of them, in list order: the call and what depends on
 * it, through data or `_after`, directly or not; with `list` also all that stand after it in the list (K-11), in its own
 * instance where it has one. Whatever depends on any of these is among them, so nothing that is kept rests on what is gone.
 * @param call its id, or `id@LABEL`; one that the plan does not have clears nothing
 */
export function clearedFrom(program: Program, call: string, order: ClearOrder): readonly string[] {
  const first = program.index.get(call);
  if (first === undefined) return [];
  const cleared = new Uint8Array(program.steps.length);
  const work: number[] = [];
  const clear = (step: number) => {
    if (cleared[step] === 1) return;
    cleared[step] = 1;
    work.push(step);
  };
  const { instance } = itemAt(program.steps, first);
  for (let step = first; step < (order === 'list' ? program.steps.length : first + 1); step++) {
    if (instance === null || itemAt(program.steps, step).instance === instance) clear(step);
  }
  for (let step = work.pop(); step !== undefined; step = work.pop()) {
    for (const path of rowOf(program.pathsOf, step)) rowOf(program.readers, path).forEach(clear);
  }
  return program.steps.filter(({ index }) => cleared[index] === 1).map(({ id }) => id);
}

/** Ids that a refusal lists: of ten thousand nobody reads them all. */
const MOST_LISTED = 50;

/** Why a run can't be run again from a call, as sentences; empty where it can (R-43). */
export function refusalToRunFrom(state: RunState, call: string, order: ClearOrder): readonly string[] {
  const { program } = state;
  if (!program.index.has(call)) return [`The plan has no call "${call}". ${listed(program)}`];
  if (state.status !== 'running') {
    return [
      `This run has ended, so nothing in it is changed any more. Run it again from "${call}" as a new run.`,
    ];
  }
  const cleared = new Set(clearedFrom(program, call, order));
  const sentences: string[] = [];
  // Whoever approved a part has not approved what stands before it (L-76).
  const unsigned = state.part
    ? program.steps.filter(({ id, call }) => cleared.has(id) && !state.part?.starts.has(call._id))
    : [];
  if (unsigned.length > 0) {
    const names = unsigned.slice(0, MOST_LISTED).map(({ id }) => id);
    sentences.push(
      `Only a part of this plan was approved, and ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} not in it. Run it again from "${call}" as a new run once this one has ended.`,
    );
  }
  for (const step of program.steps) {
    const { slot, status } = state.steps;
    const name = step.call._description ?? step.id;
    if (slot[step.index] === 1 && !isHarmless(state.steps, step)) {
      sentences.push(
        `"${name}" (${step.id}) is under way, and it changes something that can't be done twice. Wait until it has ended.`,
      );
    } else if (status[step.index] === 'in_doubt' && cleared.has(step.id)) {
      sentences.push(
        `"${name}" (${step.id}) may or may not have happened. Say first what is to become of it.`,
      );
    }
  }
  return sentences;
}

function listed({ steps }: Program): string {
  const ids = steps.slice(0, MOST_LISTED).map(({ id }) => id);
  const more = steps.length - ids.length;
  return `Its calls are ${ids.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
