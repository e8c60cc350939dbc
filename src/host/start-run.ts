/** The first events of a run that a person starts: anew, or with the results of another (docs/decisions/0008). */

import type { Part } from '../flows/flows-of.ts';
import { type Signed, sign } from '../flows/sign.ts';
import { type Json, type JsonObject, jsonEquals } from '../lib/json.ts';
import { type Delegates, NO_DELEGATES, withOwnPlans } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { isForeign } from '../plan/origin.ts';
import { type Beginning, beginning, startProblems } from '../run/begin.ts';
import {
  type ChangedFork,
  changedBeginning,
  changedFork,
  partGiven,
  partOfChanged,
} from '../run/changed-fork.ts';
import type { NotedWrite } from '../run/done-writes.ts';
import { knownBelow, knownOfDoubt } from '../run/doubt.ts';
import type { RunEventBody } from '../run/events.ts';
import {
  type ForkSource,
  forkBeginning,
  givenResult,
  partOf,
  refusalToFork,
  refusalToGive,
} from '../run/fork.ts';
import { withLarge } from '../run/large-value.ts';
import type { Fork, StartRun } from '../run/messages.ts';
import { compileProgram, type Program } from '../run/program.ts';
import { clearedFrom } from '../run/run-from.ts';
import type { RunState } from '../run/state.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { fold } from './context.ts';
import { doneInSource, doubtsElsewhere } from './done-before.ts';
import { ownLarge } from './large-values.ts';
import type { Place } from './port.ts';
import { Refusal } from './refusal.ts';
import { readPart, topOf } from './stored-run.ts';

/**
 * Nothing is kept where it is refused; a fork's files are copied when nothing speaks against it any more.
 * @throws Refusal `not-approved`, `plan_invalid`, `cannot-run-here`, `already-started`; for a fork also `unknown-run`,
 *   `plan-missing`, `not-that-plan`, `cannot-fork`
 */
export async function firstEvents(place: Place, start: StartRun): Promise<RunEventBody[]> {
  const {
    runId,
    plan,
    instances,
    canary,
    hash,
    fork,
    given = {},
    isPart,
    to,
    replans = 'ask',
    turns,
  } = start;
  const delegates = withOwnPlans(plan, start.delegates ?? NO_DELEGATES);
  const source = fork && (await sourceOf(place, fork));
  const changed = fork?.changed && source ? changedOf(place, start, source, delegates) : undefined;
  const program = Object.keys(given).length > 0 ? compiled(place, start, delegates) : undefined;
  const part = partOfStart({ start, source, changed, program });
  const whole = signedBy(place, plan, delegates);
  const own = part ? signedBy(place, plan, delegates, part) : whole;
  // Who signed the whole has signed each part of it, but no value that was put into it since (L-76).
  const above = part && Object.keys(part.given).length > 0 ? undefined : whole;
  const signed = [own, above].find((one) => one?.hash === hash);
  if (!signed) {
    throw new Refusal(
      'not-approved',
      'The plan is not the one that was approved. Nothing was run. Look at it again and approve it.',
    );
  }
  // What is signed elsewhere, or by whoever wrote a journal, is not signed here (L-74).
  const isHeld = (await place.receipts.holds(hash)) || (above && (await place.receipts.holds(above.hash)));
  if (!isHeld) {
    throw new Refusal(
      'not-approved',
      'You have not approved this on this device, or have taken the approval back. Nothing was run. Look at it and approve it.',
    );
  }
  const input = fork ? await inputOf(place, fork, start.input) : start.input;
  const about: Beginning = {
    ...{ plan, input, signed, delegates, replans },
    ...(part && signed === own ? { signedPart: part } : {}),
    ...(instances ? { instances } : {}),
    ...(canary === undefined ? {} : { canary }),
    ...(isPart ? { isPart } : {}),
    ...(to === undefined ? {} : { to }),
    ...(turns === undefined ? {} : { turns }),
  };
  const problems = [...place.check(plan, delegates), ...startProblems(about)];
  if (problems.length > 0) throw new Refusal('plan_invalid', problems.join(' '));
  const lacks = place.lacks?.(plan, delegates) ?? [];
  if (lacks.length > 0) throw new Refusal('cannot-run-here', lacks.join(' '));
  if (await place.store.run(runId)) {
    throw new Refusal('already-started', 'This run was started already; it is in the list of runs.');
  }
  const doubted = await doubtsElsewhere(place, start);
  if (fork && source) return forkedEvents(place, runId, { ...source, fork, changed }, about, doubted);
  const against = program ? refusalToGive(program, given) : [];
  if (against.length > 0) throw new Refusal('plan_invalid', against.join(' '));
  const results = program?.steps.flatMap((step) => givenResult(given, step) ?? []) ?? [];
  const first: RunEventBody[] = [...beginning(about, []), ...results];
  return doubted.length === 0 ? first : [...first, { type: 'plan_done_before', writes: doubted }];
}

interface Started {
  readonly start: StartRun;
  readonly source: Source | undefined;
  readonly changed: ChangedFork | undefined;
  readonly program: Program | undefined;
}

/** What is signed of it, where that is not the whole. */
function partOfStart({ start, source, changed, program }: Started): Part | undefined {
  const { fork, given = {} } = start;
  if (fork && changed) return partOfChanged(changed, fork.values);
  if (fork && source) return partOf(source.state, fork);
  return program && partGiven(program.steps, given);
}

/** The plan, compiled for the values that stand in the place of its results. */
function compiled(
  place: Place,
  { plan, instances = [], canary = 0 }: StartRun,
  delegates: Delegates,
): Program {
  refuseUnsound(place, plan, delegates);
  const { setting } = place;
  return compileProgram(plan, catalogueOf(setting.catalogue.list(), plan.tools), {
    ...setting,
    instances,
    canary,
  });
}

