/** What a thread remembers of its run between two events: where calls stand, what they failed of, how they ended. */

import { itemAt } from '../lib/columns.ts';
import type { Plan } from '../plan/document.ts';
import { namer } from './call-names.ts';
import type { InstanceInput, RunEvent } from './events.ts';
import { runPolicy } from './policy.ts';
import { instancesOf, stepId } from './steps.ts';
import type { Counts, Place } from './thread-words.ts';

interface Failing {
  /** Attempts that failed. */
  times: number;
  error: string;
  /** Retries it has by now (L-41). */
  allowance: number;
  /** A failure of which it is not known yet whether it stands: nothing followed from it so far. */
  open: Extract<RunEvent, { type: 'plan_step_failed' }> | null;
  /** The next start is a retry, which has been told. */
  retrying: boolean;
}

export interface Memory {
  plan: Plan | null;
  instances: readonly InstanceInput[];
  /** Of the plan's policy: what a person who says "retry" adds (L-41). */
  retryLimit: number;
  nameOf: (call: string) => string;
  /** Position in the list by call, from 1. */
  numbers: ReadonlyMap<string, number>;
  failing: Map<string, Failing>;
  /** Calls that may have an open failure: of many that have failed these few are looked at. */
  unsettled: Set<string>;
  outcomes: Map<string, 'completed' | 'failed' | 'skipped'>;
}

export const newMemory = (): Memory => ({
  plan: null,
  instances: [],
  retryLimit: 0,
  nameOf: namer(null),
  numbers: new Map(),
  failing: new Map(),
  unsettled: new Set(),
  outcomes: new Map(),
});

export function rememberPlan(memory: Memory, plan: Plan, instances = memory.instances): void {
  memory.plan = plan;
  memory.instances = instances;
  memory.retryLimit = runPolicy(plan.policy).retryLimit;
  memory.nameOf = namer(plan);
  memory.numbers = new Map(plan.calls.map((call, at) => [call._id, at + 1]));
}

/** @param call its id, or `id@LABEL` */
export const placeOf = ({ plan, numbers, nameOf }: Memory, call: string): Place => ({
  n: numbers.get(itemAt(call.split('@'), 0)) ?? 0,
  total: plan?.calls.length ?? 0,
  name: nameOf(call),
});

export function failingOf({ failing, retryLimit }: Memory, call: string): Failing {
  let own = failing.get(call);
  if (!own) {
    own = { times: 0, error: '', allowance: retryLimit, open: null, retrying: false };
    failing.set(call, own);
  }
  return own;
}

/** Of the present revision, each call once for every instance it runs for. */
export function countsOf({ plan, instances, outcomes }: Memory): Counts {
  const counts = { total: 0, completed: 0, failed: 0, skipped: 0 };
  for (const call of plan?.calls ?? []) {
    for (const instance of instancesOf(call, instances)) {
      counts.total += 1;
      const outcome = outcomes.get(stepId(call, instance));
      if (outcome) counts[outcome] += 1;
    }
  }
  return counts;
}
