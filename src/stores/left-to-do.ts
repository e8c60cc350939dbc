/** What of a run's plan is left to do when a person has written its rest. Knows no screen. */

import { behavesAlike } from '../plan/diff.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { CallStatus } from '../run/events.ts';
import { callView, namesOf } from '../run/view.ts';
import { planOf } from '../run/whole.ts';
import type { ShownRun } from './shown-run.ts';

const DONE: ReadonlySet<CallStatus> = new Set(['completed', 'dispatched']);

/** Whether a call is done for good, in every instance: it stays, and is not run again (L-42). */
export function isCallDone({ state }: ShownRun, id: string): boolean {
  const names = namesOf(state, id);
  return names.length > 0 && names.every((name) => DONE.has(callView(state, name)?.status ?? 'pending'));
}

/** What a person's plan asks of the run from here on: its calls without those that are done and mean what they meant. */
export function callsFromHere(run: ShownRun, written: Plan): readonly Call[] {
  const before = new Map(planOf(run.state)?.calls.map((call) => [call._id, call]));
  return written.calls.filter((call) => {
    const own = before.get(call._id);
    return own === undefined || !isCallDone(run, call._id) || !behavesAlike(own, call);
  });
}
