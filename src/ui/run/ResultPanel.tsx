/** What a run came to: its status and reason in words, its output drawn after its shape, its files. */

import { useMemo } from 'react';
import { isEnded } from '../../stores/run-trace.ts';
import { Empty } from '../parts/Empty.tsx';
import { useShownRun } from '../services.ts';
import { duration, RUN_REASON, RUN_STATUS } from '../words.ts';
import { PartView } from './PartView.tsx';
import styles from './ResultPanel.module.css';
import { partOf } from './result-parts.ts';

export default function ResultPanel() {
  const run = useShownRun();
  const output = run?.output;
  const part = useMemo(() => (output === undefined ? undefined : partOf(output)), [output]);
  if (!run)
    return <Empty>When a run ends, what it made is shown here: text, tables, charts and files.</Empty>;
  return (
    <div className={styles.result}>
      <p className={styles.status} data-status={run.status} role="status">
        <strong>{RUN_STATUS[run.status]}</strong>
        {isEnded(run) ? ` in ${duration(run.endedAt! - run.startedAt)}. ` : '. '}
        {run.reason ? RUN_REASON[run.reason] : ''}
      </p>
      {part === undefined || output === null ? (
        isEnded(run) ? (
          <p className={styles.none}>This run returned no output. What its calls wrote is under State.</p>
        ) : null
      ) : (
        <PartView part={part} runId={run.runId} />
      )}
    </div>
  );
}
