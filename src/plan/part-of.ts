/**
 * The part of a plan that a person runs (L-76): what some of its calls need, with all other calls switched off (L-37). A plan
 * by rule, with a hash of its own: what is signed is what can start, and what stays dark on the canvas is what does not.
 */

import { itemAt } from '../lib/columns.ts';
import { isObject, type Json } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { JsonSchema, Plan } from './document.ts';
import { goesOn } from './goes-on.ts';
import { buildGraph, edgesOf, type Graph } from './graph.ts';
import { isOff } from './open-step.ts';
import { refsIn } from './output-list.ts';
import { returnables } from './returned.ts';

/** To a call: it and what it needs. From it: it and all that reads of it, with what those need. */
export type Way = 'to' | 'from';

export interface PartOf {
  readonly plan: Plan;
  readonly needed: ReadonlySet<string>;
  /** The call whose result is all that is returned. */
  readonly result: string | undefined;
}

/** @returns a sentence where no such part can be run by itself. @param given as `neededBy` has it */
export function partFor(
  plan: Plan,
  way: Way,
  call: string,
  given?: ReadonlySet<string>,
): Result<PartOf, string> {
  const own = plan.calls.find(({ _id }) => _id === call);
  if (!own) return err(`The plan has no call "${call}".`);
  if (isOff(own)) return err(`"${call}" is switched off. Switch it on first.`);
  if (goesOn(plan)) return err('This plan is written on as it runs, so no part of it can be run by itself.');
  const needed = neededBy(plan, way === 'to' ? [call] : followersOf(plan, [call]), given);
  const result = way === 'to' ? call : undefined;
  return ok({ plan: onlyWith(plan, needed, result), needed, result });
}

/**
 * The calls and all that they read from, directly or not, through data or `_after`.
 * @param given calls whose results a person gives: what those would need is not needed
 */
export function neededBy(
  plan: Plan,
  calls: Iterable<string>,
  given: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const graph = buildGraph(plan);
  const off = new Set(plan.calls.filter(isOff).map(({ _id }) => _id));
  const from = linked(graph, ({ from, to }) => [to, from]);
  return reached(calls, (id) => (given.has(id) || off.has(id) ? [] : (from.get(id) ?? [])));
}

/** The results that a person gives, of calls of the part alone: what would stand for a call that is switched off stands for nothing. */
export const givenIn = (
  { calls }: Plan,
  given: Readonly<Record<string, Json>>,
): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    calls.flatMap((call) =>
      !isOff(call) && Object.hasOwn(given, call._id) ? [[call._id, given[call._id] ?? null]] : [],
    ),
  );

/** The calls and all that reads of them, directly or not. */
export function followersOf(plan: Plan, calls: readonly string[]): ReadonlySet<string> {
  const to = linked(buildGraph(plan), ({ from, to }) => [from, to]);
  return reached(calls, (id) => to.get(id) ?? []);
}

/**
 * The plan with no other calls than these; the same plan where it has none.
 * @param result the call whose result is all that is returned; the plan's own output where it is left out
 */
export function onlyWith(plan: Plan, calls: ReadonlySet<string>, result?: string): Plan {
  const isWhole = plan.calls.every((call) => calls.has(call._id) || isOff(call));
  if (isWhole && result === undefined) return plan;
  const { output, outputSchema: _, ...rest } = plan;
  const returned =
    result === undefined ? output : returnables(plan).find(({ call }) => call === result)?.text;
  const { input, policy } = plan;
  return {
    ...rest,
    ...(returned === undefined ? {} : { output: returned }),
    ...(input?.schema === undefined ? {} : { input: { ...input, schema: askingFor(plan, calls, returned) } }),
    // Whoever wrote the rest anew would write what the whole was for.
    ...(policy?.onFailure === 'replan' ? { policy: { ...policy, onFailure: 'ask' } } : {}),
    calls: plan.calls.map((call) => (calls.has(call._id) ? call : { ...call, _off: true })),
  };
}

/** The input's schema, which asks for nothing that none of these calls reads. */
function askingFor(plan: Plan, calls: ReadonlySet<string>, output: Json | undefined): JsonSchema | undefined {
  const schema = plan.input?.schema;
  if (!isObject(schema) || !Array.isArray(schema.required)) return schema;
  const refs = buildGraph(plan).calls.flatMap(({ call, places }) =>
    calls.has(call._id) ? places.flatMap((place) => place.refs) : [],
  );
  if (typeof output === 'string') refs.push(...refsIn(output, plan));
  const keys = new Set<unknown>();
  for (const { kind, path } of refs) {
    if (kind !== 'input') continue;
    const [key] = path;
    if (key === undefined) return schema;
    keys.add(key);
  }
  return { ...schema, required: schema.required.filter((key) => keys.has(key)) };
}

/** By call the calls at the other ends of its arrows. */
function linked(
  graph: Graph,
  way: (edge: { readonly from: number; readonly to: number }) => readonly [number, number],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const idAt = (at: number): string => itemAt(graph.calls, at).call._id;
  for (const edge of edgesOf(graph)) {
    const [at, other] = way(edge).map(idAt) as [string, string];
    const own = found.get(at);
    if (own) own.push(other);
    else found.set(at, [other]);
  }
  return found;
}

function reached(calls: Iterable<string>, next: (id: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set(calls);
  // A set that grows while it is gone through is gone through to its end.
  for (const id of found) for (const other of next(id)) found.add(other);
  return found;
}
