/** Makes a plan one that goes on while it runs, and back (L-63, L-64). Each is edits, so that it is one step to undo. */

import { hasOwn, type Json, type JsonObject } from '../lib/json.ts';
import type { Call, Mandate, Plan } from './document.ts';
import type { Edit } from './edit.ts';
import { isExpression } from './expression.ts';
import { MOST_TURNS } from './goes-on.ts';
import { MOST_ADDED_CALLS } from './vocabulary.ts';

/** Who says which calls a plan has: the plan itself, or its planner while it runs, a step at a time or as it writes them. */
export type Growth = 'whole' | 'iterative' | 'eager';

export const growthOf = ({ mode, strategy }: Pick<Plan, 'mode' | 'strategy'>): Growth =>
  mode === 'eager' ? 'eager' : strategy === 'iterative' ? 'iterative' : 'whole';

/** As the app writes it (L-64): the tools that the plan names, what only reads, no host. A person widens it. */
export const firstMandate = ({ calls }: Pick<Plan, 'calls'>): Mandate & JsonObject => ({
  tools: [...new Set(calls.flatMap(({ _tool }) => (_tool === '' ? [] : [_tool])))],
  effects: ['none', 'read'],
  hosts: [],
  maxSteps: MOST_ADDED_CALLS,
  maxTurns: MOST_TURNS,
});

/** What a plan that goes on returns is its planner's to say: a result that stands there would end it before it went on. */
export function growing(plan: Plan, growth: Growth): readonly Edit[] {
  const { strategy, mode, mandate, output, calls } = plan;
  const isWhole = growth === 'whole';
  // A sub-plan that is made on the way is held by the same one.
  const isHeld = !isWhole || calls.some(({ _delegate }) => _delegate === 'anonymous');
  const next = {
    mode: growth === 'eager' ? 'eager' : mode === 'eager' ? undefined : mode,
    strategy: growth === 'iterative' ? 'iterative' : strategy === 'iterative' ? undefined : strategy,
    mandate: isHeld ? (mandate ?? firstMandate(plan)) : undefined,
    output: isWhole ? (output ?? undefined) : null,
  } as const;
  return (['mode', 'strategy', 'mandate', 'output'] as const).flatMap((field): Edit[] =>
    plan[field] === next[field] ? [] : [{ kind: 'set-field', field, value: next[field] as Json | undefined }],
  );
}

/**
 * What a plan that went on has become, as one whose calls all stand in it. A result that stands in it as the planner's own words was
 * that day's (L-60), and a result within a call is what a model said then: whoever runs the plan again wants their own.
 */
export function wholeAfter(plan: Plan): Plan {
  const whole: Record<string, unknown> = { ...plan, calls: plan.calls.map(withoutResult) };
  for (const edit of growing(plan, 'whole')) {
    if (edit.kind !== 'set-field') continue;
    if (edit.value === undefined) delete whole[edit.field];
    else whole[edit.field] = edit.value;
  }
  if (!holdsReference(whole.output)) delete whole.output;
  return whole as unknown as Plan;
}

function withoutResult(call: Call): Call {
  if (!hasOwn(call, '_output')) return call;
  const { _output: _, ...rest } = call;
  return rest as unknown as Call;
}

const holdsReference = (value: unknown): boolean =>
  typeof value === 'string'
    ? isExpression(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(holdsReference);
