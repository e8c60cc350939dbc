/** A panel of the run on the canvas, drawn when nothing more urgent is: a key or a press never waits for its rows. */

import { type ComponentType, memo, type ReactNode, useDeferredValue } from 'react';
import type { ShownRun } from '../../stores/shown-run.ts';
import { useShownRun } from '../services.ts';

export interface OfRun {
  readonly run: ShownRun | null;
}

export function deferred(Panel: ComponentType<OfRun>): () => ReactNode {
  // Else what is urgent would draw it once as it was, for nothing.
  const Kept = memo(Panel);
  return function Deferred() {
    return <Kept run={useDeferredValue(useShownRun())} />;
  };
}
