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

/** Of the moments that a person goes through, those that a panel is drawn for; the last one always. */
function usePaced(run: ShownRun | null): ShownRun | null {
  const isPast = run !== null && run.position < run.events.length;
  const newest = useRef(run);
  newest.current = run;
  const [shown, setShown] = useState<ShownRun | null>(null);
  useEffect(() => {
    if (!isPast) return;
    const timer = setInterval(() => setShown(newest.current), FOLLOW_MS);
    return () => {
      clearInterval(timer);
      setShown(null);
    };
  }, [isPast]);
  return isPast ? (shown ?? run) : run;
}

export function deferred(Panel: ComponentType<OfRun>): () => ReactNode {
  // Else what is urgent would draw it once as it was, for nothing.
  const Kept = memo(Panel);
  return function Deferred() {
    return <Kept run={useDeferredValue(usePaced(useShownRun()))} />;
  };
}
