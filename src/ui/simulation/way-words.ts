/** What the dry run says of a way: what sets it apart, and what it comes to. Knows no screen. */

import type { Way } from '../../simulate/all-ways.ts';
import type { Decision } from '../../simulate/scenario.ts';
import { counted, duration, price, RUN_STATUS } from '../words.ts';

/** What a way takes otherwise than the plain one: `Charge the card fails, approval “ship” rejected`. */
export function deviations(
  decisions: readonly Decision[],
  picks: readonly number[],
  name: (call: string) => string,
): readonly string[] {
  return decisions.flatMap((decision, at) => {
    const option = decision.options[picks[at] ?? 0];
    if (!option || (picks[at] ?? 0) === 0) return [];
    const who = decision.kind === 'gate' ? `approval “${decision.name}”` : name(decision.name);
    return [`${who} ${verbFor(option.choice)} ${option.label}`.replaceAll(/ {2,}/g, ' ')];
  });
}

/** A number is an alternative of an output path; failures and a person's decision are told by their label alone. */
const verbFor = (choice: Decision['options'][number]['choice']): string =>
  typeof choice === 'number' ? 'goes to' : '';

export const wayWords = (
  decisions: readonly Decision[],
  { picks }: Pick<Way, 'picks'>,
  name: (call: string) => string,
): string => {
  const words = deviations(decisions, picks, name).join(', ');
  return words === '' ? 'Everything succeeds, first alternatives' : words[0]!.toUpperCase() + words.slice(1);
};

/** `Completed · 5 calls · about 1.2 s · about $0.01`. */
export function outcomeWords({ status, order, elapsedMs, cost }: Way['simulation']): string {
  const parts = [RUN_STATUS[status], counted(order.length, 'call'), `about ${duration(elapsedMs)}`];
  if (cost > 0) parts.push(`about ${price(cost)}`);
  return parts.join(' · ');
}
