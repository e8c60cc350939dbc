/**
 * What anybody could see of the page from outside, noted in it and read afterwards: frames, what is painted, what a
 * second tab is told. Functions of this file are sent to the page as text: they use nothing around them.
 */

import type { Page } from 'playwright-core';

/** A number that the screen shows, and when the frame that shows it had been painted (ms since the epoch). */
export type Seen = readonly [shown: number, at: number];

export interface Watched {
  /** Milliseconds between frames. */
  readonly gaps: readonly number[];
  /** How many events the record says that there are. */
  readonly record: readonly Seen[];
  /** From an input to the frame that followed it, for each input of the kind that was asked for, ms. */
  readonly inputs: readonly number[];
  /** When Run and Stop were pressed and when Stop had gone, ms since the epoch; 0 where they were not. */
  readonly runPressed: number;
  readonly stopPressed: number;
  readonly stopGone: number;
}

declare global {
  interface Window {
    watching: { stop(): Watched; readonly ended: Promise<void> };
    told: { readonly events: Seen[]; readonly types: Map<string, number>; readonly ended: Promise<void> };
  }
}

/**
 * What changes is looked at in the frame after it, and nothing is done where nothing changes.
 * @param input  the kind of event whose way to the screen is timed
 * @param frames whether the time between frames is wanted: then there are sixty a second, which is work of its own
 */
export const watch = (page: Page, input: 'keydown' | 'pointermove', frames = false): Promise<void> =>
  page.evaluate(watching, { kind: input, frames });

function watching({ kind, frames }: { kind: string; frames: boolean }): void {
  const epoch = () => performance.timeOrigin + performance.now();
  const gaps: number[] = [];
  const record: [number, number][] = [];
  const inputs: number[] = [];
  let runPressed = 0;
  let stopPressed = 0;
  let stopGone = 0;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let goesOn = true;
  let last = 0;
  let hadStop = false;
  let awaited = false;
  let pending: number[] = [];
  let painted: (() => void)[] = [];

  // A message posted within a frame is heard when that frame has been painted.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const run = painted;
    painted = [];
    for (const one of run) one();
  };
  const afterPaint = (what: () => void) => {
    if (painted.length === 0) port2.postMessage(null);
    painted.push(what);
  };
  const note = (list: [number, number][], shown: number) => {
    if (Number.isNaN(shown) || list.at(-1)?.[0] === shown) return;
    const entry: [number, number] = [shown, 0];
    list.push(entry);
    afterPaint(() => {
      entry[1] = epoch();
    });
  };

  const look = () => {
    awaited = false;
    const output = document.querySelector('[aria-label="Record"] output')?.textContent;
    note(record, Number.parseInt(/(\d+)\s*$/.exec(output ?? '')?.[1] ?? '', 10));
    const path = document.querySelector('[aria-label="Path of the work"]')?.lastElementChild?.textContent;
    const hasStop = path === 'Stop';
    if (hadStop && !hasStop) {
      afterPaint(() => {
        stopGone = epoch();
        end();
      });
    }
    hadStop = hasStop;
    if (pending.length === 0) return;
    const own = pending;
    pending = [];
    afterPaint(() => {
      for (const at of own) inputs.push(performance.now() - at);
    });
  };
  const lookSoon = () => {
    if (!awaited) requestAnimationFrame(look);
    awaited = true;
  };
  const changes = new MutationObserver(lookSoon);
  changes.observe(document.body, { subtree: true, childList: true, characterData: true });
  lookSoon();

  const onInput = ({ timeStamp }: Event) => {
    pending.push(timeStamp);
    lookSoon();
  };
  const onClick = ({ target, timeStamp }: Event) => {
    const pressed = (target as Element).closest('button')?.textContent;
    if (pressed === 'Run') runPressed = performance.timeOrigin + timeStamp;
    else if (pressed === 'Stop') stopPressed = performance.timeOrigin + timeStamp;
  };
  addEventListener(kind, onInput, true);
  addEventListener('click', onClick, true);

  const frame = () => {
    const now = performance.now();
    if (last > 0) gaps.push(now - last);
    last = now;
    if (goesOn) requestAnimationFrame(frame);
  };
  if (frames) requestAnimationFrame(frame);

  window.watching = {
    stop: () => {
      goesOn = false;
      changes.disconnect();
      removeEventListener(kind, onInput, true);
      removeEventListener('click', onClick, true);
      return { gaps, record, inputs, runPressed, stopPressed, stopGone };
    },
    ended,
  };
}

export const watched = (page: Page): Promise<Watched> => page.evaluate(() => window.watching.stop());

/** In another tab: when the worker told it of each event as durable. Resolves when it listens. */
export const listen = (tab: Page): Promise<void> =>
  tab.evaluate(() => {
    const events: [number, number][] = [];
    const types = new Map<string, number>();
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const channel = new BroadcastChannel('obelus');
    channel.onmessage = ({ data }) => {
      if (data.kind !== 'events') return;
      const at = performance.timeOrigin + performance.now();
      for (const event of data.events) {
        events.push([event.seq, at]);
        types.set(event.type, (types.get(event.type) ?? 0) + 1);
        if (event.type !== 'plan_completed' && event.type !== 'plan_aborted') continue;
        channel.close();
        end();
      }
    };
    window.told = { events, types, ended };
  });

/** How long each event was durable before the screen showed it, ms. What was never shown is not among them. */
export function lags(told: readonly Seen[], seen: readonly Seen[]): number[] {
  const found: number[] = [];
  let at = 0;
  for (const [seq, durable] of told) {
    while (at < seen.length && seen[at]![0] < seq) at += 1;
    const shown = seen[at];
    if (shown && shown[1] > 0) found.push(Math.max(0, shown[1] - durable));
  }
  return found;
}
