/** The first events of a run: the revision, then its start – or its end, where it can't start at all. */

import type { JsonObject } from '../lib/json.ts';
import type { Delegates } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { schemaCheck } from '../tools/json-schema.ts';
import type { ForkOf, InstanceInput, ParentCall, RunEventBody } from './events.ts';
import { withDefaults } from './revision.ts';
import { mergeDeep } from './value-store.ts';

export interface Beginning {
  readonly plan: Plan;
  readonly input?: JsonObject;
  readonly instances?: readonly InstanceInput[];
  /** SHA-256 of what was approved (L-70). */
  readonly hash?: string;
  /** The plans that it delegates to (L-52). */
  readonly delegates?: Delegates;
  /** The call whose sub-run this is. */
  readonly parent?: ParentCall;
  /** The run whose results it begins with (`fork.ts`). */
  readonly forkOf?: ForkOf;
}

/** Sentences about the input, empty where it fits the plan's schema in every instance (L-18). */
export function inputProblems({ plan, input = {}, instances = [] }: Beginning): string[] {
  const schema = plan.input?.schema;
  if (schema === undefined) return [];
  const check = schemaCheck(schema);
  const inputs = instances.length === 0 ? [{ label: '', value: input }] : [];
  for (const instance of instances) {
    inputs.push({ label: instance.label, value: mergeDeep(input, instance.input ?? {}) as JsonObject });
  }
  const problems: string[] = [];
  for (const { label, value } of inputs) {
    const fault = check(withDefaults(schema, value));
    if (!fault) continue;
    const where = fault.path.length > 0 ? `The input "${fault.path.join('.')}"` : 'The input';
    problems.push(`${where}${label === '' ? '' : ` of ${label}`} ${fault.message}.`);
  }
  return problems;
}

/** @param problems errors of the checks, made again with this run's own initial values (L-23) */
export function beginning(start: Beginning, problems: readonly string[]): RunEventBody[] {
  const { plan, input, instances, hash, delegates, parent, forkOf } = start;
  const commit: RunEventBody = {
    type: 'plan.commit',
    revision: 1,
    plan,
    ...(hash === undefined ? {} : { hash }),
    ...(input === undefined ? {} : { input }),
    ...(instances === undefined ? {} : { instances }),
    ...(delegates === undefined || Object.keys(delegates).length === 0 ? {} : { delegates }),
    ...(parent === undefined ? {} : { parent }),
    ...(forkOf === undefined ? {} : { forkOf }),
  };
  const wrong = [...problems, ...inputProblems(start)];
  if (wrong.length > 0) {
    const end = { type: 'plan_completed', status: 'failed', reason: 'invalid', output: null } as const;
    return [commit, { ...end, problems: wrong }];
  }
  const total = plan.calls.length;
  return [commit, { type: 'plan_started', total, ...(plan.goal === undefined ? {} : { goal: plan.goal }) }];
}
