/** The journal of the run on the canvas, a line an event. */

import { useDeferredValue } from 'react';
import { namer } from '../../run/call-names.ts';
import { planOf } from '../../run/view.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import { Empty } from '../parts/Empty.tsx';
import { useServices, useShownRun } from '../services.ts';
import { duration } from '../words.ts';
import styles from './JournalPanel.module.css';
import { journalLine } from './journal-line.ts';
import { VirtualList } from './VirtualList.tsx';

const clock = (time: number): string => new Date(time).toLocaleTimeString(undefined, { hour12: false });

export default function JournalPanel() {
  const { session } = useServices();
  const run = useDeferredValue(useShownRun());
  if (!run)
    return <Empty>A run writes down everything it does here: what it planned, did, saw and decided.</Empty>;
  const name = namer(planOf(run.state));
  // Virtual time begins at nought: as a time of day it would be a lie.
  const dry = run.runId === DRY_RUN;
  return (
    <VirtualList
      count={run.position}
      rowHeight={24}
      label="Journal lines"
      follow
      row={(at) => {
        const line = journalLine(run.events[at]!, name);
        return (
          <button
            type="button"
            className={styles.line}
            data-tone={line.tone}
            title={line.text}
            disabled={line.call === undefined}
            onClick={() => line.call && session.actions.select([line.call])}
          >
            <time className={styles.time}>
              {dry ? duration(line.time - run.state.startedAt) : clock(line.time)}
            </time>
            <span className={styles.phase} data-phase={line.phase}>
              [{line.phase}]
            </span>
            <span className={styles.text}>{line.text}</span>
          </button>
        );
      }}
    />
  );
}