/** What the checks refuse is not compiled. */
function refuseUnsound(place: Place, plan: Plan, delegates: Delegates): void {
  const problems = place.check(plan, delegates);
  if (problems.length > 0) throw new Refusal('plan_invalid', problems.join(' '));
}

/** What a changed plan takes over of a run. */
function changedOf(
  place: Place,
  { plan, input, fork }: StartRun,
  source: Source,
  delegates: Delegates,
): ChangedFork {
  refuseUnsound(place, plan, delegates);
  return changedFork(source.state, fork!, { plan, input, delegates, before: source.given });
}

/** What a fork is given: what the other run was, whose input may have been handed to it by reference. */
async function inputOf(place: Place, { runId, changed }: Fork, input: JsonObject): Promise<JsonObject> {
  const [first] = (await readPart(place, runId)) ?? [];
  if (first?.type !== 'plan.commit' || !first.large) return input;
  const own = first.input ?? {};
  const whole = withLarge(own, first.large) as JsonObject;
  if (jsonEquals(own, input)) return whole;
  if (!changed) return input;
  // What the sentence brought stands beside what was given, each by its own name.
  const kept = (key: string, value: Json) => Object.hasOwn(own, key) && jsonEquals(own[key]!, value);
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, kept(key, value) ? whole[key]! : value]),
  );
}

/** What a fork takes its results from, with the name of the family's first run, which has its files. */
interface Source extends ForkSource {
  readonly top: string;
  /** Its input as its journal has it. */
  readonly given: JsonObject;
}

async function sourceOf(place: Place, { runId }: Fork): Promise<Source> {
  const row = await place.store.run(runId);
  if (!row) {
    throw new Refusal(
      'unknown-run',
      `There is no run "${runId}" whose results could be taken over. It may have been discarded.`,
    );
  }
  const events = await readPart(place, runId);
  if (!events) {
    throw new Refusal(
      'plan-missing',
      `The record of the run "${runId}" is damaged, so its results can't be taken over. Writes may have happened that nothing shows any more: look where they would show, then start the plan as a run of its own.`,
    );
  }
  const top = (await topOf(place.store, row)).runId;
  const [first] = events;
  const given = (first?.type === 'plan.commit' ? first.input : undefined) ?? {};
  return { state: fold(place, runId, events), isForeign: isForeign(row.origin), top, given };
}

/** Whether a person has the call done again; that it had no result when they signed is no such order: the run may have gone on. */
function orderedAgain({ program }: RunState, { call, cleared, values }: Fork): (id: string) => boolean {
  if (call !== undefined) return () => true;
  const isCleared = new Set(cleared);
  const changed = Object.keys(values).flatMap((id) => clearedFrom(program, id, 'dependants'));
  const ordered = new Set(changed);
  return (id) => !isCleared.has(id) || ordered.has(id);
}

async function forkedEvents(
  place: Place,
  runId: string,
  source: Source & { readonly fork: Fork; readonly changed: ChangedFork | undefined },
  about: Beginning,
  doubted: readonly NotedWrite[],
): Promise<RunEventBody[]> {
  const { fork, changed } = source;
  const { program, delegates } = source.state;
  const itsOwn = changed ? undefined : signedBy(place, program.plan, delegates, about.signedPart);
  if (!changed && itsOwn?.hash !== about.signed?.hash) {
    throw new Refusal(
      'not-that-plan',
      `The plan is not the one that the run "${fork.runId}" has. Its results fit no other: start the plan as a run of its own.`,
    );
  }
  const against = changed ? refusalToGive(changed.program, fork.values) : refusalToFork(source.state, fork);
  if (against.length > 0) throw new Refusal('cannot-fork', against.join(' '));
  await place.copyFiles(source.top, runId);
  const first: RunEventBody[] = [];
  const begun = changed ? changedBeginning(source, fork, about, changed) : forkBeginning(source, fork, about);
  for (const body of begun) first.push(await withKnown(place, source.state, body));
  const done = await doneInSource(
    place,
    { runId: fork.runId },
    changed?.taken,
    orderedAgain(source.state, fork),
  );
  const writes = [...done.list(), ...(changed?.doubts ?? []), ...doubted];
  // Even where there is none: what the other run does from now on was not done before.
  first.push({ type: 'plan_done_before', writes });
  return ownLarge(place.store, runId, first);
}

/** A doubt with what the records of the run that it comes from tell of it: nothing in the new one's does. */
async function withKnown(place: Place, source: RunState, body: RunEventBody): Promise<RunEventBody> {
  if (body.type !== 'plan_step_waiting' || body.kind !== 'in_doubt') return body;
  const { call } = body;
  const step = source.program.steps[source.program.index.get(call) ?? -1];
  if (step?.call._delegate === undefined) return { ...body, known: knownOfDoubt(source, call) };
  const below: RunState[] = [];
  const names = new Set([source.runId]);
  // Parents sort before what is below them.
  for (const { runId, parent } of await place.store.below(`${source.runId}.`)) {
    if (!parent || !names.has(parent.runId) || (parent.runId === source.runId && parent.call !== call))
      continue;
    names.add(runId);
    const events = await readPart(place, runId);
    if (events) below.push(fold(place, runId, events));
  }
  const known = knownBelow(below);
  return known === null ? body : { ...body, known };
}

/** The signature, made again from what would run; undefined where it has no canonical form. */
function signedBy({ setting }: Place, plan: Plan, delegates: Delegates, part?: Part): Signed | undefined {
  const own = sign(plan, setting, delegates, part);
  return own.ok ? own.value : undefined;
}
