/** The rows of a timeline in the order in which they happened: what was said and decided stands between the calls that it lies between. */

import { numberAt } from '../../lib/columns.ts';
import type { BarRow, Timeline } from './timeline-bars.ts';
import type { Moment } from './timeline-moments.ts';

/** A row of it: the one or the other. */
type StoryRow =
  | { readonly moment: Moment; readonly bars?: never }
  | { readonly bars: BarRow; readonly moment?: never };

interface Story {
  readonly rows: number;
  /** Made when it is asked for: a run may have ten thousand. */
  row(at: number): StoryRow;
}

/** @param moments in order */
export function storyOf({ rows, starts, row }: Timeline, moments: readonly Moment[]): Story {
  // What a moment brings follows it; where the run was cut off, it is the last thing that was known.
  const places = moments.map(({ ms, kind }, at) => at + countBelow(starts, ms, kind === 'cut'));
  return {
    rows: rows + moments.length,
    row: (at) => {
      const before = countBelow(places, at, false);
      const moment = places[before] === at ? moments[before] : undefined;
      return moment ? { moment } : { bars: row(at - before) };
    },
  };
}

/** How many of what is in order are less than that, or no more. */
function countBelow(sorted: readonly number[], than: number, orSame: boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const value = numberAt(sorted, middle);
    if (value < than || (orSame && value === than)) low = middle + 1;
    else high = middle;
  }
  return low;
}
