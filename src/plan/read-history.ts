/** Reads what was kept of a plan's steps. Apart from what keeps them: with the first screen, plans are read and not written. */

import { isObject } from '../lib/json.ts';
import type { History, Step } from './history.ts';

/** What was kept, as far as it has the form of one; null where it has not: a plan must open whatever stands beside it. */
export function readHistory(kept: unknown): History | null {
  if (!isObject(kept)) return null;
  const { past, future } = kept;
  return isSteps(past) && isSteps(future) ? { past, future } : null;
}

const isSteps = (list: unknown): list is readonly Step[] =>
  Array.isArray(list) &&
  list.every(
    (step) =>
      isObject(step) &&
      typeof step.label === 'string' &&
      [step.forward, step.backward].every((edits) => Array.isArray(edits) && edits.every(isObject)) &&
      isObject(step.origins) &&
      [step.origins.before, step.origins.after].every(
        (of) => isObject(of) && isObject(of.parts) && Array.isArray(of.revisions),
      ),
  );
