/** What stands around a place of a goal. Knows no role. */

import { isIdentifier, type KnownColumn } from '../known-tables.ts';
import { View } from '../view.ts';

/** The same mentions and columns with what is used so far, so that a try uses nothing up. */
export function copyOf(view: View): View {
  const used = new Set(view.mentions.filter((_, at) => view.isUsed(at)));
  return new View(view.mentions, view.columns, used, view.picks, view.tongue);
}

/** Places that a try used up. */
export const takenBy = (before: View, after: View): number[] =>
  [...before.mentions.keys()].filter((at) => !before.isUsed(at) && after.isUsed(at));

/** The place before, small words that say nothing left aside, where it has one of these meanings. */
export function leadOf(view: View, at: number, ...meanings: readonly string[]): number | undefined {
  for (let back = at - 1; back >= at - 4; back--) {
    const said = view.mentions[back];
    if (said === undefined) return undefined;
    if (view.has(back, ...meanings)) return back;
    if (!said.small || said.mark !== undefined) return undefined;
  }
  return undefined;
}

/** Whether nothing but an "and", a comma and small words part it from what stands before. */
export function isJoined(view: View, at: number): boolean {
  for (let back = at - 1; back >= at - 4; back--) {
    const said = view.mentions[back];
    if (said === undefined) return false;
    if (said.mark === ',' || said.mark === '/' || view.has(back, 'and', 'or')) return true;
    if (!said.small || said.mark !== undefined) return false;
  }
  return false;
}

export const isMeasured = (column: KnownColumn): boolean => column.kind === 'number' && !isIdentifier(column);

/** The place behind, small words left aside, at most so far away. */
export function behind(view: View, at: number, within = 4): number | undefined {
  const next = view.nextSaid(at + 1);
  return next === undefined || next - at > within ? undefined : next;
}
