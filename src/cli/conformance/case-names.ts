/** How a case calls what a journal calls otherwise: sub-runs, and the calls in them (`d/x`, `each[2]/x`). */

import type { ParentCall } from '../../run/events.ts';

/** The names of the runs of one case, as they become known. */
export interface CaseNames {
  /** A sub-run is known by the first batch of its journal. */
  learn(runId: string, parent: ParentCall | undefined): void;
  /** The name of a sub-run; "" for the run itself. */
  run(runId: string): string;
  call(runId: string, call: string): string;
  /** All sub-runs, in the order in which they began; of several tries of one the later ones come later. */
  readonly below: Iterable<string>;
}

export function caseNames(): CaseNames {
  const names = new Map<string, string>();
  const run = (runId: string): string => names.get(runId) ?? '';
  const call = (runId: string, id: string): string => {
    const within = run(runId);
    return within === '' ? id : `${within}/${id}`;
  };
  return {
    learn: (runId, parent) => {
      if (!parent || names.has(runId)) return;
      const { index } = parent;
      names.set(runId, call(parent.runId, parent.call) + (index === undefined ? '' : `[${index}]`));
    },
    run,
    call,
    below: { [Symbol.iterator]: () => names.keys() },
  };
}

/** The keys under which a script may tell of a call: as it is, with every index as `[*]`, and without labels as well. */
export function scriptKeys(name: string): string[] {
  const anyIndex = name.replace(/\[\d+\]/g, '[*]');
  return [...new Set([name, anyIndex, anyIndex.replace(/@[^/[]*/g, '')])];
}
