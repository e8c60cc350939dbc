/** A position on a stretch of virtual time that can be played, paused and moved. Starts at its end. */

import { useEffect, useState } from 'react';

/** However long the run would be, watching it takes this long. */
const PLAYED_MS = 4000;

export interface Playback {
  /** Virtual milliseconds from the start. */
  readonly at: number;
  readonly playing: boolean;
  toggle(): void;
  moveTo(at: number): void;
}

export function usePlayback(total: number): Playback {
  const [at, setAt] = useState(total);
  const [playing, setPlaying] = useState(false);

  useEffect(() => setAt(total), [total]);

  useEffect(() => {
    if (!playing) return;
    let last = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const passed = ((now - last) / PLAYED_MS) * total;
      last = now;
      setAt((before) => Math.min(total, before + passed));
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, total]);

  useEffect(() => {
    if (at >= total) setPlaying(false);
  }, [at, total]);

  return {
    at,
    playing,
    toggle: () => {
      if (!playing && at >= total) setAt(0);
      setPlaying(!playing);
    },
    moveTo: (next) => {
      setPlaying(false);
      setAt(next);
    },
  };
}
