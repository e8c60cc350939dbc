/** Where what was signed lets a call go (L-73), as the door holds it to: the flows of the run that a person started. */

import { callName, type Flow, REPLAN, type Sink } from '../flows/flow.ts';
import { callUse } from '../flows/use.ts';
import { itemAt } from '../lib/columns.ts';
import { stepNamed } from '../run/state.ts';
import type { RunContext } from './context.ts';
import type { CallStart } from './port.ts';

const NOWHERE: readonly Sink[] = [];

export function signedSinks(run: RunContext, { call, contract }: CallStart): readonly Sink[] {
  const { state } = run;
  const flows = signedAbove(run);
  // Signed before flows were part of it, or never, as a dry run is: what the call says as it stands.
  if (flows === null) return callUse(call, { get: () => contract, list: () => [] }, state.setting).sinks;
  return sinksOf(run, flows, call._id);
}

/** Whether a signed line lets a replan of the run be planned by the model at a host. What was never signed names none. */
export function namesPlanner(run: RunContext, host: string): boolean {
  const flows = signedAbove(run);
  if (flows === null) return false;
  return sinksOf(run, flows, REPLAN).some((sink) => sink.kind === 'model' && sink.server === host);
}

function sinksOf({ above }: RunContext, flows: readonly Flow[], id: string): readonly Sink[] {
  const reference = above ? referenceOf(above) : undefined;
  return sinksByCall(flows).get(callName(reference, id)) ?? NOWHERE;
}

const signedAbove = ({ state, above }: RunContext): readonly Flow[] | null =>
  above ? signedAbove(above.run) : state.flows;

/** How the call above names the plan of the run below it. */
function referenceOf({ run: { state }, call }: NonNullable<RunContext['above']>): string | undefined {
  const step = stepNamed(state, call.call);
  return step === -1 ? undefined : itemAt(state.program.steps, step).call._delegate;
}

const known = new WeakMap<readonly Flow[], ReadonlyMap<string, readonly Sink[]>>();

/** Ten thousand calls ask for theirs. */
function sinksByCall(flows: readonly Flow[]): ReadonlyMap<string, readonly Sink[]> {
  const before = known.get(flows);
  if (before) return before;
  const found = new Map<string, Sink[]>();
  for (const { call, sink } of flows) {
    const sinks = found.get(call);
    if (sinks) sinks.push(sink);
    else found.set(call, [sink]);
  }
  known.set(flows, found);
  return found;
}
