/** What of a plan's steps is kept with it: bounded, for a plan is opened with it. */

import type { History, Step } from './history.ts';

/** Steps each way that are kept with a plan; a page that stays open knows more. */
const MOST_KEPT = 100;

/** Characters of JSON of all that is kept: a pasted plan of ten thousand calls is a step, too. */
const MOST_CHARACTERS = 1_000_000;

/**
 * What of it is kept with the plan: the nearest steps, as far as there is room, back first. One that is too large is left
 * out with all behind it: no step leads over a gap. Each is closed: whoever comes back begins another gesture.
 */
export function keptHistory({ past, future }: History): History {
  const noted = new Set<unknown>();
  let room = MOST_CHARACTERS;
  const fits = (step: Step): boolean => {
    const { before, after } = step.origins;
    // Steps share what is noted of where parts came from, and what is shared is kept once.
    const all = new Set([before.parts, before.revisions, after.parts, after.revisions]);
    const notes = [...all].filter((one) => !noted.has(one));
    const notedIn = notes.reduce((sum, one) => sum + Object.keys(one).length, 0);
    const takes = charactersOf(step) + PER_NOTE * notedIn;
    // What is not kept takes no room from the steps on the other side.
    if (takes > room) return false;
    room -= takes;
    for (const one of notes) noted.add(one);
    return true;
  };
  const nearest = (steps: readonly Step[]): Step[] => {
    const end = steps.slice(0, MOST_KEPT).findIndex((step) => !fits(step));
    return steps.slice(0, end < 0 ? MOST_KEPT : end).map(({ mark: _, ...step }) => step);
  };
  const back = nearest(past.toReversed());
  return { past: back.reverse(), future: nearest(future) };
}

/** Characters of one part's or revision's origin, about. */
const PER_NOTE = 60;

const counted = new WeakMap<Step, number>();

/** Counted once a step, and for each save the one that is being typed: it is another with each key. */
function charactersOf(step: Step): number {
  let characters = counted.get(step);
  if (characters === undefined) {
    const { origins: _, ...own } = step;
    characters = JSON.stringify(own).length;
    counted.set(step, characters);
  }
  return characters;
}
