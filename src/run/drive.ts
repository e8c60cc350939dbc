/** The loop of a run: what happened becomes events, events become durable, then what follows from them starts. */

import type { Json } from '../lib/json.ts';
import { decide, nextWake } from './decide.ts';
import type { RunEvent, RunEventBody } from './events.ts';
import { evolve } from './evolve.ts';
import type { CallStart, Happening, Host } from './host.ts';
import { resolveScopes } from './params.ts';
import { expressionValue } from './reading.ts';
import { draftEvent, isDrained, replanRequest } from './replan.ts';
import type { RunState } from './state.ts';
import { branchIndex } from './steps.ts';

/**
 * Runs until the run has ended, or `host.next` rejects (the host lets go of it, and the journal tells where it was).
 * @param first events to begin with: those of `beginning`, or the mark of an interruption
 */
export async function drive(
  state: RunState,
  host: Host,
  first: readonly RunEventBody[] = [],
): Promise<RunState> {
  let batch = first.map((body) => record(state, host, { ...body }));
  let asked = -1;
  for (;;) {
    const starts: CallStart[] = [];
    let strict = false;
    for (let body = decide(state, host.now()); body !== null; body = decide(state, host.now())) {
      batch.push(record(state, host, body));
      if (body.type !== 'plan_step_started') continue;
      const { effect } = state.program.steps[state.program.index.get(body.call)!]!;
      strict ||= effect !== 'none' && effect !== 'read';
      starts.push(callStart(state, body.call));
    }
    if (batch.length > 0) {
      const written = host.append(batch, strict);
      batch = [];
      if (written) await written;
    }
    if (state.status !== 'running') {
      host.cancel();
      return state;
    }
    for (const start of starts) host.start(start);
    if (isDrained(state) && asked !== state.replans) {
      asked = state.replans;
      host.replan(replanRequest(state));
    }
    const waited = host.next(nextWake(state));
    for (const happening of waited instanceof Promise ? await waited : waited) {
      const body = factOf(state, host, happening);
      if (body) batch.push(record(state, host, body));
    }
  }
}

/** The body becomes the event: a copy of each of ten thousand would be the loop's largest cost. */
function record(state: RunState, host: Host, body: RunEventBody): RunEvent {
  const event = body as RunEvent & { runId: string; seq: number; time: number };
  event.runId = state.runId;
  event.seq = state.seq + 1;
  event.time = host.now();
  evolve(state, event);
  return event;
}

function callStart(state: RunState, id: string): CallStart {
  const step = state.program.steps[state.program.index.get(id)!]!;
  const own = state.steps[step.index]!;
  const each = step.places.findIndex((place) => place.role === 'forEach');
  return {
    id,
    call: step.call,
    instance: step.instance,
    contract: step.contract,
    latent: step.latent,
    params: own.params ?? {},
    scopes: resolveScopes(state, step),
    items: each === -1 ? undefined : (expressionValue(state, step.exprs[each]!, false)?.value as Json),
    attempt: own.attempt,
    begun: own.begun,
    answers: own.answers,
    idempotencyKey: `${state.runId}/${id}`,
    alternatives: step.alternatives,
  };
}

/** The event of something that happened; null where it comes too late to count. */
function factOf(state: RunState, host: Host, happening: Happening): RunEventBody | null {
  switch (happening.kind) {
    case 'event':
      return { ...happening.body };
    case 'planned':
      return state.replanning === 'draining'
        ? draftEvent(state, happening.calls, (plan, kept) => host.check(plan, kept))
        : null;
    case 'returned': {
      const { call, attempt, value, route } = happening;
      if (!isAwaited(state, call, attempt)) return null;
      const { alternatives } = state.program.steps[state.program.index.get(call)!]!;
      if (route === undefined || alternatives.length === 0) {
        return { type: 'plan_step_completed', call, attempt, value };
      }
      const branch = branchIndex(alternatives, route);
      if (branch !== -1) return { type: 'plan_step_completed', call, attempt, value, branch };
      const message = `The tool chose the branch "${route}", which the call's output path does not have.`;
      return { type: 'plan_step_failed', call, attempt, code: 'bad-branch', message, by: 'engine' };
    }
    case 'threw': {
      const { kind: _, ...failure } = happening;
      return isAwaited(state, failure.call, failure.attempt)
        ? { type: 'plan_step_failed', ...failure }
        : null;
    }
  }
}

function isAwaited(state: RunState, call: string, attempt: number): boolean {
  const step = state.program.index.get(call);
  const own = step === undefined ? undefined : state.steps[step];
  return own?.slot === true && own.attempt === attempt;
}
