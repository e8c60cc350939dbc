/** What all ways say of a plan, in words: how many there are, and which calls run always, in some, or never (L-82). */

import type { AllWays } from './all-ways.ts';

interface Coverage {
  readonly call: string;
  readonly ran: number;
  readonly of: number;
  readonly words: string;
}

/** A line a call: what runs in no way first, then what runs sometimes, then the rest, each in plan order. */
export function coverageOf({ ways, extent, ran }: Pick<AllWays, 'ways' | 'extent' | 'ran'>): Coverage[] {
  const of = ways.length;
  // Of a sample nobody can say never.
  const never = extent === 'all' ? 'Never' : `In none of these ${of} ways`;
  const always = extent === 'all' ? 'Always' : `In each of these ${of} ways`;
  const lines = Object.entries(ran).map(([call, count]): Coverage => {
    const words = count === 0 ? never : count === of ? always : `In ${count} of ${of} ways`;
    return { call, ran: count, of, words };
  });
  const rank = ({ ran: count }: Coverage) => (count === 0 ? 0 : count < of ? 1 : 2);
  return lines.sort((a, b) => rank(a) - rank(b));
}

/** How many ways were played, and whether these are all. */
export function extentWords({ ways, extent }: Pick<AllWays, 'ways' | 'extent'>): string {
  const count = ways.length;
  if (extent === 'all')
    return count === 1 ? 'There is only one way this plan can go.' : `All ${count} ways were played.`;
  const what =
    extent === 'options'
      ? 'each option of each decision they came to once at least, the rest drawn by lot'
      : 'not even each option of each decision is in one';
  return `A sample: ${count} ways were played, and there are more (${what}). What is said below holds for these.`;
}
