/** Plays a run's record on the screen: a place on its axis that moves by itself. Nothing is called. */

import { useEffect, useRef, useState } from 'react';
import { type Axis, placeOf, positionAt } from './time-axis.ts';

/** At single speed a whole record takes this long, however long the run took. */
const PLAYED_MS = 8000;

export const SPEEDS = [0.5, 1, 2, 4] as const;

interface Replay {
  readonly playing: boolean;
  readonly speed: number;
  setSpeed(speed: number): void;
  /** From where it stands, or from the beginning where it stands at the end. */
  toggle(): void;
  pause(): void;
}

/**
 * @param position how many events have happened at the moment that is shown
 * @param onMove   asked for at most once a frame, and only where another event has happened
 */
export function useReplay(axis: Axis, position: number, onMove: (position: number) => void): Replay {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const live = useRef({ axis, position, speed, onMove });
  live.current = { axis, position, speed, onMove };

  useEffect(() => {
    if (!playing) return;
    const start = live.current;
    let place = start.position >= start.axis.length ? 0 : placeOf(start.axis, start.position);
    let shown = start.position >= start.axis.length ? -1 : start.position;
    let last = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const { axis: places, speed: pace, onMove: move } = live.current;
      place += ((now - last) / PLAYED_MS) * pace;
      last = now;
      const next = positionAt(places, place);
      if (next !== shown) move(next);
      shown = next;
      if (place >= 1) setPlaying(false);
      else frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing]);

  return {
    playing,
    speed,
    setSpeed,
    toggle: () => setPlaying(!playing),
    pause: () => setPlaying(false),
  };
}
