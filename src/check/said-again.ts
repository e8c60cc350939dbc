/**
 * What a rule said of calls at the last check, given again where it says the same of the same call: thousands of problems
 * made anew at every edit are what the garbage collector notices first. Knows no rule.
 */

import { itemAt } from '../lib/columns.ts';
import type { Call } from '../plan/document.ts';
import type { Problem } from './problem.ts';

/** Of each call that a rule said something of, in plan order, what it said: two lists of one length. */
export interface Said {
  readonly calls: readonly Call[];
  readonly problems: readonly Problem[];
}

/** How far on a call is looked for: an edit takes few of them out. */
const AHEAD = 8;

/** Takes up what is said now. A rule is to ask in plan order, and what it says to follow from the call alone. */
export class SaidAgain {
  readonly #calls: Call[] = [];
  readonly #problems: Problem[] = [];
  readonly #before: Said | undefined;
  #at = 0;

  constructor(before: Said | undefined) {
    this.#before = before;
  }

  /** What was said of a call before; undefined where nothing was, or where it is not found quickly. */
  of(call: Call): Problem | undefined {
    const before = this.#before;
    if (before === undefined) return undefined;
    const end = Math.min(this.#at + AHEAD, before.calls.length);
    for (let at = this.#at; at < end; at++) {
      if (before.calls[at] !== call) continue;
      this.#at = at + 1;
      return itemAt(before.problems, at);
    }
    return undefined;
  }

  say(call: Call, problem: Problem): void {
    this.#calls.push(call);
    this.#problems.push(problem);
  }

  /** To be kept for the next check, without what was kept for this one: that would hold on to every check there was. */
  get said(): Said {
    return { calls: this.#calls, problems: this.#problems };
  }
}
