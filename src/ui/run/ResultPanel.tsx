/** What a run came to: its status and reason in words, its output drawn after its shape, its files. */

import { useDeferredValue, useMemo } from 'react';
import { isEnded, type RunTrace } from '../../stores/run-trace.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import { Empty } from '../parts/Empty.tsx';
import { useShownRun } from '../services.ts';
import { duration, RUN_REASON, RUN_STATUS } from '../words.ts';
import { PartView } from './PartView.tsx';
import styles from './ResultPanel.module.css';
import { partOf } from './result-parts.ts';

export default function ResultPanel() {
  const run = useDeferredValue(useShownRun());
  const output = run?.output;
  const part = useMemo(() => (output === undefined ? undefined : partOf(output)), [output]);
  if (!run)
    return <Empty>When a run ends, what it made is shown here: text, tables, charts and files.</Empty>;
  return (
    <div className={styles.result}>
      {run.runId === DRY_RUN ? <DryOutcome run={run} /> : <Outcome run={run} />}
      {part === undefined || output === null ? (
        isEnded(run) ? (
          <p className={styles.none}>It returned no output. What its calls wrote is under State.</p>
        ) : null
      ) : (
        <PartView part={part} runId={run.runId} />
      )}
    </div>
  );
}

function Outcome({ run }: { run: RunTrace }) {
  return (
    <p className={styles.status} data-status={run.status} role="status">
      <strong>{RUN_STATUS[run.status]}</strong>
      {isEnded(run) ? ` in ${duration(run.endedAt! - run.startedAt)}. ` : '. '}
      {run.reason ? RUN_REASON[run.reason] : ''}
    </p>
  );
}

/** Never in the words of a real run: what is below was invented. */
function DryOutcome({ run }: { run: RunTrace }) {
  return (
    <p className={styles.status} role="status">
      <strong>Dry run</strong>
      {isEnded(run)
        ? `: it would end as “${RUN_STATUS[run.status]}” after about ${duration(run.endedAt! - run.startedAt)}. `
        : ': it has not come to its end yet. '}
      No tool was called; the values are invented or pinned.
    </p>
  );
}
