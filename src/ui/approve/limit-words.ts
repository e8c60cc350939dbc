/** What a sheet says without being unfolded of a plan's limits: when it asks, when it stops, how long it waits. Knows no screen. */

import type { Policy } from '../../plan/document.ts';
import { duration } from '../words.ts';

/** Empty where the plan sets none of them. */
export function limitWords({ askBefore, maxDurationMs, approvalTimeoutMs }: Policy = {}): string {
  return [
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
