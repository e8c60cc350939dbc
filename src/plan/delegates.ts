/** References to sub-plans (L-52), and all the plans that a plan delegates to, directly or further down. Fetches nothing. */

import type { OwnPlan, Plan } from './document.ts';
import { FORMAT, VERSION } from './vocabulary.ts';

/** Finds a plan on this device by id and, where one is named, revision. */
export type PlanLibrary = (id: string, revision?: string) => Plan | undefined;

/** The plans under a plan, each under its reference as it is written: `plan:<id>@<revision>`, or `#<name>`. */
export type Delegates = Readonly<Record<string, Plan>>;

/** Of a plan that delegates nothing, or whose sub-plans are not known. */
export const NO_DELEGATES: Delegates = {};

/** Sub-plans below sub-plans, counted from the plan that is run (L-52). */
export const DEEPEST_DELEGATE = 5;

/** The same below a plan whose strategy is to make sub-plans (L-61), counted from that one. */
const DEEPEST_HIERARCHICAL = 3;

/**
 * How deep sub-plans may go (L-52, L-61), counted from the plan that is run; `by`: the id of the plan whose strategy says so.
 * @param above the plans that lead to a sub-plan, the one that is run first
 */
export function deepestBelow(above: readonly Pick<Plan, 'id' | 'strategy'>[]): {
  readonly deepest: number;
  readonly by?: string;
} {
  let least: { readonly deepest: number; readonly by?: string } = { deepest: DEEPEST_DELEGATE };
  above.forEach(({ id, strategy }, depth) => {
    const deepest = depth + DEEPEST_HIERARCHICAL;
    if (strategy === 'hierarchical' && deepest < least.deepest) least = { deepest, by: id };
  });
  return least;
}

/** That limit as a sentence, for whoever has gone beyond it. */
export const deepestWords = ({ deepest, by }: ReturnType<typeof deepestBelow>): string =>
  by === undefined
    ? `They may go ${deepest} deep.`
    : `Below "${by}", whose strategy is hierarchical, they may go ${DEEPEST_HIERARCHICAL} deep.`;

/** A bound on libraries whose plans share sub-plans. */
const MOST_PLANS = 1_000;

interface PlanReference {
  readonly id: string;
  readonly revision: string | undefined;
}

const REFERENCE = /^plan:([^@\s]+)(?:@(\S+))?$/;

/** null for `"anonymous"`, an address, or anything else that names no plan of the library. */
export function readPlanReference(delegate: string): PlanReference | null {
  const parts = REFERENCE.exec(delegate);
  return parts ? { id: parts[1]!, revision: parts[2] } : null;
}

/** The name of a sub-plan that stands in the document itself; null where something else is delegated to. */
export const readOwnReference = (delegate: string): string | null =>
  delegate.length > 1 && delegate.startsWith('#') ? delegate.slice(1) : null;

const ownPlans = new WeakMap<OwnPlan, Plan>();

/**
 * The sub-plan of that name in a document's `plans` as a plan by itself: its id is the reference to it. The same object
 * as long as the document holds the same one.
 */
export function ownPlan({ plans }: Plan, name: string): Plan | undefined {
  const own = plans && Object.hasOwn(plans, name) ? plans[name] : undefined;
  if (own === undefined) return undefined;
  const id = `#${name}`;
  const known = ownPlans.get(own);
  if (known?.id === id) return known;
  // What a sub-plan calls its own plans is nobody's: names are looked up in the document that is run (L-52).
  const { plans: _, ...parts } = own as Plan;
  const plan: Plan = {
    ...parts,
    format: FORMAT,
    version: VERSION,
    id,
    title: own.title ?? own.goal ?? name,
  };
  ownPlans.set(own, plan);
  return plan;
}

/** Finds a sub-plan by its name in the document that is run. */
export type OwnPlans = (name: string) => Plan | undefined;

/** Those that were approved with a run. */
export const ownPlansIn =
  (delegates: Delegates): OwnPlans =>
  (name) =>
    Object.hasOwn(delegates, `#${name}`) ? delegates[`#${name}`] : undefined;

/**
 * The plan that `delegate` names where it stands in the plan `within`.
 * @param root the plan that is run, whose names `#<name>` goes by
 */
