/**
 * A planner around a planner (L-61): asks for a plan whose calls may run parts, then for each part by itself, and makes one
 * plan with `plans` of it, checked and tried whole. Knows no model and no server.
 */

import { checkPlan } from '../../check/check.ts';
import { withinWords } from '../../check/problem.ts';
import type { JsonObject } from '../../lib/json.ts';
import { FORMAT, type OwnPlan, type Plan, VERSION } from '../../plan/document.ts';
import { isOpenStep } from '../../plan/open-step.ts';
import { trialFault } from '../offline/trial-fault.ts';
import type { Planner, PlannerEvent, PlannerRequest } from '../planner.ts';
import { purse } from '../purse.ts';
import { traced } from '../traced.ts';
import { notesOfWords, withChecks } from '../with-checks.ts';
import { type Gathered, gathered, NOTHING } from './gathered.ts';
import { type Part, partsOf, prune } from './part.ts';
import { type Desk, type Failed, MOST_PARTS, note, planParts } from './plan-parts.ts';

/** Parts within parts, below the plan itself (L-61). */
export const DEEPEST_PARTS = 3;

/**
 * A change, a replan and a turn are asked for as one: what they go on from is one plan.
 * @param model the planner of one answer, unchecked
 * @param depth parts within parts: 1 to 3
 */
export function inParts(model: Planner, depth = DEEPEST_PARTS, now: () => number = Date.now): Planner {
  return async function* (request) {
    const { change, rest, history } = request;
    if (change !== undefined || rest !== undefined || history.length > 0)
      return yield* traced(withChecks(model, now), { depth: 0 }, now)(request);
    const own = new AbortController();
    const signal = AbortSignal.any([request.signal, own.signal]);
    const deepest = Math.max(1, Math.min(depth, DEEPEST_PARTS));
    try {
      yield* planned(model, { ...request, signal }, deepest, now);
    } finally {
      // Whoever reads no further hears of no part that is under way: none is paid for in vain.
      own.abort();
    }
  };
}

async function* planned(
  model: Planner,
  request: PlannerRequest,
  deepest: number,
  now: () => number,
): AsyncGenerator<PlannerEvent> {
  let top = NOTHING;
  const paid = purse(request);
  const asked = { ...request, mostParts: MOST_PARTS };
  for await (const event of traced(withChecks(model, now), { depth: 0 }, now)(asked)) {
    top = gathered(top, event);
    paid.take(event);
    if (event.kind !== 'done') yield event;
  }
  if (!top.isDone) return;

  const { used, unused } = partsOf(top, 1);
  const plans = new Map<string, OwnPlan>(used.map(({ name, contract }) => [name, contract]));
  for (const name of unused) yield note(`No call runs the part "${name}": it was left out.`);
  yield told(plans);
  const desk: Desk = { model, request, plans, paid, deepest, now };
  const said: string[] = [];
  const through = async function* (parts: readonly Part[]): AsyncGenerator<PlannerEvent, Failed | null> {
    const stream = planParts(desk, parts);
    for (let next = await stream.next(); ; next = await stream.next()) {
      if (next.done) return next.value;
      if (next.value.kind === 'note') said.push(next.value.text);
      yield next.value.kind === 'plan' ? told(plans) : next.value;
    }
  };
  let failure = yield* through(used);
  let fault = failure ? undefined : await faultIn(wholeOf(top, plans), request, top.input);
  const toBlame = used.find(({ name }) => name === fault?.part);
  if (fault && toBlame && !paid.isEmpty()) {
    yield note(`The part "${toBlame.name}" was planned again. ${fault.message}`);
    plans.set(toBlame.name, toBlame.contract);
    prune(plans, top.calls);
    failure = yield* through([{ ...toBlame, lastError: fault.message }]);
    fault = failure ? undefined : await faultIn(wholeOf(top, plans), request, top.input);
  }
  if (failure) return yield failure;
  const whole = wholeOf(top, plans);
  const problems = [...problemsOf(whole, request, said), ...(fault ? [fault.message] : [])];
  if (problems.length > 0)
    yield note(`The plan still has problems where its parts come together. ${problems.join(' ')}`);
  yield* notesOfWords(request, flat(whole), top.input, now());
  yield told(plans);
  yield { kind: 'done' };
}

/** Where it has no parts after all, there are none to delegate to. */
const told = (plans: ReadonlyMap<string, OwnPlan>): PlannerEvent => ({
  kind: 'plan',
  strategy: 'hierarchical',
  plans: Object.fromEntries(plans),
});

const wholeOf = ({ calls, output, inputSchema }: Gathered, plans: ReadonlyMap<string, OwnPlan>): Plan => ({
  ...{ format: FORMAT, version: VERSION, id: 'draft', mode: 'lazy', strategy: 'hierarchical', calls },
  ...(inputSchema === undefined ? {} : { input: { schema: inputSchema } }),
  ...(output === undefined ? {} : { output }),
  plans: Object.fromEntries(plans),
});

/** What the trial of the whole says against it, and the part that is to blame. */
async function faultIn(
  plan: Plan,
  { tryPlan, signal }: PlannerRequest,
  input: JsonObject | undefined,
): Promise<{ readonly part: string | undefined; readonly message: string } | undefined> {
  const parts = Object.values(plan.plans ?? {});
  if (!tryPlan || parts.length === 0 || parts.some(({ calls }) => calls.some(isOpenStep))) return undefined;
  const trial = await tryPlan(plan, input).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  const fault = trial && trialFault(plan.calls, trial);
  if (!fault) return undefined;
  return {
    part: plan.calls.find(({ _id }) => _id === fault.call)?._delegate?.slice(1),
    message: `Tried on the files, call "${fault.call}" did not come out: ${fault.message}`,
  };
}

/** What is wrong with the whole and was said of no part of it. */
function problemsOf(plan: Plan, { catalogue }: PlannerRequest, said: readonly string[]): readonly string[] {
  const isSaid = (message: string) => said.some((one) => one.includes(message));
  return checkPlan(plan, catalogue).problems.flatMap(({ severity, code, message, within }) => {
    const bare = within === undefined ? message : message.slice(withinWords(within).length);
    return severity !== 'error' || code === 'open-step' || isSaid(bare) ? [] : [message];
  });
}

/** Its calls and those of its parts as one list: in which of them a word of the goal is used does not matter. */
const flat = ({ plans = {}, ...plan }: Plan): Plan => ({
  ...plan,
  calls: [...plan.calls, ...Object.values(plans).flatMap(({ calls }) => calls)],
});
