/**
 * A panel of the run on the canvas, drawn when nothing more urgent is: a key or a press never waits for its rows, and
 * of a thumb that is dragged it shows where that is ten times a second.
 */

import {
  type ComponentType,
  memo,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { ShownRun } from '../../stores/shown-run.ts';
import { useShownRun } from '../services.ts';

export interface OfRun {
  readonly run: ShownRun | null;
}

/** ms between two moments of the past that a panel shows. */
const FOLLOW_MS = 100;

/**
 * Of the moments that a person goes through, those that a panel is drawn for; the last one always. Begun when a frame has
 * just been painted: between a move of the thumb and its frame, the rows would keep the thumb waiting.
 */
function usePaced(run: ShownRun | null): ShownRun | null {
  const isPast = run !== null && run.position < run.events.length;
  const newest = useRef(run);
  newest.current = run;
  const [shown, setShown] = useState<ShownRun | null>(null);
  const [turn] = useState(turnAfterFrame);
  useEffect(() => {
    if (isPast && run) turn.ask(() => setShown(newest.current));
  }, [isPast, run, turn]);
  useEffect(() => {
    if (!isPast) return;
    return () => {
      turn.cancel();
      setShown(null);
    };
  }, [isPast, turn]);
  return isPast ? (shown ?? run) : run;
}

/** What is asked for comes once, right after a frame, and `FOLLOW_MS` after the last that came. */
function turnAfterFrame() {
  let came = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  const cancel = (): void => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    timer = undefined;
    frame = 0;
  };
  const ask = (then: () => void): void => {
    if (timer !== undefined || frame !== 0) return;
    const come = (): void => {
      cancel();
      came = performance.now();
      then();
    };
    const inFrame = (): void => {
      frame = requestAnimationFrame(() => {
        timer = setTimeout(come);
      });
    };
    const rest = came + FOLLOW_MS - performance.now();
    if (rest <= 0) inFrame();
    else timer = setTimeout(inFrame, rest);
  };
  return { ask, cancel };
}

export function deferred(Panel: ComponentType<OfRun>): () => ReactNode {
  // Else what is urgent would draw it once as it was, for nothing.
  const Kept = memo(Panel);
  return function Deferred() {
    return <Kept run={useDeferredValue(usePaced(useShownRun()))} />;
  };
}

/** Around what tells of a run that was recorded elsewhere (L-74): whoever “you” is in it, it is not who reads it. */
export function Elsewhere({ is, children }: { is: boolean; children: ReactNode }) {
  if (!is) return children;
  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: '100%' }}>
      <p className="small" style={{ padding: '2px 14px' }}>
        Recorded elsewhere: “you” is whoever ran it.
      </p>
      <div style={{ flex: 1, minHeight: 0 }}>{children}</div>
    </div>
  );
}
