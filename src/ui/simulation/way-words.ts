/** What the dry run says of ways: what sets one apart, in how many a call runs, how many there are. Knows no screen. */

import type { AllWays, Way } from '../../simulate/all-ways.ts';
import type { Decision } from '../../simulate/scenario.ts';
import type { Simulation } from '../../simulate/simulate.ts';
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
export function outcomeWords({ status, order, elapsedMs, cost }: Simulation): string {
  const parts = [RUN_STATUS[status], counted(order.length, 'call'), `about ${duration(elapsedMs)}`];
  if (cost > 0) parts.push(`about ${price(cost)}`);
  return parts.join(' · ');
}

export interface Coverage {
  readonly call: string;
  readonly ran: number;
  readonly of: number;
  readonly words: string;
}

/** A line a call: what never runs first, then what runs sometimes, then the rest, each in plan order (L-82). */
export function coverageOf({ ways, ran }: Pick<AllWays, 'ways' | 'ran'>): readonly Coverage[] {
  const of = ways.length;
  const lines = Object.entries(ran).map(([call, count]): Coverage => {
    const words = count === 0 ? 'Never' : count === of ? 'Always' : `In ${count} of ${of} ways`;
    return { call, ran: count, of, words };
  });
  const rank = ({ ran: count }: Coverage) => (count === 0 ? 0 : count < of ? 1 : 2);
  return lines.sort((a, b) => rank(a) - rank(b));
}

/** How many ways were played, and whether that is all of them. */
export function extentWords({
  ways,
  possible,
  sampled,
}: Pick<AllWays, 'ways' | 'possible' | 'sampled'>): string {
  if (!sampled)
    return ways.length === 1
      ? 'There is only one way this plan can go.'
      : `All ${ways.length} ways were played.`;
  const all = Number.isSafeInteger(possible)
    ? `${possible.toLocaleString('en')} ways`
    : 'more ways than can be counted';
  return `A sample: ${ways.length} of ${all} were played. What is said below holds for these.`;
}
