/** A scenario: which way branches go, what fails, which gates open (L-82). And what a plan leaves to choose. */

import { itemAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import { printRef } from '../plan/expression.ts';
import { buildGraph, isApproval } from '../plan/graph.ts';
import { errorAlternativeOf } from '../run/steps.ts';
import { type Catalogue, effectOf } from '../tools/catalogue.ts';

/** How one call goes: the index of an alternative, or a failure after all its retries. */
export type CallChoice = number | 'fail';

/** How a dry run goes: what it does not name succeeds, takes the first way, and is approved. */
export interface Scenario {
  /** By call id; a call that is not named succeeds, with its first alternative. */
  readonly calls?: Readonly<Record<string, CallChoice>>;
  /** By gate; one that is not named is approved. */
  readonly gates?: Readonly<Record<string, 'approve' | 'reject'>>;
  /** Results by call id that stand before all others (L-81): pinned by a person. */
  readonly pinned?: Readonly<Record<string, Json>>;
  /** Results by call id from an earlier run. */
  readonly recorded?: Readonly<Record<string, Json>>;
}

/** Something a scenario decides. */
export interface Decision {
  readonly kind: 'call' | 'gate';
  /** The call's id, or the gate's name. */
  readonly name: string;
  readonly options: readonly { readonly choice: CallChoice | 'approve' | 'reject'; readonly label: string }[];
}

/**
 * Everything a plan leaves open, in list order: alternatives of branching calls, failures where the contract allows
 * one (the tool reaches outside, or declares an error branch) or an alternative is there for them, gates. The
 * alternative of a failure is where the failure goes, and no choice beside it (L-24).
 */
export function decisionsOf(plan: Plan, catalogue: Catalogue): Decision[] {
  const graph = buildGraph(plan);
  const decisions: Decision[] = [];
  const gates = new Set<string>();
  for (const { call, targets, places } of graph.calls) {
    const alternatives = targets?.alternatives ?? [];
    const contract = catalogue.get(call._tool);
    const errors = errorAlternativeOf(alternatives, contract);
    const ends = alternatives.flatMap((refs, choice) =>
      choice === errors ? [] : [{ choice, label: refs.map(printRef).join(' && ') }],
    );
    const options: Decision['options'][number][] =
      ends.length > 1 ? ends : [{ choice: ends[0]?.choice ?? 0, label: 'succeeds' }];
    if (errors !== -1) {
      const label = `fails, to ${itemAt(alternatives, errors).map(printRef).join(' && ')}`;
      options.push({ choice: 'fail', label });
    } else if (contract?.errorBranch !== undefined || effectOf(contract) !== 'none') {
      options.push({ choice: 'fail', label: 'fails' });
    }
    if (options.length > 1) decisions.push({ kind: 'call', name: call._id, options });
    for (const { refs } of places) {
      for (const ref of refs) if (isApproval(ref) && ref.path.length > 1) gates.add(String(ref.path[1]));
    }
  }
  for (const name of gates) {
    const options = [
      { choice: 'approve', label: 'approved' },
      { choice: 'reject', label: 'rejected' },
    ] as const;
    decisions.push({ kind: 'gate', name, options });
  }
  return decisions;
}

/** The scenario in which each decision takes the option of that number. */
export function scenarioOf(decisions: readonly Decision[], picks: readonly number[]): Scenario {
  const calls: Record<string, CallChoice> = {};
  const gates: Record<string, 'approve' | 'reject'> = {};
  decisions.forEach(({ kind, name, options }, i) => {
    const { choice } = itemAt(options, picks[i] ?? 0);
    if (kind === 'gate') gates[name] = choice as 'approve' | 'reject';
    else calls[name] = choice as CallChoice;
  });
  return { calls, gates };
}
