/** Gates and approvals that nobody answers in the time that a plan's policy gives: they count as refused (L-72). */

import { itemAt } from '../lib/columns.ts';
import type { RunEventBody } from './events.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';
import type { OpenQuestion } from './view.ts';

/** The refusal that is due; null where none is. */
export function unanswered(state: RunState, now: number): RunEventBody | null {
  const { approvalTimeoutMs: ms } = state.policy;
  if (ms === undefined) return null;
  for (const { since, ...asked } of waitingFor(state))
    if (since + ms <= now) return { type: 'approval', ...asked, choose: 'reject', by: 'nobody' };
  return null;
}

/** When the next is due, ms; null where none ever is. */
export function unansweredAt(state: RunState): number | null {
  const { approvalTimeoutMs: ms } = state.policy;
  if (ms === undefined) return null;
  const first = Math.min(...waitingFor(state).map(({ since }) => since + ms));
  return first === Number.POSITIVE_INFINITY ? null : first;
}

/** Until when a question waits before it counts as refused, ms; null where it waits for ever. */
export function answerDue(state: RunState, { kind, ...asked }: OpenQuestion): number | null {
  const { approvalTimeoutMs: ms } = state.policy;
  if (ms === undefined || (kind !== 'approval' && kind !== 'mandate' && kind !== 'gate')) return null;
  const found = waitingFor(state).find((one) =>
    'gate' in one ? 'gate' in asked && one.gate === asked.gate : 'call' in asked && one.call === asked.call,
  );
  return found === undefined ? null : found.since + ms;
}

type Waiting = { readonly since: number } & ({ readonly call: string } | { readonly gate: string });

function waitingFor({ asking, steps, gates, program }: RunState): readonly Waiting[] {
  const found: Waiting[] = [];
  for (const step of asking)
    if (steps.waiting[step] === 'approval' || steps.waiting[step] === 'mandate')
      found.push({ call: itemAt(program.steps, step).id, since: seenDetail(steps, step).since });
  for (const [gate, { status, since }] of gates) if (status === 'open') found.push({ gate, since });
  return found;
}
