/** What a sheet says without being unfolded of a plan's limits: when it asks, when it stops, how far it goes on by itself. Knows no screen. */

import type { Mandate, Policy } from '../../plan/document.ts';
import { counted, duration, price } from '../words.ts';

/** Empty where the plan sets none of them. Where policy and mandate both cap, the smaller counts (L-64). */
export function limitWords(
  { askBefore, approvalTimeoutMs, ...policy }: Policy = {},
  mandate: Partial<Mandate> = {},
): string {
  const maxDurationMs = least(policy.maxDurationMs, mandate.maxDurationMs);
  const maxCost = least(policy.maxCost, mandate.maxCost);
  const { maxTurns, maxSteps } = mandate;
  const alone = [
    ...(maxTurns === undefined ? [] : [counted(maxTurns, 'turn')]),
    ...(maxSteps === undefined ? [] : [counted(maxSteps, 'call')]),
  ].join(' and ');
  return [
    alone === '' ? '' : `By itself it goes on for at most ${alone}.`,
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

const least = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined ? other : other === undefined ? one : Math.min(one, other);
