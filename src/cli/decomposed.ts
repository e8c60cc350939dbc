/** What `plan --json` prints: a plan and how it was made, under the names of seed 001 (T-3). */

import type { JsonObject } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import { countSubtasks, teaPlan } from '../plan/export-tea.ts';
import type { Asked } from '../plan/planning-trace.ts';

/** `plan` is the document itself, which `run` takes, with what the seed has of it beside. */
export function decomposed(plan: Plan, asked: readonly Asked[], at: number): JsonObject {
  const { strategy = 'flat', subtasks = [], metadata = {} } = teaPlan(plan, at);
  return {
    plan: { ...(plan as unknown as JsonObject), strategy, subtasks, metadata },
    planning_trace: traceOf(asked),
    success: true,
    plan_id: plan.id,
    subtask_count: countSubtasks(subtasks),
  };
}

/** Where no plan came of it. */
export const notDecomposed = (
  { code, message }: { readonly code: string; readonly message: string },
  asked: readonly Asked[],
): JsonObject => ({
  ...{ ok: false, status: 'failed', reason: 'invalid' },
  problems: [{ code, severity: 'error', message }],
  ...{ error: message, success: false, planning_trace: traceOf(asked) },
});

/** null stands for what nobody said, such as a price. */
const traceOf = (asked: readonly Asked[]): JsonObject[] =>
  asked.map(({ part, within, depth, goal, calls, parts, sentBack, tokens, cost, ms, fault }) => ({
    part: part ?? null,
    within: within ?? null,
    ...{ depth, goal, subtasks: calls, parts, sent_back: sentBack },
    tokens: tokens ? { ...tokens } : null,
    cost: cost ?? null,
    seconds: ms / 1000,
    error: fault ?? null,
  }));

/** A line of the trace for a person: `Planned "tea": 2 calls, 120 tokens, $0.01, 1.2 s, sent back once.` */
export function askedWords({ part, calls, parts, sentBack, tokens, cost, ms, fault }: Asked): string {
  const what = part === undefined ? 'the plan' : `the part "${part}"`;
  if (fault !== undefined) return `Asked for ${what}: no plan. ${fault}`;
  const count = (many: number, one: string): string =>
    `${many.toLocaleString('en')} ${one}${many === 1 ? '' : 's'}`;
  const facts = [
    count(calls, 'call'),
    ...(parts === 0 ? [] : [count(parts, 'part')]),
    ...(tokens ? [count(tokens.input + tokens.output, 'token')] : []),
    ...(cost === undefined ? [] : [`$${Number(cost.toPrecision(2))}`]),
    `${(ms / 1000).toFixed(1)} s`,
    ...(sentBack === 0 ? [] : [`sent back ${sentBack === 1 ? 'once' : `${sentBack} times`}`]),
  ];
  return `Planned ${what}: ${facts.join(', ')}.`;
}
