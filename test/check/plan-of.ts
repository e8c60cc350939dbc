/** Plans and catalogues for the tests of the rules. */

import { type CheckOptions, checkPlan } from '../../src/check/check.ts';
import type { Problem } from '../../src/check/problem.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { Catalogue, ToolContract } from '../../src/tools/catalogue.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

type Parts = Omit<Partial<Plan>, 'calls'> & { readonly calls: readonly object[] };

/** A plan with the parts a test is about; a call without a tool has the tool of its id's name. */
export function planOf(parts: Parts | readonly object[]): Plan {
  const { calls, ...rest } = Array.isArray(parts) ? { calls: parts } : (parts as Parts);
  return {
    format: 'obelus/plan',
    version: 1,
    id: 'p',
    calls: calls.map((call) => ({ _tool: (call as { _id: string })._id, ...call })),
    ...rest,
  } as Plan;
}

/** Where no contracts are given every tool is explicit, takes any parameters and reads (conformance). */
export function catalogueFor(plan: Plan): Catalogue {
  if (plan.tools) return catalogueOf(plan.tools);
  const contracts = new Map<string, ToolContract>();
  return {
    get(name) {
      let contract = contracts.get(name);
      if (!contract) {
        contract = { name, effect: 'read', activity: name };
        contracts.set(name, contract);
      }
      return contract;
    },
    list: () => [...contracts.values()],
  };
}

export function check(parts: Parts | readonly object[], options: CheckOptions = {}): Problem[] {
  const plan = planOf(parts);
  return checkPlan(plan, catalogueFor(plan), { catalogueBelow: catalogueFor, ...options }).problems;
}

/** `code(calls)` of every error, sorted: what a test usually wants to say. */
export const errorsOf = (problems: readonly Problem[]): string[] => told(problems, 'error');
export const warningsOf = (problems: readonly Problem[]): string[] => told(problems, 'warning');

const told = (problems: readonly Problem[], severity: Problem['severity']) =>
  problems
    .filter((problem) => problem.severity === severity)
    .map(({ code, calls }) => (calls.length > 0 ? `${code}(${calls.join(',')})` : code))
    .sort();
