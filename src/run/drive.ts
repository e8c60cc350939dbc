/** The loop of a run: what happened becomes events, events become durable, then what follows from them starts. */

import { decide, nextWake } from './decide.ts';
import type { RunEvent, RunEventBody } from './events.ts';
import { evolve } from './evolve.ts';
import type { CallStart, Happening, Host } from './host.ts';
import { draftEvent, isDrained, replanRequest } from './replan.ts';
import { stamped } from './stamped.ts';
import { StartedCall } from './started-call.ts';
import { type RunState, stepNamed } from './state.ts';
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
  // What happens in one turn of the loop happens at one time.
  let now = host.now();
  let batch: RunEvent[] = [];
  const record = (event: RunEvent): void => {
    evolve(state, event);
    batch.push(event);
  };
  for (const body of first) record(stamped(state, body, now));
  let asked = -1;
  for (;;) {
    const starts: CallStart[] = [];
    let strict = false;
    for (let event = decide(state, now); event !== null; event = decide(state, now)) {
      record(event);
      if (event.type !== 'plan_step_started') continue;
      const step = stepNamed(state, event.call);
      const { effect } = state.program.steps[step]!;
      strict ||= effect !== 'none' && effect !== 'read';
      starts.push(new StartedCall(state, step));
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
      record(stamped(state, { ...draft, by: 'person' }, now));
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
      const event = factOf(state, host, happening, now);
      if (event) record(event);
    }
  }
}

/** The event of something that happened; null where it comes too late to count. */
function factOf(state: RunState, host: Host, happening: Happening, now: number): RunEvent | null {
  switch (happening.kind) {
    case 'event':
      return stamped(state, happening.body, now);
    case 'planned': {
      if (state.replanning !== 'draining') return null;
      const draft = draftEvent(state, happening.calls, (plan, kept) => host.check(plan, kept));
      return stamped(state, draft, now);
    }
    case 'returned': {
      const { call, attempt, value, route, step } = happening;
      if (!isAwaited(state, call, attempt, step)) return null;
      if (route !== undefined) return stamped(state, routed(state, happening, route), now);
      const { runId, seq } = state;
      return { type: 'plan_step_completed', call, attempt, value, runId, seq: seq + 1, time: now };
    }
    case 'waits': {
      const { call, attempt, ms, on, step } = happening;
      return isAwaited(state, call, attempt, step)
        ? stamped(state, { type: 'plan_step_waiting', call, attempt, ms, ...on }, now)
        : null;
    }
    case 'threw': {
      const { kind: _, step, ...failure } = happening;
      return isAwaited(state, failure.call, failure.attempt, step)
        ? stamped(state, { type: 'plan_step_failed', ...failure }, now)
        : null;
    }
  }
}

/** The end of a call whose activity named the alternative its result goes to (L-23). */
function routed(
  state: RunState,
  { call, attempt, value }: Extract<Happening, { kind: 'returned' }>,
  route: string | number,
): RunEventBody {
  const { alternatives } = state.program.steps[stepNamed(state, call)]!;
  if (alternatives.length === 0) return { type: 'plan_step_completed', call, attempt, value };
  const branch = branchIndex(alternatives, route);
  if (branch !== -1) return { type: 'plan_step_completed', call, attempt, value, branch };
  const message = `The tool chose the branch "${route}", which the call's output path does not have.`;
  return { type: 'plan_step_failed', call, attempt, code: 'bad-branch', message, by: 'engine' };
}

function isAwaited(state: RunState, call: string, attempt: number, likely: number | undefined): boolean {
  const { slot, attempt: attempts } = state.steps;
  const step = stepNamed(state, call, likely);
  return step !== -1 && slot[step] === 1 && attempts[step] === attempt;
}
