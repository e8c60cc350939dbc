/** A planner whose plan is checked before it is done, and goes back once with its problems. Knows no model. */

import { checkPlan } from '../check/check.ts';
import { FORMAT, type Plan, VERSION } from '../plan/document.ts';
import type { Planner, PlannerEvent, PlannerRequest } from './planner.ts';
import { MALFORMED_ANSWER } from './prompt/read-plan.ts';

/** A plan that is too large to be shown again is described by its problems alone. */
const MAX_PLAN_CHARS = 40_000;
const MAX_PROBLEMS = 20;

/**
 * Streams what `planner` streams. Where the finished plan has errors (warnings are the person's to judge), or the
 * answer was no plan at all, it emits `restart` and asks once more with the problems. What is wrong even then is
 * not hidden: the draft ends with a note and `done`, because a person can mend it on the canvas.
 */
export function withChecks(planner: Planner): Planner {
  return async function* (request) {
    const first = yield* attempt(planner, request, request);
    if (first.kind === 'over') return;
    if (first.problems.length === 0) {
      yield { kind: 'done' };
      return;
    }
    yield { kind: 'restart', problems: first.problems };
    const again = { ...request, lastError: correction(request.lastError, first) };
    const second = yield* attempt(planner, again, request);
    if (second.kind === 'over') return;
    if (second.failure !== undefined) {
      yield second.failure;
      return;
    }
    if (second.problems.length > 0) {
      const text = `The plan still has problems after one correction; they are marked on the canvas. ${second.problems.join(' ')}`;
      yield { kind: 'note', text };
    }
    yield { kind: 'done' };
  };
}

type Attempt =
  /** Its last event has been passed on: a failure that asking again would not change, or a cut stream. */
  | { readonly kind: 'over' }
  | {
      readonly kind: 'answered';
      readonly problems: readonly string[];
      readonly plan: Plan;
      /** The answer was no plan: what the planner said. */
      readonly failure?: PlannerEvent;
    };

async function* attempt(
  planner: Planner,
  asked: PlannerRequest,
  request: PlannerRequest,
): AsyncGenerator<PlannerEvent, Attempt> {
  let plan = emptyDraft(request);
  for await (const event of planner(asked)) {
    switch (event.kind) {
      case 'done': {
        const problems = errorsOf(withHistory(plan, request), request);
        return { kind: 'answered', problems, plan };
      }
      case 'failed':
        if (event.code === MALFORMED_ANSWER) {
          return { kind: 'answered', problems: [event.message], plan, failure: event };
        }
        yield event;
        return { kind: 'over' };
      case 'call':
        plan = { ...plan, calls: [...plan.calls, event.call] };
        break;
      case 'plan':
        plan = {
          ...plan,
          ...(event.output === undefined ? {} : { output: event.output }),
          ...(event.inputSchema === undefined ? {} : { input: { schema: event.inputSchema } }),
          ...(event.plans === undefined ? {} : { plans: event.plans }),
        };
        break;
      case 'restart':
        plan = emptyDraft(request);
        break;
    }
    yield event;
  }
  return { kind: 'over' };
}

const emptyDraft = (request: PlannerRequest): Plan => ({
  format: FORMAT,
  version: VERSION,
  id: 'draft',
  mode: 'lazy',
  calls: [],
  ...(request.inputSchema === undefined ? {} : { input: { schema: request.inputSchema } }),
  ...(request.stateSchema === undefined ? {} : { state: { schema: request.stateSchema } }),
});

/** Completed calls are kept and stand before all new ones (L-42): what they wrote can be read. */
function withHistory(plan: Plan, { history }: PlannerRequest): Plan {
  const again = new Set(plan.calls.map((call) => call._id));
  const kept = history.filter((step) => step.status === 'completed' && !again.has(step.call._id));
  return { ...plan, calls: [...kept.map((step) => step.call), ...plan.calls] };
}

/** Of a replan only what its new calls bring: a problem of a completed call is past mending. */
function errorsOf(plan: Plan, { catalogue, history }: PlannerRequest): readonly string[] {
  const past = new Set(history.filter((step) => step.status === 'completed').map((step) => step.call._id));
  return checkPlan(plan, catalogue)
    .problems.filter(({ severity, calls }) => severity === 'error' && !(calls[0] && past.has(calls[0])))
    .slice(0, MAX_PROBLEMS)
    .map((problem) => problem.message);
}

function correction(
  lastError: string | null,
  { problems, plan }: Extract<Attempt, { kind: 'answered' }>,
): string {
  const answer = JSON.stringify({ calls: plan.calls, output: plan.output ?? null });
  return [
    ...(lastError === null ? [] : [lastError, '']),
    'Your last answer failed the checks:',
    ...problems.map((problem) => `- ${problem}`),
    ...(plan.calls.length > 0 && answer.length <= MAX_PLAN_CHARS ? ['It was:', answer] : []),
    'Answer with the whole plan again, corrected.',
  ].join('\n');
}
