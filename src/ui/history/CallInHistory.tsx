/** What can be done with a call of a run beyond looking at it: pin its result, change it and fork, run again from it. */

import { RotateCcw } from 'lucide-react';
import type { RunTrace } from '../../stores/run-trace.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import { Button } from '../parts/Button.tsx';
import { useServices } from '../services.ts';
import { ChangeAndFork } from './ChangeAndFork.tsx';
import styles from './PinResult.module.css';
import { PinResult } from './PinResult.tsx';

export function CallInHistory({ run, call }: { run: RunTrace; call: string }) {
  const { session } = useServices();
  if (run.runId === DRY_RUN) return null;
  return (
    <div className={styles.actions}>
      <PinResult run={run} call={call} wide />
      <ChangeAndFork run={run} call={call} wide />
      <Button onClick={() => session.actions.openAbout('run-from', { runId: run.runId, call })}>
        <RotateCcw size={13} aria-hidden /> Run again from here…
      </Button>
    </div>
  );
}
