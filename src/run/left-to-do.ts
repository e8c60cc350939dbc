/** What of a run's plan is left to do when a person has written its rest, or takes another tool for a call. Knows no screen. */

import { hasOwn, isObject } from '../lib/json.ts';
import { behavesAlike } from '../plan/diff.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { ToolContract } from '../tools/catalogue.ts';
import type { CallStatus } from './events.ts';
import type { RunState } from './state.ts';
import { callView, namesOf } from './view.ts';
import { planOf } from './whole.ts';

/** A run as whoever asks has it. */
interface Run {
  readonly state: RunState;
}

const DONE: ReadonlySet<CallStatus> = new Set(['completed', 'dispatched']);

/** Whether a call is done for good, in every instance: it stays, and is not run again (L-42). */
export function isCallDone({ state }: Run, id: string): boolean {
  const names = namesOf(state, id);
  return names.length > 0 && names.every((name) => DONE.has(callView(state, name)?.status ?? 'pending'));
}

/** What a person's plan asks of the run from here on: its calls without those that are done and mean what they meant. */
export function callsFromHere(run: Run, written: Plan): readonly Call[] {
  const before = new Map(planOf(run.state)?.calls.map((call) => [call._id, call]));
  return written.calls.filter((call) => {
    const own = before.get(call._id);
    return own === undefined || !isCallDone(run, call._id) || !behavesAlike(own, call);
  });
}

/**
 * The plan with another tool for one call: of its parameters those stay that the other knows – all, where its contract names
 * none –, and all that is not a tool's.
 */
export function withTool(plan: Plan, id: string, tool: string, contract: ToolContract | undefined): Plan {
  const parameters = contract?.parameters;
  const known = isObject(parameters) && isObject(parameters.properties) ? parameters.properties : null;
  const taking = (call: Call): Call => {
    const kept = Object.entries(call).filter(
      ([key]) => key.startsWith('_') || known === null || hasOwn(known, key),
    );
    return { ...(Object.fromEntries(kept) as Call), _tool: tool };
  };
  return { ...plan, calls: plan.calls.map((call) => (call._id === id ? taking(call) : call)) };
}
