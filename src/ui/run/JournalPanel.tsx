/** The journal of the run on the canvas, a line an event. */

import { useMemo } from 'react';
import { Empty } from '../parts/Empty.tsx';
import { useServices, useShownRun } from '../services.ts';
import styles from './JournalPanel.module.css';
import { journalLine, namer } from './journal-line.ts';
import { VirtualList } from './VirtualList.tsx';

const clock = (time: number): string => new Date(time).toLocaleTimeString(undefined, { hour12: false });

export default function JournalPanel() {
  const { session } = useServices();
  const run = useShownRun();
  const name = useMemo(() => namer(run?.plan ?? null), [run?.plan]);
  if (!run)
    return <Empty>A run writes down everything it does here: what it planned, did, saw and decided.</Empty>;
  return (
    <VirtualList
      count={run.events.length}
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
            <time className={styles.time}>{clock(line.time)}</time>
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
