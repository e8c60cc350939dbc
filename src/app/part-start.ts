/**
 * The request that begins a part of the plan on the table (L-76): what a call needs, or what follows from it, over what the
 * last run has done of it and what is pinned. What would run is a plan by rule (`plan/part-of.ts`), signed as any other.
 */

import type { JsonObject } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { Delegates } from '../plan/delegates.ts';
import { behavesAlike } from '../plan/diff.ts';
import type { Plan } from '../plan/document.ts';
import { isOff } from '../plan/open-step.ts';
import { givenIn, neededBy, onlyWith, partFor, type Way } from '../plan/part-of.ts';
import { inputProblems } from '../run/begin.ts';
import { type ChangedFork, clearedIn, givenPart, partOfChanged } from '../run/changed-fork.ts';
import { isTakenOver } from '../run/fork.ts';
import type { Fork, StartRun } from '../run/messages.ts';
import { firstCommit } from '../run/run-plans.ts';
import type { Language } from '../stores/ports.ts';
import type { Pins } from '../stores/session.ts';
import type { ShownRun } from '../stores/shown-run.ts';
import { takenOver } from './changed-start.ts';
import { signedStart } from './fork-start.ts';

export interface PartAsked {
  /** The new run's id. */
  readonly runId: string;
  readonly plan: Plan;
  readonly delegates: Delegates;
  readonly input: JsonObject;
  readonly way: Way;
  readonly call: string;
  readonly pins: Pins;
  /** The last run of the plan on this device. */
  readonly last: ShownRun | undefined;
  /** Calls that read a file which is another now. */
  readonly stale: readonly string[];
}

export interface PartStart {
  readonly start: StartRun;
  /** How many calls can start, and how many results stand already. */
  readonly starts: number;
  readonly taken: number;
}

interface Rules extends Pick<Language, 'sign'> {
  /** What the checks say against a plan. */
  readonly faults: (plan: Plan) => readonly string[];
}

/** @returns a sentence where it can't be run */
export function partStart(asked: PartAsked, rules: Rules): Result<PartStart, string> {
  const { runId, plan, delegates, input, way, call } = asked;
  const { faults } = rules;
  const pinned = new Set(Object.keys(asked.pins));
  const found = partFor(plan, way, call, pinned);
  if (!found.ok) return found;
  const { plan: bare, needed, result } = found.value;
  if (way === 'to' && pinned.has(call))
    return err(`The result of "${call}" is pinned, so there is nothing to run. Unpin it, or run from it.`);
  const wrong = faults(bare);
  if (wrong.length > 0) return err(`It can’t run yet. ${wrong.slice(0, 2).join(' ')}`);

  const takenBy = (part: Plan): { fork: Fork; over: ChangedFork } | null => {
    const { last } = asked;
    // What one instance gave is not what the plan on the table, which has none, would give.
    if (!last || !firstCommit(last.events) || firstCommit(last.events)?.instances) return null;
    const fork: Fork = {
      ...{ runId: last.runId, changed: true, values: givenIn(part, asked.pins) },
      ...(way === 'from' ? { call } : {}),
      cleared: [...(pinned.has(call) ? [] : [call]), ...asked.stale],
    };
    return { fork, over: takenOver(last, { plan: part, input, delegates }, fork) };
  };
  const done = asked.last ? doneAlike(asked.last, plan) : [];
  const wide = onlyWith(plan, new Set([...needed, ...neededBy(plan, done)]), result);
  // What is done stays on the canvas, and its values for the next part, unless something that stands beside it is wrong.
  const kept = faults(wide).length === 0 ? takenBy(wide)?.over.taken : undefined;
  const part = kept ? onlyWith(plan, new Set([...needed, ...neededBy(plan, kept)]), result) : bare;
  const taking = takenBy(part);
  const given = givenIn(part, asked.pins);
  const lacking = inputProblems({ plan: part, input });
  if (lacking.length > 0) return err(`It can’t run yet. ${lacking.slice(0, 2).join(' ')}`);
  const start = signedStart(
    {
      ...{ runId, plan: part, input, delegates, isPart: true },
      ...(way === 'to' ? { to: call } : {}),
      ...(taking ? { fork: { ...taking.fork, cleared: clearedIn(taking.over) } } : { given }),
    },
    taking ? partOfChanged(taking.over, given) : givenPart(part, given),
    rules,
  );
  if (!start.ok) return start;
  const isTaken = taking?.over.taken ?? NONE;
  const on = part.calls.filter((one) => !isOff(one) && !Object.hasOwn(given, one._id)).length;
  return ok({ start: start.value, starts: on - isTaken.size, taken: isTaken.size });
}

/** Calls of the plan whose result the run has, as they stand in both. */
function doneAlike({ state }: ShownRun, { calls }: Plan): readonly string[] {
  const now = new Map(calls.map((call) => [call._id, call]));
  return state.program.steps.flatMap((step) => {
    const call = now.get(step.id);
    return call && isTakenOver(state, step, NONE) && behavesAlike(step.call, call) ? [step.id] : [];
  });
}

const NONE: ReadonlySet<string> = new Set();
