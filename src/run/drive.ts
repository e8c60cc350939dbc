/** The loop of a run: what happened becomes events, events become durable, then what follows from them starts. */

import type { Json, JsonObject } from '../lib/json.ts';
import { decide, nextWake } from './decide.ts';
import type { RunEvent, RunEventBody } from './events.ts';
import { evolve } from './evolve.ts';
import type { CallStart, Happening, Host } from './host.ts';
import { resolveScopes } from './params.ts';
import { expressionValue } from './reading.ts';
import { draftEvent, isDrained, replanRequest } from './replan.ts';
import { type RunState, stepNamed } from './state.ts';
import { branchIndex, type Step } from './steps.ts';

/**
 * Runs until the run has ended, or `host.next` rejects (the host lets go of it, and the journal tells where it was).
 * @param first events to begin with: those of `beginning`, or the mark of an interruption
 */
export async function drive(
  state: RunState,
  host: Host,
  first: readonly RunEventBody[] = [],
): Promise<RunState> {
  // What happens in one turn of the loop happens at one time.
  let now = host.now();
  let batch = first.map((body) => record(state, { ...body }, now));
  let asked = -1;
  for (;;) {
    const starts: CallStart[] = [];
    let strict = false;
    for (let body = decide(state, now); body !== null; body = decide(state, now)) {
      batch.push(record(state, body, now));
      if (body.type !== 'plan_step_started') continue;
      const step = state.program.steps[stepNamed(state, body.call)]!;
      strict ||= step.effect !== 'none' && step.effect !== 'read';
      starts.push(callStart(state, step));
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
    if (state.ownCalls !== null && isDrained(state)) {
      const draft = draftEvent(state, state.ownCalls, (plan, kept) => host.check(plan, kept));
      batch.push(record(state, { ...draft, by: 'person' }, now));
      continue;
    }
    if (isDrained(state) && asked !== state.replans) {
      asked = state.replans;
      host.replan(replanRequest(state));
    }
    const waited = host.next(nextWake(state));
    const happened = waited instanceof Promise ? await waited : waited;
    now = host.now();
    for (const happening of happened) {
      const body = factOf(state, host, happening);
      if (body) batch.push(record(state, body, now));
    }
  }
}

function record(state: RunState, body: RunEventBody, time: number): RunEvent {
  const event = eventOf(state, body, time);
  evolve(state, event);
  return event;
}

/**
 * The body becomes the event. Of the two that every call has, an object of its final shape is made: a body that
 * grows is moved, ten thousand times.
 */
function eventOf({ runId, seq: last }: RunState, body: RunEventBody, time: number): RunEvent {
  const seq = last + 1;
  if (body.type === 'plan_step_started') {
    const { type, call, attempt } = body;
    return { type, call, attempt, runId, seq, time };
  }
  if (body.type === 'plan_step_completed' && body.branch === undefined && body.via === undefined) {
    const { type, call, attempt, value, lost } = body;
    if (lost === undefined) return { type, call, attempt, value, runId, seq, time };
  }
  const event = body as RunEvent & { runId: string; seq: number; time: number };
  event.runId = runId;
  event.seq = seq;
  event.time = time;
  return event;
}

/** The value of `_forEach` (L-53). */
function itemsOf(state: RunState, step: Step): Json | undefined {
  const at = step.places.findIndex(({ role }) => role === 'forEach');
  return at === -1 ? undefined : (expressionValue(state, step.exprs[at]!, false)?.value as Json);
}

const NO_SCOPES: JsonObject = Object.freeze({});

function callStart(state: RunState, step: Step): CallStart {
  const own = state.steps[step.index]!;
  return {
    id: step.id,
    call: step.call,
    instance: step.instance,
    contract: step.contract,
    latent: step.latent,
    params: own.params ?? {},
    scopes: step.simple ? NO_SCOPES : resolveScopes(state, step),
    items: step.call._forEach === undefined ? undefined : itemsOf(state, step),
    attempt: own.attempt,
    begun: own.begun,
    recordedFrom: state.recordedFrom.get(step.id),
    answers: own.answers,
    idempotencyKey: idempotencyKey(state, step),
    alternatives: step.alternatives,
  };
}

/** What a person has run again is to happen again: whoever remembers the key must not take it for a repetition. */
function idempotencyKey({ runId, recordedFrom }: RunState, { id }: Step): string {
  const since = recordedFrom.get(id);
  return since === undefined ? `${runId}/${id}` : `${runId}/${id}/${since}`;
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
      const { alternatives } = state.program.steps[stepNamed(state, call)]!;
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
  const own = state.steps[stepNamed(state, call)];
  return own?.slot === true && own.attempt === attempt;
}
