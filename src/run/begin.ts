/** The first events of a run: the revision, then its start – or its end, where it can't start at all. */

import { leaving } from '../flows/flow.ts';
import type { Part } from '../flows/flows-of.ts';
import type { Signed } from '../flows/sign.ts';
import type { JsonObject } from '../lib/json.ts';
import type { Delegates } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { schemaCheck } from '../tools/json-schema.ts';
import type { ForkOf, InstanceInput, ParentCall, Replans, RunEventBody, Turns } from './events.ts';
import { instanceProblems } from './instances.ts';
import { carried, type LargeNote } from './large-value.ts';
import { withDefaults } from './revision.ts';
import { RULES } from './rules.ts';
import { partNote } from './signed-part.ts';
import { mergeDeep } from './value-store.ts';

/** What a run begins with. */
export interface Beginning {
  readonly plan: Plan;
  readonly input?: JsonObject;
  readonly instances?: readonly InstanceInput[];
  /** How many of them go first (L-55). */
  readonly canary?: number;
  /** What was approved (L-70). */
  readonly signed?: Signed;
  /** The part of the plan that was approved, where it is not the whole (L-76). */
  readonly signedPart?: Part;
  /** The plans that it delegates to (L-52). */
  readonly delegates?: Delegates;
  /** The call whose sub-run this is. */
  readonly parent?: ParentCall;
  /** The run whose results it begins with (`fork.ts`). */
  readonly forkOf?: ForkOf;
  /** The plan is a part of the one that was on the table. */
  readonly isPart?: true;
  /** The call that it is run to. */
  readonly to?: string;
  /** What the person chose for replans (L-71). */
  readonly replans?: Replans;
  /** What they chose for the planner's turns; absent: they go ahead. */
  readonly turns?: Turns;
}

/** By label what an instance's calls see: its own input wins key by key over the global one (L-50), then the schema's defaults. */
export function inputsOf({ plan, input = {}, instances = [] }: Beginning): ReadonlyMap<string, JsonObject> {
  const schema = plan.input?.schema;
  return new Map(
    instances.map((one) => [
      one.label,
      withDefaults(schema, mergeDeep(input, one.input ?? {}) as JsonObject),
    ]),
  );
}

/** The input as an event carries it. */
function inputIn(input: JsonObject): { readonly input: JsonObject; readonly large?: readonly LargeNote[] } {
  const { value, ...large } = carried(input);
  return { input: value as JsonObject, ...large };
}

/** What the input of an instance, or of the run, lacks to fit the plan's schema. */
export interface InputFault {
  /** Empty for the run's own. */
  readonly label: string;
  readonly message: string;
}

/** One for each instance whose input does not fit the plan's schema (L-18); none where all do. */
export function inputFaults(start: Beginning): InputFault[] {
  const schema = start.plan.input?.schema;
  if (schema === undefined) return [];
  const check = schemaCheck(schema);
  const inputs = inputsOf(start);
  const all: Iterable<readonly [string, JsonObject]> =
    inputs.size > 0 ? inputs : [['', withDefaults(schema, start.input ?? {})]];
  const faults: InputFault[] = [];
  for (const [label, value] of all) {
    // Whoever starts a sub-run with large values has looked at them whole (`host/sub-runs.ts`).
    if (carried(value).large !== undefined) continue;
    const fault = check(value);
    if (!fault) continue;
    const where = fault.path.length > 0 ? `The input "${fault.path.join('.')}"` : 'The input';
    faults.push({ label, message: `${where}${label === '' ? '' : ` of ${label}`} ${fault.message}.` });
  }
  return faults;
}

/** Sentences about the input, empty where it fits in every instance. */
export const inputProblems = (start: Beginning): string[] => inputFaults(start).map(({ message }) => message);

/** All that speaks against a start beside what the checks say of the plan: its instances and its input, as sentences. */
export const startProblems = (start: Beginning): string[] => [
  ...instanceProblems(start),
  ...inputProblems(start),
];

/** @param problems errors of the checks, made again with this run's own initial values (L-23) */
export function beginning(start: Beginning, problems: readonly string[]): RunEventBody[] {
  const {
    plan,
    input,
    instances,
    canary,
    signed,
    signedPart,
    delegates,
    parent,
    forkOf,
    isPart,
    to,
    replans,
    turns,
  } = start;
  const commit: RunEventBody = {
    type: 'plan.commit',
    revision: 1,
    rules: RULES,
    plan,
    ...(signed ? { hash: signed.hash, v: signed.v, flows: leaving(signed.flows) } : {}),
    ...(signedPart ? { part: partNote(signedPart) } : {}),
    ...(input === undefined ? {} : inputIn(input)),
    ...(instances === undefined || instances.length === 0 ? {} : { instances }),
    ...(canary === undefined ? {} : { canary }),
    ...(delegates === undefined || Object.keys(delegates).length === 0 ? {} : { delegates }),
    ...(parent === undefined ? {} : { parent }),
    ...(forkOf === undefined ? {} : { forkOf }),
    ...(isPart ? { isPart } : {}),
    ...(to === undefined ? {} : { to }),
    ...(replans === undefined ? {} : { replans }),
    ...(turns === undefined ? {} : { turns }),
  };
  const wrong = [...problems, ...startProblems(start)];
  if (wrong.length > 0) {
    const end = { type: 'plan_completed', status: 'failed', reason: 'invalid', output: null } as const;
    return [commit, { ...end, problems: wrong }];
  }
  const total = plan.calls.length;
  return [commit, { type: 'plan_started', total, ...(plan.goal === undefined ? {} : { goal: plan.goal }) }];
}
