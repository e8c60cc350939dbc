/** How often the screen is told of a run: soon after something happened, and not oftener than it can be looked at. */

import type { Breath } from '../stores/in-slices.ts';
import type { Pace } from '../stores/runs.ts';

/** ms between two publications while events keep coming. */
const LEAST_MS = 80;

/** A publication that took long is followed by a rest of so many times as long: the page stays free for its person. */
const REST = 2.5;

/** While there is news, a publication follows the last within so many ms, rest or not: a person watches it. */
const MOST_MS = 200;

/** Where painting alone takes that long, there is as much rest all the same: half of the time is the person's. */
const LEAST_REST = 1;

/** ms that a publication is waited for at least where a person looks at something else: it tells them only that there is more. */
const CALM_MS = 500;

/** ms that it is waited for at most while the thumb is held: beside its moves, each of which is waited for by a hand. */
const HELD_MS = 1200;

/** ms after which it is looked again whether the thumb is still held. */
const HELD_STEP = 50;

/** ms to wait after a publication that was on the screen after `took` ms. */
const restAfter = (took: number): number =>
  Math.max(LEAST_MS - took, Math.min(REST * took, MOST_MS - took), LEAST_REST * took);

export interface Screen {
  /** ms, of a clock that runs forward. */
  now(): number;
  wait(ms: number, then: () => void): void;
  /** Calls `then` once what was published is on the screen. */
  painted(then: () => void): void;
  /** Calls `then` when a frame has just been drawn, and there is the longest time to the next. */
  afterFrame(then: () => void): void;
}

/** A page that nobody sees paints nothing: it is not waited for longer than this, ms. */
const UNSEEN_MS = 400;

export const browserScreen: Screen = {
  now: () => performance.now(),
  wait: (ms, then) => void setTimeout(then, ms),
  painted: (then) => {
    let done = false;
    const once = (): void => {
      if (!done) then();
      done = true;
    };
    requestAnimationFrame(() => setTimeout(once));
    setTimeout(once, UNSEEN_MS);
  },
  afterFrame: (then) => (document.hidden ? then() : browserScreen.painted(then)),
};

/** Gives keys and frames their turn. A page that nobody sees has no frames, and its timers come once a second. */
export const browserBreath: Breath = {
  now: () => performance.now(),
  next: (then) => {
    if (!document.hidden) setTimeout(then);
    else {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        then();
      };
      port2.postMessage(null);
    }
  },
};

/** What is asked for while the last publication is on its way, or rests, is published after it, and once. */
export function screenPace({ now, wait, painted, afterFrame }: Screen): Pace {
  let asked: (() => void) | null = null;
  let busy = false;
  let haste: Parameters<Pace>[1] = 'watched';

  const go = (): void => {
    const publish = asked;
    asked = null;
    if (!publish) {
      busy = false;
      return;
    }
    const start = now();
    try {
      publish();
    } finally {
      // Whatever becomes of this one, the next is to be told of.
      paintedOnce(start);
    }
  };

  const paintedOnce = (start: number): void =>
    painted(() => {
      const rest = restAfter(now() - start);
      wait(haste === 'watched' ? rest : Math.max(CALM_MS, rest), () => next(start));
    });

  const next = (start: number): void => {
    if (haste === 'held' && now() - start < HELD_MS) wait(HELD_STEP, () => next(start));
    // What is drawn at once and what a panel draws when nothing is more urgent are in one frame then, not in two.
    else afterFrame(go);
  };

  return (publish, how = 'watched') => {
    asked = publish;
    haste = how;
    if (busy) return;
    busy = true;
    wait(0, go);
  };
}