export function subPlan(
  delegate: string,
  within: Plan,
  root: Plan,
  library: PlanLibrary,
  own: OwnPlans = (name) => ownPlan(root, name),
): Plan | undefined {
  const name = readOwnReference(delegate);
  if (name === null) {
    const reference = readPlanReference(delegate);
    return reference ? library(reference.id, reference.revision) : undefined;
  }
  return meansAnother(within, root, name) ? undefined : own(name);
}

/**
 * Finds the plans that calls delegate to where a plan is looked at: those of its own document, and those that are known
 * of others. undefined where there are none of either.
 */
export function subPlansIn(
  plans: Plan['plans'],
  delegates: Delegates | undefined,
): ((reference: string) => Plan | undefined) | undefined {
  if (!plans && !delegates) return undefined;
  return (reference) => {
    const name = readOwnReference(reference);
    const own = name === null ? undefined : ownPlan({ plans } as Plan, name);
    return own ?? (delegates && Object.hasOwn(delegates, reference) ? delegates[reference] : undefined);
  };
}

/** The references that lead from a plan down to one of its document's own, each within the one before; the shortest way. */
export function wayTo(root: Plan, name: string, delegates: Delegates = NO_DELEGATES): readonly string[] {
  const target = `#${name}`;
  const seen = new Set<string>();
  let level: readonly { readonly plan: Plan; readonly way: readonly string[] }[] = [{ plan: root, way: [] }];
  while (level.length > 0) {
    const next: { plan: Plan; way: readonly string[] }[] = [];
    for (const { plan, way } of level)
      for (const { _delegate } of plan.calls) {
        if (_delegate === undefined || seen.has(_delegate)) continue;
        const sub = subPlan(_delegate, plan, root, libraryOf(delegates));
        if (sub && _delegate === target) return [...way, target];
        seen.add(_delegate);
        if (sub) next.push({ plan: sub, way: [...way, _delegate] });
      }
    level = next;
  }
  // Nothing runs it: it stands in the document all the same.
  return [target];
}

/** A plan of the library that has a sub-plan of that name itself does not mean the one of whoever runs it. */
const meansAnother = (within: Plan, root: Plan, name: string): boolean =>
  within !== root && within.plans !== undefined && Object.hasOwn(within.plans, name);

const printReference = (id: string, revision: string | undefined): string =>
  revision === undefined ? `plan:${id}` : `plan:${id}@${revision}`;

/** A library that holds what was approved and nothing else. */
export const libraryOf =
  (delegates: Delegates): PlanLibrary =>
  (id, revision) =>
    Object.hasOwn(delegates, printReference(id, revision))
      ? delegates[printReference(id, revision)]
      : undefined;

/** All that a plan delegates to, of which `delegates` holds at least what is kept elsewhere: its own plans are taken from it. */
export const withOwnPlans = (plan: Plan, delegates: Delegates): Delegates =>
  plan.plans === undefined ? delegates : delegatesOf(plan, libraryOf(delegates));

/** What a plan with a mandate holds may be called by a turn that nobody knows yet (L-64): all its own plans belong to it. */
function referencesIn({ calls, mandate, plans = {} }: Plan, isRoot: boolean): readonly string[] {
  const named = calls.flatMap(({ _delegate }) => _delegate ?? []);
  return mandate && isRoot ? [...named, ...Object.keys(plans).map((name) => `#${name}`)] : named;
}

/**
 * Every plan that `plan` delegates to, to any depth the language allows. What the library does not hold is left out:
 * the checks say so (`delegate-missing`). Cycles end where they begin again.
 * @param own finds `#<name>`; in the plan's own `plans` where it is absent
 */
export function delegatesOf(plan: Plan, library: PlanLibrary, own?: OwnPlans): Delegates {
  const found: Record<string, Plan> = {};
  let count = 0;
  let level: readonly Plan[] = [plan];
  for (let depth = 0; depth < DEEPEST_DELEGATE && level.length > 0; depth++) {
    const next: Plan[] = [];
    for (const above of level) {
      for (const _delegate of referencesIn(above, above === plan)) {
        if (Object.hasOwn(found, _delegate) || count >= MOST_PLANS) continue;
        const sub = subPlan(_delegate, above, plan, library, own);
        if (!sub) continue;
        found[_delegate] = sub;
        count += 1;
        next.push(sub);
      }
    }
    level = next;
  }
  return found;
}
