/**
 * Instances from a list (L-55): the rows of a table, or any JSON array, as what a run over instances is started with; and what
 * speaks against starting a plan over them.
 */

import { cut } from '../lib/cut-text.ts';
import { hasOwn, isObject, type Json, type JsonObject } from '../lib/json.ts';
import { nearest } from '../lib/nearest.ts';
import type { Plan } from '../plan/document.ts';
import { CANARY } from './canary.ts';
import type { InstanceInput } from './events.ts';

/** In characters: a label stands in the name of every call of its instance, in every event. */
const LONGEST_LABEL = 120;

/**
 * One instance a row, in order; its columns are its input.
 * @param label the column that names them. A row that has no text or number there is called by its place in the list
 *   (`1`, `2`, …), and a label that stands there twice becomes `LABEL#2`.
 */
export function instancesFrom(rows: readonly JsonObject[], label?: string): InstanceInput[] {
  const taken = new Set<string>();
  /** By label how often it has been given: else a column of one word would be gone through for each of its rows. */
  const given = new Map<string, number>();
  return rows.map((input, at) => {
    const own =
      labelOf(label !== undefined && hasOwn(input, label) ? input[label] : undefined) ?? String(at + 1);
    let name = own;
    let times = given.get(own) ?? 1;
    while (taken.has(name)) name = `${own}#${++times}`;
    given.set(own, times);
    taken.add(name);
    return { label: name, input };
  });
}

function labelOf(value: Json | undefined): string | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  const label = String(value).trim();
  return label === '' ? null : cut(label, LONGEST_LABEL);
}

/** Of the gates of a plan: the one that a canary is, or all of them at once. */
const ITS_GATE = new RegExp(`†state\\.approvals(?:\\.${CANARY}\\b|(?![.\\w[]))`);

/** What a run over instances, or without them, is started with. */
interface Over {
  readonly plan: Plan;
  readonly instances?: readonly InstanceInput[];
  readonly canary?: number;
}

/** Why the plan can't run over these, as sentences; empty where it can. Their inputs are `inputProblems`' matter. */
export function instanceProblems({ plan, instances = [], canary }: Over): string[] {
  const problems = labelProblems(plan, instances);
  if (canary === undefined) return problems;
  if (!Number.isInteger(canary) || canary < 1)
    problems.push('How many go first is a whole number from 1 on.');
  else if (instances.length === 0)
    problems.push('Nothing can go first where the plan does not run over a list.');
  if (ITS_GATE.test(JSON.stringify(plan.calls)))
    problems.push(
      `A call of the plan waits for the gate "${CANARY}", or for all gates at once; that gate is asked when the first of the list have ended. Give the plan's own another name.`,
    );
  return problems;
}

/** Sentences about calls for an instance that is not among them (`unknown-instance`): such a call would run without an input. */
export function labelProblems({ calls }: Plan, instances: readonly InstanceInput[]): string[] {
  let labels: ReadonlySet<string> | undefined;
  return calls.flatMap(({ _id, _instance }) => {
    if (typeof _instance !== 'string' || _instance === '*') return [];
    labels ??= new Set(instances.map(({ label }) => label));
    if (labels.has(_instance)) return [];
    if (labels.size === 0)
      return [
        `Call "${_id}" is for the instance "${_instance}", so the plan has to be started over a list that has it.`,
      ];
    const near = nearest(_instance, [...labels]);
    const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
    return [`Call "${_id}" is for the instance "${_instance}", which the list does not have.${hint}`];
  });
}

/** Most rows that a run goes over: each is a step of every call, and a journal is read whole. */
const MOST_ROWS = 100_000;

/**
 * The rows of what a person gave as JSON: an array of objects, one of anything else (each the value of the only input, or
 * `item`, as in a loop), or an object of such by label. A sentence where it is none of these.
 */
export function rowsOf(value: Json, onlyInput = 'item'): readonly JsonObject[] | string {
  if (!Array.isArray(value))
    return isObject(value)
      ? 'A list was expected, and this is one object. Put it in [ ] to run over it alone.'
      : 'A list was expected.';
  if (value.length === 0) return 'The list is empty: there is nothing to run over.';
  if (value.length > MOST_ROWS)
    return `The list has ${value.length} rows; a run goes over ${MOST_ROWS} at most. Split it first.`;
  return value.map((one) => (isObject(one) ? (one as JsonObject) : { [onlyInput]: one }));
}
