/** What a sheet says without being unfolded of a plan's limits: when it asks, when it stops, how far it goes on by itself. Knows no screen. */

import type { Mandate, Plan, Policy } from '../../plan/document.ts';
import { MOST_TURNS } from '../../plan/goes-on.ts';
import { MOST_ADDED_CALLS } from '../../plan/vocabulary.ts';
import { counted, duration, price } from '../words.ts';

/** Empty where the plan sets none of them. Where policy and mandate both cap, the smaller counts (L-64). */
export function limitWords(
  { askBefore, approvalTimeoutMs, ...policy }: Policy = {},
  mandate?: Mandate,
): string {
  const maxDurationMs = least(policy.maxDurationMs, mandate?.maxDurationMs);
  const maxCost = least(policy.maxCost, mandate?.maxCost);
  return [
    mandate === undefined
      ? ''
      : `By itself it goes on for at most ${farWords(mandate.maxTurns, least(policy.maxSteps, mandate.maxSteps)).join(' and ')}.`,
    maxCost === undefined ? '' : `It asks no model any more once it has cost ${price(maxCost)}.`,
    askBefore === 'all' ? 'It asks you before every call.' : '',
    askBefore === 'effects' ? 'It asks you before every call that writes.' : '',
    maxDurationMs === undefined ? '' : `It stops once it has worked for ${duration(maxDurationMs)}.`,
    approvalTimeoutMs === undefined
      ? ''
      : `What asks for your approval on the way and hears nothing for ${duration(approvalTimeoutMs)} counts as refused.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** How far it goes by itself: where nothing is set, as far as the engine lets it (L-44, L-63). */
const farWords = (turns = MOST_TURNS, calls = MOST_ADDED_CALLS): readonly string[] => [
  counted(turns, 'turn'),
  counted(calls, 'call'),
];

/** The same of an agent, which the caps of its plan hold, too (L-56), with what it may cost. */
export function agentWords(
  { maxTurns, maxSteps = MOST_ADDED_CALLS, maxCost }: Mandate,
  { policy, mandate }: Pick<Plan, 'policy' | 'mandate'>,
): string {
  const calls = least(maxSteps, least(policy?.maxSteps, mandate?.maxSteps));
  const cost = least(maxCost, least(policy?.maxCost, mandate?.maxCost));
  return [...farWords(maxTurns, calls), ...(cost === undefined ? [] : [price(cost)])].join(', ');
}

const least = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined ? other : other === undefined ? one : Math.min(one, other);
