/** Gives sub-plans of a document the contracts that they need: each is a plan by itself (L-52), and brings its own. */

import type { Plan } from './document.ts';

/** @param tools contracts that the plan has of its own, beside those that every plan knows */
export function withToolsOf(plans: NonNullable<Plan['plans']>, tools: Plan['tools'] = []): typeof plans {
  if (tools.length === 0) return plans;
  return Object.fromEntries(
    Object.entries(plans).map(([name, sub]) => {
      const used = tools.filter((tool) =>
        sub.calls.some(({ _tool, _delegate }) => _delegate === undefined && _tool === tool.name),
      );
      return [name, used.length === 0 ? sub : { ...sub, tools: used }];
    }),
  );
}
