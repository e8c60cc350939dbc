/** Where what was signed lets a call go (L-73), as the door holds it to: the flows of the run that a person started. */

import { callName, type Flow, REPLAN, type Sink, TURN } from '../flows/flow.ts';
import { reachOf } from '../flows/mandate.ts';
import { callUse } from '../flows/use.ts';
import { itemAt } from '../lib/columns.ts';
import { mandatesFor, mayReach } from '../run/mandate.ts';
import { stepNamed } from '../run/state.ts';
import { isRoomMaker } from '../tools/agent.ts';
import type { RunContext } from './context.ts';
import type { CallStart } from './port.ts';

const NOWHERE: readonly Sink[] = [];

export function signedSinks(run: RunContext, start: CallStart): readonly Sink[] {
  const { state } = run;
  const { call, contract } = start;
  const flows = signedAbove(run);
  if (mandatesFor(state, call).length > 0) return underMandate(run, start, flows);
  // Signed before flows were part of it, or never, as a dry run is: what the call says as it stands.
  if (flows === null) return callUse(call, { get: () => contract, list: () => [] }, state.setting).sinks;
  return sinksOf(run, flows, call._id);
}

/** Where a call may go that only a mandate holds (L-64): to what lies within it, or what a person has allowed of it. */
function underMandate(
  { state }: RunContext,
  { id, call, params, contract }: CallStart,
  flows: readonly Flow[] | null,
): readonly Sink[] {
  const reach = reachOf(call, params, contract, state.setting);
  if (!mayReach(state, id, reach)) return NOWHERE;
  // The model that answers is the one that was signed, whichever is connected now.
  const models = flows?.map(({ sink }) => sink).filter(({ kind }) => kind === 'model');
  return reach.sinks.flatMap((sink) => (sink.kind === 'model' ? (models ?? [sink]) : [sink]));
}

/** The servers at which a signed line lets a model plan the rest of the run. What was never signed names none. */
export function signedPlanners(run: RunContext): readonly string[] {
  const flows = signedAbove(run) ?? [];
  return [REPLAN, TURN].flatMap((name) =>
    sinksOf(run, flows, name).flatMap((sink) => (sink.kind === 'model' && sink.server ? [sink.server] : [])),
  );
}

function sinksOf({ above }: RunContext, flows: readonly Flow[], id: string): readonly Sink[] {
  const reference = above ? referenceOf(above) : undefined;
  return sinksByCall(flows).get(callName(reference, id)) ?? NOWHERE;
}

const signedAbove = ({ state, above }: RunContext): readonly Flow[] | null =>
  above ? signedAbove(above.run) : state.flows;

/** How the call above names the plan of the run below it. */
function referenceOf({ run, call }: NonNullable<RunContext['above']>): string | undefined {
  const { state } = run;
  const step = stepNamed(state, call.call);
  if (step === -1) return undefined;
  const { call: own, contract } = itemAt(state.program.steps, step);
  if (!isRoomMaker(own, contract)) return own._delegate;
  return callName(run.above ? referenceOf(run.above) : undefined, own._id);
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
