/** The run's state: every path, its value, and the calls that wrote it. */

import { useDeferredValue, useEffect, useState } from 'react';
import type { WrittenValue } from '../../stores/ports.ts';
import type { RunTrace } from '../../stores/run-trace.ts';
import { Empty } from '../parts/Empty.tsx';
import { useServices, useShownRun } from '../services.ts';
import { StateTable } from './StateTable.tsx';

/** Events; folding fewer takes no longer than a frame. */
const LONG_RECORD = 2000;
const SETTLED_MS = 120;

interface Read {
  readonly run: RunTrace;
  readonly values: readonly WrittenValue[];
}

export default function StatePanel() {
  const { verbs } = useServices();
  const run = useDeferredValue(useShownRun());
  const [last, setLast] = useState<Read | null>(null);
  useEffect(() => {
    if (!run) return;
    let current = true;
    const read = () =>
      void verbs.stateOf(run).then((values) => {
        if (current) setLast({ run, values });
      });
    // A long record is folded once the moment stands still: at every step of it, nothing else would move.
    const timer = run.events.length > LONG_RECORD ? setTimeout(read, SETTLED_MS) : undefined;
    if (timer === undefined) read();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [run, verbs]);
  if (!run)
    return <Empty>A run's memory appears here: each path, its value, and the call that wrote it.</Empty>;
  // Another run's state is nobody's: nothing is shown until this one's is read.
  if (last?.run.runId !== run.runId || last.values.length === 0)
    return <Empty>Nothing has been written yet.</Empty>;
  return <StateTable run={last.run} values={last.values} />;
}
